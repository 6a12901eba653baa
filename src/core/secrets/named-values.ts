import { isSecretName, mask } from "./names.ts";

/** What a message says goes on after a secret in plain words; in a document all of a value is the secret. */
export type Form = "message" | "document";

interface Named {
  readonly name: string;
  /** Where it stands. */
  readonly start: number;
  readonly isQuoted: boolean;
  /** Nothing but space and a list's dash stands before it on its line. */
  readonly beginsLine: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  /** A number, list or object in JSON, which stays JSON where a text takes its place. */
  readonly isBare?: true;
}

/** The values that follow a secret name and `:` or `=`. Each character is looked at a bounded number of times. */
export function maskNamed(text: string, form: Form): string {
  let shown = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign !== ":" && sign !== "=") continue;
    const named = nameBefore(text, at, from);
    if (named === undefined || !isSecretName(named.name)) continue;
    const value = valueAfter(text, at, named, form);
    if (value === undefined || value.end <= value.start) continue;
    shown += text.slice(from, value.start) + (value.isBare ? `"${mask}"` : mask);
    from = value.end;
    at = from - 1;
  }
  return from === 0 ? text : shown + text.slice(from);
}

const maxName = 128;
const maxSpace = 64;

function nameBefore(text: string, sign: number, from: number): Named | undefined {
  let end = sign;
  while (end > from && sign - end < 8 && isSpace(text[end - 1])) end -= 1;
  const quote = text[end - 1];
  const isQuoted = quote === '"' || quote === "'";
  if (isQuoted) end -= 1;
  while (isQuoted && end > from && text[end - 1] === "\\") end -= 1;
  let start = end;
  while (start > from && end - start < maxName && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  if (start === end) return undefined;
  let before = start;
  while (before > from && start - before < maxSpace && isIndent(text[before - 1])) before -= 1;
  return {
    name: text.slice(start, end),
    start,
    isQuoted,
    beginsLine: before === 0 || text[before - 1] === "\n",
  };
}

function valueAfter(text: string, sign: number, named: Named, form: Form): Span | undefined {
  let start = sign + 1;
  while (start < text.length && isSpace(text[start])) start += 1;
  const isSameLine = !text.slice(sign, start).includes("\n");
  const quoted = isSameLine || named.isQuoted ? quotedAfter(text, start) : undefined;
  if (quoted !== undefined) return quoted;
  const opensBrackets = text[start] === "[" || text[start] === "{";
  const mayBeList = named.isQuoted || (isSameLine && form === "document");
  if (opensBrackets && mayBeList && !isSentence(text, start, form))
    return { start, end: bracketsEnd(text, start), isBare: true };
  if (named.isQuoted)
    return isDigit(text[start]) ? { start, end: wordEnd(text, start), isBare: true } : undefined;
  const isBlock = !isSameLine || "|>&*".includes(text[start] ?? "");
  if (isBlock && form === "document" && named.beginsLine) return blockAfter(text, sign, named.start);
  if (isBlock || opensBrackets) return undefined;
  return start === sign + 1 ? { start, end: wordEnd(text, start) } : restOfLine(text, start, named, form);
}

/** In a message, a list below a secret name may say what is wrong with the value. */
const isSentence = (text: string, start: number, form: Form): boolean =>
  form === "message" && text[start] === "[" && holdsSentence(text.slice(start, start + 200));

/** What follows `name: ` without quotes: in a document all of the line, in a message its only word. */
function restOfLine(text: string, start: number, { beginsLine }: Named, form: Form): Span | undefined {
  if (!beginsLine) return undefined;
  const lineEnd = text.indexOf("\n", start);
  const rest = { start, end: lineEnd === -1 ? text.length : lineEnd };
  if (form === "document") return rest;
  const end = wordEnd(text, start);
  return text.slice(end, rest.end).trim() === "" ? { start, end } : undefined;
}

/** What is between quotes, which may be escaped themselves; to the end where it is cut off. */
function quotedAfter(text: string, at: number): Span | undefined {
  let start = at;
  while (text[start] === "\\") start += 1;
  const depth = start - at;
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  start += 1;
  let end = text.indexOf(quote, start);
  while (end !== -1) {
    let slashes = 0;
    while (end - slashes > start && text[end - slashes - 1] === "\\") slashes += 1;
    if (depth === 0 ? slashes % 2 === 0 : slashes <= depth)
      return { start, end: end - Math.min(slashes, depth) };
    end = text.indexOf(quote, end + 1);
  }
  return { start, end: text.length };
}

/** The end of the list or object that opens here; of the text where it is cut off. */
function bracketsEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const from = at;
    while (text[at] === "\\") at += 1;
    const character = text[at];
    if (character === '"' || character === "'") {
      const { end } = quotedAfter(text, from) ?? { end: text.length };
      at = text.indexOf(character, end);
      if (at === -1) return text.length;
    } else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const holdsSentence = (list: string): boolean => /[a-z] [a-z]/.test(list.slice(0, bracketsEnd(list, 0)));

/** The lines of YAML below a name that belong to it: those that stand further right, and the items of a list. */
function blockAfter(text: string, sign: number, name: number): Span | undefined {
  const column = name - (text.lastIndexOf("\n", name) + 1);
  let end = sign;
  for (let line = text.indexOf("\n", sign) + 1; line > 0 && line < text.length; ) {
    let at = line;
    while (text[at] === " ") at += 1;
    const isBlank = at === text.length || text[at] === "\n" || text[at] === "\r";
    const belongs = at - line > column || (at - line === column && text[at] === "-");
    if (!isBlank && !belongs) break;
    const next = text.indexOf("\n", at);
    if (!isBlank) end = next === -1 ? text.length : next;
    line = next + 1;
  }
  return end === sign ? undefined : { start: sign + 1, end };
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && !" \t\r\n,;&\"'<>()[]{}".includes(text[end] as string)) end += 1;
  return end;
}

const isSpace = (character: string | undefined): boolean =>
  character === " " || character === "\t" || character === "\n" || character === "\r";
const isIndent = (character: string | undefined): boolean =>
  character === " " || character === "\t" || character === "-" || character === "<" || character === ">";
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && ((character >= "0" && character <= "9") || character === "-");

/** Letters, digits, `_`, `-` and `.`. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e
  );
}
