import { group as events } from "../../catalogue/groups/events.ts";
import { asFailure, type Failure } from "../../core/failure.ts";
import { isRecord, recordsIn } from "../../core/json-record.ts";
import { chunksOf, inParallel } from "../../core/parallel.ts";
import { parseTime } from "../../core/text/times.ts";
import type { CallOptions, Client } from "../http/call.ts";
import { integerOf, type MachineView, textOf } from "./machine-view.ts";

export interface MachineEvent {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string | undefined;
  /** `created` in milliseconds since the epoch. */
  readonly at: number | undefined;
}

interface Histories {
  readonly byId: ReadonlyMap<string, readonly MachineEvent[]>;
  /** System ids of machines whose older events were not read. */
  readonly incompleteIds: readonly string[];
  readonly failure: Failure | undefined;
}

/** With this number, a page has room for about fifty events of each machine. */
const machinesPerPage = 20;
const pageSize = 1000;
const requestsAtOnce = 6;
const defaultMaxRequests = 100;
const maxTextLength = 2_000;

interface Chunk {
  readonly machines: readonly MachineView[];
  readonly before: number | undefined;
}

/** Includes DEBUG events: only they show status changes. If a page cannot be read, its machines are incomplete. */
export async function readHistories(
  client: Client,
  machines: readonly MachineView[],
  isEnough: (machine: MachineView, history: readonly MachineEvent[]) => boolean,
  { maxRequests = defaultMaxRequests, ...options }: CallOptions & { readonly maxRequests?: number } = {},
): Promise<Histories> {
  const byId = new Map<string, readonly MachineEvent[]>();
  const incompleteIds: string[] = [];
  const toChunk = (chunk: readonly MachineView[]): Chunk => ({ machines: chunk, before: undefined });
  let pendingChunks: readonly Chunk[] = chunksOf(machines, machinesPerPage).map(toChunk);
  let requestsLeft = maxRequests;
  let failure: Failure | undefined;
  const read = async ({ machines: chunkMachines, before }: Chunk): Promise<readonly Chunk[]> => {
    const ids = chunkMachines.map(({ systemId }) => systemId);
    const page = await readPage(client, ids, pageSize, "DEBUG", before, options).catch((error: unknown) => {
      failure ??= asFailure(error);
    });
    if (page === undefined) {
      incompleteIds.push(...ids);
      return [];
    }
    for (const { systemId, hostname } of chunkMachines) {
      const machineEvents = page.events.filter((event) =>
        event.node === undefined
          ? chunkMachines.length === 1 || event.hostname === hostname
          : event.node === systemId,
      );
      if (machineEvents.length > 0) byId.set(systemId, [...(byId.get(systemId) ?? []), ...machineEvents]);
    }
    const oldest = page.events.at(-1)?.id;
    if (page.size < pageSize || oldest === undefined) return [];
    const machinesToRead = chunkMachines.filter(
      (machine) => !isEnough(machine, byId.get(machine.systemId) ?? []),
    );
    if (machinesToRead.length === 0) return [];
    if (before !== undefined && oldest >= before) {
      incompleteIds.push(...machinesToRead.map(({ systemId }) => systemId));
      return [];
    }
    return [{ machines: machinesToRead, before: oldest }];
  };
  while (pendingChunks.length > 0 && requestsLeft > 0) {
    const chunksToRead = pendingChunks.slice(0, requestsLeft);
    requestsLeft -= chunksToRead.length;
    const next = [...pendingChunks.slice(chunksToRead.length)];
    await inParallel(chunksToRead, requestsAtOnce, async (chunk) => {
      next.push(...(await read(chunk)));
    });
    pendingChunks = next;
  }
  incompleteIds.push(...pendingChunks.flatMap((chunk) => chunk.machines.map(({ systemId }) => systemId)));
  return { byId, incompleteIds, failure };
}

export async function readEvents(
  client: Client,
  ids: readonly string[],
  limit: number,
  level: string,
  options?: CallOptions,
): Promise<readonly MachineEvent[]> {
  return (await readPage(client, ids, limit, level, undefined, options)).events;
}

async function readPage(
  client: Client,
  ids: readonly string[],
  limit: number,
  level: string,
  before: number | undefined,
  options?: CallOptions,
) {
  const values = { id: ids, level, limit: String(limit), before: before?.toString() };
  const answer = await client.call(events.operations["events.query"], values, options);
  const page = await answer.value();
  const items = recordsIn(isRecord(page) ? page["events"] : page);
  return {
    // Counts unreadable events too, because a page that is not full is the last one.
    size: items.length,
    events: items
      .flatMap((event) => {
        const id = integerOf(event["id"]);
        if (id === undefined) return [];
        const created = textOf(event["created"]);
        return [
          {
            id,
            level: textOf(event["level"]) ?? "",
            type: briefTextOf(event["type"]),
            description: briefTextOf(event["description"]),
            node: textOf(event["node"]),
            hostname: textOf(event["hostname"]),
            created,
            at: created === undefined ? undefined : parseTime(created),
          },
        ];
      })
      .sort((a, b) => b.id - a.id),
  };
}

const briefTextOf = (value: unknown): string => (textOf(value) ?? "").slice(0, maxTextLength);

const failureLevels: readonly string[] = ["ERROR", "CRITICAL"];

export const isErrorEvent = ({ level }: MachineEvent): boolean => failureLevels.includes(level);

/** The members that commands print as JSON. */
export const eventSummary = ({ id, level, type, description, created }: MachineEvent) => ({
  id,
  level,
  type,
  description,
  created: created ?? null,
});

export const eventText = ({ type, description }: Pick<MachineEvent, "type" | "description">): string =>
  [type, description].filter((part) => part !== "").join(": ");
