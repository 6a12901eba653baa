import { plainLine } from "../../client/description/words.ts";

/** What is kept of one object of a service: how a line may call it, and what tells people which one it is. */
export interface Name {
  /** What a line calls it. */
  readonly word: string;
  /** Two other words for it, such as a machine's system id and FQDN; empty where there is none. */
  readonly also: readonly [string, string];
  readonly about: string;
  /** The status number of a machine, as text; empty for other objects. */
  readonly status: string;
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
  return typeof text === "string" && text.trim() === text && !unsafe.test(text) && isPlain(text) ? text : "";
}

/** Of texts without unsafe characters, those that a line may hold. */
const isPlain = (text: string): boolean =>
  text.length <= maxWordLength &&
  !text.startsWith("-") &&
  !text.startsWith("@") &&
  !text.startsWith(" ") &&
  !text.endsWith(" ");

/** The name of an object of which nothing else is kept; undefined for what is not a word. */
export function plainName(value: unknown): Name | undefined {
  const word = wordOf(value);
  return word === "" ? undefined : { word, also: ["", ""], about: "", status: "" };
}

/** A remark that needs no change: most do not, and V8 reads this pattern much faster than those of Unicode. */
const plainRemark = /^[!-~](?:[ -~]{0,58}[!-~])?$/;

/** A value of an answer as a remark about an object; empty where it is not a text. */
export function aboutOf(value: unknown): string {
  if (typeof value !== "string" || value === "") return "";
  if (plainRemark.test(value) && !/[`*]{2}| {2}/.test(value)) return value;
  return plainLine(value.slice(0, 4 * maxAboutLength), maxAboutLength);
}

/** A name as a line of the cache, without its line end. */
export const lineOf = ({ word, also, about, status }: Name): string =>
  `${word}\t${also[0]}\t${also[1]}\t${about}\t${status}`;

/** `unsafe` without tabs and line ends; no text that is read from a file holds halves of surrogate pairs. */
const unsafeInLine =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** The lines of a text that a terminal may show: all of them at once where nothing in it is unsafe. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return unsafeInLine.test(text) ? lines.filter((line) => !unsafeInLine.test(line)) : lines;
}

/** The status in one of `safeLines`; the line may be damaged. */
export const statusIn = (line: string): string => line.slice(line.lastIndexOf("\t") + 1);

/** Reads one of `safeLines`; undefined for one that svc does not write. */
export function nameIn(line: string): Name | undefined {
  const [word = "", id = "", other = "", about = "", status, excess] = line.split("\t");
  if (word === "" || status === undefined || excess !== undefined) return undefined;
  if (!isPlain(word) || !isPlain(id) || !isPlain(other) || about.length > maxAboutLength) return undefined;
  return /^\d{0,4}$/.test(status) ? { word, also: [id, other], about, status } : undefined;
}
