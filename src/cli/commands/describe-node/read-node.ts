import type { IdentifierKind } from "../../../catalogue/operation.ts";
import type { Client } from "../../../client/http/call.ts";
import { readEvents } from "../../../client/lifecycle/history.ts";
import { machineView } from "../../../client/lifecycle/machine-view.ts";
import { episodeOf, possibleIssue, reasonIn } from "../../../client/lifecycle/reasons.ts";
import { nodeOperations } from "../../../client/names/resolve.ts";
import { Failure, isSignal, resultOrFailure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { readFailedScripts } from "../machines/script-results.ts";

interface UnreadPart {
  readonly part: "events" | "scripts";
  readonly message: string;
}

export type NodeDescription = Awaited<ReturnType<typeof readNode>>;

/** Number of events, of all levels, that are searched for the beginning of the current status. */
const maxHistoryEvents = 100;

/** Throws if the node itself cannot be read; `unread` lists failures to read its events or scripts. */
export async function readNode(client: Client, kind: IdentifierKind, systemId: string, eventCount: number) {
  const unread: UnreadPart[] = [];
  const readPart = async <T>(part: UnreadPart["part"], reading: Promise<readonly T[]>) => {
    const result = await resultOrFailure(() => reading);
    if (!(result instanceof Failure)) return result;
    if (isSignal(result)) throw result;
    if (unread.every((each) => each.part !== part)) unread.push({ part, message: result.message });
    return [];
  };
  const hasStatus = kind !== "device";
  const [node, events, history, failedScripts, bmc] = await Promise.all([
    readRecord(client, kind, systemId),
    eventCount === 0 ? [] : readPart("events", readEvents(client, [systemId], eventCount, "INFO")),
    hasStatus ? readPart("events", readEvents(client, [systemId], maxHistoryEvents, "DEBUG")) : [],
    hasStatus ? readPart("scripts", readFailedScripts(client, systemId, { withOutput: false })) : [],
    kind === "machine" ? readBmc(client, systemId) : undefined,
  ]);
  const view = hasStatus ? machineView(node) : undefined;
  const episode = view && episodeOf(view, history);
  return {
    node,
    /** Undefined for nodes without a status, such as devices. */
    episode,
    reason: view && episode && possibleIssue(view) === "broken" ? reasonIn(view, episode) : undefined,
    /** Events of level INFO or higher, newest first. */
    events,
    failedScripts,
    /** The BMC's address; undefined if the API key may not read it. */
    bmc,
    unread,
  };
}

/** Only administrators may read the BMC's address; a refusal is not reported. */
async function readBmc(client: Client, systemId: string): Promise<string | undefined> {
  const { lookUps } = await import("../../invocation/look-ups.ts");
  return (await lookUps.bmcAddress(client, [systemId], () => undefined)).get(systemId);
}

async function readRecord(client: Client, kind: IdentifierKind, systemId: string) {
  const { read } = await nodeOperations(kind);
  const value = await (await client.call(read, { system_id: systemId })).value();
  if (!isRecord(value)) throw new Failure("other", `the service's answer is not a ${kind}`);
  return value;
}
