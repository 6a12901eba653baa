import type { JsonCheck } from "./check.ts";
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  endedEarly,
  followed,
  isSpace,
  maxDepth,
  maxHeldBytes,
  notJson,
  openList,
  openObject,
  quote,
  skipSpace,
  tooDeep,
  tooLarge,
} from "./tokens.ts";

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

/** Follows the strings and brackets of one list or object that arrives in chunks, cut anywhere. */
interface Brackets {
  /**
   * Takes a chunk; returns the index after the bracket that ends the whole, undefined where that has not come. A
   * `Failure` where the brackets do not match, are too deep, or an escape stands outside strings.
   */
  follow(chunk: Uint8Array, onSeparator?: SeparatorListener): number | undefined;
}

/** Called with the index of each comma and colon outside strings at depth 1 and 2, and with that depth. */
type SeparatorListener = (index: number, depth: number) => void;

/** The index of the quote or backslash from there on. A function of its own, which V8 optimizes sooner than the loop that calls it. */
function textEnd(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  for (let index = from; index < length; index += 1) {
    const byte = bytes[index];
    if (byte === quote || byte === backslash) return index;
  }
  return length;
}

/**
 * Starts at the first byte or, with `isOpen`, after the opening bracket of a list. What is between strings and brackets is
 * not checked.
 */
function createBrackets(isOpen = false): Brackets {
  /** The closing bracket of each level, the outermost one at 1. */
  const closings = new Uint8Array(maxDepth + 1);
  closings[1] = closeList;
  let depth = isOpen ? 1 : 0;
  let isText = false;
  let isEscaped = false;
  return {
    follow(chunk, onSeparator) {
      const { length } = chunk;
      let index = isEscaped && length > 0 ? 1 : 0;
      if (index === 1) isEscaped = false;
      while (index < length) {
        if (isText) {
          index = textEnd(chunk, index);
          if (index === length) break;
          isText = chunk[index] === backslash;
          // The byte after a backslash says nothing; it may be in the next chunk.
          isEscaped = isText && index + 1 === length;
          index += isText ? 2 : 1;
          continue;
        }
        const byte = chunk[index] as number;
        index += 1;
        if (byte === quote) isText = true;
        else if (byte === comma || byte === colon) {
          if (depth <= 2) onSeparator?.(index - 1, depth);
        } else if (byte === openList || byte === openObject) {
          if (depth === maxDepth) throw tooDeep();
          depth += 1;
          closings[depth] = byte === openList ? closeList : closeObject;
        } else if (byte === closeList || byte === closeObject) {
          if (depth === 0 || closings[depth] !== byte) throw notJson();
          depth -= 1;
          if (depth === 0) return index;
        } else if (byte === backslash) throw notJson();
      }
      return undefined;
    },
  };
}

/**
 * Checks that a list or object is whole and nothing follows it. What stands between the brackets is not checked, which makes
 * it quicker than the check of the whole grammar: it decides how fast a large answer is passed on.
 */
export function createBracketCheck(): JsonCheck {
  const outermost = createBrackets();
  let hasEnded = false;
  return {
    push: (chunk) => {
      if (hasEnded) {
        if (!chunk.every(isSpace)) throw followed();
        return;
      }
      const end = outermost.follow(chunk);
      hasEnded = end !== undefined;
      if (end !== undefined && skipSpace(chunk, end) < chunk.length) throw followed();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}
