import { defaults } from "../../api/defaults.ts";
import type { Operation } from "../../api/operation.ts";
import { type Waiter, waiters } from "../../api/statuses.ts";
import { Failure } from "../../failure.ts";
import type { Client } from "../../http/call.ts";
import type { Condition, Goal } from "../../lifecycle/goal.ts";
import type { WaitOutcome, ProgressEvent, WatchTarget } from "../../lifecycle/progress-event.ts";
import { waitFor } from "../../lifecycle/wait.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { conditionsOf, conditionText } from "../typed/condition.ts";
import { type Interruption, watchSignals } from "./interrupt.ts";
import { waitOptions } from "./options.ts";
import { oneLine } from "./outcome.ts";
import { makeProgress } from "./progress.ts";
import { mayBeWaitedFor } from "./resume.ts";
import { failureOf, resumeCommand, resumeNames } from "./wait-result.ts";

/**
 * A wait that has ended, and what it comes to: a failure with its exit code, or undefined where all is done.
 */
export interface WaitReport {
  readonly outcomes: readonly WaitOutcome[];
  /** System ids of the machines whose status was seen to change. */
  readonly moved: ReadonlySet<string>;
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
  const waiter: Waiter = waiters[operation.waiter];
  const report = await wait(invocation, targets, {
    goal: { kind: "operation", waiter },
    resumeConditions: (rest) => conditionsOf(waiter, rest),
    defaultDeadlineMs: waiter.deadlineMs,
  });
  const failure = report.failure?.with({ outcome: "done" });
  if (failure === undefined) return report;
  const outcomes = report.outcomes.map((outcome) =>
    outcome.result === "stopped" ? { ...outcome, failure } : outcome,
  );
  return { ...report, outcomes, failure };
}

/** Waits for conditions on machines that nothing was sent to (`svc machines wait --for`). */
export async function waitForConditions(
  invocation: Invocation,
  targets: readonly WatchTarget[],
  conditions: readonly Condition[],
  all: boolean,
): Promise<WaitReport> {
  return await wait(invocation, targets, {
    goal: { kind: "conditions", conditions, all },
    resumeConditions: () => conditions,
    defaultDeadlineMs: defaults.waitDeadlineMs,
  });
}

interface Wanted {
  readonly goal: Goal;
  readonly resumeConditions: (targets: readonly WatchTarget[]) => readonly Condition[];
  readonly defaultDeadlineMs: number;
}

async function wait(
  invocation: Invocation,
  targets: readonly WatchTarget[],
  { goal, resumeConditions, defaultDeadlineMs }: Wanted,
): Promise<WaitReport> {
  const { context } = invocation;
  const { timeoutMs, pollIntervalMs } = waitOptions(invocation);
  const client = await invocation.connect();
  const progress = await makeProgress(invocation, new Set(targets.map(({ systemId }) => systemId)).size);
  const running = new Map(targets.map((target) => [target.systemId, target.hostname]));
  const statuses = new Map<string, string>();
  const moved = new Set<string>();
  const follow = (event: ProgressEvent) => {
    if (event.type === "changed") {
      statuses.set(event.systemId, event.to);
      if (event.from !== undefined && event.from !== event.to) moved.add(event.systemId);
    }
    if (event.type === "settled" && event.outcome.result !== "stopped")
      running.delete(event.outcome.systemId);
    progress.show(event);
  };
  const interruption = watchSignals(context, progress, {
    text: () => oneLine(whatRuns(running, statuses)),
    canAbort: canAbort(goal),
  });
  let outcomes: readonly WaitOutcome[];
  try {
    outcomes = await waitFor(targets, goal, {
      client,
      clock: context.clock,
      random: () => context.random.next(),
      pollIntervalMs,
      deadlineMs: timeoutMs ?? defaultDeadlineMs,
      countsErasing: timeoutMs !== undefined,
      onProgress: follow,
      signal: interruption.signal,
      ...(needsSsh(goal) ? { probeSsh: (await import("../../lifecycle/ssh-probe.ts")).probeSsh } : {}),
    });
    await interruption.release();
  } finally {
    progress.stop();
    await interruption.release();
  }
  const ended = await report(invocation, client, {
    targets,
    goal,
    outcomes,
    interruption,
    resumeConditions,
    moved,
  });
  return { ...ended, moved };
}

const needsSsh = (goal: Goal): boolean =>
  goal.kind === "conditions" && goal.conditions.some((condition) => condition.kind === "ssh");

/** Only what a status in progress shows can be aborted; a wait for conditions began nothing. */
const canAbort = (goal: Goal): boolean =>
  goal.kind === "operation" && goal.waiter.power === undefined && goal.waiter.success !== "settled";

function whatRuns(running: ReadonlyMap<string, string>, statuses: ReadonlyMap<string, string>): string {
  const [first] = running;
  if (first === undefined) return "Everything has ended.";
  if (running.size > 1) return `Still waiting for ${running.size} machines.`;
  const [systemId, hostname] = first;
  return `Still waiting for ${hostname} (${statuses.get(systemId) ?? "not read yet"}).`;
}

/** The failure of a wait, with the command that resumes it; aborts first what the operator wants aborted. */
async function report(
  invocation: Invocation,
  client: Client,
  {
    targets,
    outcomes,
    interruption,
    resumeConditions,
    goal,
    moved,
  }: {
    readonly targets: readonly WatchTarget[];
    readonly goal: Goal;
    readonly outcomes: readonly WaitOutcome[];
    readonly interruption: Interruption;
    readonly resumeConditions: Wanted["resumeConditions"];
    readonly moved: ReadonlySet<string>;
  },
): Promise<Omit<WaitReport, "moved">> {
  const open = outcomes.filter(({ result }) => result === "stopped" || result === "timeout");
  const openIds = new Set(open.map(({ systemId }) => systemId));
  const canGoOn = (target: WatchTarget) =>
    goal.kind !== "operation" ||
    target.isUnclear !== true ||
    moved.has(target.systemId) ||
    mayBeWaitedFor(target, goal.waiter);
  const rest = targets.filter((target) => openIds.has(target.systemId) && canGoOn(target));
  const all = goal.kind === "conditions" && goal.all;
  const conditions = resumeConditions(rest);
  const names = resumeNames(rest, conditions);
  const isTooShort = open.some(({ result }) => result === "timeout");
  const resume =
    names.length === 0
      ? undefined
      : resumeCommand(names, conditions.map(conditionText), all, invocation, isTooShort);
  const ending = { resume, targets, isOperation: goal.kind === "operation", isAborting: false };
  if (interruption.wantsAbort() && open.length > 0) {
    const { abortAll } = await import("./abort.ts");
    const aborted = new Map(
      (await abortAll(invocation, client, open, goal)).map((each) => [each.systemId, each]),
    );
    const ended = outcomes.map((outcome) => aborted.get(outcome.systemId) ?? outcome);
    return { outcomes: ended, failure: failureOf(ended, { ...ending, isAborting: true }) };
  }
  const { reason } = interruption.signal;
  const explained = outcomes.map((outcome) =>
    outcome.result === "stopped" && outcome.failure === undefined && reason instanceof Failure
      ? { ...outcome, failure: reason }
      : outcome,
  );
  return { outcomes: explained, failure: failureOf(explained, ending) };
}
