import { statuses, statusValue, statusValues } from "../../../catalogue/statuses.ts";
import type { MachineEvent } from "../../../client/lifecycle/history.ts";
import {
  isInProgress,
  type MachineView,
  machineView,
  viewMembers,
} from "../../../client/lifecycle/machine-view.ts";
import {
  episodeOf,
  type FailedScript,
  type IssueKind,
  judgeIssue,
  possibleIssue,
  serviceLimitOf,
} from "../../../client/lifecycle/reasons.ts";
import { nameOf } from "../../../client/names/find-nodes.ts";
import { isRecord } from "../../../core/json-record.ts";
import { compareTexts } from "../../../core/text/order.ts";

export interface FleetMachine extends MachineView {
  readonly pool: string | undefined;
  readonly zone: string | undefined;
}

export const fleetMembers = [...viewMembers, "pool", "zone"];

export function fleetMachine(element: unknown): FleetMachine | undefined {
  const view = machineView(element);
  if (view === undefined || !isRecord(element)) return undefined;
  return { ...view, pool: nameOf(element["pool"]), zone: nameOf(element["zone"]) };
}

export interface Share {
  machines: number;
  /** Machines that can be allocated. */
  ready: number;
  /** Machines that have failed, are broken or missing, or have a power error. */
  troubled: number;
}

export const emptyTally = () => ({
  machines: 0,
  /** By status number. */
  byStatus: new Map<number, { readonly name: string; machines: number }>(),
  byPool: new Map<string, Share>(),
  byZone: new Map<string, Share>(),
  byPower: new Map<string, number>(),
  inProgress: [] as FleetMachine[],
  /** Failed, broken, missing, with a power error, or in rescue mode. */
  suspects: [] as FleetMachine[],
  locked: [] as FleetMachine[],
});

export type Tally = ReturnType<typeof emptyTally>;

export function countMachine(tally: Tally, element: unknown): void {
  const machine = fleetMachine(element);
  if (machine === undefined) return;
  tally.machines += 1;
  const status = tally.byStatus.get(machine.status) ?? { name: machine.statusName, machines: 0 };
  status.machines += 1;
  tally.byStatus.set(machine.status, status);
  const issueKind = possibleIssue(machine);
  const hasIssue = issueKind !== undefined && issueKind !== "stuck";
  addToShare(tally.byPool, machine.pool ?? "-", machine, hasIssue);
  addToShare(tally.byZone, machine.zone ?? "-", machine, hasIssue);
  const power = machine.powerState ?? "unknown";
  tally.byPower.set(power, (tally.byPower.get(power) ?? 0) + 1);
  if (hasIssue || statusValue(machine.status) === "rescue_mode") tally.suspects.push(machine);
  if (isInProgress(machine.status)) tally.inProgress.push(machine);
  if (machine.locked) tally.locked.push(machine);
}

function addToShare(shares: Map<string, Share>, name: string, machine: MachineView, hasIssue: boolean): void {
  const share = shares.get(name) ?? { machines: 0, ready: 0, troubled: 0 };
  share.machines += 1;
  if (statusValue(machine.status) === "ready") share.ready += 1;
  if (hasIssue) share.troubled += 1;
  shares.set(name, share);
}

/** In the order of a machine's life; unknown statuses last. */
export const statusCounts = (byStatus: Tally["byStatus"]) =>
  [...byStatus]
    .map(([id, { name, machines }]) => ({ id, name, machines }))
    .sort((a, b) => rankOf(a.id) - rankOf(b.id) || a.id - b.id);

export const powerCounts = (byPower: Tally["byPower"]) => [...byPower].sort(([a], [b]) => (a < b ? -1 : 1));

const kindOrder = ["stable", "progress", "unhealthy", "failure"] as const;
const stableOrder = ["new", "ready", "reserved", "allocated", "deployed", "rescue_mode", "retired"];
const lifeOrder = [...statusValues].sort(
  (a, b) =>
    kindOrder.indexOf(statuses[a].kind) - kindOrder.indexOf(statuses[b].kind) ||
    stableOrder.indexOf(a) - stableOrder.indexOf(b),
);

function rankOf(id: number): number {
  const value = statusValue(id);
  return value === undefined ? lifeOrder.length : lifeOrder.indexOf(value);
}

/** Largest first. */
export const sortedShares = (byName: ReadonlyMap<string, Share>) =>
  [...byName].sort(([a, shareA], [b, shareB]) => shareB.machines - shareA.machines || (a < b ? -1 : 1));

/** Most urgent first. */
export const attentionKinds = [
  ...(["failed", "broken", "missing", "stuck", "power"] as const satisfies readonly IssueKind[]),
  "rescue",
  "locked",
] as const;
type AttentionKind = (typeof attentionKinds)[number];

export interface Attention {
  readonly machine: FleetMachine;
  readonly kind: AttentionKind;
  /** Milliseconds since the epoch; undefined if no event shows it. */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

export interface Progress {
  readonly machine: FleetMachine;
  readonly since: number | undefined;
  readonly limitMs: number | undefined;
}

/** Older locks were probably forgotten. */
const oldLockMs = 7 * 86_400_000;

export type MachineFacts = ReturnType<typeof factsOf>;

/** Returns what the events of a machine show; valid while the machine keeps its status. */
export function factsOf(
  machine: MachineView,
  history: readonly MachineEvent[],
  scripts: readonly FailedScript[] = [],
) {
  const lock = machine.locked ? history.find(({ type }) => /\block(?:ed|ing)\b/i.test(type)) : undefined;
  return {
    statusBeganAt: episodeOf(machine, history).start?.at,
    /** `stuck` is reported even before the time limit has passed: `attentionIn` leaves it out until then. */
    issue: judgeIssue(machine, history, Number.POSITIVE_INFINITY, scripts),
    lock: lock?.at === undefined ? undefined : { at: lock.at, comment: lock.description || undefined },
  };
}

/** Failures come before rescue mode and locks; within each group, the latest comes first. */
export function attentionIn(tally: Tally, facts: (machine: FleetMachine) => MachineFacts, now: number) {
  const issueEntries = [...new Set([...tally.suspects, ...tally.inProgress])].flatMap(
    (machine): readonly Attention[] => {
      const { issue, statusBeganAt } = facts(machine);
      if (issue === undefined)
        return statusValue(machine.status) === "rescue_mode"
          ? [{ machine, kind: "rescue" as const, since: statusBeganAt, reason: undefined }]
          : [];
      if (issue.kind === "stuck" && !isOverdue(machine, issue.since, now)) return [];
      return [{ machine, ...issue }];
    },
  );
  const lockEntries = tally.locked.flatMap((machine): readonly Attention[] => {
    const { lock } = facts(machine);
    if (lock === undefined || now - lock.at <= oldLockMs) return [];
    const reason = lock.comment === undefined ? "locked" : `locked: ${lock.comment}`;
    return [{ machine, kind: "locked" as const, since: lock.at, reason }];
  });
  return [...issueEntries, ...lockEntries].sort(
    (a, b) =>
      Number(isMinor(a)) - Number(isMinor(b)) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind) ||
      compareTexts(a.machine.hostname, b.machine.hostname),
  );
}

const isMinor = ({ kind }: Attention): boolean => kind === "rescue" || kind === "locked";

function isOverdue(machine: MachineView, since: number | undefined, now: number): boolean {
  const limitMs = serviceLimitOf(machine);
  return limitMs !== undefined && since !== undefined && now - since > limitMs;
}

/** Longest first; unknown times last. */
export const progressIn = (tally: Tally, facts: (machine: FleetMachine) => MachineFacts) =>
  tally.inProgress
    .map((machine) => {
      const { statusBeganAt, issue } = facts(machine);
      return { machine, since: statusBeganAt ?? issue?.since, limitMs: serviceLimitOf(machine) };
    })
    .sort(
      (a, b) =>
        (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY) ||
        compareTexts(a.machine.hostname, b.machine.hostname),
    );
