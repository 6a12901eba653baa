import { group as machines } from "../../catalogue/groups/machines.ts";
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
import type { Client } from "../../client/http/call.ts";
import { conditionsOf, conditionText, type Goal, judge } from "../../client/lifecycle/goal.ts";
import { machineView } from "../../client/lifecycle/machine-view.ts";
import {
  type ProgressEvent,
  stateText,
  type WaitOutcome,
  type WatchTarget,
} from "../../client/lifecycle/progress-event.ts";
import { clearDoubts } from "../../client/lifecycle/submitted.ts";
import { isUnfinished } from "../../client/lifecycle/wait-result.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { formatDuration } from "../../core/text/units.ts";
import { nextCommand } from "../invocation/globals.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { oneLine } from "../output/escape.ts";
import { askChoice } from "../terminal/prompt.ts";
import {
  abortOnTerminationSignal,
  onTerminationSignal,
  type Termination,
  terminationFailure,
} from "../terminal/signals.ts";
import { isInteractive } from "../terminal/streams.ts";
import { makeProgress } from "./progress.ts";
import type { Progress } from "./progress-live.ts";

export const watcherOf = (invocation: Invocation, operation: Operation): Watcher => ({
  watch: (targets, goal) => watch(invocation, targets, goal),
  note: invocation.messages.note,
  resumeHint: (targets) => resumeHint(operation, targets, invocation),
});

/** Outcomes of a stopped wait contain its failure; the report's failure says how to continue. */
export const watchOperation = (
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
  const runningMachines = new Map(
    targets.map(({ systemId, hostname }) => [systemId, { hostname, status: "not read yet" }]),
  );
  const progress = await makeProgress(invocation, runningMachines.size);
  const onProgress = (event: ProgressEvent) => {
    if (event.type === "changed") {
      const runningMachine = runningMachines.get(event.systemId);
      if (runningMachine !== undefined) runningMachine.status = stateText(event);
    }
    if (event.type === "settled" && event.outcome.result !== "stopped")
      runningMachines.delete(event.outcome.systemId);
    progress.show(event);
    if (event.type !== "settled") return;
    // Doubts are cleared before the next request to the machine: the outcome settles only earlier requests.
    clearDoubts(client.ledger, event.outcome);
    onSettled(event.outcome);
  };
  const interruption = watchSignals(context, progress, {
    text: () => oneLine(runningText([...runningMachines.values()])),
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
  const unsettled = unsettledTargets(targets, outcomes);
  const resume = resumeCommand(unsettled.targets, goal, invocation, unsettled.hasTimedOut);
  const isAborting = interruption.wantsAbort() && unsettled.targets.length > 0;
  if (!isAborting) return reportOf(targets, goal, outcomes, { resume });
  const abortedOutcomes = await abortAll(invocation, client, outcomes, goal);
  return reportOf(targets, goal, abortedOutcomes, { resume, isAborting });
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
  invocation: Pick<Invocation, "options" | "globals" | "context">,
  hasTimedOut = false,
): string | undefined {
  const waitableTargets = targets.filter(
    (target) =>
      goal.kind === "conditions" || target.isUnclear !== true || mayBeWaitedFor(target, goal.waiter),
  );
  if (waitableTargets.length === 0) return undefined;
  const conditions = goal.kind === "operation" ? conditionsOf(goal.waiter, waitableTargets) : goal.conditions;
  const mayBeGone = conditions.some(({ kind }) => kind === "gone");
  const timeoutMs = hasTimedOut ? undefined : invocation.options["wait-timeout"];
  const words = [
    ...["machines", "wait"],
    ...waitableTargets.map(({ systemId, nameForCommands: name }) =>
      mayBeGone ? systemId : (name ?? systemId),
    ),
    ...conditions.flatMap((condition) => ["--for", conditionText(condition)]),
    ...(goal.kind === "conditions" && goal.all && conditions.length > 1 ? ["--all"] : []),
    ...(timeoutMs === undefined ? [] : ["--wait-timeout", formatDuration(timeoutMs)]),
  ];
  return nextCommand(words, invocation);
}

/** If `--wait` was given, suggests the command that waits for the requests already sent. */
export function resumeHint(operation: Operation, targets: readonly WatchTarget[], invocation: Invocation) {
  if (operation.waiter === undefined || invocation.options["wait"] !== true) return undefined;
  const command = resumeCommand(targets, goalOf(operation), invocation);
  return command && `wait for the requests that were sent: ${command}`;
}

const maxHintNames = 10;

export function nextStep(operation: Operation, targets: readonly WatchTarget[], invocation: Invocation) {
  const { waiter } = operation;
  if (waiter === undefined || invocation.options["wait"] === true || !isInteractive(invocation.context))
    return undefined;
  if (waiters[waiter].success.length !== 1 || targets.length > maxHintNames) return undefined;
  const command = resumeCommand(targets, goalOf(operation), invocation);
  return command && `next: ${command}`;
}

function mayBeWaitedFor(target: WatchTarget, waiter: Waiter): boolean {
  if (target.statusBefore === undefined) return false;
  const goal: Goal = { kind: "conditions", conditions: conditionsOf(waiter, [target]), all: false };
  const oldState = { status: target.statusBefore, powerState: "not the requested one", ssh: false };
  return judge(goal, oldState, undefined).state === "progress";
}

/** A second Ctrl-C ends the wait at once, a third one the process. SIGTERM does not ask. */
function watchSignals(
  context: Context,
  progress: Progress,
  question: { text(): string; readonly canAbort: boolean },
) {
  const controller = new AbortController();
  let isAborting = false;
  let openQuestion: Promise<void> | undefined;

  const end = (termination: Termination) => {
    dispose();
    progress.stop();
    if (!controller.signal.aborted) controller.abort(terminationFailure(termination));
  };
  const ask = async () => {
    progress.pause();
    try {
      const choice = await askChoice(context, question.text(), [
        { value: "wait", label: "keep waiting" },
        { value: "leave", label: "leave it running and stop waiting" },
        ...(question.canAbort ? [{ value: "abort", label: "abort the operation" } as const] : []),
      ]);
      if (choice === "wait") return progress.resume();
      isAborting = choice === "abort";
      end("interrupted");
    } catch (error) {
      end(error instanceof Failure && error.kind === "terminated" ? "terminated" : "interrupted");
    }
  };
  const disposeSignals = onTerminationSignal(context, (termination) => {
    if (termination === "terminated" || openQuestion !== undefined || !isInteractive(context))
      return end(termination);
    openQuestion = ask().finally(() => {
      openQuestion = undefined;
    });
  });
  const disposeSuspend = context.onSuspend?.(progress.pause, () => {
    if (openQuestion === undefined) progress.resume();
  });
  const dispose = () => {
    disposeSignals();
    disposeSuspend?.();
  };
  return {
    /** Aborted with an interrupted or terminated `Failure` to end the wait. */
    signal: controller.signal,
    wantsAbort: () => isAborting,
    /** Resolves when no question is open. */
    release: async () => {
      await openQuestion;
      dispose();
    },
  };
}

const maxParallelAborts = 8;
/** Milliseconds within which an abort must take effect. */
const abortWaitMs = 60_000;

/** Aborts the operation on unfinished machines and waits until it has ended there. Settled outcomes are unchanged. */
async function abortAll(
  { context, messages }: Pick<Invocation, "context" | "messages">,
  client: Client,
  outcomes: readonly WaitOutcome[],
  goal: Goal,
): Promise<readonly WaitOutcome[]> {
  const runningOutcomes = outcomes.filter(isUnfinished);
  /** Machines without an operation, or on which the service refused the abort. */
  const outcomesWithoutAbort = new Map<string, WaitOutcome>();
  const stop = abortOnTerminationSignal(context);
  try {
    await inParallel(runningOutcomes, maxParallelAborts, async (outcome) => {
      const { systemId } = outcome;
      try {
        const abort = machines.operations["machine.abort"];
        await (await client.call(abort, { system_id: systemId }, { signal: stop.signal })).value();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const earlierEnd = await earlierOutcome(client, goal, outcome, stop.signal);
        outcomesWithoutAbort.set(
          systemId,
          earlierEnd ?? { ...outcome, reason: `could not be aborted: ${reason}` },
        );
      }
    });
    const abortedOutcomes = runningOutcomes.filter(({ systemId }) => !outcomesWithoutAbort.has(systemId));
    if (abortedOutcomes.length > 0) messages.note("abort requested; waiting until it takes effect");
    const { clock, random } = context;
    const targets = abortedOutcomes.map(({ systemId, hostname }) => ({ systemId, hostname }));
    const watchOptions = { client, clock, random, signal: stop.signal, waitTimeoutMs: abortWaitMs };
    const abortOutcomes = await watchUntil(
      targets,
      { kind: "operation", waiter: waiters.abort },
      watchOptions,
    );
    const byId = new Map(abortOutcomes.map((end) => [end.systemId, end]));
    return outcomes.map((outcome) => {
      const unchangedOutcome = isUnfinished(outcome) ? outcomesWithoutAbort.get(outcome.systemId) : outcome;
      if (unchangedOutcome !== undefined) return unchangedOutcome;
      const end = byId.get(outcome.systemId);
      const reason = end?.result === "done" ? "aborted" : "aborted, but the service has not confirmed it";
      return { ...outcome, result: "aborted", to: end?.to ?? outcome.to, reason };
    });
  } finally {
    stop.dispose();
  }
}

/** The outcome of an operation that ended before it could be aborted; undefined if unknown. */
async function earlierOutcome(client: Client, goal: Goal, outcome: WaitOutcome, signal: AbortSignal) {
  const read = machines.operations["machine.read"];
  const value = await client
    .call(read, { system_id: outcome.systemId }, { signal })
    .then((answer) => answer.value())
    .catch(() => undefined);
  const view = machineView(value);
  if (view === undefined) return undefined;
  const { state } = judge(goal, { ...view, ssh: false }, undefined, true);
  const isOver = state === "done" || state === "failed";
  return isOver ? { ...outcome, result: state, to: view.statusName, reason: undefined } : undefined;
}
