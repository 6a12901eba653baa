export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

export const recordsIn = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/**
 * The text of a string, number or boolean; empty for anything else. An object of the service may have a member
 * `toString`, so `String(value)` may throw.
 */
export const primitiveText = (value: unknown): string =>
  value === undefined || typeof value === "object" ? "" : String(value);
