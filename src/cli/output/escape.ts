import { isUtf8 } from "node:buffer";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";

/** Control and bidirectional characters. Property classes would make V8 load ICU data at each start. */
const unsafeCharacters = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;
const anyUnsafe = new RegExp(`[${unsafeCharacters}]`);
const everyUnsafe = new RegExp(anyUnsafe, "g");
const unsafeInText = String.raw`(?![\n\t])[${unsafeCharacters}]`;
const everyUnsafeInText = new RegExp(unsafeInText, "g");

/** Escape sequences that svc writes: styles, colours, cursor, frames. */
const svcSequence = String.raw`\u001b\[(?:[0127]|2[27]|3[1-69])m|\u001b\[\?(?:25|2026)[hl]`;
const everyUnsafeAndSvcSequence = new RegExp(`${svcSequence}|${unsafeInText}`, "g");

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes text of the service for one line: control and bidirectional characters become text such as `\x1b`. */
export const escapeLine = (text: string): string =>
  anyUnsafe.test(text) ? text.replace(everyUnsafe, escapeControl) : text;

/** Like `escapeLine`, but keeps line ends and tabs. */
export const escapeText = (text: string): string =>
  anyUnsafe.test(text) ? text.replace(/\r\n/g, "\n").replace(everyUnsafeInText, escapeControl) : text;

/** Like `escapeText`, but keeps the styles that svc writes. */
export function escapeStyled(text: string): string {
  if (!anyUnsafe.test(text)) return text;
  return text
    .replace(/\r\n/g, "\n")
    .replace(everyUnsafeAndSvcSequence, (sequence) =>
      sequence.length > 1 ? sequence : escapeControl(sequence),
    );
}

export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(everyUnsafeInText, jsonEscape);

export const escapeJson = (text: string): string =>
  anyUnsafe.test(text) ? text.replace(everyUnsafe, jsonEscape) : text;

const jsonEscape = (character: string): string => `\\u${hexCode(character, 4)}`;

function escapeControl(character: string): string {
  const hex = hexCode(character, 2);
  return shortEscapes[character] ?? (hex.length === 2 ? `\\x${hex}` : `\\u${hex.padStart(4, "0")}`);
}

const hexCode = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");

/** Only this many bytes of a body are checked for binary data. */
const maxInspectedBytes = 64 * 1024;

/** The inspected bytes can end inside a UTF-8 character of up to this length. */
const maxCharacterBytes = 4;

/** Yields a body as safe text with a final line end. Throws a `Failure` if it begins with binary data. */
export async function* escapedText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const inspectedChunks: Uint8Array[] = [];
  let inspectedSize = 0;
  let lastCharacter = "\n";
  const decode = (chunk?: Uint8Array): string => {
    const text = escapeText(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
    lastCharacter = text.at(-1) ?? lastCharacter;
    return text;
  };
  for await (const chunk of bytes) {
    if (inspectedSize > maxInspectedBytes) {
      yield decode(chunk);
      continue;
    }
    inspectedChunks.push(chunk);
    inspectedSize += chunk.length;
    if (inspectedSize > maxInspectedBytes) yield decode(requireText(Buffer.concat(inspectedChunks), true));
  }
  if (inspectedSize <= maxInspectedBytes) yield decode(requireText(Buffer.concat(inspectedChunks), false));
  yield decode();
  if (lastCharacter !== "\n") yield "\n";
}

function requireText(bytes: Buffer, isCut: boolean): Buffer {
  const isText = [0, 1, 2, 3]
    .slice(0, isCut ? maxCharacterBytes : 1)
    .some((cutBytes) => isUtf8(bytes.subarray(0, bytes.length - cutBytes)));
  if (isText && !bytes.includes(0)) return bytes;
  throw new Failure("other", "the answer is binary data, which a terminal cannot show", {
    hint: "write it to a file: svc ... > FILE",
  });
}

export const oneLine = (text: string): string => escapeText(text.replace(/\s+/g, " ").trim());

/** All characters beyond ASCII that svc writes, and their replacements, of the same width and in the same order. */
const glyphs = "…█✔✖✓✗⚠ℹ·↑↓→–—⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const asciiGlyphs = "~#+x+x!i.^v>---\\|/-\\|/-\\";
const anyGlyph = new RegExp(`[${glyphs}]`, "g");

/** Values of TERM for text consoles and serial lines. */
const asciiTerminals = /^(?:linux|vt\d+|dumb|ansi|cons25)/;

/** True if the locale is set and not UTF-8, and for consoles whose fonts lack these characters. */
export function isAsciiOnly(env: Context["env"]): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "UTF-8";
  return !/utf-?8/i.test(locale) || asciiTerminals.test(env["TERM"] ?? "");
}

export const toAscii = (text: string): string =>
  text.replace(anyGlyph, (glyph) => asciiGlyphs[glyphs.indexOf(glyph)] ?? "?");
