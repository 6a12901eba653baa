import { endedEarly, openList, openObject, skipSpace } from "../json/scan.ts";
import { findMember } from "./json-members.ts";
import { createSplitter, type Element } from "./json-splitter.ts";

/**
 * An answer opened for reading: a list gives its elements one by one, anything else is one element or, empty,
 * none.
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
  let head: Buffer = Buffer.alloc(0);
  let looked = 0;
  for (;;) {
    const next = await chunks.next();
    if (!next.done) head = head.length === 0 ? asBuffer(next.value) : Buffer.concat([head, next.value]);
    const start = skipSpace(head, 0);
    if (head[start] === openList) return { list: true, each: listElements(chunks, head.subarray(start + 1)) };
    const ownRows = head[start] === openObject ? rows : undefined;
    // Looked through again only when twice as long, so that the work stays in proportion to the bytes.
    if (ownRows !== undefined && (next.done || head.length >= looked * 2)) {
      looked = head.length;
      const at = findMember(head, start, ownRows);
      if (at !== undefined && head[at] === openList) {
        return { list: true, each: listElements(chunks, head.subarray(at + 1)) };
      }
      if (at !== undefined) return { list: false, whole: () => readWhole(chunks, head) };
    }
    if (next.done || (start < head.length && ownRows === undefined)) {
      return { list: false, whole: () => readWhole(chunks, head) };
    }
  }
}

async function readWhole(chunks: AsyncIterator<Uint8Array>, head: Buffer): Promise<Buffer> {
  const parts: Uint8Array[] = [head];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
  return parts.length === 1 ? head : Buffer.concat(parts);
}

async function* listElements(chunks: AsyncIterator<Uint8Array>, head: Buffer): AsyncGenerator<Element> {
  const split = createSplitter();
  try {
    yield* split.push(head);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      // What follows the list is read to the end, so that the connection can be used again.
      if (!split.ended()) yield* split.push(asBuffer(next.value));
    }
  } finally {
    await chunks.return?.();
  }
  if (!split.ended()) throw endedEarly();
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
