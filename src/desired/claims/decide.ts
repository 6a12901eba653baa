import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import { createLedger } from "../../client/http/ledger.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import { compareTexts } from "../../core/text/order.ts";
import type { Claim } from "../item.ts";
import { type ClaimedMachine, claimedSince, type Finder, isNamed } from "./machines.ts";

/**
 * The next action; machines are read again after every action except `end`. `waitForOtherRuns` waits for a random time,
 * because another run may release its machines first.
 */
export type Decision =
  | { readonly kind: "allocate"; readonly count: number }
  | {
      readonly kind: "deploy" | "release" | "wait" | "waitForReleases" | "waitForOtherRuns";
      readonly machines: readonly ClaimedMachine[];
    }
  | { readonly kind: "end" };

export type Groups = Readonly<Record<Standing, readonly ClaimedMachine[]>>;

export function groupsOf(machines: readonly ClaimedMachine[]): Groups {
  const withStanding = (standing: Standing): readonly ClaimedMachine[] =>
    machines.filter(({ view }) => standingOf(view) === standing);
  return Object.fromEntries(Object.values(standings).map((each) => [each, withStanding(each)])) as Groups;
}

const minReadingsThisRun = 2;
const minReadingsOtherRuns = 5;

/**
 * Decides from the latest reading. Nothing is deployed while too many machines are allocated: of concurrent runs, the
 * one that reads last sees all allocations, so never more than `count` machines are deployed.
 */
export function decide(machines: readonly ClaimedMachine[], state: ClaimState): Decision {
  const { claim, options } = state;
  const groups = groupsOf(machines);
  const { allocated, deploying, deployed, busy, failed, releasing, stuck } = groups;
  const replacesFailed = state.replacementsLeft > 0;
  const active = allocated.length + deploying.length + deployed.length + busy.length;
  const surplus = active + (replacesFailed ? 0 : failed.length) - claim.count;
  const record = ({ view }: ClaimedMachine) => recordOf(state, view.systemId);
  const mayRelease = (machine: ClaimedMachine) =>
    !record(machine).isUnreleasable && isReleasable(machine, options.keep);

  const unreleased = stuck.filter(mayRelease);
  if (unreleased.length > 0) return { kind: "release", machines: unreleased };
  if (surplus > 0) {
    const failedSurplus = replacesFailed ? [] : failed.filter(mayRelease);
    if (failedSurplus.length > 0) return { kind: "release", machines: failedSurplus.slice(0, surplus) };
    const surplusAllocations = allocated.filter(mayRelease).sort(byId);
    const oldSurplus = longStandingSurplus(surplusAllocations, record).slice(0, surplus);
    if (surplusAllocations.length > 0)
      return oldSurplus.length > 0
        ? { kind: "release", machines: oldSurplus }
        : { kind: "waitForOtherRuns", machines: surplusAllocations };
    const confirmedMachines = newestFirst(groups).filter(
      (machine) => options.confirmedReleases.has(machine.view.systemId) && mayRelease(machine),
    );
    if (confirmedMachines.length > 0)
      return { kind: "release", machines: confirmedMachines.slice(0, surplus) };
  }
  if (surplus < 0 && state.noMachineFailure === undefined) return { kind: "allocate", count: -surplus };
  if (surplus < 0 && releasing.length > 0) return { kind: "waitForReleases", machines: releasing };
  const submitted = allocated.filter((each) => record(each).isDeploySent);
  const deployable = allocated.filter((each) => !record(each).isDeploySent && !record(each).isAbandoned);
  if (surplus <= 0 && deployable.length > 0) return { kind: "deploy", machines: deployable };
  const replacedCount = Math.max(0, active + failed.length - claim.count);
  const replaceable = replacesFailed ? failed.slice(0, replacedCount).filter(mayRelease) : [];
  if (replaceable.length > 0) return { kind: "release", machines: replaceable };
  const unfinished = [...deploying, ...submitted];
  return unfinished.length > 0 ? { kind: "wait", machines: unfinished } : { kind: "end" };
}

function longStandingSurplus(
  allocations: readonly ClaimedMachine[],
  record: (machine: ClaimedMachine) => MachineRecord,
): readonly ClaimedMachine[] {
  const runAllocations = allocations.filter((machine) => record(machine).isFromThisRun);
  const [candidates, minReadings] =
    runAllocations.length > 0 ? [runAllocations, minReadingsThisRun] : [allocations, minReadingsOtherRuns];
  return candidates.filter((machine) => record(machine).surplusReadings >= minReadings);
}

const newestFirst = ({ deploying, deployed }: Groups): readonly ClaimedMachine[] =>
  [deploying, deployed].flatMap((machines) => machines.toSorted(byAge));

const byId = (a: ClaimedMachine, b: ClaimedMachine): number => compareTexts(a.view.systemId, b.view.systemId);

const byAge = (a: ClaimedMachine, b: ClaimedMachine): number =>
  compareTexts(claimedSince(b) ?? "", claimedSince(a) ?? "") || byId(b, a);

const isReleasable = (machine: ClaimedMachine, keep: ReadonlySet<string>): boolean =>
  !machine.view.locked && !isNamed(machine, keep);

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
 * A machine's state within its claim. `failed`: deployment failed, or broken. `stuck`: release failed. `busy`: used for
 * something else, left alone but counted. `free`: no longer allocated, although it still has the mark.
 */
const standings = {
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
} as const satisfies Readonly<Record<StatusValue, string>>;

type Standing = (typeof standings)[StatusValue];

export const machinesInUse = (machines: readonly ClaimedMachine[]): readonly ClaimedMachine[] =>
  machines.filter(({ view }) => !["free", "releasing"].includes(standingOf(view)));

export function standingOf({ status, locked, owner }: MachineView): Standing {
  const value = statusValue(status);
  const standing = value === undefined ? "busy" : standings[value];
  if (owner === undefined && (standing === "failed" || standing === "busy")) return "free";
  const isKeptByLock = locked && ["allocated", "failed", "stuck"].includes(standing);
  return isKeptByLock ? "busy" : standing;
}

type MachineRecord = ReturnType<typeof newRecord>;

const newRecord = () => ({
  isFromThisRun: false,
  /** True once a list has shown the machine after its allocation. */
  isListed: false,
  /** Number of readings in which it was allocated although the claim had too many machines. */
  surplusReadings: 0,
  isDeploySent: false,
  isAbandoned: false,
  isUnreleasable: false,
  /** Number of deploy requests, release requests and interrupted deployments. */
  attempts: { deploy: 0, release: 0, interrupted: 0 },
  refusal: undefined as Failure | undefined,
});

/** `systemId` is undefined for an allocation, because the service chooses the machine. */
export interface ClaimChange {
  readonly action: "allocate" | "deploy" | "release";
  readonly systemId?: string;
}

export type ClaimState = ReturnType<typeof newState>;

const replacementsPerMachine = 2;

export const newState = (claim: Claim, options: ClaimOptions) => ({
  claim,
  ledger: createLedger<ClaimChange>(),
  options,
  ownMachines: [] as readonly ClaimedMachine[],
  records: new Map<string, MachineRecord>(),
  replacementsLeft: options.replacesFailed ? replacementsPerMachine * claim.count : 0,
  consecutiveUnclearAnswers: 0,
  noMachineFailure: undefined as Failure | undefined,
  isOverdue: false,
});

export function recordOf({ records }: Pick<ClaimState, "records">, systemId: string): MachineRecord {
  const record = records.get(systemId) ?? newRecord();
  records.set(systemId, record);
  return record;
}

export interface ClaimDeps extends Finder {
  readonly clock: Clock;
  readonly parallel: number;
  /** Ends pauses and waits, with a `Failure` as its reason. */
  readonly stopSignal: AbortSignal;
  /** Time limit for deployments in milliseconds; 0 for none, undefined for the default. */
  readonly waitTimeoutMs?: number | undefined;
  /** Fixed interval between readings while machines deploy, in milliseconds. */
  readonly pollIntervalMs?: number | undefined;
  /** Receives deployment progress; by default `note` gets lines about it. */
  readonly onProgress?: ProgressListener | undefined;
  note(text: string): void;
}

export interface ClaimOptions {
  readonly replacesFailed: boolean;
  /** Machines never to be released: system ids, host names and FQDNs in lower case. */
  readonly keep: ReadonlySet<string>;
  /** System ids of machines in use whose release is confirmed. */
  readonly confirmedReleases: ReadonlySet<string>;
}
