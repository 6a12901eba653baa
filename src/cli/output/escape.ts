/**
 * C0, DEL, C1, and the characters that turn the direction of text or break its line where no terminal expects
 * it: `\p{Cc}`, `\p{Bidi_Control}` and U+2028 and U+2029. They are named one by one since V8 asks ICU for the characters of a
 * property, which each start would wait for.
 */
const characters = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;
const unsafe = new RegExp(`[${characters}]`);
const everyUnsafe = new RegExp(unsafe, "g");
const everyUnsafeInText = new RegExp(String.raw`(?![\n\t])[${characters}]`, "g");

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

/** The inside of a JSON string with such characters as the JSON escapes that mean the same. */
export function escapeJson(text: string): string {
  return unsafe.test(text) ? text.replace(everyUnsafe, (character) => `\\u${code(character, 4)}`) : text;
}

function visible(character: string): string {
  const hex = code(character, 2);
  return named[character] ?? (hex.length === 2 ? `\\x${hex}` : `\\u${hex.padStart(4, "0")}`);
}

function code(character: string, digits: number): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
}
