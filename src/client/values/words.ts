import type { Value } from "../http/call.ts";

/** The words of a value, be it one, several or none. */
export function wordsOf(value: Value | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : [];
}
