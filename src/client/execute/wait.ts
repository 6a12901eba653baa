import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { waiters } from "../../catalogue/statuses.ts";
import type { Random } from "../../core/clock.ts";
import { asFailure, doubtHint, Failure, isInDoubt, isSignal } from "../../core/failure.ts";
import type { Goal } from "../lifecycle/goal.ts";
import type { WaitOptions, WaitOutcome, WatchTarget } from "../lifecycle/progress-event.ts";
import {
  canClearUp,
  clearsDoubt,
  type Submitted,
  stoppedInDoubt,
  submittedBy,
  unanswered,
} from "../lifecycle/submitted.ts";
import { waitFor } from "../lifecycle/wait.ts";
import { failureOf, isOpen } from "../lifecycle/wait-result.ts";
import type { Call } from "./resolve.ts";
import { sendCall } from "./send.ts";

/** A wait that has ended, and the failure that it comes to; undefined where all is done. */
export interface WaitReport {
  readonly outcomes: readonly WaitOutcome[];
  readonly failure: Failure | undefined;
}

/** How a caller waits; the signal ends the watching with a `Failure` as its reason. */
export interface Waiting extends Pick<WaitOptions, "client" | "clock" | "onProgress" | "signal"> {
  readonly random: Random;
  /** Milliseconds; 0 for none, undefined for that of the operation. */
  readonly waitTimeoutMs?: number | undefined;
  /** Fixed milliseconds between two looks; undefined for growing ones. */
  readonly pollIntervalMs?: number | undefined;
}

/** The end of an operation that is waited for after it was sent. */
export function endOf({ waiter, path }: Operation): Goal {
  if (waiter === undefined) throw new Error(`${path} has nothing to wait for`);
  return { kind: "operation", waiter: waiters[waiter] };
}

/** Watches machines until they are at the goal, the time is up, or the signal ends it; see `waitFor`. */
export async function watchUntil(
  targets: readonly WatchTarget[],
  goal: Goal,
  { waitTimeoutMs, random, pollIntervalMs, ...waiting }: Waiting,
): Promise<readonly WaitOutcome[]> {
  const deadlineMs = goal.kind === "operation" ? goal.waiter.deadlineMs : defaults.waitDeadlineMs;
  const needsSsh = goal.kind === "conditions" && goal.conditions.some(({ kind }) => kind === "ssh");
  const outcomes = await waitFor(targets, goal, {
    ...waiting,
    random: () => random.next(),
    pollIntervalMs,
    deadlineMs: waitTimeoutMs ?? deadlineMs,
    countsErasing: waitTimeoutMs !== undefined,
    ...(needsSsh ? { probeSsh: (await import("../lifecycle/ssh-probe.ts")).probeSsh } : {}),
  });
  const { reason }: { readonly reason?: unknown } = waiting.signal ?? {};
  return outcomes.map((outcome) =>
    outcome.result === "stopped" && outcome.failure === undefined && reason instanceof Failure
      ? { ...outcome, failure: reason }
      : outcome,
  );
}

/** What is left of a wait that ended early. */
export interface Rest {
  /** The machines that were not settled. */
  readonly targets: readonly WatchTarget[];
  /** The time was up: the next wait needs more. */
  readonly isTooShort: boolean;
}

/** What is left to wait for; a machine that was seen to move is no longer in doubt. */
export function restOf(targets: readonly WatchTarget[], outcomes: readonly WaitOutcome[]): Rest {
  const open = new Map(outcomes.filter(isOpen).map((outcome) => [outcome.systemId, outcome]));
  return {
    targets: targets
      .filter(({ systemId }) => open.has(systemId))
      .map((target) => (open.get(target.systemId)?.hasMoved ? { ...target, isUnclear: false } : target)),
    isTooShort: [...open.values()].some(({ result }) => result === "timeout"),
  };
}

/**
 * The report of a wait. `resume` is the command that goes on with the rest; `isAborting`: the caller had the rest
 * aborted.
 */
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

/** Shows and bounds the wait of `sendAndWait` as its caller does: with `watchUntil` and `reportOf` in the end. */
export interface Watcher {
  watch(targets: readonly WatchTarget[], goal: Goal): Promise<WaitReport>;
  /** Takes remarks. */
  note(text: string): void;
  /** The hint with the command that waits for what was sent. */
  resumeHint?(targets: readonly WatchTarget[]): string | undefined;
}

/** What `sendAndWait` comes to; no targets: the answer has no machine. */
export interface Waited extends WaitReport {
  readonly targets: readonly Submitted[];
}

/**
 * Sends a call with verified names and waits for the operation on the machines that it names, or that the answer names;
 * also where there is no clear answer and the machines can still be read. Throws what the request fails with, and the
 * doubt where watching did not clear it up; how the wait ended is returned.
 */
export async function sendAndWait(call: Call, watcher: Watcher): Promise<Waited> {
  const { entry, nodes, label, client } = call;
  const named = nodes.map((node) => unanswered(node, label));
  const [first, ...others] = named;
  let doubt: Failure | undefined;
  const targets = await sendForTargets(call, named).catch(async (error: unknown) => {
    if (!isInDoubt(error)) throw error;
    if (!(await canClearUp(error, first, client))) throw withResume(error, named, watcher);
    const what = others.length > 0 ? "the machines" : first?.hostname;
    watcher.note(`${error.message}: no clear answer; watching what becomes of ${what}`);
    doubt = error;
    return named.map((target) => ({ ...target, isUnclear: true }));
  });
  if (targets.length === 0) return { targets, outcomes: [], failure: undefined };
  const report = await watchSent(entry.operation, targets, watcher).catch((error: unknown) => {
    throw doubt ?? asFailure(error).with({ outcome: "done" });
  });
  const { failure, outcomes } = report;
  if (doubt !== undefined && failure !== undefined && !clearsDoubt(outcomes))
    throw isSignal(failure) ? stoppedInDoubt(failure, withResume(doubt, targets, watcher)) : doubt;
  return { ...report, targets };
}

/** Waits for an operation that was sent: its failures say that the change was made. */
export async function watchSent(
  operation: Operation,
  targets: readonly WatchTarget[],
  { watch }: Pick<Watcher, "watch">,
): Promise<WaitReport> {
  const report = await watch(targets, endOf(operation));
  const failure = report.failure?.with({ outcome: "done" });
  if (failure === undefined) return report;
  const outcomes = report.outcomes.map((outcome) =>
    outcome.result === "stopped" ? { ...outcome, failure } : outcome,
  );
  return { outcomes, failure };
}

/** Sends a call, and returns the machines to watch. */
async function sendForTargets(call: Call, named: readonly Submitted[]): Promise<readonly Submitted[]> {
  const { answer } = await sendCall(call);
  const targets = submittedBy(call.entry.operation, named, await answer.value());
  if (targets !== undefined) return targets;
  throw new Failure("other", "the service's answer has no machine to wait for", {
    outcome: "unknown",
    hint: doubtHint,
  });
}

/** The failure of a change in doubt with the command that waits for what was sent. */
function withResume(doubt: Failure, targets: readonly WatchTarget[], { resumeHint }: Watcher): Failure {
  const resume = resumeHint?.(targets.map((target) => ({ ...target, isUnclear: true })));
  const hints = [doubt.details.hint, resume].filter((hint) => hint !== undefined);
  return hints.length === 0 ? doubt : doubt.with({ hint: hints.join("; ") });
}
