import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Random } from "../../core/clock.ts";
import { makeFolder } from "../../core/make-folder.ts";

/** Names the folder of the description that shells complete from; it stands beside the folders. */
const pointerFile = "completion";

const prefix = "words";

/** Descriptions of services that are kept; the ones that were learned longest ago go first. */
const maxKept = 64;

/**
 * Writes the words that shells complete of a description, a file for each group and one for the first words, and
 * makes it the one that is completed. Throws the error of the file system.
 */
export function writeWords(folder: string, words: ReadonlyMap<string, string>, random: Random): void {
  const files = new Map([...words].map(([group, text]) => [nameOf(group), text]));
  for (const [name, text] of files) replace(join(folder, name), text, random);
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && !files.has(name)) rmSync(join(folder, name), { force: true });
  completeFrom(folder, random);
  keepFew(dirname(folder));
}

const nameOf = (group: string): string => (group === "" ? prefix : `${prefix}-${group}`);

/** Makes a description the one that shells complete from. A cache that cannot be written stays as it is. */
export function completeFrom(folder: string, random: Random): void {
  const pointer = join(dirname(dirname(folder)), pointerFile);
  const line = `${basename(folder)}\n`;
  try {
    if (readText(pointer) !== line) replace(pointer, line, random);
  } catch {
    // Completion keeps to the service that it had.
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Without waiting for the disk: what is lost is learned again. */
function replace(path: string, text: string, random: Random): void {
  const beside = join(dirname(path), `.${basename(path)}.${random.hex(8)}`);
  try {
    makeFolder(dirname(path));
    writeFileSync(beside, text, { mode: 0o600, flag: "wx" });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Sandboxes come and go at addresses of their own. */
function keepFew(descriptions: string): void {
  const folders = readdirSync(descriptions);
  if (folders.length <= maxKept) return;
  const learned = folders.map((name) => ({ name, atMs: timeOf(join(descriptions, name, "index.json")) }));
  for (const { name } of learned.sort((a, b) => b.atMs - a.atMs).slice(maxKept))
    rmSync(join(descriptions, name), { recursive: true, force: true });
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
