import { group as events } from "../api/groups/events.ts";
import type { Client } from "../http/call.ts";
import { eventTime } from "./event-time.ts";
import { isRecord, textOf } from "./machine-view.ts";
import { chunksOf, forEachBounded } from "./poller.ts";

/** An event as far as it is read here. */
export interface MachineEvent {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  /** As the service wrote it. */
  readonly created: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number | undefined;
}

/** Machines in one request for events: some fifty events for each in a page. */
const machinesPerPage = 20;
const pageSize = 1000;
const eventsOfOne = 100;
const requestsAtOnce = 6;

/**
 * The latest events of each machine, newest first, by system id. A machine for which `isEnough` says no is
 * asked for by itself. What cannot be read is left out: an event log that does not answer hides no machine.
 */
export async function readHistories(
  client: Client,
  ids: readonly string[],
  isEnough: (id: string, history: readonly MachineEvent[]) => boolean,
): Promise<ReadonlyMap<string, readonly MachineEvent[]>> {
  const histories = new Map<string, readonly MachineEvent[]>();
  const read = async (some: readonly string[], limit: number) => {
    const found = await readEvents(client, some, limit).catch(() => []);
    for (const id of some) {
      const own = found.filter(({ node }) => node === id || (node === undefined && some.length === 1));
      if (own.length > 0) histories.set(id, own);
    }
  };
  await forEachBounded(chunksOf(ids, machinesPerPage), requestsAtOnce, (some) => read(some, pageSize));
  const open = ids.filter((id) => !isEnough(id, histories.get(id) ?? []));
  await forEachBounded(open, requestsAtOnce, (id) => read([id], eventsOfOne));
  return histories;
}

/** The latest events of some machines, of this level and above (INFO), newest first. */
export async function readEvents(
  client: Client,
  ids: readonly string[],
  limit: number,
  level = "INFO",
): Promise<readonly (MachineEvent & { readonly node: string | undefined })[]> {
  const answer = await client.call(events.operations["events.query"], {
    id: ids,
    level,
    limit: String(limit),
  });
  const page = await answer.value();
  const list = isRecord(page) ? page["events"] : undefined;
  return (Array.isArray(list) ? list : [])
    .flatMap((event: unknown) => {
      const id = isRecord(event) ? event["id"] : undefined;
      if (!isRecord(event) || typeof id !== "number") return [];
      const created = textOf(event["created"]);
      return [
        {
          id,
          level: textOf(event["level"]) ?? "",
          type: textOf(event["type"]) ?? "",
          description: textOf(event["description"]) ?? "",
          node: textOf(event["node"]),
          created,
          at: created === undefined ? undefined : eventTime(created),
        },
      ];
    })
    .sort((a, b) => b.id - a.id);
}

const failureLevels: readonly string[] = ["ERROR", "CRITICAL"];

export const isFailure = ({ level }: MachineEvent): boolean => failureLevels.includes(level);

/** An event in a few words: its type and what it says. */
export const eventText = ({ type, description }: Pick<MachineEvent, "type" | "description">): string =>
  [type, description].filter((part) => part !== "").join(": ");
