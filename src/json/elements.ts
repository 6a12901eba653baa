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
  const head: Buffer[] = [];
  let headLength = 0;
  let looked = 0;
  for (;;) {
    const next = await chunks.next();
    if (!next.done) {
      const chunk = asBuffer(next.value);
      const start = headLength === 0 ? skipSpace(chunk, 0) : 0;
      if (start === chunk.length) continue;
      head.push(chunk.subarray(start));
      headLength += chunk.length - start;
    }
    const [first] = head;
    if (first?.[0] === openList) return { list: true, each: wholeList(chunks, first.subarray(1)) };
    if (next.done || rows === undefined || first?.[0] !== openObject) {
      const at = rows === undefined ? undefined : rowsIn(head, rows);
      return at === undefined
        ? { list: false, whole: () => readWhole(chunks, head) }
        : { list: true, each: listElements(chunks, at) };
    }
    // Looked through again only when twice as long, so that the work stays in proportion to the bytes.
    if (headLength >= looked * 2) {
      looked = headLength;
      const at = rowsIn(head, rows);
      if (at !== undefined) return { list: true, each: listElements(chunks, at) };
    }
  }
}

/**
 * What follows the opening bracket of the list that the member `rows` of an object is; undefined where the
 * bytes hold none, or not yet. Makes one piece of the bytes.
 */
function rowsIn(head: Buffer[], rows: string): readonly Buffer[] | undefined {
  const whole = head.length === 1 ? (head[0] ?? Buffer.alloc(0)) : Buffer.concat(head);
  head.splice(0, head.length, whole);
  const at = whole[0] === openObject ? findMember(whole, rows) : undefined;
  return at !== undefined && whole[at] === openList ? [whole.subarray(at + 1)] : undefined;
}

async function readWhole(chunks: AsyncIterator<Uint8Array>, head: readonly Buffer[]): Promise<Buffer> {
  const parts: Uint8Array[] = [...head];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
  return Buffer.concat(parts);
}

/** The elements of a list that is all there is. */
async function* wholeList(chunks: AsyncIterator<Uint8Array>, head: Buffer): AsyncGenerator<Element> {
  yield* listElements(chunks, [head], (rest) => {
    if (!rest.every(isSpace)) throw followed();
  });
}

async function* listElements(
  chunks: AsyncIterator<Uint8Array>,
  head: readonly Buffer[],
  onRest: (rest: Uint8Array) => void = () => undefined,
): AsyncGenerator<Element> {
  const split = createSplitter();
  const read = function* (chunk: Buffer) {
    if (split.ended()) return onRest(chunk);
    yield* split.push(chunk);
    onRest(split.rest());
  };
  try {
    for (const part of head) yield* read(part);
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
