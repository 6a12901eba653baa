import { checkJson } from "./check.ts";
import { parseExact } from "./exact.ts";
import { endedEarly, followed } from "./faults.ts";
import { findMember } from "./members.ts";
import { asBuffer, isSpace, openList, openObject, quote, skipSpace } from "./scan.ts";
import { createSplitter, type Element } from "./splitter.ts";

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
