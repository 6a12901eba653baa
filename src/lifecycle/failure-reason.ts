import { group as events } from "../api/groups/events.ts";
import type { Client } from "../http/client.ts";
import { isRecord, type MachineView, textOf } from "./machine-view.ts";

const reasonTimeoutMs = 10_000;

/** What the machine itself says about its failure: the error description and the status message, on one line. */
export function ownReason(view: MachineView): string | undefined {
  return joined([view.errorDescription, view.statusMessage]);
}

/**
 * Why a machine failed: its own words and its last ERROR event, with the event's time (UTC). One request; an event log that cannot
 * be read leaves the machine's own words.
 */
export async function failureReason(
  client: Client,
  view: MachineView,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return joined([view.errorDescription, view.statusMessage, await lastError(client, view.systemId, signal)]);
}

async function lastError(
  client: Client,
  systemId: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  try {
    const answer = await client.call(
      events.operations["events.query"],
      { id: [systemId], level: "ERROR", limit: "1" },
      { timeoutMs: reasonTimeoutMs, retries: 1, ...(signal === undefined ? {} : { signal }) },
    );
    const page = await answer.value();
    const list = isRecord(page) ? page["events"] : undefined;
    const event: unknown = Array.isArray(list) ? list[0] : undefined;
    if (!isRecord(event)) return undefined;
    const says = [textOf(event["type"]), textOf(event["description"])].filter((part) => part !== undefined);
    const created = textOf(event["created"]);
    return says.length === 0
      ? undefined
      : `last error: ${says.join(": ")}${created === undefined ? "" : ` (${created})`}`;
  } catch {
    return undefined;
  }
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const said = parts
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "");
  const unique = said.filter((part, index) => said.indexOf(part) === index);
  return unique.length === 0 ? undefined : unique.join("; ");
}
