import type { Clock } from "../context.ts";
import type { Client } from "../http/call.ts";
import type { Verdict } from "./classify.ts";
import { failureReason, ownReason } from "./failure-reason.ts";
import { type Goal, judge, judgeGone, wantsSsh } from "./goal.ts";
import { type MachineView, nameOfStatus, valueOfStatus } from "./machine-view.ts";
import { FatalReadError, forEachBounded, type Reading, readMachines } from "./poller.ts";
import type { Outcome, ProgressListener, Target } from "./progress-event.ts";
import { delayAfter, type Pace } from "./schedule.ts";

export interface WaitOptions extends Pace {
  readonly client: Client;
  readonly clock: Clock;
  /** Milliseconds; 0 for none. */
  readonly deadlineMs: number;
  /** Time spent erasing disks counts too: the operator named the deadline. */
  readonly countsErasing?: boolean;
  readonly onProgress?: ProgressListener;
  /** Ends the watching; the outcomes of what is not settled are `stopped`. */
  readonly signal?: AbortSignal;
  /** True when an SSH server answers at the address; for the condition `ssh`. */
  readonly probeSsh?: (address: string, signal?: AbortSignal) => Promise<boolean>;
}

/**
 * Polls that must agree before a verdict counts on a machine that still looks as it did before the operation.
 */
const pollsToBelieve = 3;
/** Failed machines of one wait whose last ERROR event is asked for. */
const reasonsAtMost = 20;
const probesAtOnce = 16;
/** Bounds of the time-out of one read: what is left until the deadline, within these. */
const shortestReadMs = 5_000;
const longestReadMs = 30_000;

/** A machine that is not settled yet. */
interface Watched {
  readonly target: Target;
  view: MachineView | undefined;
  from: string | undefined;
  hasBegun: boolean;
  /** Polls in a row with a verdict on a machine that has not been seen to begin. */
  doubtful: number;
  erasingMs: number;
  readAt: number;
  note: string | undefined;
}

/**
 * Watches machines until each has settled, the deadline has passed or the signal ends it, with one request a
 * tick for each 50 machines. One outcome for each different system id, in the order given; never rejects for
 * what the service answers. The poll at the deadline is the last.
 */
export async function waitFor(
  targets: readonly Target[],
  goal: Goal,
  options: WaitOptions,
): Promise<readonly Outcome[]> {
  const { client, clock, signal } = options;
  const tell = options.onProgress ?? (() => undefined);
  const startedAt = clock.monotonic();
  const outcomes = new Map<string, Outcome>();
  const pending = new Map<string, Watched>();
  for (const target of targets)
    if (!pending.has(target.systemId)) pending.set(target.systemId, watched(target, startedAt));
  const order = [...pending.keys()];
  let reasonsAsked = 0;

  const settle = (one: Watched, result: Outcome["result"], reason: string | undefined, extra = {}) => {
    const outcome: Outcome = {
      systemId: one.target.systemId,
      hostname: one.view?.hostname ?? one.target.hostname,
      result,
      from: one.from,
      to: one.view?.statusName,
      reason,
      elapsedMs: clock.monotonic() - startedAt,
      ...extra,
    };
    pending.delete(one.target.systemId);
    outcomes.set(one.target.systemId, outcome);
    tell({ type: "settled", at: clock.now(), outcome });
  };

  const deadlineOf = (one: Watched): number => {
    if (options.deadlineMs === 0) return Number.POSITIVE_INFINITY;
    if (options.countsErasing === true) return startedAt + options.deadlineMs;
    return (isErasing(one.view) ? one.readAt : startedAt + one.erasingMs) + options.deadlineMs;
  };

  const take = async (reading: Reading): Promise<void> => {
    const at = clock.monotonic();
    const answering = await probe(goal, pending, reading, options);
    const failed: Watched[] = [];
    for (const one of [...pending.values()]) {
      const { systemId } = one.target;
      const view = reading.views.get(systemId);
      if (view !== undefined) {
        observe(one, view, { at, printedAt: clock.now() }, tell);
        const verdict = judge(goal, { ...view, ssh: answering.has(systemId) }, one.target.before);
        remark(one, verdict, clock.now(), tell);
        if (verdict.state === "progress") one.doubtful = 0;
        else if (!isDoubtful(one, view, verdict, goal)) {
          if (verdict.state === "failed") failed.push(one);
          else
            settle(
              one,
              verdict.state,
              verdict.state === "left" ? leftReason(one, view) : (verdict.note ?? powerNow(view, goal)),
            );
        }
      } else if (reading.gone.has(systemId)) {
        const verdict = judgeGone(goal);
        one.view = undefined;
        settle(one, verdict.state === "done" ? "done" : "left", verdict.note ?? "the machine is gone", {
          to: "gone",
        });
      }
    }
    const asked = failed.slice(0, reasonsAtMost - reasonsAsked);
    reasonsAsked += asked.length;
    await forEachBounded(asked, 4, async (one) => {
      const reason = one.view && (await failureReason(client, one.view, signal));
      settle(one, "failed", joined(powerReason(one, goal), reason));
    });
    for (const one of failed.slice(asked.length))
      settle(one, "failed", joined(powerReason(one, goal), one.view && ownReason(one.view)));
  };

  tell({
    type: "started",
    at: clock.now(),
    machines: [...pending.values()].map((one) => one.target),
    deadlineMs: options.deadlineMs,
  });
  let polls = 0;
  let inARow = 0;
  try {
    while (pending.size > 0) {
      const leftMs = Math.min(...[...pending.values()].map(deadlineOf)) - clock.monotonic();
      const timeoutMs = Math.max(shortestReadMs, Math.min(longestReadMs, leftMs));
      const reading = await readMachines(client, [...pending.keys()], timeoutMs, signal);
      polls += 1;
      await take(reading);
      const [error] = reading.errors;
      inARow = error === undefined ? 0 : inARow + 1;
      if (error !== undefined) tell({ type: "readError", at: clock.now(), text: error.text, inARow });
      for (const one of [...pending.values()])
        if (clock.monotonic() >= deadlineOf(one))
          settle(one, "timeout", error && `last read failed: ${error.text}`);
      if (pending.size === 0) break;
      const retryAfterMs = Math.max(0, ...reading.errors.map((each) => each.retryAfterMs ?? 0));
      const wanted = delayAfter(polls, options, retryAfterMs);
      const nextDeadline = Math.min(...[...pending.values()].map(deadlineOf));
      const nextMs = Math.max(0, Math.min(wanted, nextDeadline - clock.monotonic()));
      tell({ type: "tick", at: clock.now(), pending: pending.size, settled: outcomes.size, nextMs });
      await clock.sleep(nextMs, signal);
    }
  } catch (error) {
    if (error instanceof FatalReadError) {
      const { failure } = error;
      for (const one of [...pending.values()]) settle(one, "stopped", failure.message, { failure });
    } else if (signal?.aborted === true) {
      for (const one of [...pending.values()]) settle(one, "stopped", undefined);
    } else throw error;
  } finally {
    tell({ type: "ended", at: clock.now() });
  }
  return order.flatMap((id) => outcomes.get(id) ?? []);
}

function watched(target: Target, now: number): Watched {
  return {
    target,
    view: undefined,
    from: target.before === undefined ? undefined : nameOfStatus(target.before),
    hasBegun: target.answered !== undefined,
    doubtful: 0,
    erasingMs: 0,
    readAt: now,
    note: undefined,
  };
}

/** Takes in what was read, and tells of a change of status. */
function observe(
  one: Watched,
  view: MachineView,
  { at, printedAt }: { readonly at: number; readonly printedAt: number },
  tell: ProgressListener,
): void {
  const { target } = one;
  if (isErasing(one.view)) one.erasingMs += at - one.readAt;
  const shownBefore = one.view?.statusName;
  if (one.view === undefined ? view.statusName !== one.from : view.status !== one.view.status)
    tell({
      type: "changed",
      at: printedAt,
      systemId: target.systemId,
      hostname: view.hostname,
      from: shownBefore ?? one.from,
      to: view.statusName,
      message: view.statusMessage,
    });
  one.from ??= view.statusName;
  if (target.before !== undefined && view.status !== target.before) one.hasBegun = true;
  one.view = view;
  one.readAt = at;
}

/** Tells each remark once. */
function remark(one: Watched, verdict: Verdict, at: number, tell: ProgressListener): void {
  if (verdict.note === undefined || verdict.note === one.note) return;
  one.note = verdict.note;
  const { systemId, hostname } = one.target;
  tell({ type: "note", at, systemId, hostname, text: verdict.note });
}

/**
 * A service may show the old state for a moment after it took an operation. So an end on a machine that looks
 * as it did before, with no word that the operation has begun, must be seen several times. Of power, only the
 * error may be an old one.
 */
function isDoubtful(one: Watched, view: MachineView, verdict: Verdict, goal: Goal): boolean {
  if (goal.kind !== "operation") return false;
  if (goal.waiter.power !== undefined) {
    if (verdict.state !== "failed") return false;
  } else if (one.hasBegun || view.status !== one.target.before) return false;
  one.doubtful += 1;
  return one.doubtful < pollsToBelieve;
}

function isErasing(view: MachineView | undefined): boolean {
  return valueOfStatus(view?.status) === "disk_erasing";
}

function leftReason(one: Watched, view: MachineView): string {
  const from = one.from === undefined || one.from === view.statusName ? "" : `${one.from} -> `;
  return `left the operation: ${from}${view.statusName}`;
}

/** Reasons as one line; undefined where there is none. */
function joined(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join("; ");
}

/** What a wait for power has come to, which the status does not tell. */
function powerNow(view: MachineView, goal: Goal): string | undefined {
  return goal.kind === "operation" && goal.waiter.power !== undefined
    ? `power ${view.powerState}`
    : undefined;
}

function powerReason(one: Watched, goal: Goal): string | undefined {
  const watchesPower =
    goal.kind === "operation"
      ? goal.waiter.power !== undefined
      : goal.conditions.some((condition) => condition.kind === "power");
  return watchesPower && one.view?.powerState === "error"
    ? "the service cannot control or read the machine's power"
    : undefined;
}

/** The machines of this reading at whose addresses an SSH server answers. */
async function probe(
  goal: Goal,
  pending: ReadonlyMap<string, Watched>,
  reading: Reading,
  options: WaitOptions,
): Promise<ReadonlySet<string>> {
  const answering = new Set<string>();
  const { probeSsh, signal } = options;
  if (probeSsh === undefined) return answering;
  const asked = [...reading.views.values()].filter(
    (view) => pending.has(view.systemId) && wantsSsh(goal, view),
  );
  await forEachBounded(asked, probesAtOnce, async (view) => {
    for (const address of view.ipAddresses) {
      signal?.throwIfAborted();
      if (await probeSsh(address, signal)) {
        answering.add(view.systemId);
        return;
      }
    }
  });
  return answering;
}
