import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  elementTooLarge,
  endedEarly,
  isSpace,
  maxDepth,
  maxElementBytes,
  notJson,
  openList,
  openObject,
  quote,
  skipSpace,
  tooDeep,
  trailingContent,
} from "./tokens.ts";

export interface PieceCheck {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** One element of a list. Its own grammar was not checked. */
export interface Element {
  readonly json: Buffer;
  /** Indexes in `json` of the colons and commas at its top level; in an object they alternate. */
  readonly separators: readonly number[];
}

/** Splits the text after a list's opening bracket into its elements. Throws a `Failure` for mismatched brackets. */
export function createSplitter() {
  const brackets = createBrackets(true);
  let isEmpty = true;
  let pendingChunks: Buffer[] = [];
  let pendingLength = 0;
  let separators: number[] = [];
  let rest: Buffer | undefined;

  const take = (part: Buffer, isLast: boolean): Element | undefined => {
    const json = pendingChunks.length === 0 ? part : Buffer.concat([...pendingChunks, part]);
    const element = { json, separators };
    pendingChunks = [];
    pendingLength = 0;
    separators = [];
    const isBlank = skipSpace(json, 0) === json.length;
    if (isBlank && !(isLast && isEmpty)) throw notJson();
    isEmpty = false;
    return isBlank ? undefined : element;
  };

  return {
    push(chunk: Buffer): readonly Element[] {
      const elements: Element[] = [];
      let start = 0;
      const takeUpTo = (end: number, isLast: boolean): void => {
        const element = take(chunk.subarray(start, end), isLast);
        if (element !== undefined) elements.push(element);
        start = end + 1;
      };
      const end = brackets.follow(chunk, (index, depth) => {
        if (depth > 1) separators.push(index - start + pendingLength);
        else if (chunk[index] === colon) throw notJson();
        else takeUpTo(index, false);
      });
      if (end !== undefined) {
        takeUpTo(end - 1, true);
        rest = chunk.subarray(end);
      } else if (start < chunk.length) {
        pendingChunks.push(chunk.subarray(start));
        pendingLength += chunk.length - start;
        if (pendingLength > maxElementBytes) throw elementTooLarge();
      }
      return elements;
    },
    hasEnded: () => rest !== undefined,
    rest: (): Buffer => rest ?? Buffer.alloc(0),
    separators: (): readonly number[] => separators,
  };
}

/** Tracks strings and brackets of one list or object, in chunks whose borders may be anywhere. */
interface Brackets {
  follow(chunk: Uint8Array, onSeparator?: SeparatorListener): number | undefined;
  closings(): string;
}

/** Called for each comma and colon outside strings at depth 1 and 2. */
type SeparatorListener = (index: number, depth: number) => void;

/** Returns the index of the next quote or backslash. V8 optimizes this separate function sooner. */
function nextQuoteOrBackslash(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  for (let index = from; index < length; index += 1) {
    const byte = bytes[index];
    if (byte === quote || byte === backslash) return index;
  }
  return length;
}

/** With `isOpen`, the bytes begin after the opening bracket. Only strings and brackets are checked. */
function createBrackets(isOpen = false): Brackets {
  /** The closing bracket that each level expects; the outermost level is 1. */
  const closings = new Uint8Array(maxDepth + 1);
  closings[1] = closeList;
  let depth = isOpen ? 1 : 0;
  let isInString = false;
  let isEscaped = false;
  return {
    follow(chunk, onSeparator) {
      const { length } = chunk;
      let index = isEscaped && length > 0 ? 1 : 0;
      if (index === 1) isEscaped = false;
      while (index < length) {
        if (isInString) {
          index = nextQuoteOrBackslash(chunk, index);
          if (index === length) break;
          isInString = chunk[index] === backslash;
          // The byte after a backslash is skipped, even if it begins the next chunk.
          isEscaped = isInString && index + 1 === length;
          index += isInString ? 2 : 1;
          continue;
        }
        const byte = chunk[index] as number;
        index += 1;
        if (byte === quote) isInString = true;
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
    closings: () => String.fromCharCode(...closings.slice(1, depth + 1).reverse()),
  };
}

/** Finds the last comma at the outer two levels of a list or object, and the brackets that would close it there. */
export function openListsAndObjects(bytes: Uint8Array): { readonly end: number; readonly closings: string } {
  const brackets = createBrackets();
  let last = { end: 0, closings: "" };
  brackets.follow(bytes, (index) => {
    if (bytes[index] === comma) last = { end: index, closings: brackets.closings() };
  });
  return last;
}

/** Checks only strings and brackets, because this check limits how fast large answers are passed on. */
export function createBracketCheck(): PieceCheck {
  const outermost = createBrackets();
  let hasEnded = false;
  return {
    push: (chunk) => {
      if (hasEnded) {
        if (!chunk.every(isSpace)) throw trailingContent();
        return;
      }
      const end = outermost.follow(chunk);
      hasEnded = end !== undefined;
      if (end !== undefined && skipSpace(chunk, end) < chunk.length) throw trailingContent();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}
