import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NameKind } from "../../catalogue/named.ts";
import type { Random } from "../../core/clock.ts";
import { makeFolder, readTrustedFile } from "../../core/files.ts";
import { writeMark, writtenAtMs } from "./freshness.ts";
import { lineOf, type Name, safeLines } from "./name.ts";

/** The first line of a file of names; files of other versions are written anew. */
const head = "svc-names-2";

const maxBytes = 16 * 1024 * 1024;

/** Services and keys that names are kept of; the ones that were listed longest ago go first. */
const maxServices = 64;

/** What a file holds: its safe lines, which `nameIn` reads, and when the whole list was made; 0 for a part of one. */
export interface KeptNames {
  readonly listedAtMs: number;
  readonly lines: readonly string[];
}

/**
 * What is kept of a kind. Never fails: a file that is missing, damaged, too large, not a regular one, of another user,
 * or writable for others holds nothing.
 */
export function readNames(folder: string, kind: NameKind): KeptNames {
  const file = readTrustedFile(`${folder}/${kind}`, maxBytes);
  return file?.text.startsWith(`${head}\n`)
    ? { listedAtMs: file.mtimeMs, lines: safeLines(file.text.slice(head.length + 1)) }
    : { listedAtMs: 0, lines: [] };
}

/** A list of a kind: `isWhole` where it holds every object that the key may see. */
export interface ListedNames {
  readonly names: readonly Name[];
  readonly isWhole: boolean;
  readonly nowMs: number;
}

/**
 * Keeps a whole list, for this user alone, in one step; a part of one only where neither a whole list nor a larger part is
 * kept. Never fails: where the folder cannot be written, what is kept stays as it is.
 */
export function keepNames(
  folder: string,
  kind: NameKind,
  { names, isWhole, nowMs }: ListedNames,
  random: Random,
): void {
  if (!isWhole) {
    const kept = readNames(folder, kind);
    if (names.length === 0 || kept.listedAtMs > 0 || names.length < kept.lines.length - 1) return;
  }
  const path = `${folder}/${kind}`;
  const beside = `${folder}/.${kind}.${random.hex(8)}`;
  const time = isWhole ? nowMs / 1000 : 0;
  try {
    const isNew = statSync(folder, { throwIfNoEntry: false }) === undefined;
    makeFolder(folder);
    if (isNew) forgetOldest(dirname(folder));
    try {
      writeFileSync(beside, `${head}\n${names.map((name) => `${lineOf(name)}\n`).join("")}`, {
        mode: 0o600,
        flag: "wx",
      });
      utimesSync(beside, time, time);
      renameSync(beside, path);
    } finally {
      rmSync(beside, { force: true });
    }
    if (isWhole) rmSync(askedFile(folder, kind), { force: true });
  } catch {
    // Completion goes on with what it has.
  }
}

const askedFile = (folder: string, kind: NameKind): string => `${folder}/${kind}.asked`;

/** When completion last asked for a kind in vain, in milliseconds since the epoch; 0 where it has not. */
export const askedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(askedFile(folder, kind));

/** Notes that completion is about to ask for a kind, where that can be written. */
export function noteAsked(folder: string, kind: NameKind, nowMs: number): void {
  try {
    makeFolder(folder);
    writeMark(askedFile(folder, kind), nowMs);
  } catch {
    // The next completion asks again.
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
