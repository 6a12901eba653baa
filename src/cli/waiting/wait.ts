import type { Operation } from "../../catalogue/operation.ts";
import { type Waiter, waiters } from "../../catalogue/statuses.ts";
import {
  goalOf,
  reportOf,
  unsettledTargets,
  type WaitReport,
  type Watcher,
  watchSent,
  watchUntil,
} from "../../client/execute/wait.ts";
import { conditionsOf, conditionText, type Goal, judge } from "../../client/lifecycle/goal.ts";
import {
  type ProgressEvent,
  stateText,
  type WaitOutcome,
  type WatchTarget,
} from "../../client/lifecycle/progress-event.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { formatDuration } from "../../core/text/units.ts";
import { connectionOptions } from "../invocation/globals.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { oneLine } from "../output/escape.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { abortAll, watchSignals } from "./interrupt.ts";
import { makeProgress } from "./progress.ts";

export const watcherOf = (invocation: Invocation, operation: Operation): Watcher => ({
  watch: (targets, goal) => watch(invocation, targets, goal),
  note: invocation.messages.note,
  resumeHint: (targets) => resumeHint(operation, targets, invocation),
});

/** Outcomes of a stopped wait contain its failure; the report's failure says how to continue. */
export const watchAfter = (
  invocation: Invocation,
  operation: Operation,
  targets: readonly WatchTarget[],
): Promise<WaitReport> => watchSent(operation, targets, watcherOf(invocation, operation));

export async function watch(
  invocation: Invocation,
  targets: readonly WatchTarget[],
  goal: Goal,
  onSettled: (outcome: WaitOutcome) => void = () => undefined,
): Promise<WaitReport> {
  const { context, options } = invocation;
  const client = await invocation.connect();
  const running = new Map(
    targets.map(({ systemId, hostname }) => [systemId, { hostname, status: "not read yet" }]),
  );
  const progress = await makeProgress(invocation, running.size);
  const onProgress = (event: ProgressEvent) => {
    if (event.type === "changed") {
      const runningMachine = running.get(event.systemId);
      if (runningMachine !== undefined) runningMachine.status = stateText(event);
    }
    if (event.type === "settled" && event.outcome.result !== "stopped")
      running.delete(event.outcome.systemId);
    progress.show(event);
    if (event.type === "settled") onSettled(event.outcome);
  };
  const interruption = watchSignals(context, progress, {
    text: () => oneLine(runningText([...running.values()])),
    canAbort: canAbort(goal),
  });
  const { clock, random } = context;
  const outcomes = await watchUntil(targets, goal, {
    client,
    clock,
    random,
    onProgress,
    signal: interruption.signal,
    waitTimeoutMs: options["wait-timeout"],
    pollIntervalMs: options["poll-interval"],
  }).finally(async () => {
    await interruption.release();
    progress.stop();
  });
  const rest = unsettledTargets(targets, outcomes);
  const resume = resumeCommand(rest.targets, goal, invocation, rest.hasTimedOut);
  const isAborting = interruption.wantsAbort() && rest.targets.length > 0;
  if (!isAborting) return reportOf(targets, goal, outcomes, { resume });
  const aborted = await abortAll(invocation, client, outcomes, goal);
  return reportOf(targets, goal, aborted, { resume, isAborting });
}

/** Only an operation in progress can be aborted, not a wait for conditions. */
const canAbort = (goal: Goal): boolean =>
  goal.kind === "operation" && goal.waiter.power === undefined && goal.waiter.success !== "settled";

function runningText(running: readonly { readonly hostname: string; readonly status: string }[]): string {
  const [first] = running;
  if (first === undefined) return "All machines have finished.";
  if (running.length > 1) return `Still waiting for ${running.length} machines.`;
  return `Still waiting for ${first.hostname} (${first.status}).`;
}

/** Leaves out machines with an unclear outcome whose old status would end the wait at once. */
function resumeCommand(
  targets: readonly WatchTarget[],
  goal: Goal,
  { options, globals, context }: Pick<Invocation, "options" | "globals" | "context">,
  hasTimedOut = false,
): string | undefined {
  const rest = targets.filter(
    (target) =>
      goal.kind === "conditions" || target.isUnclear !== true || mayBeWaitedFor(target, goal.waiter),
  );
  if (rest.length === 0) return undefined;
  const conditions = goal.kind === "operation" ? conditionsOf(goal.waiter, rest) : goal.conditions;
  const mayBeGone = conditions.some(({ kind }) => kind === "gone");
  const timeoutMs = hasTimedOut ? undefined : options["wait-timeout"];
  return [
    "svc machines wait",
    ...rest.map(({ systemId, nameForCommands: name }) =>
      shellWord(mayBeGone ? systemId : (name ?? systemId)),
    ),
    ...conditions.map((condition) => `--for ${conditionText(condition)}`),
    ...(goal.kind === "conditions" && goal.all && conditions.length > 1 ? ["--all"] : []),
    ...(timeoutMs === undefined ? [] : [`--wait-timeout ${formatDuration(timeoutMs)}`]),
    ...connectionOptions(globals, context.env),
  ].join(" ");
}

/** If `--wait` was given, suggests the command that waits for the requests already sent. */
export function resumeHint(operation: Operation, targets: readonly WatchTarget[], invocation: Invocation) {
  if (operation.waiter === undefined || invocation.options["wait"] !== true) return undefined;
  const command = resumeCommand(targets, goalOf(operation), invocation);
  return command && `wait for the requests that were sent: ${command}`;
}

const maxNamed = 10;

export function nextStep(operation: Operation, targets: readonly WatchTarget[], invocation: Invocation) {
  const { waiter } = operation;
  if (waiter === undefined || invocation.options["wait"] === true || !isInteractive(invocation.context))
    return undefined;
  if (waiters[waiter].success.length !== 1 || targets.length > maxNamed) return undefined;
  const command = resumeCommand(targets, goalOf(operation), invocation);
  return command && `next: ${command}`;
}

function mayBeWaitedFor(target: WatchTarget, waiter: Waiter): boolean {
  if (target.before === undefined) return false;
  const goal: Goal = { kind: "conditions", conditions: conditionsOf(waiter, [target]), all: false };
  const oldState = { status: target.before, powerState: "not the requested one", ssh: false };
  return judge(goal, oldState, undefined).state === "progress";
}
