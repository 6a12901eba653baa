import { Failure } from "../../core/failure.ts";
import type { Value, Values } from "../http/call.ts";

/** The words of a value, be it one, several or none. */
export function wordsOf(value: Value | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : [];
}

/**
 * What is given for a name beside the fields: it goes with the values of a list, and several are sent as several parts.
 * A usage `Failure` where the field has its one value already; `label` is what messages call it.
 */
export function withFurther(name: string, given: readonly string[], values: Values, label: string): Value {
  const earlier = Object.hasOwn(values, name) ? values[name] : undefined;
  if (Array.isArray(earlier)) return [...earlier, ...given];
  if (earlier !== undefined) throw new Failure("usage", `${label}: this field is already given`);
  const [only, ...others] = given;
  return only === undefined || others.length > 0 ? given : only;
}
