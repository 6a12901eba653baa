import { endedEarly, followed, maxDepth, notJson, tooDeep } from "./faults.ts";
import { backslash, closeList, closeObject, colon, comma, openList, openObject, quote } from "./scan.ts";

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
 * Checks one JSON document whole: grammar, depth and that nothing follows it. Each byte is looked at once,
 * and nothing is kept but the brackets that are open: this loop decides how fast a large answer is passed on.
 */
export function createJsonCheck(): JsonCheck {
  const open = new Uint8Array(maxDepth + 1);
  let savedState: number = State.value;
  let savedDepth = 0;
  let stringIsName = false;
  let hexDigits = 0;
  let stage = 0;
  let literal: Buffer = noLiteral;
  let literalAt = 0;

  const push = (chunk: Uint8Array): void => {
    const length = chunk.length;
    // All that the inner loops touch is local: a variable of a closure or a module is fetched anew for each
    // byte.
    const ends = textEnds;
    const kinds = parts;
    let state = savedState;
    let depth = savedDepth;
    let index = 0;
    while (index < length) {
      let byte = chunk[index] as number;
      if (state === State.text) {
        while (ends[byte] === 0) {
          index += 1;
          if (index === length) break;
          byte = chunk[index] as number;
        }
        if (index === length) break;
        index += 1;
        if (byte === quote) state = stringIsName ? State.colon : depth === 0 ? State.end : State.after;
        else if (byte === backslash) state = State.escape;
        else throw notJson();
        continue;
      }
      if (state > State.text) {
        if (state === State.number) {
          const next = numberSteps[stage]?.[kinds[byte] as number] ?? 0;
          if (next !== 0) {
            stage = next;
            index += 1;
            continue;
          }
          if (!isWholeNumber(stage)) throw notJson();
          state = depth === 0 ? State.end : State.after;
        } else {
          index += 1;
          if (state === State.literal) {
            if (byte !== literal[literalAt]) throw notJson();
            literalAt += 1;
            if (literalAt === literal.length) state = depth === 0 ? State.end : State.after;
          } else if (state === State.hex) {
            if (!isHexDigit(byte)) throw notJson();
            hexDigits += 1;
            if (hexDigits === 4) state = State.text;
          } else if (byte === 0x75) {
            state = State.hex;
            hexDigits = 0;
          } else if (isEscape(byte)) state = State.text;
          else throw notJson();
          continue;
        }
      }
      index += 1;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) continue;
      if (state === State.after) {
        if (byte === comma) {
          state = open[depth] === openObject ? State.name : State.value;
        } else if (byte === (open[depth] === openObject ? closeObject : closeList)) {
          depth -= 1;
          if (depth === 0) state = State.end;
        } else throw notJson();
      } else if (state === State.colon) {
        if (byte !== colon) throw notJson();
        state = State.value;
      } else if (state === State.name || state === State.firstName) {
        if (byte === quote) {
          stringIsName = true;
          state = State.text;
        } else if (byte === closeObject && state === State.firstName) {
          depth -= 1;
          state = depth === 0 ? State.end : State.after;
        } else throw notJson();
      } else if (state === State.end) {
        throw followed();
      } else if (byte === quote) {
        stringIsName = false;
        state = State.text;
      } else if (byte === openObject || byte === openList) {
        if (depth === maxDepth) throw tooDeep();
        depth += 1;
        open[depth] = byte;
        state = byte === openObject ? State.firstName : State.firstItem;
      } else if (byte === closeList && state === State.firstItem) {
        depth -= 1;
        state = depth === 0 ? State.end : State.after;
      } else if (kinds[byte] !== 0) {
        stage = numberSteps[0]?.[kinds[byte] as number] ?? 0;
        if (stage === 0) throw notJson();
        state = State.number;
      } else {
        literal = literals.get(byte) ?? noLiteral;
        if (literal === noLiteral) throw notJson();
        literalAt = 1;
        state = State.literal;
      }
    }
    savedState = state;
    savedDepth = depth;
  };

  return {
    push,
    end() {
      const isWhole = savedState === State.number && savedDepth === 0 && isWholeNumber(stage);
      if (savedState !== State.end && !isWhole) throw endedEarly();
    },
  };
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

function isEscape(byte: number): boolean {
  // " \ / b f n r t
  return (
    byte === quote ||
    byte === backslash ||
    byte === 0x2f ||
    byte === 0x62 ||
    byte === 0x66 ||
    byte === 0x6e ||
    byte === 0x72 ||
    byte === 0x74
  );
}

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
