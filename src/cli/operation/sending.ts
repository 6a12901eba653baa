import { defaults } from "../../catalogue/defaults.ts";
import { createBreaker, type Submission, sendToEach, watchableTargets } from "../../client/execute/many.ts";
import type { Call } from "../../client/execute/resolve.ts";
import type { WaitReport } from "../../client/execute/wait.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { NodeNames, WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import type { SubmittedTarget } from "../../client/lifecycle/submitted.ts";
import type { Labeler } from "../../client/names/names.ts";
import { type Failure, resultOrFailure } from "../../core/failure.ts";
import { chunksOf } from "../../core/parallel.ts";
import { formatDuration } from "../../core/text/units.ts";
import { nameList } from "../../core/text/word-lists.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { openStatusLine } from "../terminal/live-output.ts";
import {
  abortOnTerminationSignal,
  answerWaitMs,
  type Termination,
  watchSending,
} from "../terminal/signals.ts";
import { progressForm } from "../waiting/progress.ts";
import { watchOperation } from "../waiting/wait.ts";
import { failureOfWait } from "./results.ts";
import type { NodeRun } from "./submit.ts";

/** Runs shorter than this show no count. */
const quietMs = 1_000;
const redrawMs = 200;

export function startSendCounter(
  invocation: Pick<Invocation, "context" | "globals" | "options">,
  total: number,
) {
  if (progressForm(invocation) !== "live") return { countAnswer: () => undefined, end: () => undefined };
  const line = openStatusLine(invocation.context, { redrawMs, quietMs });
  let count = 0;
  return {
    countAnswer: () => {
      count += 1;
      line.show(() => `sending ${count}/${total}`);
    },
    end: line.clear,
  };
}

/** Applies `--parallel` and `--fail-fast`; see `createBreaker`. A signal ends reads at once. */
export function startBreaker({ options, context, messages }: Invocation, { isReading = false } = {}) {
  const breaker = createBreaker(options["parallel"] ?? defaults.parallel, options["fail-fast"] === true);
  const onStop = (kind: Termination) => {
    breaker.stop(kind);
    if (!isReading) messages.note(`${kind}: waiting for the requests in progress; no more are sent`);
  };
  const signalWatch = watchSending(context, onStop, isReading ? 0 : answerWaitMs);
  return { ...breaker, ...signalWatch };
}

export type NamedNode = NodeNames | MachineView;

export interface Refusal {
  /** The name to use in commands. */
  readonly name: string;
  readonly hostname: string;
  readonly failure: Failure;
}

interface BatchResult {
  /** A string is the reason why nothing was sent. */
  readonly submissions: ReadonlyMap<NamedNode, Submission | string>;
  readonly outcomes: ReadonlyMap<string, WaitOutcome>;
  /** The failure of a signal that arrived while requests were sent, or between batches. */
  readonly stopFailure: Failure | undefined;
  /** True if a signal arrived before the wait. */
  readonly isWaitSkipped: boolean;
  /** The failure that ended a wait early. */
  readonly waitFailure: Failure | undefined;
}

export async function sendInBatches(run: NodeRun, calls: ReadonlyMap<NamedNode, Call>) {
  const { batch = calls.size, pause = 0, "max-failures": maxFailures = 1 } = run.invocation.options;
  const entries = [...calls];
  const batches = chunksOf(entries, batch);
  const submissions = new Map<NamedNode, Submission | string>();
  const outcomes = new Map<string, WaitOutcome>();
  let lastBatch: BatchResult | undefined;
  let stopReason: string | undefined;
  for (const [index, batchEntries] of batches.entries()) {
    lastBatch = await sendBatch(run, batchEntries);
    for (const [node, submission] of lastBatch.submissions) submissions.set(node, submission);
    for (const [id, outcome] of lastBatch.outcomes) outcomes.set(id, outcome);
    if (index === batches.length - 1) break;
    const failedCount = countFailures(submissions, outcomes);
    const unclearCount = countUnclear(submissions, outcomes);
    const counts = `${failedCount} failed${unclearCount > 0 ? `, ${unclearCount} without a clear answer` : ""}`;
    stopReason = reasonToStop(lastBatch);
    if (failedCount + unclearCount >= maxFailures)
      stopReason ??= `${counts}, and --max-failures is ${maxFailures}`;
    if (stopReason !== undefined) break;
    const progress = `batch ${index + 1} of ${batches.length} done: ${submissions.size} of ${calls.size} machines, ${counts}`;
    const pauseFailure = await pauseFor(pause, progress, run.invocation);
    if (pauseFailure === undefined) continue;
    lastBatch = { ...lastBatch, stopFailure: pauseFailure };
    stopReason = pauseFailure.kind;
    break;
  }
  const unsent = entries.flatMap(([node]) => (submissions.has(node) ? [] : [node]));
  for (const node of unsent) submissions.set(node, stopReason ?? "an earlier request failed");
  const { stopFailure, isWaitSkipped = false, waitFailure } = lastBatch ?? {};
  return { submissions, outcomes, stopFailure, isWaitSkipped, waitFailure, unsent };
}

export const refusalsIn = (submissions: BatchResult["submissions"], label: Labeler): readonly Refusal[] =>
  [...submissions].flatMap(([node, submission]) =>
    typeof submission === "string" || submission.target !== undefined
      ? []
      : [{ name: label(node), hostname: node.hostname, failure: submission.failure }],
  );

function countFailures(
  submissions: ReadonlyMap<NamedNode, Submission | string>,
  outcomes: ReadonlyMap<string, WaitOutcome>,
): number {
  const refusals = [...submissions.values()].filter(
    (each) => typeof each === "string" || each.target === undefined,
  );
  return refusals.length + [...outcomes.values()].filter(({ result }) => result !== "done").length;
}

/** Counts requests without a clear answer, except those whose outcome the wait has found. */
const countUnclear = (
  submissions: ReadonlyMap<NamedNode, Submission | string>,
  outcomes: ReadonlyMap<string, WaitOutcome>,
): number =>
  [...submissions.values()].filter(
    (each) =>
      typeof each !== "string" && each.target?.isUnclear === true && !outcomes.has(each.target.systemId),
  ).length;

function reasonToStop(lastBatch: BatchResult): string | undefined {
  const { stopFailure, outcomes, waitFailure, submissions } = lastBatch;
  if (stopFailure !== undefined) return stopFailure.kind;
  const wasWaitInterrupted = [...outcomes.values()].some(
    ({ result }) => result === "stopped" || result === "aborted",
  );
  if (wasWaitInterrupted) return waitFailure?.message || "the wait was interrupted";
  return [...submissions.values()].find((each) => typeof each === "string");
}

async function pauseFor(pauseMs: number, progress: string, { context, messages }: Invocation) {
  messages.note(pauseMs === 0 ? progress : `${progress}; the next one in ${formatDuration(pauseMs)}`);
  const stop = abortOnTerminationSignal(context);
  return await resultOrFailure(() => context.clock.sleep(pauseMs, stop.signal)).finally(stop.dispose);
}

async function sendBatch(
  run: NodeRun,
  entries: readonly (readonly [NamedNode, Call])[],
): Promise<BatchResult> {
  const { invocation } = run;
  const breaker = startBreaker(invocation);
  const { signal } = breaker;
  const counter = startSendCounter(invocation, entries.length);
  const calls = entries.map(([, call]) => call);
  const answers = await sendToEach(calls, breaker, { signal }, counter.countAnswer);
  counter.end();
  const isWaiting = invocation.options["wait"] === true;
  const targets = isWaiting ? await watchableTargets(answers, run.client, signal) : [];
  breaker.release();
  const stopFailure = breaker.signalFailure();
  const notSentReason = breaker.reason() ?? "an earlier request failed";
  const submissions = new Map(entries.map(([node], index) => [node, answers[index] ?? notSentReason]));
  const refusals = refusalsIn(submissions, run.label);
  const waitReport =
    stopFailure === undefined && targets.length > 0
      ? await watch(run, entries.length, refusals, targets)
      : undefined;
  return {
    submissions,
    outcomes: new Map(waitReport?.outcomes.map((outcome) => [outcome.systemId, outcome])),
    stopFailure,
    isWaitSkipped: stopFailure !== undefined && targets.length > 0,
    waitFailure: failureOfWait(waitReport),
  };
}

async function watch(
  { entry, invocation }: NodeRun,
  total: number,
  refusals: readonly Refusal[],
  targets: readonly SubmittedTarget[],
): Promise<WaitReport> {
  const { messages } = invocation;
  const unclearCount = targets.filter(({ isUnclear }) => isUnclear === true).length;
  if (refusals.length > 0) {
    const verb = refusals.length === 1 ? "was" : "were";
    const reasons = refusals.map(({ hostname, failure }) => `${hostname} (${failure.message})`);
    messages.note(
      `${refusals.length} of ${total} ${verb} refused: ${nameList(reasons)}; waiting for the others`,
    );
  }
  if (unclearCount > 0)
    messages.note(`${unclearCount} of ${total} got no clear answer; watching these machines for the outcome`);
  return await watchOperation(invocation, entry.operation, targets);
}
