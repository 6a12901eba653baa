import { type WaitTarget, waitTargets } from "../../catalogue/commands/builtin-commands.ts";
import {
  plainWord,
  type StatusValue,
  statuses,
  statusSpellings,
  statusValue,
  statusValues,
  type Waiter,
} from "../../catalogue/statuses.ts";
import { Failure } from "../../core/failure.ts";
import { meantHint } from "../../core/text/nearest.ts";
import type { Condition } from "./goal.ts";
import type { WatchTarget } from "./progress-event.ts";

const otherTargets: Readonly<Record<WaitTarget, Condition>> = {
  "power=on": { kind: "power", value: "on" },
  "power=off": { kind: "power", value: "off" },
  gone: { kind: "gone" },
  ssh: { kind: "ssh" },
};

const isOtherTarget = (word: string): word is WaitTarget => Object.hasOwn(otherTargets, word);

/** Reads one target of `--for`, or of what `label` names: a status by value, name or number, a power state, `gone` or `ssh`. */
export function parseCondition(text: string, label = "--for"): Condition {
  const word = text.trim().toLowerCase();
  if (isOtherTarget(word)) return otherTargets[word];
  const key = plainWord(text);
  const value = Object.hasOwn(statusSpellings, key) ? statusSpellings[key] : undefined;
  if (value !== undefined) return { kind: "status", value };
  throw new Failure("usage", `${label} takes a status, ${waitTargets.join(", ")}, not '${text}'`, {
    hint: meantHint(key, [...statusValues, ...waitTargets], `statuses: ${statusValues.join(", ")}`),
  });
}

/** Reads the targets of `--for`, which also takes several separated by commas. */
export const parseConditions = (texts: readonly string[]): readonly Condition[] =>
  texts.flatMap((text) => text.split(",")).map((text) => parseCondition(text));

/** The condition as it is typed. */
export function conditionText(condition: Condition): string {
  if (condition.kind === "status") return condition.value;
  return condition.kind === "power" ? `power=${condition.value}` : condition.kind;
}

/** The conditions that resume the wait for an operation; none where every stable status ends it. */
export function conditionsOf(waiter: Waiter, targets: readonly WatchTarget[]): readonly Condition[] {
  if (waiter.power !== undefined) return [{ kind: "power", value: waiter.power }];
  if (waiter.success === "settled") return [];
  if (waiter.success === "before") {
    const [before, ...others] = [...new Set(targets.map((target) => target.before))];
    const value = before === undefined ? undefined : statusValue(before);
    return value === undefined || others.length > 0 || statuses[value].kind !== "stable"
      ? []
      : [{ kind: "status", value }];
  }
  if (waiter.success.length > fewStatuses) return [];
  const ends: readonly StatusValue[] = waiter.success;
  return [
    ...ends.map((value) => ({ kind: "status", value }) as const),
    ...(waiter.goneIsSuccess === true ? [{ kind: "gone" } as const] : []),
  ];
}

const fewStatuses = 3;
