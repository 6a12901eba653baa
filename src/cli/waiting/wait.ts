import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { waiters } from "../../catalogue/statuses.ts";
import type { Client } from "../../client/http/call.ts";
import type { Goal } from "../../client/lifecycle/goal.ts";
import type { ProgressEvent, WaitOutcome, WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { waitFor } from "../../client/lifecycle/wait.ts";
import { failureOf, isOpen } from "../../client/lifecycle/wait-result.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { type Interruption, watchSignals } from "./interrupt.ts";
import { oneLine } from "./one-line.ts";
import { makeProgress } from "./progress.ts";
import { resumeCommand } from "./resume.ts";

/**
 * A wait that has ended, and what it comes to: a failure with its exit code, or undefined where all is done.
 */
export interface WaitReport {
  readonly outcomes: readonly WaitOutcome[];
  readonly failure: Failure | undefined;
}

/**
 * Waits for the operation that was just sent to `targets`. Outcomes that were stopped carry the failure that
 * stopped them, and the report's own failure says how to go on.
 */
export async function watchAfter(
  invocation: Invocation,
  operation: Operation,
  targets: readonly WatchTarget[],
): Promise<WaitReport> {
  if (operation.waiter === undefined) throw new Error(`${operation.path} has nothing to wait for`);
  const report = await watch(invocation, targets, { kind: "operation", waiter: waiters[operation.waiter] });
  const failure = report.failure?.with({ outcome: "done" });
  if (failure === undefined) return report;
  const outcomes = report.outcomes.map((outcome) =>
    outcome.result === "stopped" ? { ...outcome, failure } : outcome,
  );
  return { outcomes, failure };
}

/** Waits until the machines are at the goal; the progress is written, and signals end it. */
export async function watch(
  invocation: Invocation,
  targets: readonly WatchTarget[],
  goal: Goal,
): Promise<WaitReport> {
  const { context, options } = invocation;
  const client = await invocation.connect();
  const running = new Map(
    targets.map(({ systemId, hostname }) => [systemId, { hostname, status: "not read yet" }]),
  );
  const progress = await makeProgress(invocation, running.size);
  const onProgress = (event: ProgressEvent) => {
    if (event.type === "changed") {
      const one = running.get(event.systemId);
      if (one !== undefined) one.status = event.to;
    }
    if (event.type === "settled" && event.outcome.result !== "stopped")
      running.delete(event.outcome.systemId);
    progress.show(event);
  };
  const interruption = watchSignals(context, progress, {
    text: () => oneLine(whatRuns([...running.values()])),
    canAbort: canAbort(goal),
  });
  try {
    const outcomes = await waitFor(targets, goal, {
      client,
      clock: context.clock,
      random: () => context.random.next(),
      pollIntervalMs: options["poll-interval"],
      deadlineMs: options["wait-timeout"] ?? defaultDeadlineMs(goal),
      countsErasing: options["wait-timeout"] !== undefined,
      onProgress,
      signal: interruption.signal,
      ...(needsSsh(goal) ? { probeSsh: (await import("../../client/lifecycle/ssh-probe.ts")).probeSsh } : {}),
    });
    await interruption.release();
    progress.stop();
    return await report(invocation, client, targets, goal, outcomes, interruption);
  } finally {
    progress.stop();
    await interruption.release();
  }
}

const defaultDeadlineMs = (goal: Goal): number =>
  goal.kind === "operation" ? goal.waiter.deadlineMs : defaults.waitDeadlineMs;

const needsSsh = (goal: Goal): boolean =>
  goal.kind === "conditions" && goal.conditions.some((condition) => condition.kind === "ssh");

/** Only what a status in progress shows can be aborted; a wait for conditions began nothing. */
const canAbort = (goal: Goal): boolean =>
  goal.kind === "operation" && goal.waiter.power === undefined && goal.waiter.success !== "settled";

function whatRuns(running: readonly { readonly hostname: string; readonly status: string }[]): string {
  const [first] = running;
  if (first === undefined) return "Everything has ended.";
  if (running.length > 1) return `Still waiting for ${running.length} machines.`;
  return `Still waiting for ${first.hostname} (${first.status}).`;
}

/** The outcomes with the failure that they come to; aborts first what the operator wants aborted. */
async function report(
  invocation: Invocation,
  client: Client,
  targets: readonly WatchTarget[],
  goal: Goal,
  outcomes: readonly WaitOutcome[],
  interruption: Interruption,
): Promise<WaitReport> {
  const open = new Map(outcomes.filter(isOpen).map((outcome) => [outcome.systemId, outcome]));
  const isAborting = interruption.wantsAbort() && open.size > 0;
  const rest = targets.flatMap((target) => {
    const outcome = open.get(target.systemId);
    if (outcome === undefined) return [];
    return [outcome.hasMoved ? { ...target, isUnclear: false } : target];
  });
  const isTooShort = [...open.values()].some(({ result }) => result === "timeout");
  const resume = resumeCommand(rest, goal, invocation, isTooShort);
  const ended = isAborting
    ? await (await import("./abort.ts")).abortAll(invocation, client, outcomes, goal)
    : stoppedBy(interruption.signal.reason, outcomes);
  const isOperation = goal.kind === "operation";
  return { outcomes: ended, failure: failureOf(ended, { resume, targets, isOperation, isAborting }) };
}

/** The outcomes with the signal's failure where they were stopped by it. */
const stoppedBy = (reason: unknown, outcomes: readonly WaitOutcome[]): readonly WaitOutcome[] =>
  outcomes.map((outcome) =>
    outcome.result === "stopped" && outcome.failure === undefined && reason instanceof Failure
      ? { ...outcome, failure: reason }
      : outcome,
  );
