import { isUtf8 } from "node:buffer";
import { Failure } from "../../core/failure.ts";

/**
 * C0, DEL, C1, and the characters that turn the direction of text or break its line where no terminal expects
 * it: `\p{Cc}`, `\p{Bidi_Control}` and U+2028 and U+2029. They are named one by one since V8 asks ICU for the characters of a
 * property, which each start would wait for.
 */
const characters = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;
const unsafe = new RegExp(`[${characters}]`);
const everyUnsafe = new RegExp(unsafe, "g");
const unsafeInText = String.raw`(?![\n\t])[${characters}]`;
const everyUnsafeInText = new RegExp(unsafeInText, "g");

/** What svc itself writes: bold, dim, inverse, colours and their ends, the cursor hidden and shown, a frame begun and ended. */
const ownSequence = String.raw`\u001b\[(?:[0127]|2[27]|3[1-69])m|\u001b\[\?(?:25|2026)[hl]`;
const everyUnsafeAndOwn = new RegExp(`${ownSequence}|${unsafeInText}`, "g");

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text of the service on one line, safe to show: what would move a cursor, colour or reorder it is written
 * out as `\x1b`.
 */
export function escapeLine(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, visible) : text;
}

/** The same for text of several lines, whose line ends and tabs stay. */
export function escapeText(text: string): string {
  return unsafe.test(text) ? text.replace(/\r\n/g, "\n").replace(everyUnsafeInText, visible) : text;
}

/** The same for text that svc has painted. */
export function escapeStyled(text: string): string {
  if (!unsafe.test(text)) return text;
  return text
    .replace(/\r\n/g, "\n")
    .replace(everyUnsafeAndOwn, (found) => (found.length > 1 ? found : visible(found)));
}

/** A value as JSON, where such characters are the JSON escapes that mean the same. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(everyUnsafeInText, jsonEscape);
}

/** The inside of a JSON string with such characters as the JSON escapes that mean the same. */
export function escapeJson(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, jsonEscape) : text;
}

const jsonEscape = (character: string): string => `\\u${code(character, 4)}`;

function visible(character: string): string {
  const hex = code(character, 2);
  return named[character] ?? (hex.length === 2 ? `\\x${hex}` : `\\u${hex.padStart(4, "0")}`);
}

function code(character: string, digits: number): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
}

/** Bytes of a body that are inspected before any of it is shown. */
const inspectedBytes = 64 * 1024;

/** A character of UTF-8 that the end of the bytes cuts is this long at most. */
const maxCharacterBytes = 4;

/**
 * A body as text that a terminal can show, with a line end
 * at its end. A `Failure` where it begins with binary data.
 */
export async function* escapedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let last = "\n";
  const decode = (chunk?: Uint8Array): string => {
    const text = escapeText(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    last = text.at(-1) ?? last;
    return text;
  };
  for await (const chunk of bytes) {
    if (heldBytes > inspectedBytes) {
      yield decode(chunk);
      continue;
    }
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes > inspectedBytes) yield decode(checkedText(Buffer.concat(held), true));
  }
  if (heldBytes <= inspectedBytes) yield decode(checkedText(Buffer.concat(held), false));
  yield decode();
  if (last !== "\n") yield "\n";
}

function checkedText(bytes: Buffer, isCut: boolean): Buffer {
  const isText = [0, 1, 2, 3]
    .slice(0, isCut ? maxCharacterBytes : 1)
    .some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
  if (isText && !bytes.includes(0)) return bytes;
  throw new Failure("other", "the answer is binary data, which a terminal cannot show", {
    hint: "write it to a file: svc ... > FILE",
  });
}

/** Text of the service as one line without control characters. */
export const oneLine = (text: string): string => escapeText(text.replace(/\s+/g, " ").trim());
