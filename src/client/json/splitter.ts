import { createBrackets } from "./brackets.ts";
import { maxHeldBytes, notJson, tooLarge } from "./faults.ts";
import { colon, skipSpace } from "./scan.ts";

/** One element of a list, delimited and not checked. */
export interface Element {
  /** Its JSON as it came, with the white space around it. */
  readonly json: Buffer;
  /** Where in `json` the colons and commas of its own level are: of an object colon, comma, colon, ... */
  readonly separators: readonly number[];
}

interface Splitter {
  /** The elements that end in this chunk. */
  push(chunk: Buffer): readonly Element[];
  /** True when the list's closing bracket has been read. */
  ended(): boolean;
  /** What follows that bracket in the last chunk. */
  rest(): Buffer;
  /** The separators of the element that has begun and not ended. */
  separators(): readonly number[];
}

/** Splits what follows a list's opening bracket at the commas of its own level. A `Failure` where the brackets do not match. */
export function createSplitter(): Splitter {
  const brackets = createBrackets(true);
  let isEmpty = true;
  let held: Buffer[] = [];
  let heldLength = 0;
  let separators: number[] = [];
  let rest: Buffer | undefined;

  /** The element that ends with this part; undefined for an empty list. */
  const take = (part: Buffer, isLast: boolean): Element | undefined => {
    const json = held.length === 0 ? part : Buffer.concat([...held, part]);
    const element = { json, separators };
    held = [];
    heldLength = 0;
    separators = [];
    const isBlank = skipSpace(json, 0) === json.length;
    if (isBlank && !(isLast && isEmpty)) throw notJson();
    isEmpty = false;
    return isBlank ? undefined : element;
  };

  return {
    push(chunk) {
      const elements: Element[] = [];
      let start = 0;
      const takeUpTo = (end: number, isLast: boolean): void => {
        const element = take(chunk.subarray(start, end), isLast);
        if (element !== undefined) elements.push(element);
        start = end + 1;
      };
      const end = brackets.follow(chunk, (index, depth) => {
        if (depth > 1) separators.push(index - start + heldLength);
        else if (chunk[index] === colon) throw notJson();
        else takeUpTo(index, false);
      });
      if (end !== undefined) {
        takeUpTo(end - 1, true);
        rest = chunk.subarray(end);
      } else if (start < chunk.length) {
        held.push(chunk.subarray(start));
        heldLength += chunk.length - start;
        if (heldLength > maxHeldBytes) throw tooLarge();
      }
      return elements;
    },
    ended: () => rest !== undefined,
    rest: () => rest ?? Buffer.alloc(0),
    separators: () => separators,
  };
}
