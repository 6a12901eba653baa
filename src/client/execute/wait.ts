import { connect } from "node:net";
import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { waiters } from "../../catalogue/statuses.ts";
import type { Random } from "../../core/clock.ts";
import { asFailure, doubtHint, Failure, isInDoubt, isSignal } from "../../core/failure.ts";
import { joinTexts } from "../../core/text/word-lists.ts";
import type { Goal } from "../lifecycle/goal.ts";
import type { WaitOptions, WaitOutcome, WatchTarget } from "../lifecycle/progress-event.ts";
import {
  canFindOutcome,
  failureOfStoppedWait,
  resolvesDoubt,
  type SubmittedTarget,
  submittedBy,
  submittedNode,
} from "../lifecycle/submitted.ts";
import { waitFor } from "../lifecycle/wait.ts";
import { failureOf, isUnfinished } from "../lifecycle/wait-result.ts";
import type { Call } from "./resolve.ts";
import { sendCall } from "./send.ts";

export interface WaitReport {
  readonly outcomes: readonly WaitOutcome[];
  readonly failure: Failure | undefined;
}

/** If `signal` aborts, its reason is the `Failure` that ends the wait. */
interface WaitSettings extends Pick<WaitOptions, "client" | "clock" | "onProgress" | "signal"> {
  readonly random: Random;
  /** 0 for no limit; undefined for the operation's own limit. */
  readonly waitTimeoutMs?: number | undefined;
  readonly pollIntervalMs?: number | undefined;
}

export function goalOf({ waiter, path }: Operation): Goal {
  if (waiter === undefined) throw new Error(`${path} has nothing to wait for`);
  return { kind: "operation", waiter: waiters[waiter] };
}

export async function watchUntil(
  targets: readonly WatchTarget[],
  goal: Goal,
  { waitTimeoutMs, random, pollIntervalMs, ...settings }: WaitSettings,
): Promise<readonly WaitOutcome[]> {
  const deadlineMs = goal.kind === "operation" ? goal.waiter.deadlineMs : defaults.waitDeadlineMs;
  const needsSsh = goal.kind === "conditions" && goal.conditions.some(({ kind }) => kind === "ssh");
  const outcomes = await waitFor(targets, goal, {
    ...settings,
    random: () => random.next(),
    pollIntervalMs,
    deadlineMs: waitTimeoutMs ?? deadlineMs,
    countsErasing: waitTimeoutMs !== undefined,
    ...(needsSsh ? { probeSsh } : {}),
  });
  const { reason }: { readonly reason?: unknown } = settings.signal ?? {};
  return outcomes.map((outcome) =>
    outcome.result === "stopped" && outcome.failure === undefined && reason instanceof Failure
      ? { ...outcome, failure: reason }
      : outcome,
  );
}

/** If a machine has changed, its request was carried out, even if the answer was unclear. */
export function unsettledTargets(targets: readonly WatchTarget[], outcomes: readonly WaitOutcome[]) {
  const unfinished = new Map(outcomes.filter(isUnfinished).map((outcome) => [outcome.systemId, outcome]));
  return {
    targets: targets.flatMap((target) => {
      const outcome = unfinished.get(target.systemId);
      return outcome === undefined ? [] : outcome.hasChanged ? { ...target, isUnclear: false } : target;
    }),
    hasTimedOut: [...unfinished.values()].some(({ result }) => result === "timeout"),
  };
}

export function reportOf(
  targets: readonly WatchTarget[],
  goal: Goal,
  outcomes: readonly WaitOutcome[],
  {
    resume,
    isAborting = false,
  }: { readonly resume?: string | undefined; readonly isAborting?: boolean } = {},
): WaitReport {
  const isOperation = goal.kind === "operation";
  return { outcomes, failure: failureOf(outcomes, { resume, targets, isOperation, isAborting }) };
}

export interface Watcher {
  watch(targets: readonly WatchTarget[], goal: Goal): Promise<WaitReport>;
  note(text: string): void;
  resumeHint?(targets: readonly WatchTarget[]): string | undefined;
}

/** Without a clear answer, watches whether the machines change. Returns a failure of the wait; throws any other. */
export async function sendAndWait(call: Call, watcher: Watcher) {
  const { entry, nodes, label, client } = call;
  const requestedTargets = nodes.map((node) => submittedNode(node, label));
  const [first, ...others] = requestedTargets;
  let doubt: Failure | undefined;
  const targets = await sendForTargets(call, requestedTargets).catch(async (error: unknown) => {
    if (!isInDoubt(error)) throw error;
    if (!(await canFindOutcome(error, first, client))) throw withResumeHint(error, requestedTargets, watcher);
    const subject = others.length > 0 ? "the machines" : first?.hostname;
    watcher.note(`${error.message}: no clear answer; watching ${subject} for the outcome`);
    doubt = error;
    return requestedTargets.map((target) => ({ ...target, isUnclear: true }));
  });
  if (targets.length === 0) return { targets, outcomes: [], failure: undefined };
  const report = await watchSent(entry.operation, targets, watcher).catch((error: unknown) => {
    throw doubt ?? asFailure(error).with({ outcome: "done" });
  });
  const { failure, outcomes } = report;
  if (doubt !== undefined && failure !== undefined && !resolvesDoubt(outcomes))
    throw isSignal(failure) ? failureOfStoppedWait(failure, withResumeHint(doubt, targets, watcher)) : doubt;
  const doubtfulRequest = doubt?.details.request;
  client.ledger?.clearDoubts((request) => (request === doubtfulRequest ? "done" : "unknown"));
  return { ...report, targets };
}

/** The change was made before the wait, so the outcome of a failed wait is `done`. */
export async function watchSent(
  operation: Operation,
  targets: readonly WatchTarget[],
  { watch }: Pick<Watcher, "watch">,
): Promise<WaitReport> {
  const report = await watch(targets, goalOf(operation));
  const failure = report.failure?.with({ outcome: "done" });
  if (failure === undefined) return report;
  const outcomes = report.outcomes.map((outcome) =>
    outcome.result === "stopped" ? { ...outcome, failure } : outcome,
  );
  return { outcomes, failure };
}

async function sendForTargets(call: Call, requestedTargets: readonly SubmittedTarget[]) {
  const { answer } = await sendCall(call);
  const targets = submittedBy(call.entry.operation, requestedTargets, await answer.value());
  if (targets !== undefined) return targets;
  throw new Failure("other", "the service's answer has no machine to wait for", {
    outcome: "unknown",
    hint: doubtHint,
  });
}

function withResumeHint(doubt: Failure, targets: readonly WatchTarget[], { resumeHint }: Watcher): Failure {
  const resume = resumeHint?.(targets.map((target) => ({ ...target, isUnclear: true })));
  return doubt.with({ hint: joinTexts(doubt.details.hint, resume) });
}

const sshPort = 22;
const probeTimeoutMs = 5_000;
/** RFC 4253 allows text before the version, but no server sends more than this. */
const maxPreambleBytes = 8_192;

/** True if the server sends an SSH version line within five seconds (RFC 4253, section 4.2). */
export function probeSsh(address: string, signal?: AbortSignal, port = sshPort): Promise<boolean> {
  return new Promise((resolve) => {
    let receivedText = "";
    const socket = connect({ host: address, port });
    const end = (answers: boolean) => {
      ending.removeEventListener("abort", stop);
      socket.destroy();
      resolve(answers);
    };
    const stop = () => end(false);
    // Each probe has its own signal, because Node warns of a leak if many listen to one.
    const ending = AbortSignal.any([AbortSignal.timeout(probeTimeoutMs), ...(signal ? [signal] : [])]);
    ending.addEventListener("abort", stop, { once: true });
    if (ending.aborted) return stop();
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      receivedText += String(chunk);
      if (/^SSH-/m.test(receivedText)) end(true);
      else if (receivedText.length > maxPreambleBytes) end(false);
    });
    socket.on("error", stop);
    socket.on("close", stop);
  });
}
