import type { Clock } from "../context.ts";
import type { Client } from "../http/call.ts";
import { failureReason, ownReason } from "./failure-reason.ts";
import { type Found, findingOf, findingOfBarred, findingOfGone } from "./finding.ts";
import { type Goal, wantsSsh } from "./goal.ts";
import { FatalReadError, forEachBounded, type Reading, readMachines } from "./poller.ts";
import type { Outcome, ProgressListener, Target } from "./progress-event.ts";
import { delayAfter, type Pace } from "./schedule.ts";
import {
  doubtLeftMs,
  type Finding,
  isErasing,
  isProven,
  observe,
  outcomeOf,
  remark,
  type Watched,
  watched,
  withOwnMessage,
} from "./watched.ts";
import { within } from "./within.ts";

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

/** Failed machines of one wait whose last ERROR event is asked for, and the time for all that ask at once. */
const reasonsAtMost = 20;
const reasonsBoundMs = 10_000;
const shortestReasonsMs = 1_000;
const reasonsAtOnce = 4;
const probesAtOnce = 16;
/** The time for all SSH probes of one tick; the machines that they did not come to are first in the next. */
const probesBoundMs = 10_000;
/** Bounds of one request and its whole answer: what is left until the deadline, within these. */
const shortestReadMs = 5_000;
const longestReadMs = 60_000;

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
  const report = options.onProgress ?? (() => undefined);
  const startedAt = clock.monotonic();
  const outcomes = new Map<string, Outcome>();
  const pending = new Map<string, Watched>();
  for (const target of targets)
    if (!pending.has(target.systemId)) pending.set(target.systemId, watched(target, startedAt));
  const order = [...pending.keys()];
  const probedAt = new Map<string, number>();
  const changesOwner = goal.kind === "operation" && goal.waiter.changesOwner === true;
  let reasonsAsked = 0;

  const settle = (one: Watched, result: Outcome["result"], reason: string | undefined, extra = {}) => {
    const elapsedMs = clock.monotonic() - startedAt;
    const outcome: Outcome = { ...outcomeOf(one, result, reason, elapsedMs), ...extra };
    pending.delete(one.target.systemId);
    outcomes.set(one.target.systemId, outcome);
    report({ type: "settled", at: clock.now(), outcome });
  };

  const deadlineOf = (one: Watched): number => {
    if (options.deadlineMs === 0) return Number.POSITIVE_INFINITY;
    if (options.countsErasing === true) return startedAt + options.deadlineMs;
    return (isErasing(one.view) ? one.readAt : startedAt + one.erasingMs) + options.deadlineMs;
  };
  const leftMs = (): number => Math.min(...[...pending.values()].map(deadlineOf)) - clock.monotonic();

  /** Settles machines as found; of those that failed, some are asked for the reason. */
  const settleAll = async (ends: readonly (readonly [Watched, Finding])[]): Promise<void> => {
    const failed = ends.filter(([, { result }]) => result === "failed");
    for (const [one, { result, reason, to, isTaken }] of ends)
      if (result !== "failed") settle(one, result, reason, { to, ...(isTaken ? { isTaken } : {}) });
    const asked = failed.slice(0, reasonsAtMost - reasonsAsked);
    reasonsAsked += asked.length;
    const boundMs = Math.max(shortestReasonsMs, Math.min(reasonsBoundMs, leftMs() + shortestReadMs));
    await within(clock, boundMs, signal, (bounded) =>
      forEachBounded(asked, reasonsAtOnce, async ([one]) => {
        const view = withOwnMessage(one);
        const reason = view && (await failureReason(client, view, bounded));
        settle(one, "failed", joined(powerReason(one, goal), reason));
      }),
    );
    for (const [one] of failed.slice(asked.length)) {
      const view = withOwnMessage(one);
      settle(one, "failed", joined(powerReason(one, goal), view && ownReason(view)));
    }
  };

  /** What a tick says of one machine; undefined where it could not be read. */
  const look = (
    one: Watched,
    reading: Reading,
    answering: ReadonlySet<string>,
    at: number,
  ): Found | undefined => {
    const { systemId } = one.target;
    const view = reading.views.get(systemId);
    if (view !== undefined) {
      observe(one, view, { at, time: clock.now(), changesOwner }, report);
      return findingOf(goal, one, view, answering.has(systemId), at - startedAt);
    }
    const goneBy = reading.gone.get(systemId);
    if (goneBy !== undefined) return findingOfGone(goal, goneBy);
    return reading.barred.has(systemId) ? findingOfBarred(goal, one) : undefined;
  };

  const take = async (reading: Reading, askedAt: number): Promise<void> => {
    const at = clock.monotonic();
    const answering = await probe(goal, pending, reading, probedAt, { ...options, leftMs });
    const ends: (readonly [Watched, Finding])[] = [];
    for (const one of [...pending.values()]) {
      const found = look(one, reading, answering, at);
      if (found === undefined) continue;
      remark(one, found.note, clock.now(), report);
      if (found.end === undefined) one.doubt = undefined;
      else if (isProven(one, found.end.finding, found.end.evidence, askedAt))
        ends.push([one, found.end.finding]);
    }
    await settleAll(ends);
  };

  /** Settles what is past its deadline: by what was found last, where that is more than a weak sign. */
  const endLate = async (lastError: string | undefined): Promise<void> => {
    const now = clock.monotonic();
    const late = [...pending.values()].filter((one) => now >= deadlineOf(one));
    const found = late.flatMap((one) =>
      one.doubt === undefined || one.doubt.evidence.isWeak === true
        ? []
        : [[one, one.doubt.finding] as const],
    );
    await settleAll(found);
    for (const one of late)
      if (pending.has(one.target.systemId))
        settle(one, "timeout", lastError && `last read failed: ${lastError}`);
  };

  report({
    type: "started",
    at: clock.now(),
    machines: [...pending.values()].map((one) => one.target),
    deadlineMs: options.deadlineMs,
  });
  let polls = 0;
  let inARow = 0;
  try {
    while (pending.size > 0) {
      const askedAt = clock.monotonic();
      const boundMs = Math.max(shortestReadMs, leftMs());
      const requestMs = Math.min(longestReadMs, boundMs);
      const reading = await readMachines(client, [...pending.keys()], { clock, boundMs, requestMs, signal });
      polls += 1;
      await take(reading, askedAt);
      const [error] = reading.errors;
      inARow = error === undefined ? 0 : inARow + 1;
      if (error !== undefined) report({ type: "readError", at: clock.now(), text: error.text, inARow });
      await endLate(error?.text);
      if (pending.size === 0) break;
      const nextMs = Math.max(0, Math.min(nextDelayMs(polls, reading, pending, options), leftMs()));
      report({ type: "tick", at: clock.now(), pending: pending.size, settled: outcomes.size, nextMs });
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
    report({ type: "ended", at: clock.now() });
  }
  return order.flatMap((id) => outcomes.get(id) ?? []);
}

/** A doubt is not left open for longer than it has to be, unless the service or the operator set the pace. */
function nextDelayMs(
  polls: number,
  { errors }: Reading,
  pending: ReadonlyMap<string, Watched>,
  options: WaitOptions,
): number {
  const retryAfterMs = Math.max(0, ...errors.map((each) => each.retryAfterMs ?? 0));
  const wanted = delayAfter(polls, options, retryAfterMs);
  if (options.pollIntervalMs !== undefined) return wanted;
  const now = options.clock.monotonic();
  const open = Math.min(
    ...[...pending.values()].map((one) => doubtLeftMs(one, now) ?? Number.POSITIVE_INFINITY),
  );
  return Math.max(Math.min(wanted, Math.max(shortestDelayMs, open)), retryAfterMs);
}

const shortestDelayMs = 1_000;

/** Reasons as one line; undefined where there is none. */
function joined(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join("; ");
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

/**
 * The machines of this reading at an address of which an SSH server answers. Bounded as a whole, and by the
 * deadline; whoever was probed longest ago comes first.
 */
async function probe(
  goal: Goal,
  pending: ReadonlyMap<string, Watched>,
  reading: Reading,
  probedAt: Map<string, number>,
  { probeSsh, signal, clock, leftMs }: WaitOptions & { leftMs(): number },
): Promise<ReadonlySet<string>> {
  const answering = new Set<string>();
  const asked = [...reading.views.values()].filter(
    (view) => pending.has(view.systemId) && wantsSsh(goal, view),
  );
  if (probeSsh === undefined || asked.length === 0) return answering;
  const last = ({ systemId }: { readonly systemId: string }) => probedAt.get(systemId) ?? -1;
  asked.sort((a, b) => last(a) - last(b));
  const boundMs = Math.min(probesBoundMs, Math.max(leftMs(), shortestProbeMs));
  await within(clock, boundMs, signal, (bounded) =>
    forEachBounded(asked, probesAtOnce, async ({ systemId, ipAddresses }) => {
      if (bounded.aborted) return;
      probedAt.set(systemId, clock.monotonic());
      const answers = await Promise.all(ipAddresses.map((address) => probeSsh(address, bounded)));
      if (answers.includes(true)) answering.add(systemId);
    }),
  );
  signal?.throwIfAborted();
  return answering;
}

/** A probe at the deadline takes a moment all the same, in milliseconds. */
const shortestProbeMs = 1_000;
