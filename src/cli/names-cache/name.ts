import { plainLine } from "../../client/description/words.ts";

export interface Name {
  readonly word: string;
  /** Other names, such as system id and FQDN; empty if there are none. */
  readonly otherNames: readonly [string, string];
  readonly about: string;
  /** The number of a machine's status as text; empty for other objects. */
  readonly status: string;
}

const maxWordLength = 200;
const maxAboutLength = 60;

/** Control characters, bidirectional and zero-width characters, and lone surrogates. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The value as a word for the line; empty if nobody would type it as a name, such as an option or a path. */
export function wordOf(value: unknown): string {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  return typeof text === "string" && text.trim() === text && !unsafe.test(text) && isPlain(text) ? text : "";
}

const isPlain = (text: string): boolean =>
  text.length <= maxWordLength &&
  !text.startsWith("-") &&
  !text.startsWith("@") &&
  !text.startsWith(" ") &&
  !text.endsWith(" ");

export function plainName(value: unknown): Name | undefined {
  const word = wordOf(value);
  return word === "" ? undefined : { word, otherNames: ["", ""], about: "", status: "" };
}

/** Matches most descriptions, and is much faster in V8 than patterns with Unicode classes. */
const plainDescription = /^[!-~](?:[ -~]{0,58}[!-~])?$/;

export function aboutOf(value: unknown): string {
  if (typeof value !== "string" || value === "") return "";
  if (plainDescription.test(value) && !/[`*]{2}| {2}/.test(value)) return value;
  return plainLine(value.slice(0, 4 * maxAboutLength), maxAboutLength);
}

export const lineOf = ({ word, otherNames, about, status }: Name): string =>
  `${word}\t${otherNames[0]}\t${otherNames[1]}\t${about}\t${status}`;

/** `unsafe` without tabs and line ends; text read from a file has no lone surrogates. */
const unsafeInLine =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** Lines that a terminal can show; fast if all of them are safe. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return unsafeInLine.test(text) ? lines.filter((line) => !unsafeInLine.test(line)) : lines;
}

export const statusIn = (line: string): string => line.slice(line.lastIndexOf("\t") + 1);

export function nameIn(line: string): Name | undefined {
  const [word = "", id = "", other = "", about = "", status, extraField] = line.split("\t");
  if (word === "" || status === undefined || extraField !== undefined) return undefined;
  if (!isPlain(word) || !isPlain(id) || !isPlain(other) || about.length > maxAboutLength) return undefined;
  return /^\d{0,4}$/.test(status) ? { word, otherNames: [id, other], about, status } : undefined;
}
