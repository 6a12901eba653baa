import type { Failure } from "../../core/failure.ts";
import { inProgress, type MachineView, nameOfStatus, valueOfStatus } from "./machine-view.ts";
import type { ProgressListener, WaitOptions, WaitOutcome, WatchTarget } from "./progress-event.ts";

/** A machine whose wait has not ended. Times are on the monotonic clock, in milliseconds. */
export interface WatchedMachine {
  readonly target: WatchTarget;
  view: MachineView | undefined;
  from: string | undefined;
  /** True if it was read in a status in progress other than the one before. */
  hasBegun: boolean;
  hasMoved: boolean;
  /** The owner that the machine should keep during the wait, if known. */
  owner: string | undefined;
  unconfirmed: Unconfirmed | undefined;
  erasingMs: number;
  readAt: number;
  note: string | undefined;
  /** The power state, if the wait is for one. */
  power?: string;
  /** The last status message, and the status when it first appeared. */
  message: { readonly text: string | undefined; readonly status: number } | undefined;
}

export interface Finding {
  readonly result: "done" | "failed" | "left";
  readonly reason: string | undefined;
  readonly to: string;
  readonly isTaken?: true;
  readonly key: string;
}

export interface Evidence {
  /** Milliseconds between the first and last reads that agree. */
  readonly ms: number;
  readonly reads: number;
  /** If true, a finding that is not confirmed by the deadline counts as a timeout. */
  readonly isWeak?: true;
}

interface Unconfirmed {
  readonly finding: Finding;
  readonly evidence: Evidence;
  readonly since: number;
  readonly reads: number;
}

export function startWatching(target: WatchTarget, now: number): WatchedMachine {
  return {
    target,
    view: undefined,
    from: target.before === undefined ? undefined : nameOfStatus(target.before),
    hasBegun: false,
    hasMoved: false,
    owner: target.owner === "" ? undefined : target.owner,
    unconfirmed: undefined,
    erasingMs: 0,
    readAt: now,
    note: undefined,
    message: undefined,
  };
}

interface Observation {
  readonly at: number;
  readonly time: number;
  readonly changesOwner: boolean;
  readonly isAboutPower: boolean;
}

/** Records a view that was read at `at`, and reports a new status or awaited power state with the wall-clock `time`. */
export function observe(
  one: WatchedMachine,
  view: MachineView,
  { at, time, changesOwner, isAboutPower }: Observation,
  report: ProgressListener,
): void {
  const { target } = one;
  if (isErasing(one.view)) one.erasingMs += at - one.readAt;
  const isNewMessage = one.message !== undefined && one.message.text !== view.statusMessage;
  const powerBefore = one.power;
  if (isAboutPower) one.power = view.powerState ?? "unknown";
  const isMoved = one.view === undefined ? view.statusName !== one.from : view.status !== one.view.status;
  if (isMoved || one.power !== powerBefore) {
    const from = one.view?.statusName ?? one.from;
    if (from !== undefined && from !== view.statusName) one.hasMoved = true;
    report({
      type: "changed",
      at: time,
      systemId: target.systemId,
      hostname: view.hostname,
      from,
      to: view.statusName,
      message: isNewMessage ? view.statusMessage : undefined,
      ...powerOf(one),
    });
  }
  one.from ??= view.statusName;
  if (one.message === undefined || isNewMessage)
    one.message = { text: view.statusMessage, status: view.status };
  const begins = !one.hasBegun && view.status !== target.before && inProgress(view.status);
  if (begins) one.hasBegun = true;
  one.owner = begins && changesOwner ? (view.owner ?? one.owner) : (one.owner ?? view.owner);
  one.view = view;
  one.readAt = at;
}

export function reportNote(
  one: WatchedMachine,
  note: string | undefined,
  at: number,
  report: ProgressListener,
): void {
  if (note === undefined || note === one.note) return;
  one.note = note;
  const { systemId, hostname } = one.target;
  report({ type: "note", at, systemId, hostname, text: note });
}

/** True if reads have confirmed a finding often and long enough. `at` is when the last read began. */
export function confirm(one: WatchedMachine, finding: Finding, evidence: Evidence, at: number): boolean {
  const before = one.unconfirmed?.finding.key === finding.key ? one.unconfirmed : undefined;
  const since = before?.since ?? at;
  const reads = (before?.reads ?? 0) + 1;
  one.unconfirmed = { finding, evidence, since, reads };
  return reads >= evidence.reads && at - since >= evidence.ms;
}

/** Milliseconds until the finding can be confirmed; infinite without a finding. */
export function confirmationLeftMs({ unconfirmed }: WatchedMachine, at: number): number {
  if (unconfirmed === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, unconfirmed.since + unconfirmed.evidence.ms - at);
}

/** Removes a message that is older than the machine's status. */
export function withoutStaleMessage({ view, message }: WatchedMachine): MachineView | undefined {
  return view === undefined || message === undefined || message.status === view.status
    ? view
    : { ...view, statusMessage: undefined };
}

const powerOf = ({ power }: WatchedMachine) => (power === undefined ? {} : { power });

const isErasing = (view: MachineView | undefined): boolean => valueOfStatus(view?.status) === "disk_erasing";

function outcomeOf(
  one: WatchedMachine,
  result: WaitOutcome["result"],
  reason: string | undefined,
  elapsedMs: number,
): WaitOutcome {
  return {
    systemId: one.target.systemId,
    hostname: one.view?.hostname ?? one.target.hostname,
    result,
    from: one.from,
    to: one.view?.statusName,
    reason,
    elapsedMs,
    ...powerOf(one),
    ...(one.hasMoved ? { hasMoved: true } : {}),
  };
}

export interface WaitRoster {
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  readonly pending: ReadonlyMap<string, WatchedMachine>;
  settle(
    one: WatchedMachine,
    result: WaitOutcome["result"],
    reason: string | undefined,
    extra?: Partial<WaitOutcome>,
  ): void;
  stop(failure?: Failure): void;
  overdue(): readonly WatchedMachine[];
  /** Milliseconds until the next deadline; infinite if no machine has one. */
  leftMs(): number;
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

  const settle: WaitRoster["settle"] = (one, result, reason, extra = {}) => {
    const elapsedMs = clock.monotonic() - startedAt;
    const outcome: WaitOutcome = { ...outcomeOf(one, result, reason, elapsedMs), ...extra };
    pending.delete(one.target.systemId);
    outcomes.set(one.target.systemId, outcome);
    report({ type: "settled", at: clock.now(), outcome });
  };
  const deadlineOf = (one: WatchedMachine): number => {
    if (deadlineMs === 0) return Number.POSITIVE_INFINITY;
    if (options.countsErasing === true) return startedAt + deadlineMs;
    return (isErasing(one.view) ? one.readAt : startedAt + one.erasingMs) + deadlineMs;
  };

  return {
    startedAt,
    pending,
    settle,
    stop(failure) {
      for (const one of [...pending.values()])
        settle(one, "stopped", failure?.message, failure === undefined ? {} : { failure });
    },
    overdue() {
      const now = clock.monotonic();
      return [...pending.values()].filter((one) => now >= deadlineOf(one));
    },
    leftMs: () => Math.min(...[...pending.values()].map(deadlineOf)) - clock.monotonic(),
    outcomes: () => order.flatMap((id) => outcomes.get(id) ?? []),
  };
}
