import { type Clock, withTimeout } from "../../core/clock.ts";
import { inParallel } from "../../core/parallel.ts";
import { joinTexts } from "../../core/text/word-lists.ts";
import { type Assessment, assess, assessForbidden, assessGone } from "./finding.ts";
import { type Goal, isAboutPower } from "./goal.ts";
import { createProbe, FatalReadError, type Reading, readMachines } from "./poller.ts";
import type { ProgressListener, WaitOptions, WaitOutcome, WatchTarget } from "./progress-event.ts";
import { failureReason, machineReason, powerErrorText } from "./reasons.ts";
import {
  confirm,
  confirmationRemainingMs,
  createRoster,
  type Finding,
  observe,
  reportNote,
  type WaitRoster,
  type WatchedMachine,
  withoutStaleMessage,
} from "./watched.ts";

/** A request may take as long as the wait has left, within these bounds. */
const minReadMs = 5_000;
const maxReadMs = 60_000;

/** Each poll sends one request for 50 machines; the last one is at the deadline. Never rejects because of an answer. */
export async function waitFor(
  targets: readonly WatchTarget[],
  goal: Goal,
  options: WaitOptions,
): Promise<readonly WaitOutcome[]> {
  const { clock, signal } = options;
  const report = options.onProgress ?? (() => undefined);
  const roster = createRoster(targets, options, report);
  const machines = [...roster.pending.values()].map(({ target }) => target);
  report({ type: "started", at: clock.now(), machines, deadlineMs: options.deadlineMs });
  try {
    await poll(roster, goal, options, report);
  } catch (error) {
    if (error instanceof FatalReadError) roster.stop(error.failure);
    else if (signal?.aborted === true) roster.stop();
    else throw error;
  } finally {
    report({ type: "ended", at: clock.now() });
  }
  return roster.outcomes();
}

async function poll(roster: WaitRoster, goal: Goal, options: WaitOptions, report: ProgressListener) {
  const { client, clock, signal } = options;
  const { pending } = roster;
  const settle = createSettle(roster, goal, options);
  const probe = createProbe(goal, roster, options);
  let consecutiveErrors = 0;
  for (let polls = 1; pending.size > 0; polls += 1) {
    const requestedAt = clock.monotonic();
    const readTimeoutMs = Math.max(minReadMs, roster.remainingMs());
    const requestMs = Math.min(maxReadMs, readTimeoutMs);
    const bounds = { clock, requestMs, signal };
    const reading = await readMachines(client, [...pending.keys()], readTimeoutMs, bounds);
    const answeredAt = clock.monotonic();
    const answeringIds = await probe(reading);
    const findings: MachineFinding[] = [];
    for (const machine of [...pending.values()]) {
      const pollContext = { roster, goal, reading, answeringIds, readAt: answeredAt, clock, report };
      const assessment = assessOne(machine, pollContext);
      const finding = assessment && confirmedFinding(machine, assessment, requestedAt);
      if (assessment !== undefined) reportNote(machine, assessment.note, clock.now(), report);
      if (finding !== undefined) findings.push([machine, finding]);
    }
    await settle(findings);
    const [error] = reading.errors;
    consecutiveErrors = error === undefined ? 0 : consecutiveErrors + 1;
    if (error !== undefined)
      report({ type: "readError", at: clock.now(), text: error.text, consecutiveErrors });
    const overdue = roster.overdue();
    await settle(strongFindings(overdue));
    for (const machine of overdue)
      if (pending.has(machine.target.systemId))
        roster.settle(machine, "timeout", error && `last read failed: ${error.text}`);
    if (pending.size === 0) return;
    const nextMs = Math.max(0, Math.min(nextDelayMs(polls, reading, pending, options), roster.remainingMs()));
    const settled = roster.outcomes().length;
    report({ type: "tick", at: clock.now(), pending: pending.size, settled, untilNextPollMs: nextMs });
    await clock.sleep(nextMs, signal);
  }
}

interface PollContext {
  readonly roster: WaitRoster;
  readonly goal: Goal;
  readonly reading: Reading;
  readonly answeringIds: ReadonlySet<string>;
  /** On the monotonic clock, in milliseconds. */
  readonly readAt: number;
  readonly clock: Clock;
  readonly report: ProgressListener;
}

function assessOne(machine: WatchedMachine, context: PollContext): Assessment | undefined {
  const { goal, reading, readAt } = context;
  const { systemId } = machine.target;
  const view = reading.views.get(systemId);
  if (view !== undefined) {
    const changesOwner = goal.kind === "operation" && goal.waiter.changesOwner === true;
    const times = { readAt, wallTime: context.clock.now() };
    observe(machine, view, { ...times, changesOwner, isAboutPower: isAboutPower(goal) }, context.report);
    return assess(goal, machine, view, context.answeringIds.has(systemId), readAt - context.roster.startedAt);
  }
  const missingFrom = reading.missing.get(systemId);
  if (missingFrom !== undefined) return assessGone(goal, missingFrom);
  return reading.forbidden.has(systemId) ? assessForbidden(goal, machine) : undefined;
}

function confirmedFinding(machine: WatchedMachine, { end }: Assessment, requestedAt: number) {
  if (end !== undefined)
    return confirm(machine, end.finding, end.evidence, requestedAt) ? end.finding : undefined;
  machine.pendingFinding = undefined;
  return undefined;
}

const strongFindings = (machines: readonly WatchedMachine[]): readonly MachineFinding[] =>
  machines.flatMap((machine): readonly MachineFinding[] => {
    const { finding, evidence } = machine.pendingFinding ?? {};
    return finding === undefined || evidence?.isWeak === true ? [] : [[machine, finding]];
  });

const minDelayMs = 1_000;

/** Polls as soon as a finding can be confirmed, unless the service or the operator sets the interval. */
function nextDelayMs(
  polls: number,
  { errors }: Reading,
  pending: ReadonlyMap<string, WatchedMachine>,
  { pollIntervalMs, random, clock }: WaitOptions,
): number {
  const longestRetryAfterMs = Math.max(0, ...errors.map((each) => each.retryAfterMs ?? 0));
  const retryAfterMs = Math.min(longestRetryAfterMs, maxRetryAfterMs);
  if (pollIntervalMs !== undefined) return Math.max(pollIntervalMs, retryAfterMs);
  const grownDelayMs = Math.min(maxDelayMs, quickDelayMs * delayGrowth ** (polls - quickDelayCount));
  const pollDelayMs = polls <= quickDelayCount ? quickDelayMs : grownDelayMs * (1 - jitterShare * random());
  const now = clock.monotonic();
  const confirmationMs = Math.min(
    ...[...pending.values()].map((machine) => confirmationRemainingMs(machine, now)),
  );
  return Math.max(Math.min(pollDelayMs, Math.max(minDelayMs, confirmationMs)), retryAfterMs);
}

/** The first delays are this long; each later one is longer by half, up to the maximum. */
const quickDelayMs = 1_000;
const quickDelayCount = 3;
const delayGrowth = 1.5;
const maxDelayMs = 10_000;
/** Delays are shortened at random by up to this part, so that many clients do not poll at once. */
const jitterShare = 0.2;
/** A longer `Retry-After` is shortened to this. */
const maxRetryAfterMs = 600_000;

/** Events are read for at most this many failed machines, within a common time limit. */
const maxReasons = 20;
const maxReasonsMs = 10_000;
const minReasonsMs = 1_000;
const reasonsGraceMs = 5_000;
const parallelReasonReads = 4;

type MachineFinding = readonly [WatchedMachine, Finding];

function createSettle(roster: WaitRoster, goal: Goal, { client, clock, signal }: WaitOptions) {
  let reasonsRead = 0;
  const settleFailed = (machine: WatchedMachine, reason: string | undefined) =>
    roster.settle(machine, "failed", joinTexts(powerReason(machine, goal), reason));
  return async (findings: readonly MachineFinding[]): Promise<void> => {
    for (const [machine, { result, reason, to, isTaken }] of findings)
      if (result !== "failed") roster.settle(machine, result, reason, { to, ...(isTaken && { isTaken }) });
    const failed = findings.filter(([, { result }]) => result === "failed").map(([machine]) => machine);
    const failuresToExplain = failed.slice(0, maxReasons - reasonsRead);
    reasonsRead += failuresToExplain.length;
    const wantedMs = Math.min(maxReasonsMs, roster.remainingMs() + reasonsGraceMs);
    const reasonsTimeoutMs = Math.max(minReasonsMs, wantedMs);
    await withTimeout(clock, reasonsTimeoutMs, signal, (limitedSignal) =>
      inParallel(failuresToExplain, parallelReasonReads, async (machine) => {
        const view = withoutStaleMessage(machine);
        settleFailed(machine, view && (await failureReason(client, view, limitedSignal)));
      }),
    );
    for (const machine of failed.slice(failuresToExplain.length)) {
      const view = withoutStaleMessage(machine);
      settleFailed(machine, view && machineReason(view));
    }
  };
}

function powerReason(machine: WatchedMachine, goal: Goal): string | undefined {
  const watchesPower =
    goal.kind === "operation"
      ? goal.waiter.power !== undefined
      : goal.conditions.some((condition) => condition.kind === "power");
  return watchesPower && machine.view?.powerState === "error" ? powerErrorText : undefined;
}
