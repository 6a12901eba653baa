import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { NameKind } from "../../catalogue/named.ts";
import { isTrusted } from "../../client/description/owner.ts";
import type { Random } from "../../core/clock.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { head, wholeAtIn, writtenAtMs } from "./freshness.ts";
import { isNews, type Kept, merged, nothingKept, type Seen } from "./merge.ts";
import { lineOf, nameIn, safeLines } from "./name.ts";

const maxBytes = 16 * 1024 * 1024;

/** Services and keys that names are kept of; the ones that were listed longest ago go first. */
const maxServices = 64;

/** What a file holds: the time of the last whole list, and its safe lines, not yet read. */
export interface KeptLines {
  readonly wholeAtMs: number;
  readonly lines: readonly string[];
}

const noLines: KeptLines = { wholeAtMs: 0, lines: [] };

/**
 * The lines that are kept of a kind, for `nameIn` to read. Never fails: a file that is missing, damaged, too large,
 * not a regular one, of another user, or writable for others holds none.
 */
export function readLines(folder: string, kind: NameKind): KeptLines {
  const text = readOwn(`${folder}/${kind}`);
  const end = text?.indexOf("\n") ?? -1;
  if (text === undefined || end === -1) return noLines;
  const wholeAtMs = wholeAtIn(text.slice(0, end));
  return wholeAtMs === undefined ? noLines : { wholeAtMs, lines: safeLines(text.slice(end + 1)) };
}

/** The text of a file that nobody else can have written; undefined for any other. */
function readOwn(path: string): string | undefined {
  let file: number | undefined;
  try {
    // A pipe would be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > maxBytes || (facts.mode & 0o022) !== 0 || !isTrusted(facts.uid))
      return undefined;
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What is kept of a kind, read. */
export function readKept(folder: string, kind: NameKind): Kept {
  const { wholeAtMs, lines } = readLines(folder, kind);
  const names = lines.flatMap((line) => nameIn(line) ?? []);
  return names.length === 0 && wholeAtMs === 0 ? nothingKept : { names, wholeAtMs };
}

/**
 * Takes down what a list has shown, for this user alone, in one step. Never fails: where the folder cannot be
 * written, what is kept stays as it is.
 */
export function keepNames(folder: string, kind: NameKind, seen: Seen, random: Random): void {
  const path = `${folder}/${kind}`;
  const beside = `${folder}/.${kind}.${random.hex(8)}`;
  const time = seen.nowMs / 1000;
  try {
    if (!seen.isWhole && seen.names.length === 0) {
      utimesSync(path, time, time);
      return;
    }
    const isNew = statSync(folder, { throwIfNoEntry: false }) === undefined;
    makeFolder(folder);
    if (isNew) forgetOldest(dirname(folder));
    const kept = seen.isWhole ? nothingKept : readKept(folder, kind);
    if (!isNews(kept, seen)) {
      utimesSync(path, time, time);
      return;
    }
    const { names, wholeAtMs } = merged(kept, seen);
    const text = `${head} ${wholeAtMs}\n${names.map(lineOf).join("\n")}\n`;
    try {
      writeFileSync(beside, text, { mode: 0o600, flag: "wx" });
      utimesSync(beside, time, time);
      renameSync(beside, path);
    } finally {
      rmSync(beside, { force: true });
    }
    if (seen.isWhole) rmSync(askedFile(folder, kind), { force: true });
  } catch {
    // Completion goes on with what it has.
  }
}

const askedFile = (folder: string, kind: NameKind): string => `${folder}/${kind}.asked`;

/** When completion last asked for a kind in vain, in milliseconds since the epoch; 0 where it has not. */
export const askedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(askedFile(folder, kind));

/** Notes that completion is about to ask for a kind. Returns false where that cannot be written. */
export function noteAsked(folder: string, kind: NameKind, nowMs: number): boolean {
  try {
    makeFolder(folder);
    writeFileSync(askedFile(folder, kind), "", { mode: 0o600 });
    utimesSync(askedFile(folder, kind), nowMs / 1000, nowMs / 1000);
    return true;
  } catch {
    return false;
  }
}

/** Sandboxes come and go at addresses of their own. */
function forgetOldest(all: string): void {
  const folders = readdirSync(all);
  if (folders.length <= maxServices) return;
  const timed = folders.map((name) => ({ name, atMs: statSync(join(all, name)).mtimeMs }));
  for (const { name } of timed.sort((a, b) => b.atMs - a.atMs).slice(maxServices))
    rmSync(join(all, name), { recursive: true, force: true });
}
