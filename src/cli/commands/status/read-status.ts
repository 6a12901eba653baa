import { group as machines } from "../../../catalogue/groups/machines.ts";
import type { CallOptions, Client } from "../../../client/http/call.ts";
import { readHistories } from "../../../client/lifecycle/history.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import { isExplained, mayHaveFailedScripts } from "../../../client/lifecycle/reasons.ts";
import { asFailure, Failure, isSignal } from "../../../core/failure.ts";
import { groupBy } from "../../../core/grouping.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { conditionsOf, type NodeFilters, noFilters, splitFilters } from "../../parsing/node-filters.ts";
import { listMachines, readUserName } from "../../values/filters.ts";
import { withSystemIds } from "../../values/selection.ts";
import { readFailedScriptsByMachine } from "../machines/script-results.ts";
import { readIsImporting } from "../operations/boot-resources-import.ts";
import type { ScopeOptions } from "../options.ts";
import {
  attentionIn,
  countMachine,
  emptyTally,
  type FleetMachine,
  factsOf,
  fleetMembers,
  type MachineFacts,
  progressIn,
  type Tally,
} from "./attention.ts";

export type FleetStatus = Awaited<ReturnType<typeof readStatus>>;

export type Scope = NodeFilters;

/** Throws only if the machines cannot be read, or on a signal. Sends at most `maxEventRequests` requests for events. */
export async function readStatus(
  client: Client,
  scope: Scope,
  eventReader: EventReader,
  now: () => number,
  options: CallOptions = {},
) {
  const importReading = readIsImporting(client, options).catch(asFailure);
  const tally = emptyTally();
  for await (const machine of listMachines(client, scope, fleetMembers, options))
    countMachine(tally, machine);
  const machinesToExplain = machinesByUrgency(tally);
  const candidates = [...new Set([...machinesToExplain, ...tally.locked.slice(0, maxLocked)])];
  const [eventsFailure, importResult] = await Promise.all([
    eventReader.read(client, candidates, options),
    importReading,
  ]);
  for (const failure of [eventsFailure, importResult])
    if (failure instanceof Failure && isSignal(failure)) throw failure;
  const time = now();
  const unreadCount = machinesToExplain.filter((machine) => !eventReader.hasFacts(machine)).length;
  return {
    /** The service's time, in milliseconds since the epoch. */
    time,
    tally,
    attention: attentionIn(tally, eventReader.factsFor, time),
    inProgress: progressIn(tally, eventReader.factsFor),
    /** Undefined if it could not be read. */
    isImporting: importResult instanceof Failure ? undefined : importResult,
    unread: [
      ...(unreadCount === 0
        ? []
        : [{ part: "events" as const, message: eventsMessage(unreadCount, eventsFailure) }]),
      ...(importResult instanceof Failure
        ? [{ part: "images" as const, message: `image import: ${importResult.message}` }]
        : []),
    ],
  };
}

const eventsMessage = (count: number, failure: Failure | undefined): string =>
  `events of ${count} ${count === 1 ? "machine" : "machines"}: ${failure?.message ?? "too many to read at once; 'svc machines issues' reads them all"}`;

/** Requests per reading, each for 20 machines. */
const maxEventRequests = 10;
const maxMachinesRead = 200;
/** At most this many machines in progress are read before those that need attention. */
const maxInProgressFirst = 100;
/** Locked machines are read last, because most locks are intended. */
const maxLocked = 40;
/** The scripts of at most this many machines are read per reading, if no event explains their failure. */
const maxScriptMachines = 100;
/** If the events do not show when a status began, they are read at most this many times. */
const maxReads = 3;

type EventReader = ReturnType<typeof createEventReader>;

interface CachedFacts {
  readonly facts: MachineFacts;
  readonly readCount: number;
}

/** Keeps the facts about a machine until its status, lock or power state changes. */
export function createEventReader() {
  let cache = new Map<string, CachedFacts>();
  return {
    hasFacts: (machine: MachineView) => cache.has(keyOf(machine)),
    factsFor: (machine: MachineView) => cache.get(keyOf(machine))?.facts ?? factsOf(machine, []),
    /** Forgets all but `machines`, and reads facts about the first that lack them. Returns why some were not read. */
    read: async (client: Client, machines: readonly MachineView[], options: CallOptions) => {
      const keys = new Set(machines.map(keyOf));
      cache = new Map([...cache].filter(([key]) => keys.has(key)));
      const machinesToRead = machines.filter((machine) => !isSettled(cache.get(keyOf(machine))));
      const batch = machinesToRead.slice(0, maxMachinesRead);
      if (batch.length === 0) return undefined;
      const limits = { maxRequests: maxEventRequests, ...options };
      const histories = await readHistories(client, batch, isExplained, limits);
      const incompleteIds = new Set(histories.incompleteIds);
      const historyOf = ({ systemId }: MachineView) => histories.byId.get(systemId) ?? [];
      const unexplainedMachines = batch.filter(
        (machine) =>
          mayHaveFailedScripts(machine) && factsOf(machine, historyOf(machine)).issue?.reason === undefined,
      );
      const idsToReadScripts = unexplainedMachines
        .slice(0, maxScriptMachines)
        .map(({ systemId }) => systemId);
      const scripts = (await readFailedScriptsByMachine(client, idsToReadScripts, options)).byId;
      for (const machine of batch) {
        const history = historyOf(machine);
        if (history.length === 0 && incompleteIds.has(machine.systemId)) continue;
        const readCount = (cache.get(keyOf(machine))?.readCount ?? 0) + 1;
        const facts = factsOf(machine, history, scripts.get(machine.systemId));
        cache.set(keyOf(machine), { facts, readCount });
      }
      return histories.failure;
    },
  };
}

const isSettled = (cached: CachedFacts | undefined): boolean =>
  cached !== undefined && (cached.facts.statusBeganAt !== undefined || cached.readCount >= maxReads);

const keyOf = ({ systemId, status, locked, powerState }: MachineView): string =>
  [systemId, status, locked, powerState].join(" ");

const machinesByUrgency = ({ inProgress, suspects }: Tally): readonly FleetMachine[] => [
  ...new Set([...inProgress.slice(0, maxInProgressFirst), ...interleaveByStatus(suspects), ...inProgress]),
];

/** Takes machines of each status in turn, so that every status gets reasons even if not all machines are read. */
function interleaveByStatus(machines: readonly FleetMachine[]): readonly FleetMachine[] {
  return [...groupBy(machines, ({ status }) => status).values()]
    .flatMap((sameStatus) => sameStatus.map((machine, position) => ({ machine, position })))
    .sort((a, b) => a.position - b.position)
    .map(({ machine }) => machine);
}

export async function readScope(client: Client, invocation: Invocation<ScopeOptions>) {
  const { options } = invocation;
  const where = options.where ?? noFilters;
  for (const name of ["pool", "zone"] as const)
    if (where.parameters[name] !== undefined && options[name] !== undefined)
      throw new Failure("usage", `use --${name} or --where ${name}=..., not both`);
  const { parameters, conditions } = splitFilters({
    ...where.parameters,
    ...(options.pool === undefined ? {} : { pool: options.pool }),
    ...(options.zone === undefined ? {} : { zone: options.zone }),
  });
  const owner = options.mine === true ? [await readUserName(client)] : options.owner;
  return {
    parameters: await withSystemIds(machines.operations["machines.list"], parameters, invocation, "trust"),
    conditions: [...where.conditions, ...conditions, ...conditionsOf({ owner, tags: options.tags })],
  };
}
