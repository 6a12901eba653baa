import {
  plainWord,
  type StatusValue,
  statuses,
  statusesOfKind,
  statusHint,
  statusSpellings,
  statusValue,
  statusValues,
  type Waiter,
  type WaitWord,
  waitWords,
} from "../../catalogue/statuses.ts";
import { Failure } from "../../core/failure.ts";
import { choiceList, suggestionHint } from "../../core/text/word-lists.ts";
import type { WatchTarget } from "./progress-event.ts";

interface MachineState {
  readonly status: number;
  readonly powerState: string | undefined;
}

/** `left`: the machine ended in a status that the operation does not lead to. `note` is a remark for the operator. */
export interface Verdict {
  readonly state: "progress" | "done" | "failed" | "left";
  /** True if the operation had nothing to do. */
  readonly isIdle?: true;
  readonly note?: string;
}

/** An unknown status counts as in progress. */
export function classify(
  waiter: Waiter,
  machineState: MachineState,
  statusBefore: number | undefined,
  hasBegun = false,
): Verdict {
  if (waiter.power !== undefined) return classifyPower(waiter.power, machineState.powerState);
  const value = statusValue(machineState.status);
  if (value === undefined)
    return { state: "progress", note: `unknown status ${machineState.status}, treated as in progress` };
  if (statuses[value].kind === "progress") return { state: "progress" };
  if (waiter.success === "settled") return { state: "done" };
  if (waiter.failure.includes(value)) return { state: "failed" };
  if (finalStatuses(waiter, statusBefore).includes(value)) return { state: "done" };
  const isIdle = !hasBegun && waiter.idleSuccess?.includes(value) === true;
  return isIdle ? { state: "done", isIdle } : { state: "left" };
}

function finalStatuses({ success }: Waiter, statusBefore: number | undefined): readonly StatusValue[] {
  if (success === "settled") return [];
  return success === "before" ? statusesAfterTest(statusBefore) : success;
}

/** The service reports `unknown` for manual power, which it does not control. */
function classifyPower(targetState: "on" | "off", powerState: string | undefined): Verdict {
  if (powerState === targetState) return { state: "done" };
  if (powerState === "error") return { state: "failed" };
  if (powerState === undefined || powerState === "unknown")
    return { state: "done", note: "the service cannot query the power state, so svc does not wait for it" };
  return { state: "progress" };
}

/** A Broken or failed machine is Ready after a test, other machines are as before; if that is unknown, any stable status counts. */
function statusesAfterTest(statusBefore: number | undefined): readonly StatusValue[] {
  const value = statusValue(statusBefore);
  if (value === undefined || statuses[value].kind === "progress") return statusesOfKind("stable");
  if (value === "failed_commissioning") return [value, "ready"];
  return value === "broken" || statuses[value].kind === "failure" ? ["ready"] : [value];
}

export type Condition =
  | { readonly kind: "status"; readonly value: StatusValue }
  | { readonly kind: "power"; readonly value: "on" | "off" }
  | { readonly kind: "gone" }
  | { readonly kind: "ssh" };

/** Without conditions, a machine is done in any stable status. */
export type Goal =
  | { readonly kind: "operation"; readonly waiter: Waiter }
  | { readonly kind: "conditions"; readonly conditions: readonly Condition[]; readonly all: boolean };

export const isAboutPower = (goal: Goal): boolean =>
  goal.kind === "operation"
    ? goal.waiter.power !== undefined
    : goal.conditions.length > 0 && goal.conditions.every(({ kind }) => kind === "power");

interface ConditionFacts extends MachineState {
  readonly ssh: boolean;
}

export function judge(
  goal: Goal,
  facts: ConditionFacts,
  statusBefore: number | undefined,
  hasBegun = false,
): Verdict {
  return goal.kind === "operation"
    ? classify(goal.waiter, facts, statusBefore, hasBegun)
    : judgeConditions(goal.conditions, goal.all, facts);
}

/** `owner` is the user who took the machine; undefined if the machine can no longer be read. */
export function judgeTakeover(
  goal: Goal,
  owner: string | undefined,
  statusBefore: number | undefined,
  hasBegun: boolean,
): Verdict {
  if (goal.kind === "conditions") {
    const unreadable = "it cannot be read (403): it belongs to another user";
    return { state: "left", note: owner === undefined ? unreadable : `taken by ${owner}` };
  }
  const { waiter } = goal;
  const takenBy = owner === undefined ? "by another user: it can no longer be read" : `by ${owner}`;
  // Only a Ready machine can be taken over, so an operation that ends in Ready is done.
  const isOver =
    (hasBegun || waiter.deletionIsSuccess === true) && finalStatuses(waiter, statusBefore).includes("ready");
  return isOver
    ? { state: "done", note: `then taken ${takenBy}` }
    : { state: "left", note: `taken ${takenBy}` };
}

export function judgeGone(goal: Goal): Verdict {
  if (goal.kind === "operation")
    return goal.waiter.deletionIsSuccess === true
      ? { state: "done", note: "gone: a composed machine is deleted when it is released" }
      : { state: "left" };
  const goneCount = goal.conditions.filter((condition) => condition.kind === "gone").length;
  const requiredCount = goal.all ? goal.conditions.length : 1;
  return { state: goneCount >= requiredCount ? "done" : "left" };
}

/** True if only an SSH probe can decide. False while in progress, when a temporary system may answer SSH. */
export function needsSshProbe(goal: Goal, machineState: MachineState): boolean {
  if (goal.kind === "operation" || !goal.conditions.some((condition) => condition.kind === "ssh"))
    return false;
  const value = statusValue(machineState.status);
  if (value !== undefined && statuses[value].kind === "progress") return false;
  if (!goal.all) return true;
  const others = goal.conditions.filter((condition) => condition.kind !== "ssh");
  return (
    others.length === 0 || judgeConditions(others, true, { ...machineState, ssh: false }).state === "done"
  );
}

/** A wait for a status fails at Broken, which does not end by itself. Power and deletion are awaited in any status. */
function judgeConditions(conditions: readonly Condition[], all: boolean, facts: ConditionFacts): Verdict {
  const value = statusValue(facts.status);
  const kind = value === undefined ? "progress" : statuses[value].kind;
  const unknownNote =
    value === undefined ? { note: `unknown status ${facts.status}, treated as in progress` } : undefined;
  if (conditions.length === 0) {
    if (kind === "failure") return { state: "failed" };
    return { state: kind === "progress" ? "progress" : "done", ...unknownNote };
  }
  const verdicts = conditions.map((condition): Verdict => {
    if (condition.kind === "status") return verdictIf(value === condition.value);
    if (condition.kind === "ssh") return verdictIf(facts.ssh);
    return condition.kind === "gone"
      ? { state: "progress" }
      : classifyPower(condition.value, facts.powerState);
  });
  const metVerdicts = verdicts.filter((verdict) => verdict.state === "done");
  const unknownPower = metVerdicts.filter((verdict) => verdict.note !== undefined);
  const isDone = all
    ? metVerdicts.length === verdicts.length
    : metVerdicts.length > unknownPower.length || unknownPower.length === verdicts.length;
  if (isDone)
    return unknownPower[0] !== undefined && (all || unknownPower.length === metVerdicts.length)
      ? unknownPower[0]
      : { state: "done" };
  const failed = verdicts.filter((verdict) => verdict.state === "failed").length;
  if (all ? failed > 0 : failed + unknownPower.length === verdicts.length) return { state: "failed" };
  const isAwaited = conditions.some((condition) => condition.kind === "status" && condition.value === value);
  const endsWaitFor = (condition: Condition): boolean =>
    condition.kind === "status"
      ? kind === "failure" || value === "broken"
      : condition.kind === "ssh" && kind === "failure";
  if (!isAwaited && conditions.some(endsWaitFor)) return { state: "failed" };
  return { state: "progress", ...unknownNote };
}

const verdictIf = (isMet: boolean): Verdict => ({ state: isMet ? "done" : "progress" });

const conditionsByWord: Readonly<Record<WaitWord, Condition>> = {
  "power=on": { kind: "power", value: "on" },
  "power=off": { kind: "power", value: "off" },
  gone: { kind: "gone" },
  ssh: { kind: "ssh" },
};

const isWaitWord = (word: string): word is WaitWord => Object.hasOwn(conditionsByWord, word);

/** Parses a status by value, name or number, a power state, `gone` or `ssh`. Messages begin with `label`. */
export function parseCondition(text: string, label = "--for"): Condition {
  const word = text.trim().toLowerCase();
  if (isWaitWord(word)) return conditionsByWord[word];
  const key = plainWord(text);
  const value = Object.hasOwn(statusSpellings, key) ? statusSpellings[key] : undefined;
  if (value !== undefined) return { kind: "status", value };
  throw new Failure("usage", `${label} takes a status or one of ${waitWords.join(", ")}, not '${text}'`, {
    hint:
      statusHint(key) ??
      suggestionHint(
        key,
        [...statusValues, ...waitWords],
        `statuses: ${choiceList(statusValues, "svc help values")}`,
      ),
  });
}

export const parseConditions = (texts: readonly string[]): readonly Condition[] =>
  texts.flatMap((text) => text.split(",")).map((text) => parseCondition(text));

export function conditionText(condition: Condition): string {
  if (condition.kind === "status") return condition.value;
  return condition.kind === "power" ? `power=${condition.value}` : condition.kind;
}

/** The `--for` conditions with which a later command resumes this wait; none if any stable status ends it. */
export function conditionsOf(waiter: Waiter, targets: readonly WatchTarget[]): readonly Condition[] {
  if (waiter.power !== undefined) return [{ kind: "power", value: waiter.power }];
  if (waiter.success === "settled") return [];
  if (waiter.success === "before") {
    const [statusBefore, ...others] = [...new Set(targets.map((target) => target.statusBefore))];
    const value = statusValue(statusBefore);
    return value === undefined || others.length > 0 || statuses[value].kind !== "stable"
      ? []
      : [{ kind: "status", value }];
  }
  if (waiter.success.length > maxStatusConditions) return [];
  const finalStatuses: readonly StatusValue[] = waiter.success;
  return [
    ...finalStatuses.map((value) => ({ kind: "status", value }) as const),
    ...(waiter.deletionIsSuccess === true ? [{ kind: "gone" } as const] : []),
  ];
}

const maxStatusConditions = 3;
