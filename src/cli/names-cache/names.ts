import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KindId } from "../../catalogue/named.ts";
import { plainLine } from "../../client/description/words.ts";
import type { Random } from "../../core/clock.ts";
import { attempt } from "../../core/failure.ts";
import { makeFolder } from "../../core/files.ts";
import { readTrustedFile } from "../../core/trusted-file.ts";
import { writeTimestampFile, writtenAtMs } from "./freshness.ts";

export interface Name {
  readonly word: string;
  /** Other names, such as system id and FQDN; empty if there are none. */
  readonly otherNames: readonly [string, string];
  readonly description: string;
  /** The number of a machine's status as text; empty for other objects. */
  readonly status: string;
}

const maxWordLength = 200;
const maxDescriptionLength = 60;

/** Control characters, bidirectional and zero-width characters, and lone surrogates. */
const unsafeCharacter =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The value as a word for the line; empty if nobody would type it as a name, such as an option or a path. */
export function wordOf(value: unknown): string {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  return typeof text === "string" && text.trim() === text && !unsafeCharacter.test(text) && isPlain(text)
    ? text
    : "";
}

const isPlain = (text: string): boolean =>
  text.length <= maxWordLength &&
  !text.startsWith("-") &&
  !text.startsWith("@") &&
  !text.startsWith(" ") &&
  !text.endsWith(" ");

export function toName(value: unknown): Name | undefined {
  const word = wordOf(value);
  return word === "" ? undefined : { word, otherNames: ["", ""], description: "", status: "" };
}

/** Matches most descriptions, and is much faster in V8 than patterns with Unicode classes. */
const plainDescription = /^[!-~](?:[ -~]{0,58}[!-~])?$/;

export function descriptionOf(value: unknown): string {
  if (typeof value !== "string" || value === "") return "";
  if (plainDescription.test(value) && !/[`*]{2}| {2}/.test(value)) return value;
  return plainLine(value.slice(0, 4 * maxDescriptionLength), maxDescriptionLength);
}

export const lineOf = ({ word, otherNames, description, status }: Name): string =>
  `${word}\t${otherNames[0]}\t${otherNames[1]}\t${description}\t${status}`;

/** `unsafeCharacter` without tabs and line ends; text read from a file has no lone surrogates. */
const unsafeInLine =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;

/** Lines that a terminal can show; fast if all of them are safe. */
export function safeLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return unsafeInLine.test(text) ? lines.filter((line) => !unsafeInLine.test(line)) : lines;
}

export const statusIn = (line: string): string => line.slice(line.lastIndexOf("\t") + 1);

export function nameIn(line: string): Name | undefined {
  const [word = "", id = "", other = "", description = "", status, extraField] = line.split("\t");
  if (word === "" || status === undefined || extraField !== undefined) return undefined;
  if (!isPlain(word) || !isPlain(id) || !isPlain(other) || description.length > maxDescriptionLength)
    return undefined;
  return /^\d{0,4}$/.test(status) ? { word, otherNames: [id, other], description, status } : undefined;
}

/** The first line of each file; files of other versions are replaced. */
const fileHeader = "svc-names-2";

const maxBytes = 16 * 1024 * 1024;

/** One folder for each service and key; those least recently written are removed. */
const maxServices = 64;

export interface CachedNames {
  /** When the list was stored; 0 if it is not complete. */
  readonly listedAtMs: number;
  /** Lines for `nameIn`, which a terminal can show. */
  readonly lines: readonly string[];
}

/** Never fails: a file that is missing, damaged, too large, not regular, or writable by others counts as empty. */
export function readNames(folder: string, kind: KindId): CachedNames {
  const file = readTrustedFile(`${folder}/${kind}`, maxBytes);
  return file?.text.startsWith(`${fileHeader}\n`)
    ? { listedAtMs: file.mtimeMs, lines: safeLines(file.text.slice(fileHeader.length + 1)) }
    : { listedAtMs: 0, lines: [] };
}

/** `isComplete` means that the names of all objects visible to the key are listed. */
export interface ListedNames {
  readonly names: readonly Name[];
  readonly isComplete: boolean;
  readonly nowMs: number;
}

/** Stores a list atomically, for this user only. A partial list replaces only a smaller partial one. Never fails. */
export function storeNames(
  folder: string,
  kind: KindId,
  { names, isComplete, nowMs }: ListedNames,
  random: Random,
): void {
  if (!isComplete) {
    const cached = readNames(folder, kind);
    if (names.length === 0 || cached.listedAtMs > 0 || names.length < cached.lines.length - 1) return;
  }
  const path = `${folder}/${kind}`;
  const temporaryPath = `${folder}/.${kind}.${random.hex(8)}`;
  const time = isComplete ? nowMs / 1000 : 0;
  try {
    const isNew = statSync(folder, { throwIfNoEntry: false }) === undefined;
    makeFolder(folder);
    if (isNew) removeOldestFolders(dirname(folder));
    try {
      writeFileSync(temporaryPath, `${fileHeader}\n${names.map((name) => `${lineOf(name)}\n`).join("")}`, {
        mode: 0o600,
        flag: "wx",
      });
      utimesSync(temporaryPath, time, time);
      renameSync(temporaryPath, path);
    } finally {
      rmSync(temporaryPath, { force: true });
    }
    if (isComplete) rmSync(requestFile(folder, kind), { force: true });
  } catch {
    // Completion uses the names already stored.
  }
}

const requestFile = (folder: string, kind: KindId): string => `${folder}/${kind}.asked`;

/** Time of completion's last request without a result, in milliseconds since the epoch; 0 for never. */
export const requestedAtMs = (folder: string, kind: KindId): number => writtenAtMs(requestFile(folder, kind));

export function recordRequest(folder: string, kind: KindId, nowMs: number): void {
  // If this fails, the next completion sends the request again.
  attempt(() => {
    makeFolder(folder);
    writeTimestampFile(requestFile(folder, kind), nowMs);
  });
}

/** Every sandbox leaves a folder for an address that is not used again. */
function removeOldestFolders(parentFolder: string): void {
  const folders = readdirSync(parentFolder);
  if (folders.length <= maxServices) return;
  const foldersByTime = folders.map((name) => ({ name, atMs: statSync(join(parentFolder, name)).mtimeMs }));
  for (const { name } of foldersByTime.sort((a, b) => b.atMs - a.atMs).slice(maxServices))
    rmSync(join(parentFolder, name), { recursive: true, force: true });
}
