import { group as events } from "../api/groups/events.ts";
import type { Client } from "../http/call.ts";
import { isRecord, type MachineView, textOf } from "./machine-view.ts";

const reasonTimeoutMs = 10_000;

/**
 * What the machine itself says about its failure: the error description and the status message, on one line.
 */
export function ownReason(view: MachineView): string | undefined {
  return joined(ownWords(view));
}

/** Some services begin the status message with the status name, which is told anyway. */
function ownWords({ errorDescription, statusMessage, statusName }: MachineView): readonly string[] {
  const message = statusMessage?.startsWith(statusName)
    ? statusMessage.slice(statusName.length).replace(/^[\s:-]+/, "")
    : statusMessage;
  return [errorDescription, message].filter((part) => part !== undefined);
}

/**
 * Why a machine failed: its own words and its last ERROR event, with the event's time (UTC). One request, and
 * a second where the first fails; an event log that cannot be read leaves the machine's own words.
 */
export async function failureReason(
  client: Client,
  view: MachineView,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const own = ownWords(view);
  const ask = () => lastError(client, view.systemId, signal);
  const event = await ask()
    .catch(ask)
    .catch(() => undefined);
  if (event === undefined || own.some((part) => part.includes(event.description))) return joined(own);
  return joined([...own, event.text]);
}

interface ErrorEvent {
  readonly text: string;
  readonly description: string;
}

async function lastError(
  client: Client,
  systemId: string,
  signal?: AbortSignal,
): Promise<ErrorEvent | undefined> {
  const answer = await client.call(
    events.operations["events.query"],
    { id: [systemId], level: "ERROR", limit: "1" },
    { timeoutMs: reasonTimeoutMs, retries: 0, ...(signal === undefined ? {} : { signal }) },
  );
  const page = await answer.value();
  const list = isRecord(page) ? page["events"] : undefined;
  const event: unknown = Array.isArray(list) ? list[0] : undefined;
  if (!isRecord(event)) return undefined;
  const says = [textOf(event["type"]), textOf(event["description"])].filter((part) => part !== undefined);
  const description = says.at(-1);
  if (description === undefined) return undefined;
  const created = textOf(event["created"]);
  const time = created === undefined ? "" : ` (${created})`;
  return { text: `last error: ${says.join(": ")}${time}`, description };
}

/** One line of what is said, without what is said twice. */
function joined(parts: readonly string[]): string | undefined {
  const said = [...new Set(parts.map((part) => part.replace(/\s+/g, " ").trim()))];
  const unique = said.filter(
    (part) => part !== "" && !said.some((other) => other !== part && other.includes(part)),
  );
  return unique.length === 0 ? undefined : unique.join("; ");
}
