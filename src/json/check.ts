import { endedEarly, followed, maxDepth, notJson, tooDeep } from "./faults.ts";
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  isSpace,
  openList,
  openObject,
  quote,
} from "./scan.ts";

/** Follows JSON (RFC 8259) that arrives in pieces, cut anywhere. */
export interface JsonCheck {
  /** A `Failure` where the bytes so far begin no JSON document. */
  push(chunk: Uint8Array): void;
  /** A `Failure` where the document has not ended. */
  end(): void;
}

/** What may come next. */
const State = {
  value: 0,
  /** A value, or the end of the list that has just been opened. */
  firstItem: 1,
  /** A member's name, or the end of the object that has just been opened. */
  firstName: 2,
  name: 3,
  colon: 4,
  /** A comma or the end of the list or object. */
  after: 5,
  /** White space. */
  end: 6,
  text: 7,
  escape: 8,
  /** The digits of `\u0041`. */
  hex: 9,
  number: 10,
  literal: 11,
} as const;

/** 1 for each byte at which the text of a string stops or is broken. */
const textEnds = new Uint8Array(256).fill(1, 0, 0x20);
textEnds[quote] = 1;
textEnds[backslash] = 1;

/** What a byte is in a number; 0: nothing. */
const Part = { digit: 1, zero: 2, minus: 3, plus: 4, dot: 5, exponent: 6 } as const;
const parts = new Uint8Array(256).fill(Part.digit, 0x31, 0x3a);
parts[0x30] = Part.zero;
parts[0x2d] = Part.minus;
parts[0x2b] = Part.plus;
parts[0x2e] = Part.dot;
parts[0x45] = Part.exponent;
parts[0x65] = Part.exponent;

/**
 * By the stage of a number, the stage that each part leads to; 0: it cannot follow. Stages: 1 minus, 2 zero,
 * 3 integer, 4 dot, 5 fraction, 6 exponent, 7 its sign, 8 its digits.
 */
const numberSteps: readonly (readonly number[])[] = [
  [0, 3, 2, 1, 0, 0, 0],
  [0, 3, 2, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 4, 6],
  [0, 3, 3, 0, 0, 4, 6],
  [0, 5, 5, 0, 0, 0, 0],
  [0, 5, 5, 0, 0, 0, 6],
  [0, 8, 8, 7, 7, 0, 0],
  [0, 8, 8, 0, 0, 0, 0],
  [0, 8, 8, 0, 0, 0, 0],
];
const isWholeNumber = (stage: number): boolean => stage === 2 || stage === 3 || stage === 5 || stage === 8;

const literals = new Map(["true", "false", "null"].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
const noLiteral = Buffer.alloc(0);

/**
 * Checks one JSON document whole: grammar, depth and that nothing follows it. Each byte is looked at once, and
 * nothing is kept but the brackets that are open.
 */
export function createJsonCheck(): JsonCheck {
  const open = new Uint8Array(maxDepth + 1);
  let state: number = State.value;
  let depth = 0;
  let stringIsName = false;
  let hexDigits = 0;
  let stage = 0;
  let literal: Buffer = noLiteral;
  let literalAt = 0;

  const endValue = (): void => {
    state = depth === 0 ? State.end : State.after;
  };
  const close = (): void => {
    depth -= 1;
    endValue();
  };
  const beginText = (isName: boolean): void => {
    stringIsName = isName;
    state = State.text;
  };

  const beginValue = (byte: number): void => {
    if (byte === quote) beginText(false);
    else if (byte === openObject || byte === openList) {
      if (depth === maxDepth) throw tooDeep();
      depth += 1;
      open[depth] = byte;
      state = byte === openObject ? State.firstName : State.firstItem;
    } else if (byte === closeList && state === State.firstItem) close();
    else if (parts[byte] !== 0) {
      stage = nextStage(0, byte);
      if (stage === 0) throw notJson();
      state = State.number;
    } else {
      literal = literals.get(byte) ?? noLiteral;
      if (literal === noLiteral) throw notJson();
      literalAt = 1;
      state = State.literal;
    }
  };

  const beginName = (byte: number): void => {
    if (byte === quote) beginText(true);
    else if (byte === closeObject && state === State.firstName) close();
    else throw notJson();
  };

  const followValue = (byte: number): void => {
    const isObject = open[depth] === openObject;
    if (byte === comma) state = isObject ? State.name : State.value;
    else if (byte === (isObject ? closeObject : closeList)) close();
    else throw notJson();
  };

  /** A byte between tokens that is not white space. */
  const punctuation = (byte: number): void => {
    if (state === State.after) followValue(byte);
    else if (state === State.name || state === State.firstName) beginName(byte);
    else if (state === State.end) throw followed();
    else if (state !== State.colon) beginValue(byte);
    else if (byte === colon) state = State.value;
    else throw notJson();
  };

  /** The byte at which the text of a string stops. */
  const stopText = (byte: number): void => {
    if (byte === backslash) state = State.escape;
    else if (byte !== quote) throw notJson();
    else if (stringIsName) state = State.colon;
    else endValue();
  };

  /** A byte of an escape or a literal. */
  const continueToken = (byte: number): void => {
    if (state === State.literal) {
      if (byte !== literal[literalAt]) throw notJson();
      literalAt += 1;
      if (literalAt === literal.length) endValue();
    } else if (state === State.hex) {
      if (!isHexDigit(byte)) throw notJson();
      hexDigits += 1;
      if (hexDigits === 4) state = State.text;
    } else if (byte === letterU) {
      state = State.hex;
      hexDigits = 0;
    } else if (escapes.includes(byte)) state = State.text;
    else throw notJson();
  };

  /** Takes a byte into a number; false where the number has ended before it. */
  const continueNumber = (byte: number): boolean => {
    const next = nextStage(stage, byte);
    if (next === 0) {
      if (!isWholeNumber(stage)) throw notJson();
      endValue();
      return false;
    }
    stage = next;
    return true;
  };

  return {
    push(chunk) {
      const { length } = chunk;
      for (let index = 0; index < length; index += 1) {
        if (state === State.text) {
          index = textEnd(chunk, index);
          if (index < length) stopText(chunk[index] as number);
          continue;
        }
        const byte = chunk[index] as number;
        if (state === State.number && continueNumber(byte)) continue;
        if (state > State.text) continueToken(byte);
        else if (!isSpace(byte)) punctuation(byte);
      }
    },
    end() {
      const isWhole = state === State.number && depth === 0 && isWholeNumber(stage);
      if (state !== State.end && !isWhole) throw endedEarly();
    },
  };
}

const nextStage = (stage: number, byte: number): number => numberSteps[stage]?.[parts[byte] as number] ?? 0;

/** Where the text of a string stops, from `at` on; the length where it goes on after the chunk. */
function textEnd(chunk: Uint8Array, at: number): number {
  const { length } = chunk;
  const ends = textEnds;
  let index = at;
  while (index < length && ends[chunk[index] as number] === 0) index += 1;
  return index;
}

/** Checks one JSON document that is there as a whole. */
export function checkJson(bytes: Uint8Array): void {
  if (isPlainJson(bytes)) return;
  const check = createJsonCheck();
  check.push(bytes);
  check.end();
}

/**
 * True for JSON with too few brackets to be nested too deeply. Node's own parser takes the same grammar (bytes as
 * characters: beyond ASCII both let all stand in strings, and nowhere else), and is quicker than a loop that has
 * not run often enough to be compiled.
 */
function isPlainJson(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  let brackets = 0;
  for (const bracket of ["[", "{"])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      brackets += 1;
      if (brackets > maxDepth) return false;
    }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What may stand after a backslash: " \\ / b f n r t, and u before four digits. */
const escapes = Buffer.from('"\\/bfnrt');
const letterU = 0x75;

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
