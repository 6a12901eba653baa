import type { Operation } from "../../api/operation.ts";
import { type Waiter, waiters } from "../../api/statuses.ts";
import { type Goal, judge } from "../../lifecycle/goal.ts";
import type { WatchTarget } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { conditionsOf, conditionText } from "../typed/condition.ts";
import { waitOptions } from "./options.ts";
import { resumeCommand, resumeNames } from "./wait-result.ts";

/**
 * The hint with the command that waits for what was sent, where `--wait` was given. A machine in doubt is left
 * out where the wait would end at once by the status from before, and with none left there is no hint.
 */
export function resumeHint(
  { waiter: name }: Operation,
  targets: readonly WatchTarget[],
  invocation: Invocation,
): string | undefined {
  if (name === undefined || !waitOptions(invocation).isWanted) return undefined;
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
export function mayBeWaitedFor(target: WatchTarget, waiter: Waiter): boolean {
  if (target.before === undefined) return false;
  const goal: Goal = { kind: "conditions", conditions: conditionsOf(waiter, [target]), all: false };
  const asBefore = { status: target.before, powerState: "not the wanted one", ssh: false };
  return judge(goal, asBefore, undefined).state === "progress";
}
