import {
  colon,
  comma,
  createBracketTracker,
  elementTooLarge,
  endedEarly,
  isSpace,
  maxElementBytes,
  notJson,
  skipSpace,
  trailingContent,
} from "./tokens.ts";

export interface ChunkCheck {
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
  const brackets = createBracketTracker(true);
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

/** Finds the last comma at the outer two levels of a list or object, and the brackets that would close it there. */
export function lastOuterComma(bytes: Uint8Array): {
  readonly end: number;
  readonly closingBrackets: string;
} {
  const brackets = createBracketTracker();
  let lastComma = { end: 0, closingBrackets: "" };
  brackets.follow(bytes, (index) => {
    if (bytes[index] === comma) lastComma = { end: index, closingBrackets: brackets.closingBrackets() };
  });
  return lastComma;
}

/** Checks only strings and brackets, because this check limits how fast large answers are passed on. */
export function createBracketCheck(): ChunkCheck {
  const brackets = createBracketTracker();
  let hasEnded = false;
  return {
    push: (chunk) => {
      if (hasEnded) {
        if (!chunk.every(isSpace)) throw trailingContent();
        return;
      }
      const end = brackets.follow(chunk);
      hasEnded = end !== undefined;
      if (end !== undefined && skipSpace(chunk, end) < chunk.length) throw trailingContent();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}
