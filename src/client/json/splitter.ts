import { maxHeldBytes, notJson, tooLarge } from "./faults.ts";
import { createStructure } from "./follow.ts";
import { colon, skipSpace } from "./scan.ts";
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
 * Splits what follows a list's opening bracket at the commas of its own level. A `Failure` where the brackets do not
 * match. What has begun in a chunk and not ended is copied: the chunk need not last.
 */
export function createSplitter(): Splitter {
  const structure = createStructure(true);
  let hasBegun = false;
  let ended = false;
  let seen = 0;
  let held: Buffer[] = [];
  let heldLength = 0;
  let marks: number[] = [];
  let rest: Buffer = Buffer.alloc(0);

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

  const push = (chunk: Buffer): Element[] => {
    const found: Element[] = [];
    let start = 0;
    const takeUpTo = (end: number, isLast: boolean): void => {
      const element = take(chunk.subarray(start, end), isLast);
      if (element !== undefined) found.push(element);
      start = end + 1;
    };
    const end = structure.follow(chunk, (signs, count, from) => {
      for (let at = 0; at < count; at += 1) {
        const sign = signs[at] as number;
        const index = from + (sign >> 1);
        if ((sign & 1) === 0) marks.push(index - start + heldLength);
        else if (chunk[index] === colon) throw notJson();
        else takeUpTo(index, false);
      }
    });
    if (end !== undefined) {
      takeUpTo(end - 1, true);
      ended = true;
      rest = chunk.subarray(end);
    } else if (start < chunk.length) {
      held.push(Buffer.from(chunk.subarray(start)));
      heldLength += chunk.length - start;
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
