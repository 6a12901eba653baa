import type { Operation } from "../../catalogue/operation.ts";
import { type Waiter, waiters } from "../../catalogue/statuses.ts";
import { conditionsOf, conditionText } from "../../client/lifecycle/condition.ts";
import { type Goal, judge } from "../../client/lifecycle/goal.ts";
import type { WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { connectionOptions } from "../invocation/same-connection.ts";

/**
 * The exact command that goes on with a wait. A machine in doubt is left out where the command would end at once
 * by the status from before; undefined where no machine is left. A machine that may be gone is known by its
 * system_id alone. `isTooShort`: the time-out is left out.
 */
export function resumeCommand(
  targets: readonly WatchTarget[],
  goal: Goal,
  { options, globals, context }: Pick<Invocation, "options" | "globals" | "context">,
  isTooShort = false,
): string | undefined {
  const rest = targets.filter(
    (target) =>
      goal.kind === "conditions" || target.isUnclear !== true || mayBeWaitedFor(target, goal.waiter),
  );
  if (rest.length === 0) return undefined;
  const conditions = goal.kind === "operation" ? conditionsOf(goal.waiter, rest) : goal.conditions;
  const mayBeGone = conditions.some(({ kind }) => kind === "gone");
  const timeoutMs = isTooShort ? undefined : options["wait-timeout"];
  return [
    "svc machines wait",
    ...rest.map(({ systemId, typed }) => shellWord(mayBeGone ? systemId : (typed ?? systemId))),
    ...conditions.map((condition) => `--for ${conditionText(condition)}`),
    ...(goal.kind === "conditions" && goal.all && conditions.length > 1 ? ["--all"] : []),
    ...(timeoutMs === undefined ? [] : [`--wait-timeout ${formatDuration(timeoutMs)}`]),
    ...connectionOptions(globals, context.env),
  ].join(" ");
}

/** The hint with the command that waits for what was sent, where `--wait` was given. */
export function resumeHint(
  { waiter }: Operation,
  targets: readonly WatchTarget[],
  invocation: Invocation,
): string | undefined {
  if (waiter === undefined || invocation.options["wait"] !== true) return undefined;
  const command = resumeCommand(targets, { kind: "operation", waiter: waiters[waiter] }, invocation);
  return command && `wait for what was sent: ${command}`;
}

/** True where a wait for what became of a machine in doubt does not end by the status from before. */
function mayBeWaitedFor(target: WatchTarget, waiter: Waiter): boolean {
  if (target.before === undefined) return false;
  const goal: Goal = { kind: "conditions", conditions: conditionsOf(waiter, [target]), all: false };
  const asBefore = { status: target.before, powerState: "not the wanted one", ssh: false };
  return judge(goal, asBefore, undefined).state === "progress";
}
