import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type ClaimedMachine, isNamed, takenSince } from "./machines.ts";
import { type ClaimState, type MachineRecord, recordOf } from "./state.ts";

/** Machines are read again after each but `end`. `settle`: too many are allocated, so wait for a random time. */
export type Decision =
  | { readonly kind: "allocate"; readonly count: number }
  | {
      readonly kind: "deploy" | "release" | "wait" | "leave" | "settle";
      readonly machines: readonly ClaimedMachine[];
    }
  | { readonly kind: "end" };

export type Groups = Readonly<Record<Standing, readonly ClaimedMachine[]>>;

export function groupsOf(machines: readonly ClaimedMachine[]): Groups {
  const groups: Record<Standing, ClaimedMachine[]> = {
    ...{
      allocated: [],
      deploying: [],
      deployed: [],
      failed: [],
      releasing: [],
      stuck: [],
      busy: [],
      free: [],
    },
  };
  for (const machine of machines) groups[standingOf(machine.view)].push(machine);
  return groups;
}

/** Readings after which surplus allocations are released: this run's, and others'. */
const ownPatience = 2;
const othersPatience = 5;

/**
 * Decides from the latest reading. Nothing is deployed while there are too many: of concurrent runs, the one that reads
 * last sees all allocations, so never more than `count` are deployed. Pure.
 */
export function decide(machines: readonly ClaimedMachine[], state: ClaimState): Decision {
  const { claim, options } = state;
  const { allocated, deploying, deployed, busy, failed, releasing, stuck } = groupsOf(machines);
  const replacesFailed = state.replacementsLeft > 0;
  const active = allocated.length + deploying.length + deployed.length + busy.length;
  // A failed machine keeps its place unless it is to be replaced.
  const surplus = active + (replacesFailed ? 0 : failed.length) - claim.count;
  const record = ({ view }: ClaimedMachine) => recordOf(state, view.systemId);
  const mayGo = (machine: ClaimedMachine) =>
    !record(machine).isUnreleasable && isReleasable(machine, options.keep);

  const unreleased = stuck.filter(mayGo);
  if (unreleased.length > 0) return { kind: "release", machines: unreleased };
  if (surplus > 0) {
    const broken = replacesFailed ? [] : failed.filter(mayGo);
    if (broken.length > 0) return { kind: "release", machines: broken.slice(0, surplus) };
    const extra = allocated.filter(mayGo).sort(byId);
    const oldSurplus = longStandingSurplus(extra, record).slice(0, surplus);
    if (extra.length > 0)
      return oldSurplus.length > 0
        ? { kind: "release", machines: oldSurplus }
        : { kind: "settle", machines: extra };
    const confirmedMachines = newestFirst({ deploying, deployed }).filter(
      (machine) => options.confirmedReleases.has(machine.view.systemId) && mayGo(machine),
    );
    if (confirmedMachines.length > 0)
      return { kind: "release", machines: confirmedMachines.slice(0, surplus) };
  }
  if (surplus < 0 && state.exhausted === undefined) return { kind: "allocate", count: -surplus };
  if (surplus < 0 && releasing.length > 0) return { kind: "leave", machines: releasing };
  const submitted = allocated.filter((each) => record(each).isSubmitted);
  const ready = allocated.filter((each) => !record(each).isSubmitted && !record(each).isAbandoned);
  if (surplus <= 0 && ready.length > 0) return { kind: "deploy", machines: ready };
  // Failed machines that already have replacements.
  const replacedCount = Math.max(0, active + failed.length - claim.count);
  const replaced = replacesFailed ? failed.slice(0, replacedCount).filter(mayGo) : [];
  if (replaced.length > 0) return { kind: "release", machines: replaced };
  const open = [...deploying, ...submitted];
  return open.length > 0 ? { kind: "wait", machines: open } : { kind: "end" };
}

/** Long-standing surplus: this run's own, otherwise others'. */
function longStandingSurplus(
  allocations: readonly ClaimedMachine[],
  record: (machine: ClaimedMachine) => MachineRecord,
): readonly ClaimedMachine[] {
  const runAllocations = allocations.filter((machine) => record(machine).isMine);
  if (runAllocations.length > 0)
    return runAllocations.filter((machine) => record(machine).looks >= ownPatience);
  return allocations.filter((machine) => record(machine).looks >= othersPatience);
}

/** In the order of release: deploying machines first, then deployed ones, newest first by their annotations. */
const newestFirst = ({
  deploying,
  deployed,
}: Pick<Groups, "deploying" | "deployed">): readonly ClaimedMachine[] => [
  ...[...deploying].sort(byAge),
  ...[...deployed].sort(byAge),
];

const byId = (a: ClaimedMachine, b: ClaimedMachine): number => compareText(a.view.systemId, b.view.systemId);

const byAge = (a: ClaimedMachine, b: ClaimedMachine): number =>
  compareText(takenSince(b) ?? "", takenSince(a) ?? "") || byId(b, a);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isReleasable = (machine: ClaimedMachine, keep: ReadonlySet<string>): boolean =>
  !machine.view.locked && !isNamed(machine, keep);

/** Surplus machines in use, newest first, except kept and locked ones. */
export function surplusInUse(
  machines: readonly ClaimedMachine[],
  count: number,
  keep: ReadonlySet<string>,
): readonly ClaimedMachine[] {
  const groups = groupsOf(machines);
  const active = groups.deploying.length + groups.deployed.length + groups.busy.length;
  return newestFirst(groups)
    .filter((machine) => isReleasable(machine, keep))
    .slice(0, Math.max(0, active - count));
}

/**
 * What a marked machine is to its claim. `allocated`: allocated, to be deployed. `deploying`: deploying. `deployed`: deployed.
 * `failed`: deployment failed, or broken. `releasing`: being released. `stuck`: release failed. `busy`: in use otherwise,
 * left alone but counted. `free`: the mark is a leftover.
 */
type Standing = "allocated" | "deploying" | "deployed" | "failed" | "releasing" | "stuck" | "busy" | "free";

const standings: Readonly<Record<StatusValue, Standing>> = {
  new: "free",
  commissioning: "free",
  failed_commissioning: "free",
  missing: "busy",
  ready: "free",
  reserved: "busy",
  deployed: "deployed",
  retired: "busy",
  broken: "failed",
  deploying: "deploying",
  allocated: "allocated",
  failed_deployment: "failed",
  releasing: "releasing",
  failed_releasing: "stuck",
  disk_erasing: "releasing",
  failed_disk_erasing: "stuck",
  rescue_mode: "busy",
  entering_rescue_mode: "busy",
  failed_entering_rescue_mode: "busy",
  exiting_rescue_mode: "busy",
  failed_exiting_rescue_mode: "busy",
  testing: "busy",
  failed_testing: "busy",
};

/** Without machines that are free or being released. */
export const inUse = (machines: readonly ClaimedMachine[]): readonly ClaimedMachine[] =>
  machines.filter(({ view }) => !["free", "releasing"].includes(standingOf(view)));

/** For the user's own machines. A locked one can be neither deployed nor released. */
export function standingOf({ status, locked, owner }: MachineView): Standing {
  const value = statusValue(status);
  const standing = value === undefined ? "busy" : standings[value];
  if (owner === undefined && (standing === "failed" || standing === "busy")) return "free";
  const isHindered = locked && ["allocated", "failed", "stuck"].includes(standing);
  return isHindered ? "busy" : standing;
}
