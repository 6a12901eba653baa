import { notJson } from "./json-scan.ts";

/** Sixteen digits in a row: the first length at which a number may be more than a double can hold. */
const longDigits = /\d{16}/;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/**
 * Parses JSON and keeps every integer exact: one beyond 2^53 becomes a bigint. A `Failure` where the text is
 * no JSON.
 */
export function parseExact(text: string): unknown {
  try {
    return longDigits.test(text) ? parseLongNumbers(text) : JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}

function parseLongNumbers(text: string): unknown {
  // The mark must not stand in the text already, so that no string of the service is taken for a number.
  let mark = "integer:";
  while (text.includes(mark)) mark = `:${mark}`;
  let marked = false;
  const rewritten = text.replace(tokens, (token) => {
    if (!/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) return token;
    marked = true;
    return `"${mark}${token}"`;
  });
  if (!marked) return JSON.parse(text);
  return JSON.parse(rewritten, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Writes a value as compact JSON, bigints as the integers they are; `undefined` members are left out. */
export function stringifyExact(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => stringifyExact(item ?? null)).join(",")}]`;
  if (isRecord(value) && !("toJSON" in value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringifyExact(member)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** True for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
