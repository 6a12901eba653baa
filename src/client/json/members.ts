import { isRecord } from "../../core/json-record.ts";
import { parseExact } from "./exact.ts";
import { notJson } from "./faults.ts";
import { backslash, closeObject, colon, comma, isSpace, openObject, quote, skipSpace } from "./scan.ts";
import { createSplitter, type Element } from "./splitter.ts";

/**
 * A reader of the members of these names from large objects: parsing only what is wanted takes a fraction of
 * the time and none of the memory of parsing everything. An element that is not an object is parsed whole. Of a
 * name that stands twice the first counts. A `Failure` where the element is not JSON, as far as it is read.
 */
export function createMemberReader(wanted: Iterable<string>): (element: Element) => unknown {
  const names = new Set(wanted);
  const keys = [...names].map((name) => ({ name, bytes: Buffer.from(JSON.stringify(name)) }));
  const byInitial = Array.from({ length: 256 }, (_, byte) => keys.filter(({ bytes }) => bytes[1] === byte));
  return ({ json, separators }) => {
    const start = skipSpace(json, 0);
    const end = skipSpaceBack(json);
    if (json[start] !== openObject) return parseExact(json.toString());
    if (json[end - 1] !== closeObject) throw notJson();
    const record: Record<string, unknown> = Object.create(null);
    // Each member has its colon, and a comma stands between two: an odd count, or nothing at all between the
    // braces.
    if (separators.length % 2 === 0 && (separators.length > 0 || skipSpace(json, start + 1) !== end - 1))
      throw notJson();
    let missing = names.size;
    let keyStart = start + 1;
    let nextEscape = json.indexOf(backslash);
    for (let at = 0; at < separators.length && missing > 0; at += 2) {
      const separator = separators[at] ?? end;
      const next = separators[at + 1] ?? end - 1;
      if (json[separator] !== colon || (next !== end - 1 && json[next] !== comma)) throw notJson();
      const key = skipSpace(json, keyStart);
      if (json[key] !== quote) throw notJson();
      if (nextEscape !== -1 && nextEscape < key) nextEscape = json.indexOf(backslash, key);
      const name =
        nextEscape !== -1 && nextEscape < separator
          ? String(parseExact(json.toString("utf8", key, separator)))
          : byInitial[json[key + 1] ?? 0]?.find(({ bytes }) => startsWith(json, key, bytes))?.name;
      if (name !== undefined && names.has(name) && !Object.hasOwn(record, name)) {
        record[name] = readMember(json, separator + 1, next);
        missing -= 1;
      }
      keyStart = next + 1;
    }
    return record;
  };
}

/** All of an element, parsed. */
export function readElement({ json }: Element): unknown {
  return parseExact(json.toString());
}

/**
 * Where the value of the member `name` begins in the object that these bytes begin, if they hold one already.
 */
export function findMember(bytes: Buffer, name: string): number | undefined {
  const splitter = createSplitter();
  splitter.push(bytes);
  const separators = splitter.separators();
  let keyStart = 1;
  for (let at = 0; at < separators.length; at += 2) {
    const separator = separators[at] ?? 0;
    const valueStart = skipSpace(bytes, separator + 1);
    if (valueStart === bytes.length) return undefined;
    if (parseExact(bytes.toString("utf8", keyStart, separator)) === name) return valueStart;
    keyStart = (separators[at + 1] ?? 0) + 1;
  }
  return undefined;
}

/** The member `path` of a parsed answer, or undefined: for rows that stand deeper than one level. */
export function rowsAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".")) at = isRecord(at) ? at[name] : undefined;
  return at;
}

/** A quoted name is the beginning of no other quoted name, so its end need not be looked for. */
function startsWith(bytes: Buffer, start: number, wanted: Buffer): boolean {
  for (let index = 1; index < wanted.length; index += 1) {
    if (bytes[start + index] !== wanted[index]) return false;
  }
  return true;
}

function readMember(bytes: Buffer, at: number, end: number): unknown {
  const start = skipSpace(bytes, at);
  if (bytes[start] === quote && bytes[end - 1] === quote) {
    const text = bytes.toString("utf8", start + 1, end - 1);
    if (!text.includes("\\") && !text.includes('"')) return text;
  }
  return parseExact(bytes.toString("utf8", start, end));
}

function skipSpaceBack(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
