import { maxDepth, notJson, tooDeep } from "./tokens.ts";

/** A double cannot hold every integer of sixteen digits. */
const longDigits = /\d{16}/;
const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Integers beyond 2^53 become bigints. Throws a `Failure` for invalid JSON. Does not limit the nesting depth. */
export function parseExact(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return longDigits.test(text) ? withBigints(text, value) : value;
  } catch (error) {
    throw notJson(error);
  }
}

/** Parses long integers as strings with a prefix that no other string has, then converts those to bigints. */
function withBigints(text: string, value: unknown): unknown {
  const json = JSON.stringify(value);
  let prefix = "bigint:";
  while (json.includes(prefix)) prefix += ":";
  const prefixedText = replaceOutsideStrings(text, (part) =>
    part.replace(longInteger, (digits) =>
      Number.isSafeInteger(Number(digits)) ? digits : `"${prefix}${digits}"`,
    ),
  );
  if (prefixedText === text) return value;
  return JSON.parse(prefixedText, (_, item) =>
    typeof item === "string" && item.startsWith(prefix) ? BigInt(item.slice(prefix.length)) : item,
  );
}

function replaceOutsideStrings(text: string, replace: (part: string) => string): string {
  let replaced = "";
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return replaced + replace(text.slice(at));
    const end = stringEnd(text, quote);
    replaced += replace(text.slice(at, quote)) + text.slice(quote, end);
    at = end;
  }
  return replaced;
}

function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
}

/** Writes compact JSON without undefined members. Throws a `Failure` if the value is nested too deeply. */
export const stringifyExact = (value: unknown): string => serialize(value, maxDepth);

function serialize(value: unknown, depth: number): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth === 0) throw tooDeep();
  if (Array.isArray(value)) return `[${value.map((item) => serialize(item ?? null, depth - 1)).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${serialize(member, depth - 1)}`).join(",")}}`;
}
