import { plainLine } from "../../client/description/plain-text.ts";

/** What is kept of one object of a service: how a line may call it, and what tells people which one it is. */
export interface Name {
  /** What a line calls it. */
  readonly word: string;
  /** Two other words for it, such as a machine's system id and FQDN; empty where there is none. */
  readonly also: readonly [string, string];
  readonly about: string;
  /** The status number of a machine, as text; empty for other objects. */
  readonly status: string;
  /** When a list last showed it: milliseconds since the epoch. */
  readonly seenMs: number;
}

const maxWordLength = 200;
const maxAboutLength = 60;

/** Control characters, those that turn the direction of text round or have no width, and halves of surrogate pairs. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * A value of an answer as a word that a line may hold; empty for what no line would name an object by, such as what
 * would be read as an option or as a file.
 */
export function wordOf(value: unknown): string {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string" || text.length > maxWordLength || text.trim() !== text) return "";
  return unsafe.test(text) || /^[@-]/.test(text) ? "" : text;
}

/** A remark that is kept as it stands: most are, and V8 reads this pattern much faster than those of Unicode. */
const plainRemark = /^[!-~](?:[ -~]{0,58}[!-~])?$/;

/** A value of an answer as a remark about an object; empty where it is not a text. */
export function aboutOf(value: unknown): string {
  if (typeof value !== "string" || value === "") return "";
  if (plainRemark.test(value) && !/[`*]{2}| {2}/.test(value)) return value;
  return plainLine(value.slice(0, 4 * maxAboutLength), maxAboutLength);
}

/** A name as a line of the cache, without its line end. */
export const lineOf = ({ word, also, about, status, seenMs }: Name): string =>
  `${word}\t${also[0]}\t${also[1]}\t${about}\t${status}\t${Math.round(seenMs / 1000)}`;

const maxLineLength = 3 * maxWordLength + maxAboutLength + 40;

/** The same without the tab and the line end; no text that is read from a file holds halves of surrogate pairs. */
const unsafeInLine =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** The lines of a text that a terminal may show: all of them at once where nothing in it is unsafe. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return unsafeInLine.test(text) ? lines.filter((line) => !unsafeInLine.test(line)) : lines;
}

/** The status in one of `safeLines`, and when a list last showed it in milliseconds since the epoch; it may be damaged. */
export function statusIn(line: string): readonly [status: string, seenMs: number] {
  const last = line.lastIndexOf("\t");
  return [line.slice(line.lastIndexOf("\t", last - 1) + 1, last), Number(line.slice(last + 1)) * 1000];
}

/**
 * Reads one of `safeLines`; undefined for one that svc does not write. Lines are many, so it makes no more than the
 * parts.
 */
export function nameIn(line: string): Name | undefined {
  if (line.length > maxLineLength) return undefined;
  const [first, second, third, fourth, fifth] = tabsIn(line);
  if (fifth === -1 || line.includes("\t", fifth + 1)) return undefined;
  const word = line.slice(0, first);
  const id = line.slice(first + 1, second);
  const other = line.slice(second + 1, third);
  const status = line.slice(fourth + 1, fifth);
  const seenSeconds = Number(line.slice(fifth + 1));
  if (word === "" || !endsWell(word) || !endsWell(id) || !endsWell(other)) return undefined;
  if (status.length > 4 || !isCount(Number(status)) || !isCount(seenSeconds)) return undefined;
  return {
    word,
    also: [id, other],
    about: line.slice(third + 1, fourth),
    status,
    seenMs: seenSeconds * 1000,
  };
}

/** Where the five tabs of a line stand; -1 from the first one on that is missing. */
function tabsIn(line: string): readonly [number, number, number, number, number] {
  const first = line.indexOf("\t");
  const second = first === -1 ? -1 : line.indexOf("\t", first + 1);
  const third = second === -1 ? -1 : line.indexOf("\t", second + 1);
  const fourth = third === -1 ? -1 : line.indexOf("\t", third + 1);
  return [first, second, third, fourth, fourth === -1 ? -1 : line.indexOf("\t", fourth + 1)];
}

const endsWell = (word: string): boolean =>
  word === "" ||
  (word.length <= maxWordLength &&
    !word.startsWith("-") &&
    !word.startsWith("@") &&
    !word.startsWith(" ") &&
    !word.endsWith(" "));

const isCount = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < 1e11;
