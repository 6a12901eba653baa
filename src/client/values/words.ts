import { Failure } from "../../core/failure.ts";
import type { Value, Values } from "../http/call.ts";

export function wordsOf(value: Value | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : [];
}

/** A list becomes longer. Throws a usage `Failure` if a field with a single value already has one. */
export function appendValues(
  name: string,
  additions: readonly string[],
  values: Values,
  label: string,
): Value {
  const earlier = Object.hasOwn(values, name) ? values[name] : undefined;
  if (Array.isArray(earlier)) return [...earlier, ...additions];
  if (earlier !== undefined) throw new Failure("usage", `${label}: this field is already given`);
  const [only, ...others] = additions;
  return only === undefined || others.length > 0 ? additions : only;
}
