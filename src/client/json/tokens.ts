import { Failure } from "../../core/failure.ts";

/** Lists and objects inside one another; what reads and prints JSON may go down into each. */
export const maxDepth = 1000;

/** Bytes of an answer, or of one element of a list, that are held: a text of Node can hold little more. */
export const maxHeldBytes = 512_000_000;

/** The failure of JSON whose bytes stop before it does. */
export const endedEarly = (): Failure => new Failure("other", "the answer ended early");

/** The failure of what is not JSON. */
export const notJson = (cause?: unknown): Failure =>
  new Failure("other", "the answer is not valid JSON", cause === undefined ? {} : { cause });

/** The failure of text that is not in UTF-8. */
export const notUtf8 = (): Failure => new Failure("other", "the answer is not in UTF-8");

/** The failure of JSON that something else follows. */
export const followed = (): Failure => new Failure("other", "the answer goes on after the end of its JSON");

/** The failure of lists and objects inside one another beyond the bound. */
export const tooDeep = (): Failure => new Failure("other", "the answer is nested too deeply");

/** The failure of an answer that is larger than what may be held. */
export const tooLarge = (): Failure =>
  new Failure("other", "the service's answer is larger than 512 MB", {
    hint: "ask for less in one request",
  });

/** Bytes that mean something in JSON. All are ASCII, so none is ever part of a longer UTF-8 character. */
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

/** The index of the first byte from `at` on that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let index = at;
  while (isSpace(bytes[index])) index += 1;
  return index;
}

/** The same bytes, not copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface TokenListener {
  /** A string with its quotes, a number or a word, as it is written. */
  scalar(token: string): void;
  /** A bracket, colon or comma. */
  punctuation(byte: number): void;
}

interface TokenReader {
  push(chunk: Buffer): void;
  /** A `Failure` where a string has not ended. */
  end(): void;
}

/** 1 for each byte that stands for itself or ends a number or literal. */
const breaks = new Uint8Array(256);
for (const byte of [quote, colon, comma, openList, closeList, openObject, closeObject]) breaks[byte] = 1;
for (const byte of [0x20, 0x0a, 0x0d, 0x09]) breaks[byte] = 1;

/** Longer than every word of JSON, in bytes; numbers have no such bound. */
const maxWordBytes = 4096;
const minus = 0x2d;
const isInNumber = (byte = 0): boolean => byte === minus || (byte >= 0x30 && byte <= 0x39);

/** Takes JSON apart that arrives in pieces, cut anywhere; its grammar is not checked. */
export function createTokenReader({ scalar, punctuation }: TokenListener): TokenReader {
  const carried: Buffer[] = [];
  let carriedLength = 0;
  let carriedEscape = false;

  /** Keeps the beginning of a token for the next piece. */
  const carry = (part: Buffer): void => {
    carried.push(part);
    carriedLength += part.length;
    if (carriedLength > maxHeldBytes) throw tooLarge();
    const first = carried[0]?.[0];
    if (carriedLength > maxWordBytes && first !== quote && !isInNumber(first)) throw notJson();
  };

  /** The token that ends before `end`, together with what was carried of it. */
  const token = (bytes: Buffer, start: number, end: number): string => {
    if (carried.length === 0) return bytes.toString("utf8", start, end);
    const whole = Buffer.concat([...carried.splice(0), bytes.subarray(start, end)]);
    carriedLength = 0;
    return whole.toString("utf8");
  };

  /** The end of the string or word that goes on at `at`; -1 where that is not in these bytes. */
  const endOf = (bytes: Buffer, at: number, isString: boolean): number => {
    const length = bytes.length;
    let end = at;
    if (!isString) {
      while (end < length && breaks[bytes[end] as number] === 0) end += 1;
      return end < length ? end : -1;
    }
    if (carriedEscape) end += 1;
    while (end < length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
    carriedEscape = end > length;
    return end < length ? end + 1 : -1;
  };

  return {
    push(bytes) {
      const length = bytes.length;
      let index = 0;
      while (index < length) {
        const isCarried = carried.length > 0;
        const byte = (isCarried ? carried[0]?.[0] : bytes[index]) as number;
        if (byte === quote || breaks[byte] === 0) {
          const end = endOf(bytes, isCarried ? index : index + 1, byte === quote);
          if (end === -1) return carry(index === 0 ? bytes : bytes.subarray(index));
          scalar(token(bytes, index, end));
          index = end;
          continue;
        }
        if (byte > 0x20) punctuation(byte);
        index += 1;
      }
    },
    end() {
      if (carried[0]?.[0] === quote) throw endedEarly();
      if (carried.length > 0) scalar(token(Buffer.alloc(0), 0, 0));
    },
  };
}
