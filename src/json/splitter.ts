import { maxDepth, maxHeldBytes, notJson, tooDeep, tooLarge } from "./faults.ts";
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
  skipSpace,
} from "./scan.ts";
import { type Element, splitWhole } from "./split-whole.ts";

interface Splitter {
  /** The elements that end in this chunk. */
  push(chunk: Buffer): readonly Element[];
  /** True when the list's closing bracket has been read. */
  ended(): boolean;
  /** What stands in the last chunk after that bracket. */
  rest(): Buffer;
  /** The marks of the element that has begun and not ended. */
  marks(): readonly number[];
}

/**
 * 1 for each byte outside strings that matters: between elements and among an element's members, or deeper.
 */
const shallow = new Uint8Array(256);
for (const byte of [quote, colon, comma, openList, closeList, openObject, closeObject]) shallow[byte] = 1;
const deep = new Uint8Array(256);
for (const byte of [quote, openList, closeList, openObject, closeObject]) deep[byte] = 1;

/**
 * Splits what follows a list's opening bracket at the commas of its own level, each byte looked at once: this
 * loop decides how fast a large list is shown, and stays whole for that. A `Failure` where the brackets do not
 * match.
 */
export function createSplitter(): Splitter {
  let savedDepth = 0;
  let hasBegun = false;
  let stringGoesOn = false;
  let escapeGoesOn = false;
  let ended = false;
  let seen = 0;
  let held: Buffer[] = [];
  let heldLength = 0;
  let marks: number[] = [];
  let rest: Buffer = Buffer.alloc(0);
  const open = new Uint8Array(maxDepth + 1);

  const take = (part: Buffer, isLast: boolean): Element | undefined => {
    const json = held.length === 0 ? part : Buffer.concat([...held, part]);
    const element = { json, marks };
    held = [];
    heldLength = 0;
    marks = [];
    if (skipSpace(json, 0) < json.length) {
      seen += 1;
      return element;
    }
    if (isLast && seen === 0) return undefined;
    throw notJson();
  };

  /** Passes over the string that goes on at `at`; returns the index after it, or that of the chunk's end. */
  const endString = (chunk: Buffer, at: number): number => {
    const length = chunk.length;
    const closing = quote;
    const escaping = backslash;
    let index = at;
    while (index < length && chunk[index] !== closing) index += chunk[index] === escaping ? 2 : 1;
    if (index < length) return index + 1;
    stringGoesOn = true;
    escapeGoesOn = index > length;
    return length;
  };

  const push = (chunk: Buffer): Element[] => {
    const found: Element[] = [];
    const length = chunk.length;
    // All that the inner loop touches is local: a variable of a closure or a module is fetched anew for each
    // byte.
    const atTop = shallow;
    const below = deep;
    let depth = savedDepth;
    let matters = depth < 2 ? atTop : below;
    let start = 0;
    let index = 0;
    if (stringGoesOn) {
      stringGoesOn = false;
      index = endString(chunk, escapeGoesOn ? 1 : 0);
    }
    while (index < length) {
      while (index < length && matters[chunk[index] as number] === 0) index += 1;
      if (index === length) break;
      const byte = chunk[index];
      if (byte === quote) {
        index = endString(chunk, index + 1);
        continue;
      }
      if (byte === openObject || byte === openList) {
        if (depth === maxDepth) throw tooDeep();
        depth += 1;
        open[depth] = byte;
        if (depth === 2) matters = below;
      } else if (depth === 1 && (byte === comma || byte === colon)) {
        marks.push(index - start + heldLength);
      } else if (depth > 0) {
        if (byte !== (open[depth] === openObject ? closeObject : closeList)) throw notJson();
        depth -= 1;
        if (depth === 1) matters = atTop;
      } else {
        if (byte === closeObject || byte === colon) throw notJson();
        const element = take(chunk.subarray(start, index), byte === closeList);
        if (element !== undefined) found.push(element);
        start = index + 1;
        if (byte === closeList) {
          ended = true;
          rest = chunk.subarray(start);
          return found;
        }
      }
      index += 1;
    }
    savedDepth = depth;
    if (start < length) {
      held.push(chunk.subarray(start));
      heldLength += length - start;
      if (heldLength > maxHeldBytes) throw tooLarge();
    }
    return found;
  };

  const pushFirst = (chunk: Buffer): readonly Element[] => {
    hasBegun = true;
    const whole = splitWhole(chunk);
    if (whole === undefined) return push(chunk);
    ended = true;
    rest = chunk.subarray(whole.end);
    return whole.elements;
  };

  return {
    push: (chunk) => (hasBegun ? push(chunk) : pushFirst(chunk)),
    ended: () => ended,
    rest: () => rest,
    marks: () => marks,
  };
}
