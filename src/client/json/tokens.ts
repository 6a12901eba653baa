import { Failure } from "../../core/failure.ts";

/** The deepest nesting that is accepted, because parsers and printers recurse. */
export const maxDepth = 1000;

/** The largest answer kept in memory, in bytes; close to Node's limit for strings. */
export const maxBufferedBytes = 512_000_000;

/** The largest element of a list. A machine has about 30 kB; parsing takes several times as much memory. */
export const maxElementBytes = 64 * 1024 * 1024;

export const endedEarly = (): Failure => new Failure("other", "the answer ended early");

export const notJson = (cause?: unknown): Failure =>
  new Failure("other", "the answer is not valid JSON", cause === undefined ? {} : { cause });

export const notUtf8 = (): Failure => new Failure("other", "the answer is not in UTF-8");

export const trailingContent = (): Failure =>
  new Failure("other", "the answer continues after the end of its JSON");

export const tooDeep = (): Failure => new Failure("other", "the answer is nested too deeply");

export const elementTooLarge = (): Failure =>
  new Failure("other", "an element of the list is larger than 64 MiB", {
    hint: "'svc api GET PATH' passes on an answer of any size",
  });

export const tooLarge = (): Failure =>
  new Failure("other", "the service's answer is larger than 512 MB", { hint: "ask for less in one request" });

/** All bytes with a meaning in JSON are ASCII, so they are never part of a longer UTF-8 character. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const openList = 0x5b;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at;
  while (isSpace(bytes[index])) index += 1;
  return index;
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface TokenListener {
  scalar(token: string): void;
  punctuation(byte: number): void;
  space(byte: number): void;
}

interface TokenReader {
  push(chunk: Buffer): void;
  end(): void;
}

const endsWord = new Uint8Array(256);
for (const byte of [quote, colon, comma, openList, closeList, openObject, closeObject]) endsWord[byte] = 1;
for (const byte of [0x20, 0x0a, 0x0d, 0x09]) endsWord[byte] = 1;

/** Longer than any word of JSON. Numbers have no such limit. */
const maxWordBytes = 4096;
const minus = 0x2d;
const beginsNumber = (byte = 0): boolean => byte === minus || (byte >= 0x30 && byte <= 0x39);

/** Splits JSON into tokens without checking its grammar. Chunks may end anywhere. */
export function createTokenReader({ scalar, punctuation, space }: TokenListener): TokenReader {
  const pendingParts: Buffer[] = [];
  let pendingLength = 0;
  let endsInEscape = false;

  const addPending = (part: Buffer): void => {
    pendingParts.push(part);
    pendingLength += part.length;
    if (pendingLength > maxBufferedBytes) throw tooLarge();
    const first = pendingParts[0]?.[0];
    if (pendingLength > maxWordBytes && first !== quote && !beginsNumber(first)) throw notJson();
  };

  const token = (bytes: Buffer, start: number, end: number): string => {
    if (pendingParts.length === 0) return bytes.toString("utf8", start, end);
    const tokenBytes = Buffer.concat([...pendingParts.splice(0), bytes.subarray(start, end)]);
    pendingLength = 0;
    return tokenBytes.toString("utf8");
  };

  /** Returns the end of the string or word that continues at `at`, or -1 if it is not in these bytes. */
  const endOf = (bytes: Buffer, at: number, isString: boolean): number => {
    const length = bytes.length;
    let end = at;
    if (!isString) {
      while (end < length && endsWord[bytes[end] as number] === 0) end += 1;
      return end < length ? end : -1;
    }
    if (endsInEscape) end += 1;
    while (end < length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
    endsInEscape = end > length;
    return end < length ? end + 1 : -1;
  };

  return {
    push(bytes) {
      const length = bytes.length;
      let index = 0;
      while (index < length) {
        const isContinued = pendingParts.length > 0;
        const byte = (isContinued ? pendingParts[0]?.[0] : bytes[index]) as number;
        if (byte === quote || endsWord[byte] === 0) {
          const end = endOf(bytes, isContinued ? index : index + 1, byte === quote);
          if (end === -1) return addPending(index === 0 ? bytes : bytes.subarray(index));
          scalar(token(bytes, index, end));
          index = end;
          continue;
        }
        if (byte > 0x20) punctuation(byte);
        else space(byte);
        index += 1;
      }
    },
    end() {
      if (pendingParts[0]?.[0] === quote) throw endedEarly();
      if (pendingParts.length > 0) scalar(token(Buffer.alloc(0), 0, 0));
    },
  };
}

/** Tracks strings and brackets of one list or object, in chunks that may end anywhere. */
interface Brackets {
  follow(chunk: Uint8Array, onSeparator?: SeparatorListener): number | undefined;
  closingBrackets(): string;
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
export function createBracketTracker(isOpen = false): Brackets {
  /** The closing bracket that each level expects; the outermost level is 1. */
  const expectedBrackets = new Uint8Array(maxDepth + 1);
  expectedBrackets[1] = closeList;
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
          expectedBrackets[depth] = byte === openList ? closeList : closeObject;
        } else if (byte === closeList || byte === closeObject) {
          if (depth === 0 || expectedBrackets[depth] !== byte) throw notJson();
          depth -= 1;
          if (depth === 0) return index;
        } else if (byte === backslash) throw notJson();
      }
      return undefined;
    },
    closingBrackets: () => String.fromCharCode(...expectedBrackets.slice(1, depth + 1).reverse()),
  };
}
