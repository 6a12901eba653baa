import { statusValue } from "../../catalogue/statuses.ts";
import type { Failure } from "../../core/failure.ts";
import { isInProgress, type MachineView, nameOfStatus } from "./machine-view.ts";
import type { ProgressListener, WaitOptions, WaitOutcome, WatchTarget } from "./progress-event.ts";

/** A machine whose wait has not ended. Times are on the monotonic clock, in milliseconds. */
export interface WatchedMachine {
  readonly target: WatchTarget;
  view: MachineView | undefined;
  from: string | undefined;
  /** True if a read showed a status in progress that differs from the status before the operation. */
  hasBegun: boolean;
  hasChanged: boolean;
  /** The owner that the machine should keep during the wait, if known. */
  owner: string | undefined;
  pendingFinding: PendingFinding | undefined;
  erasingMs: number;
  readAt: number;
  note: string | undefined;
  power?: string;
  /** The last status message, and the status when it first appeared. */
  message: { readonly text: string | undefined; readonly status: number } | undefined;
}

export interface Finding {
  readonly result: "done" | "failed" | "left";
  readonly reason: string | undefined;
  readonly to: string;
  readonly isTaken?: true;
  readonly agreementKey: string;
}

export interface RequiredEvidence {
  /** At least this many milliseconds lie between the first and the last agreeing read. */
  readonly durationMs: number;
  readonly reads: number;
  /** If true, a finding that is not confirmed by the deadline counts as a timeout. */
  readonly isWeak?: true;
}

interface PendingFinding {
  readonly finding: Finding;
  readonly evidence: RequiredEvidence;
  readonly since: number;
  readonly reads: number;
}

export function startWatching(target: WatchTarget, now: number): WatchedMachine {
  return {
    target,
    view: undefined,
    from: target.statusBefore === undefined ? undefined : nameOfStatus(target.statusBefore),
    hasBegun: false,
    hasChanged: false,
    owner: target.owner === "" ? undefined : target.owner,
    pendingFinding: undefined,
    erasingMs: 0,
    readAt: now,
    note: undefined,
    message: undefined,
  };
}

interface Observation {
  readonly readAt: number;
  readonly wallTime: number;
  readonly changesOwner: boolean;
  readonly isAboutPower: boolean;
}

/** Records a view, and reports a new status, or a new power state if the wait is for one. */
export function observe(
  machine: WatchedMachine,
  view: MachineView,
  { readAt, wallTime, changesOwner, isAboutPower }: Observation,
  report: ProgressListener,
): void {
  const { target } = machine;
  if (isErasing(machine.view)) machine.erasingMs += readAt - machine.readAt;
  const isNewMessage = machine.message !== undefined && machine.message.text !== view.statusMessage;
  const previousPower = machine.power;
  if (isAboutPower) machine.power = view.powerState ?? "unknown";
  const isChanged =
    machine.view === undefined ? view.statusName !== machine.from : view.status !== machine.view.status;
  if (isChanged || machine.power !== previousPower) {
    const from = machine.view?.statusName ?? machine.from;
    if (from !== undefined && from !== view.statusName) machine.hasChanged = true;
    report({
      type: "changed",
      at: wallTime,
      systemId: target.systemId,
      hostname: view.hostname,
      from,
      to: view.statusName,
      message: isNewMessage ? view.statusMessage : undefined,
      ...powerOf(machine),
    });
  }
  machine.from ??= view.statusName;
  if (machine.message === undefined || isNewMessage)
    machine.message = { text: view.statusMessage, status: view.status };
  const begins = !machine.hasBegun && view.status !== target.statusBefore && isInProgress(view.status);
  if (begins) machine.hasBegun = true;
  machine.owner = begins && changesOwner ? (view.owner ?? machine.owner) : (machine.owner ?? view.owner);
  machine.view = view;
  machine.readAt = readAt;
}

export function reportNote(
  machine: WatchedMachine,
  note: string | undefined,
  at: number,
  report: ProgressListener,
): void {
  if (note === undefined || note === machine.note) return;
  machine.note = note;
  const { systemId, hostname } = machine.target;
  report({ type: "note", at, systemId, hostname, text: note });
}

/** True if enough reads over enough time have confirmed a finding. `at` is when the last read began. */
export function confirm(machine: WatchedMachine, finding: Finding, evidence: RequiredEvidence, at: number) {
  const { pendingFinding: pending } = machine;
  const earlierFinding = pending?.finding.agreementKey === finding.agreementKey ? pending : undefined;
  const since = earlierFinding?.since ?? at;
  const reads = (earlierFinding?.reads ?? 0) + 1;
  machine.pendingFinding = { finding, evidence, since, reads };
  return reads >= evidence.reads && at - since >= evidence.durationMs;
}

export function confirmationRemainingMs({ pendingFinding }: WatchedMachine, at: number): number {
  if (pendingFinding === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, pendingFinding.since + pendingFinding.evidence.durationMs - at);
}

export function withoutStaleMessage({ view, message }: WatchedMachine): MachineView | undefined {
  return view === undefined || message === undefined || message.status === view.status
    ? view
    : { ...view, statusMessage: undefined };
}

const powerOf = ({ power }: WatchedMachine) => (power === undefined ? {} : { power });

const isErasing = (view: MachineView | undefined): boolean => statusValue(view?.status) === "disk_erasing";

function outcomeOf(
  machine: WatchedMachine,
  result: WaitOutcome["result"],
  reason: string | undefined,
  elapsedMs: number,
): WaitOutcome {
  return {
    systemId: machine.target.systemId,
    hostname: machine.view?.hostname ?? machine.target.hostname,
    result,
    from: machine.from,
    to: machine.view?.statusName,
    reason,
    elapsedMs,
    ...powerOf(machine),
    ...(machine.hasChanged ? { hasChanged: true } : {}),
  };
}

export interface WaitRoster {
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly pending: ReadonlyMap<string, WatchedMachine>;
  settle(
    machine: WatchedMachine,
    result: WaitOutcome["result"],
    reason: string | undefined,
    extra?: Partial<WaitOutcome>,
  ): void;
  stop(failure?: Failure): void;
  overdue(): readonly WatchedMachine[];
  /** Milliseconds until the next deadline; infinite if no machine has one. */
  remainingMs(): number;
  outcomes(): readonly WaitOutcome[];
}

export function createRoster(
  targets: readonly WatchTarget[],
  options: Pick<WaitOptions, "clock" | "deadlineMs" | "countsErasing">,
  report: ProgressListener,
): WaitRoster {
  const { clock, deadlineMs } = options;
  const startedAt = clock.monotonic();
  const outcomes = new Map<string, WaitOutcome>();
  const pending = new Map<string, WatchedMachine>();
  for (const target of targets)
    if (!pending.has(target.systemId)) pending.set(target.systemId, startWatching(target, startedAt));
  const order = [...pending.keys()];

  const settle: WaitRoster["settle"] = (machine, result, reason, extra = {}) => {
    const elapsedMs = clock.monotonic() - startedAt;
    const outcome: WaitOutcome = { ...outcomeOf(machine, result, reason, elapsedMs), ...extra };
    pending.delete(machine.target.systemId);
    outcomes.set(machine.target.systemId, outcome);
    report({ type: "settled", at: clock.now(), outcome });
  };
  const deadlineOf = (machine: WatchedMachine): number => {
    if (deadlineMs === 0) return Number.POSITIVE_INFINITY;
    if (options.countsErasing === true) return startedAt + deadlineMs;
    return (isErasing(machine.view) ? machine.readAt : startedAt + machine.erasingMs) + deadlineMs;
  };

  return {
    startedAt,
    pending,
    settle,
    stop(failure) {
      for (const machine of [...pending.values()])
        settle(machine, "stopped", failure?.message, failure === undefined ? {} : { failure });
    },
    overdue() {
      const now = clock.monotonic();
      return [...pending.values()].filter((machine) => now >= deadlineOf(machine));
    },
    remainingMs: () => Math.min(...[...pending.values()].map(deadlineOf)) - clock.monotonic(),
    outcomes: () => order.flatMap((id) => outcomes.get(id) ?? []),
  };
}
