import { maxDepth, notJson, tooDeep } from "./faults.ts";

/** Sixteen digits in a row: the first length at which a number may be more than a double can hold. */
const longDigits = /\d{16}/;

/**
 * Parses JSON and keeps every integer exact: one beyond 2^53 becomes a bigint. A `Failure` where the text is
 * not JSON. How deep it is nested is not looked at: that is known of every answer before it is parsed.
 */
export function parseExact(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return longDigits.test(text) && hasLongInteger(text) ? createReader(text)() : value;
  } catch (error) {
    throw notJson(error);
  }
}

/** True where a run of sixteen digits stands outside the strings of a JSON text. */
function hasLongInteger(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    if (longDigits.test(text.slice(at, quote === -1 ? text.length : quote))) return true;
    if (quote === -1) return false;
    at = stringEnd(text, quote);
  }
  return false;
}

/** The index after the string whose opening quote stands at `at`. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return text.length;
}

const scalar = /[^\s,\]}]+/y;
const space = /\s*/y;

/** Reads a text that is known to be JSON, with bigints for the integers that no double holds. */
function createReader(text: string): () => unknown {
  let at = 0;
  const skipSpace = (): void => {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
  };
  const string = (): string => {
    const start = at;
    at = stringEnd(text, start);
    return JSON.parse(text.slice(start, at));
  };
  /** Items up to the closing bracket, each by `read`. */
  const items = <Item>(read: () => Item): Item[] => {
    const found: Item[] = [];
    at += 1;
    skipSpace();
    while (text[at] !== "]" && text[at] !== "}") {
      found.push(read());
      skipSpace();
      if (text[at] === ",") at += 1;
      skipSpace();
    }
    at += 1;
    return found;
  };
  const value = (): unknown => {
    skipSpace();
    if (text[at] === '"') return string();
    if (text[at] === "[") return items(value);
    if (text[at] === "{") {
      return Object.fromEntries(
        items(() => {
          const name = string();
          skipSpace();
          at += 1;
          return [name, value()] as const;
        }),
      );
    }
    scalar.lastIndex = at;
    const token = scalar.exec(text)?.[0] ?? "";
    at += token.length;
    const isLong = /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
    return isLong ? BigInt(token) : JSON.parse(token);
  };
  return value;
}

/**
 * Writes a value as compact JSON, bigints as the integers they are; `undefined` members are left out. A
 * `Failure` where it is nested too deeply.
 */
export function stringifyExact(value: unknown): string {
  return written(value, maxDepth);
}

function written(value: unknown, depth: number): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth === 0) throw tooDeep();
  if (Array.isArray(value)) return `[${value.map((item) => written(item ?? null, depth - 1)).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${written(member, depth - 1)}`).join(",")}}`;
}
