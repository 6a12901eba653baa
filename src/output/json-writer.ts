import { endedEarly, maxHeldBytes, notJson, tooLarge } from "../json/faults.ts";
import {
  backslash,
  closeList,
  closeObject,
  colon,
  comma,
  openList,
  openObject,
  quote,
} from "../json/scan.ts";
import { escapeJson } from "./escape.ts";
import type { Mask } from "./mask.ts";
import type { Palette } from "./palette.ts";

export interface JsonStyle {
  /** Indented by two spaces a level, or all on one line. */
  readonly pretty: boolean;
  readonly palette: Palette;
  readonly mask: Mask | undefined;
  /** Characters that a terminal would obey are written as JSON escapes. */
  readonly escaped: boolean;
}

/**
 * JSON taken in pieces and given out again in another layout: strings and numbers stay as they are written.
 */
interface JsonWriter {
  push(chunk: Buffer): string;
  /** What is left. A `Failure` where the JSON has not ended. */
  end(): string;
}

interface Level {
  readonly isObject: boolean;
  /** Everything in here is secret. */
  readonly secret: boolean;
  empty: boolean;
  memberIsSecret: boolean;
}

/** 1 for each byte that stands for itself or ends a number or literal. */
const breaks = new Uint8Array(256);
for (const byte of [
  quote,
  colon,
  comma,
  openList,
  closeList,
  openObject,
  closeObject,
  0x20,
  0x0a,
  0x0d,
  0x09,
]) {
  breaks[byte] = 1;
}

/** The text that a string in JSON stands for. */
function textOf(token: string): string {
  return token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
}

/** The string as it is written, unless there are secrets in it. */
function maskedText(token: string, mask: Mask): string {
  const text = textOf(token);
  const shown = mask.text(text);
  return shown === text ? token : JSON.stringify(shown);
}

/** A writer of one JSON value in the given style; only the brackets and the words of JSON are checked. */
export function createJsonWriter({ pretty, palette, mask, escaped }: JsonStyle): JsonWriter {
  const levels: Level[] = [];
  const carried: Buffer[] = [];
  let carriedLength = 0;
  let carriedEscape = false;
  let expectsKey = false;
  let finished = false;
  let text = "";

  const newLine = (): string => (pretty ? `\n${"  ".repeat(levels.length)}` : "");

  const begin = (): void => {
    const level = levels.at(-1);
    if (finished && level === undefined) throw notJson();
    if (level !== undefined && (!level.isObject || expectsKey) && level.empty) {
      level.empty = false;
      text += newLine();
    }
  };

  const isSecret = (): boolean => {
    const level = levels.at(-1);
    return level === undefined ? mask?.isWhole === true : level.secret || level.memberIsSecret;
  };

  const scalar = (token: string): void => {
    begin();
    const level = levels.at(-1);
    if (level?.isObject && expectsKey) {
      if (!token.startsWith('"')) throw notJson();
      level.memberIsSecret = mask?.isSecretMember(textOf(token)) === true;
      text += palette.key(escaped ? escapeJson(token) : token);
      expectsKey = false;
      return;
    }
    const isString = token.startsWith('"');
    if (!isString && !/^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(token)) throw notJson();
    if (mask !== undefined && isSecret() && !/^(?:true|false|null|"")$/.test(token)) {
      text += palette.string(`"${mask.hidden()}"`);
    } else if (isString) {
      const shown = mask === undefined ? token : maskedText(token, mask);
      text += palette.string(escaped ? escapeJson(shown) : shown);
    } else text += palette.literal(token);
    finished = levels.length === 0;
  };

  const open = (isObject: boolean): void => {
    if (expectsKey) throw notJson();
    begin();
    levels.push({ isObject, secret: isSecret(), empty: true, memberIsSecret: false });
    expectsKey = isObject;
    text += isObject ? "{" : "[";
  };

  const close = (isObject: boolean): void => {
    const level = levels.pop();
    if (level?.isObject !== isObject) throw notJson();
    text += `${level.empty ? "" : newLine()}${isObject ? "}" : "]"}`;
    expectsKey = false;
    finished = levels.length === 0;
  };

  const punctuation = (byte: number): void => {
    const level = levels.at(-1);
    if (byte === openObject || byte === openList) open(byte === openObject);
    else if (byte === closeObject || byte === closeList) close(byte === closeObject);
    else if (level === undefined) throw notJson();
    else if (byte === comma) {
      text += `,${newLine()}`;
      expectsKey = level.isObject;
    } else text += pretty ? ": " : ":";
  };

  /** Keeps the beginning of a token for the next piece. */
  const carry = (part: Buffer): void => {
    carried.push(part);
    carriedLength += part.length;
    if (carriedLength > maxHeldBytes) throw tooLarge();
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

  /** Writes the tokens of `bytes`; one that they may cut is carried over to the next piece. */
  const write = (bytes: Buffer): void => {
    const length = bytes.length;
    let index = 0;
    while (index < length) {
      const isCarried = carried.length > 0;
      const byte = (isCarried ? carried[0]?.[0] : bytes[index]) as number;
      if (byte === quote || breaks[byte] === 0) {
        const end = endOf(bytes, isCarried ? index : index + 1, byte === quote);
        if (end === -1) {
          carry(index === 0 ? bytes : bytes.subarray(index));
          return;
        }
        scalar(token(bytes, index, end));
        index = end;
        continue;
      }
      if (byte > 0x20) punctuation(byte);
      index += 1;
    }
  };

  const taken = (): string => {
    const written = text;
    text = "";
    return written;
  };

  return {
    push(chunk) {
      write(chunk);
      return taken();
    },
    end() {
      if (carried.length > 0 && carried[0]?.[0] !== quote) scalar(token(Buffer.alloc(0), 0, 0));
      if (carried.length > 0 || levels.length > 0) throw endedEarly();
      return taken();
    },
  };
}
