import type { Operation } from "../../catalogue/operation.ts";
import type { Value, Values } from "../http/call.ts";

/** The values of an operation that are sent in two requests. */
export interface InTurn {
  readonly first: Values;
  /** Of the update that follows: the field that cannot be sent together with the others. */
  readonly second: Values;
}

/** The two requests that an operation needs where live services refuse its values in one; undefined where one will do. */
export function inTurn({ inTurn: rule }: Operation, values: Values): InTurn | undefined {
  if (rule === undefined || values[rule.field] === undefined || !isFalse(values[rule.with])) return undefined;
  const { [rule.field]: later, ...first } = values;
  return { first, second: { [rule.field]: later } };
}

const isFalse = (value: Value | undefined): boolean => /^(?:false|no|off|n|f|0)$/i.test(String(value));
