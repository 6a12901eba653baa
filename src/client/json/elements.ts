import { isRecord } from "../../core/json-record.ts";
import { checkJson } from "./check.ts";
import { parseExact } from "./exact.ts";
import { createSplitter, type Element } from "./splitter.ts";
import {
  asBuffer,
  backslash,
  closeObject,
  colon,
  comma,
  endedEarly,
  followed,
  isSpace,
  notJson,
  openList,
  openObject,
  quote,
  skipSpace,
} from "./tokens.ts";

/**
 * An answer opened for reading: a list gives its elements
 * one by one, anything else is one element or, empty, none.
 */
type Elements =
  | { readonly list: true; readonly each: AsyncIterable<Element> }
  | { readonly list: false; whole(): Promise<Buffer> };

/**
 * Reads a JSON answer without holding it: the elements of the list that it is, or that its member `rows` is,
 * or else the whole at once. Iterating rejects with a `Failure` where the bytes end before the list does.
 * Chunks may end anywhere: inside a string, an escape or a character.
 */
export async function openElements(
  bytes: AsyncIterable<Uint8Array>,
  rows: string | undefined,
): Promise<Elements> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  if (first[0] === openList) return { list: true, each: wholeList(chunks, first.subarray(1)) };
  return rows === undefined || first[0] !== openObject
    ? { list: false, whole: () => readWhole(chunks, first) }
    : await openRows(chunks, first, rows);
}

/** The first chunk that holds more than white space, from there on; nothing of an answer without one. */
async function firstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const start = skipSpace(next.value, 0);
    if (start < next.value.length) return asBuffer(next.value).subarray(start);
  }
  return Buffer.alloc(0);
}

/** The elements of the list that the member `rows` of an object is; the whole object where it is not a list. */
async function openRows(chunks: AsyncIterator<Uint8Array>, first: Buffer, rows: string): Promise<Elements> {
  let head: Buffer = first;
  let further: Buffer[] = [];
  for (let length = head.length, isLast = false; ; ) {
    // Looked through again only when twice as long, so that the work stays in proportion to the bytes.
    if (further.length === 0 || isLast || length >= head.length * 2) {
      head = Buffer.concat([head, ...further]);
      further = [];
      const at = findMember(head, rows);
      if (at !== undefined && head[at] === openList)
        return { list: true, each: listElements(chunks, head.subarray(at + 1)) };
    }
    const whole = head;
    if (isLast) return { list: false, whole: async () => whole };
    const next = await chunks.next();
    isLast = next.done === true;
    if (!next.done) {
      further.push(asBuffer(next.value));
      length += next.value.length;
    }
  }
}

async function readWhole(chunks: AsyncIterator<Uint8Array>, head: Buffer): Promise<Buffer> {
  const parts = [head];
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    parts.push(asBuffer(next.value));
  return Buffer.concat(parts);
}

/** The elements of a list that is all there is. */
async function* wholeList(chunks: AsyncIterator<Uint8Array>, head: Buffer): AsyncGenerator<Element> {
  yield* listElements(chunks, head, (rest) => {
    if (!rest.every(isSpace)) throw followed();
  });
}

async function* listElements(
  chunks: AsyncIterator<Uint8Array>,
  head: Buffer,
  onRest: (rest: Uint8Array) => void = () => undefined,
): AsyncGenerator<Element> {
  const split = createSplitter();
  const read = function* (chunk: Buffer) {
    if (split.ended()) return onRest(chunk);
    yield* split.push(chunk);
    onRest(split.rest());
  };
  try {
    yield* read(head);
    // What follows the list is read to the end, so that the connection can be used again.
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      yield* read(asBuffer(next.value));
  } finally {
    await chunks.return?.();
  }
  if (!split.ended()) throw endedEarly();
}

/**
 * A whole answer as a value: its JSON, or the text that it is where it does not look like JSON; undefined
 * where it is empty. A `Failure` where it begins as JSON and ends early, or is broken.
 */
export function parseAnswer(whole: Buffer): unknown {
  const start = skipSpace(whole, 0);
  const first = whole[start];
  if (first === undefined) return undefined;
  try {
    return parseExact(whole.toString());
  } catch (error) {
    if (first !== openObject && first !== openList && first !== quote) return whole.toString();
    checkJson(whole);
    throw error;
  }
}

/** True where an answer that begins with these bytes can only be text, a number or a word. */
export function beginsNoStructure(head: Uint8Array): boolean {
  const first = head[skipSpace(head, 0)];
  return first !== undefined && first !== openObject && first !== openList;
}

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
function findMember(bytes: Buffer, name: string): number | undefined {
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
