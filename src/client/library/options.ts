import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { nameList, suggestionHint } from "../../core/text/word-lists.ts";
import type { CallOptions, WaitingCallOptions, WaitOptions } from "./types.ts";

interface OptionType {
  readonly takes: string;
  accepts(value: unknown): boolean;
}

export const aString: OptionType = { takes: "a string", accepts: (value) => typeof value === "string" };

export const aFlag: OptionType = { takes: "true or false", accepts: (value) => typeof value === "boolean" };

export const aFunction: OptionType = { takes: "a function", accepts: (value) => typeof value === "function" };

export const anObject: OptionType = { takes: "an object", accepts: isRecord };

export const anArrayOfStrings: OptionType = {
  takes: "an array of strings",
  accepts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/** Not `instanceof`, which would reject signals of another realm. */
const aSignal: OptionType = {
  takes: "an AbortSignal",
  accepts: (value) =>
    isRecord(value) &&
    typeof value["aborted"] === "boolean" &&
    typeof value["addEventListener"] === "function",
};

export const aNumber = (min: number, max: number): OptionType => ({
  takes: `a number from ${min} to ${max}`,
  accepts: (value) => typeof value === "number" && value >= min && value <= max,
});

export const aWholeNumber = (min: number, max: number): OptionType => ({
  takes: `a whole number from ${min} to ${max}`,
  accepts: (value) => Number.isInteger(value) && aNumber(min, max).accepts(value),
});

export const maxRetries = 1_000;

const maxMs = 2 ** 31 - 1;

const milliseconds = (min: number): OptionType => ({
  takes: `milliseconds from ${min} to ${maxMs}`,
  accepts: aNumber(min, maxMs).accepts,
});

export type OptionTypes<Options> = Readonly<Record<keyof Options & string, OptionType>>;

export function checkOptions(
  name: string,
  options: unknown,
  types: Readonly<Record<string, OptionType>>,
): void {
  if (!isRecord(options))
    throw new Failure("usage", `${name}: options must be an object, not ${typeName(options)}`);
  const typesByName = new Map(Object.entries(types));
  for (const [option, value] of Object.entries(options)) {
    const type = typesByName.get(option);
    if (type === undefined) {
      const names = [...typesByName.keys()];
      const hint = suggestionHint(option, names, `its options are ${nameList(names)}`);
      throw new Failure("usage", `${name} has no option '${option}'`, { hint });
    }
    if (value === undefined || type.accepts(value)) continue;
    const valueText = typeof value === "number" ? value : typeName(value);
    throw new Failure("usage", `${name}: ${option} takes ${type.takes}, not ${valueText}`);
  }
}

/** Names the kind of a value for messages, because the value itself may be secret. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export const requestOptions: OptionTypes<Pick<CallOptions, "signal" | "timeoutMs" | "retries">> = {
  signal: aSignal,
  timeoutMs: milliseconds(1),
  retries: aWholeNumber(0, maxRetries),
};

export const callOptions: OptionTypes<CallOptions> = { ...requestOptions, check: aFlag, set: anObject };

export const waitOptions: OptionTypes<WaitOptions> = {
  signal: aSignal,
  waitTimeoutMs: milliseconds(0),
  pollIntervalMs: milliseconds(10),
  onChange: aFunction,
};

export const waitingCallOptions: OptionTypes<WaitingCallOptions> = { ...callOptions, ...waitOptions };
