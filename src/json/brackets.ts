import type { JsonCheck } from "./check.ts";
import { endedEarly, followed, maxDepth, notJson, tooDeep } from "./faults.ts";
import {
  backslash,
  closeList,
  closeObject,
  isSpace,
  openList,
  openObject,
  quote,
  skipSpace,
} from "./scan.ts";

/** Bytes that are looked at one by one around an escape: the next one is seldom far. */
const escapeReach = 64;

/** Whether the first byte of a word is its lowest, as the loop over words takes it. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Follows the strings and brackets of a list or object that arrives in pieces, cut anywhere: whether it is whole
 * and nothing follows it. What stands between the brackets is not checked, which makes it quicker than the check
 * of the whole grammar: it decides how fast a large answer is passed on. The loops stand in one function, since
 * they share what is open.
 */
export function createBracketCheck(): JsonCheck {
  const closings = new Uint8Array(maxDepth + 1);
  let depth = 0;
  let isString = false;
  let isEscaped = false;

  /** Takes a byte that stands outside strings; true where it ends the whole. */
  const ends = (byte: number): boolean => {
    if (byte === openObject || byte === openList) {
      if (depth === maxDepth) throw tooDeep();
      depth += 1;
      closings[depth] = byte === openObject ? closeObject : closeList;
    } else if (byte === closeObject || byte === closeList) {
      if (closings[depth] !== byte) throw notJson();
      depth -= 1;
      return depth === 0;
    }
    return false;
  };

  /** Byte by byte; returns the index at which it stopped, and whether the whole has ended there. */
  const followBytes = (chunk: Uint8Array, from: number, to: number): Stop => {
    for (let index = from; index < to; index += 1) {
      const byte = chunk[index] as number;
      if (isEscaped) isEscaped = false;
      else if (byte === quote) isString = !isString;
      else if (isString) isEscaped = byte === backslash;
      else if (ends(byte)) return { index: index + 1, hasEnded: true };
    }
    return { index: Math.max(from, to), hasEnded: false };
  };

  /**
   * Four bytes at once, where no escape is among them, and without a branch at each quote, which no processor
   * foresees: strings are short. The highest bit of each byte of a word says what the byte is; the others are
   * left to chance.
   */
  const followWords = (words: Int32Array): Stop => {
    const { length } = words;
    let outside = isString ? 0 : -1;
    for (let index = 0; index < length; index += 1) {
      const word = words[index] as number;
      const other = word ^ 0x22222222;
      let flips = ~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other);
      flips ^= flips << 8;
      flips ^= flips << 16;
      const isOutside = flips ^ outside;
      outside = isOutside >> 31;
      // Bits 3, 4 and 6 are set in every bracket, and in nothing else that stands outside strings.
      let found = (word << 1) & (word << 3) & (word << 4) & isOutside & 0x80808080;
      for (; found !== 0; found &= found - 1) {
        const bit = 31 - Math.clz32(found & -found);
        if (ends((word >>> (bit - 7)) & 0xff)) return { index: index * 4 + (bit + 1) / 8, hasEnded: true };
      }
    }
    isString = outside === 0;
    return { index: length * 4, hasEnded: false };
  };

  /** Follows a chunk to its end or to that of the whole. */
  const follow = (chunk: Uint8Array): Stop => {
    const { buffer, byteOffset, length } = chunk;
    const bytes = Buffer.from(buffer, byteOffset, length);
    let at: Stop = { index: 0, hasEnded: false };
    while (at.index < length && !at.hasEnded) {
      const nextEscape = isLittleEndian ? bytes.indexOf(backslash, at.index) : at.index;
      const clear = nextEscape === -1 ? length : nextEscape;
      // Words begin at multiples of four in memory, and not with a byte that is escaped.
      const toWord = (-(byteOffset + at.index) & 3) + (isEscaped ? 4 : 0);
      at = followBytes(chunk, at.index, Math.min(clear, at.index + toWord));
      const count = (clear - at.index) >> 2;
      if (!at.hasEnded && count > 0) {
        const start = at.index;
        const { index, hasEnded } = followWords(new Int32Array(buffer, byteOffset + start, count));
        at = { index: start + index, hasEnded };
      }
      if (!at.hasEnded) at = followBytes(chunk, at.index, Math.min(length, clear + escapeReach));
    }
    return at;
  };

  let hasEnded = false;
  return {
    push: (chunk) => {
      if (hasEnded) {
        if (!chunk.every(isSpace)) throw followed();
        return;
      }
      const stop = follow(chunk);
      hasEnded = stop.hasEnded;
      if (hasEnded && skipSpace(chunk, stop.index) < chunk.length) throw followed();
    },
    end: () => {
      if (!hasEnded) throw endedEarly();
    },
  };
}

/** Where following stopped, and why. */
interface Stop {
  readonly index: number;
  readonly hasEnded: boolean;
}
