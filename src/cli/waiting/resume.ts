import type { Operation } from "../../api/operation.ts";
import { type Waiter, waiters } from "../../api/statuses.ts";
import { Failure, isInDoubt, isSignal } from "../../failure.ts";
import { type Goal, judge } from "../../lifecycle/goal.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { conditionsOf, conditionText } from "../typed/condition.ts";
import { resumeCommand, resumeNames } from "./wait-result.ts";

/**
 * The hint with the command that waits for what was sent, where `--wait` was given. A machine in doubt is left
 * out where the wait would end at once by the status from before, and with none left there is no hint.
 */
export function resumeHint(
  { waiter: name }: Operation,
  targets: readonly Target[],
  invocation: Invocation,
): string | undefined {
  if (name === undefined || invocation.options["wait"] !== true) return undefined;
  const waiter: Waiter = waiters[name];
  const sent = targets.filter((target) => target.isUnclear !== true || mayBeWaitedFor(target, waiter));
  if (sent.length === 0) return undefined;
  const conditions = conditionsOf(waiter, sent);
  const command = resumeCommand(
    resumeNames(sent, conditions),
    conditions.map(conditionText),
    false,
    invocation,
  );
  return `wait for what was sent: ${command}`;
}

/** True where a wait for what became of a machine in doubt does not end by the status from before. */
export function mayBeWaitedFor(target: Target, waiter: Waiter): boolean {
  if (target.before === undefined) return false;
  const goal: Goal = { kind: "conditions", conditions: conditionsOf(waiter, [target]), all: false };
  const asBefore = { status: target.before, powerState: "not the wanted one", ssh: false };
  return judge(goal, asBefore, undefined).state === "progress";
}

/** The failure of a change in doubt with that hint; any other error as it is. */
export function withResume(
  error: unknown,
  operation: Operation,
  targets: readonly Target[],
  invocation: Invocation,
): unknown {
  return isInDoubt(error) ? resumable(error, operation, targets, invocation) : error;
}

/** What a watched change in doubt comes to where the watching cleared nothing up: a signal has its exit code. */
export function doubtAfter(
  ended: Failure,
  doubt: Failure,
  operation: Operation,
  targets: readonly Target[],
  invocation: Invocation,
): Failure {
  if (!isSignal(ended)) return doubt;
  const { details } = resumable(doubt, operation, targets, invocation);
  const machines = details.machines ?? ended.details.machines;
  return new Failure(ended.kind, `${doubt.message}; ${ended.message}`, {
    ...details,
    ...(machines === undefined ? {} : { machines }),
  });
}

function resumable(
  doubt: Failure,
  operation: Operation,
  targets: readonly Target[],
  invocation: Invocation,
): Failure {
  const unclear = targets.map((target) => ({ ...target, isUnclear: true }));
  const hints = [doubt.details.hint, resumeHint(operation, unclear, invocation)];
  return doubt.with({ hint: hints.filter((hint) => hint !== undefined).join("; ") || undefined });
}
