import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type ClaimedMachine, isNamed, takenSince } from "./machines.ts";

/** What one run of `svc apply` wants of a claim and knows of its own doings. */
export interface ClaimRun {
  readonly count: number;
  readonly replacesFailed: boolean;
  /** System ids, host names and FQDNs in lower case of machines that stay. */
  readonly keep: ReadonlySet<string>;
  /** System ids of the machines that this run has allocated. */
  readonly mine: ReadonlySet<string>;
  /** System ids of deploying and deployed machines whose release is agreed to. */
  readonly agreed: ReadonlySet<string>;
  /** How often this run has looked at an allocated machine while there were too many, by system id. */
  readonly looks: ReadonlyMap<string, number>;
  /** System ids whose deployment was accepted and has not been seen to begin. */
  readonly asked: ReadonlySet<string>;
  /** System ids whose deployment is not to be asked for any more. */
  readonly abandoned: ReadonlySet<string>;
  /** System ids whose release failed, was refused, or has been tried often enough. */
  readonly unreleasable: ReadonlySet<string>;
  /** No further machine matches, or none may be allocated any more. */
  readonly isExhausted: boolean;
}

/** What is to be done next; after each but `end` the machines are looked at again. */
export type Decision =
  | { readonly kind: "allocate"; readonly count: number }
  | { readonly kind: "deploy" | "release" | "wait" | "leave"; readonly machines: readonly ClaimedMachine[] }
  /** Too many are allocated: wait for a random time, and look whether that is still so. */
  | { readonly kind: "settle"; readonly machines: readonly ClaimedMachine[] }
  | { readonly kind: "end" };

/** The machines of a claim by their standing. */
export type Groups = Readonly<Record<Standing, readonly ClaimedMachine[]>>;

export function groupsOf(machines: readonly ClaimedMachine[]): Groups {
  const groups: Record<Standing, ClaimedMachine[]> = {
    ...{ taken: [], coming: [], held: [], failed: [], leaving: [], stuck: [], busy: [], free: [] },
  };
  for (const machine of machines) groups[standingOf(machine.view)].push(machine);
  return groups;
}

/** Looks after which what this run allocated is given back, and what anybody else did. */
const ownPatience = 2;
const othersPatience = 5;

/**
 * Decides by the machines of a claim as they were just seen. Nothing is deployed while there are too many: of several
 * runs at once, one that looks after the last of all allocations sees all of them, so never more than `count` are
 * deployed. Pure.
 */
export function decide(machines: readonly ClaimedMachine[], run: ClaimRun): Decision {
  const groups = groupsOf(machines);
  const surplus = placesOf(groups, run) - run.count;
  const mayGo = (machine: ClaimedMachine) =>
    !run.unreleasable.has(machine.view.systemId) && isReleasable(machine, run.keep);
  const stuck = groups.stuck.filter(mayGo);
  if (stuck.length > 0) return { kind: "release", machines: stuck };
  const excess = surplus > 0 ? releaseSurplus(groups, run, surplus, mayGo) : undefined;
  if (excess !== undefined) return excess;
  if (surplus < 0 && !run.isExhausted) return { kind: "allocate", count: -surplus };
  if (surplus < 0 && groups.leaving.length > 0) return { kind: "leave", machines: groups.leaving };
  const asked = groups.taken.filter(({ view }) => run.asked.has(view.systemId));
  const ready = groups.taken.filter(
    ({ view }) => !run.asked.has(view.systemId) && !run.abandoned.has(view.systemId),
  );
  if (surplus <= 0 && ready.length > 0) return { kind: "deploy", machines: ready };
  const replaced = run.replacesFailed ? replacedOf(groups, run).filter(mayGo) : [];
  if (replaced.length > 0) return { kind: "release", machines: replaced };
  const open = [...groups.coming, ...asked];
  return open.length > 0 ? { kind: "wait", machines: open } : { kind: "end" };
}

const activeOf = ({ taken, coming, held, busy }: Groups): number =>
  taken.length + coming.length + held.length + busy.length;

/** A failed machine keeps its place unless it is to be replaced. */
const placesOf = (groups: Groups, { replacesFailed }: ClaimRun): number =>
  activeOf(groups) + (replacesFailed ? 0 : groups.failed.length);

/** The failed machines in whose place others have been taken. */
const replacedOf = (groups: Groups, { count }: ClaimRun): readonly ClaimedMachine[] =>
  groups.failed.slice(0, Math.max(0, activeOf(groups) + groups.failed.length - count));

/** What goes first where there are too many; undefined where nothing may. */
function releaseSurplus(
  groups: Groups,
  run: ClaimRun,
  surplus: number,
  mayGo: (machine: ClaimedMachine) => boolean,
): Decision | undefined {
  const failed = run.replacesFailed ? [] : groups.failed.filter(mayGo);
  if (failed.length > 0) return { kind: "release", machines: failed.slice(0, surplus) };
  const taken = [...groups.taken].filter(mayGo).sort(byId);
  if (taken.length > 0) {
    const due = dueOf(taken, run).slice(0, surplus);
    return due.length > 0 ? { kind: "release", machines: due } : { kind: "settle", machines: taken };
  }
  const agreed = newestFirst(groups).filter(
    (machine) => run.agreed.has(machine.view.systemId) && mayGo(machine),
  );
  return agreed.length > 0 ? { kind: "release", machines: agreed.slice(0, surplus) } : undefined;
}

/** Those that have been too many for long enough: this run's own, and where there are none, others'. */
function dueOf(taken: readonly ClaimedMachine[], { mine, looks }: ClaimRun): readonly ClaimedMachine[] {
  const seen = ({ view }: ClaimedMachine) => looks.get(view.systemId) ?? 0;
  const own = taken.filter(({ view }) => mine.has(view.systemId));
  if (own.length > 0) return own.filter((machine) => seen(machine) >= ownPatience);
  return taken.filter((machine) => seen(machine) >= othersPatience);
}

/**
 * The deploying and deployed machines in the order in which they go: those that are not deployed yet, then the
 * deployed ones, the newest first as far as annotations tell.
 */
const newestFirst = ({ coming, held }: Groups): readonly ClaimedMachine[] => [
  ...[...coming].sort(byAge),
  ...[...held].sort(byAge),
];

const byId = (a: ClaimedMachine, b: ClaimedMachine): number => compareText(a.view.systemId, b.view.systemId);

const byAge = (a: ClaimedMachine, b: ClaimedMachine): number =>
  compareText(takenSince(b) ?? "", takenSince(a) ?? "") || byId(b, a);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** True for a machine that is neither locked nor kept. */
const isReleasable = (machine: ClaimedMachine, keep: ReadonlySet<string>): boolean =>
  !machine.view.locked && !isNamed(machine, keep);

/** The deploying and deployed machines that are too many, the newest first; kept and locked ones stay. */
export function surplusInUse(
  machines: readonly ClaimedMachine[],
  run: Pick<ClaimRun, "count" | "keep" | "replacesFailed">,
): readonly ClaimedMachine[] {
  const groups = groupsOf(machines);
  const inUse = groups.coming.length + groups.held.length + groups.busy.length;
  return newestFirst(groups)
    .filter((machine) => isReleasable(machine, run.keep))
    .slice(0, Math.max(0, inUse - run.count));
}

/**
 * What a machine with the mark of a claim is to it. `taken`: allocated, to be deployed. `coming`: deploying. `held`:
 * deployed. `failed`: its deployment failed, or it is broken. `leaving`: on its way out. `stuck`: its release failed.
 * `busy`: what somebody does with it is left alone, and it keeps its place. `free`: the mark is a leftover.
 */
type Standing = "taken" | "coming" | "held" | "failed" | "leaving" | "stuck" | "busy" | "free";

const standings: Readonly<Record<StatusValue, Standing>> = {
  new: "free",
  commissioning: "free",
  failed_commissioning: "free",
  missing: "busy",
  ready: "free",
  reserved: "busy",
  deployed: "held",
  retired: "busy",
  broken: "failed",
  deploying: "coming",
  allocated: "taken",
  failed_deployment: "failed",
  releasing: "leaving",
  failed_releasing: "stuck",
  disk_erasing: "leaving",
  failed_disk_erasing: "stuck",
  rescue_mode: "busy",
  entering_rescue_mode: "busy",
  failed_entering_rescue_mode: "busy",
  exiting_rescue_mode: "busy",
  failed_exiting_rescue_mode: "busy",
  testing: "busy",
  failed_testing: "busy",
};

/** The standing of a machine of the asker's. A locked machine can be neither deployed nor released. */
export function standingOf({ status, locked, owner }: MachineView): Standing {
  const value = statusValue(status);
  const standing = value === undefined ? "busy" : standings[value];
  if (owner === undefined && (standing === "failed" || standing === "busy")) return "free";
  const isHindered = locked && ["taken", "failed", "stuck"].includes(standing);
  return isHindered ? "busy" : standing;
}
