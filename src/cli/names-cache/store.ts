import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NameKind } from "../../catalogue/named.ts";
import type { Random } from "../../core/clock.ts";
import { makeFolder, readTrustedFile } from "../../core/files.ts";
import { writeMark, writtenAtMs } from "./freshness.ts";
import { lineOf, type Name, safeLines } from "./name.ts";

/** The first line of each file; files of other versions are rewritten. */
const head = "svc-names-2";

const maxBytes = 16 * 1024 * 1024;

/** The least recently listed services and keys are removed. */
const maxServices = 64;

/** Safe lines, for `nameIn`, and the time of the whole list; 0 for a partial one. */
export interface KeptNames {
  readonly listedAtMs: number;
  readonly lines: readonly string[];
}

/** Never fails: a file that is missing, damaged, too large, not regular, or writable by others is empty. */
export function readNames(folder: string, kind: NameKind): KeptNames {
  const file = readTrustedFile(`${folder}/${kind}`, maxBytes);
  return file?.text.startsWith(`${head}\n`)
    ? { listedAtMs: file.mtimeMs, lines: safeLines(file.text.slice(head.length + 1)) }
    : { listedAtMs: 0, lines: [] };
}

/** `isWhole`: every object that the key may see. */
export interface ListedNames {
  readonly names: readonly Name[];
  readonly isWhole: boolean;
  readonly nowMs: number;
}

/**
 * Stores a list in one step, for this user alone; a partial one only over a smaller partial one. Never fails.
 */
export function keepNames(
  folder: string,
  kind: NameKind,
  { names, isWhole, nowMs }: ListedNames,
  random: Random,
): void {
  if (!isWhole) {
    const cached = readNames(folder, kind);
    if (names.length === 0 || cached.listedAtMs > 0 || names.length < cached.lines.length - 1) return;
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
    // Completion uses what it has.
  }
}

const askedFile = (folder: string, kind: NameKind): string => `${folder}/${kind}.asked`;

/** When completion last asked for a kind in vain, in milliseconds since the epoch; 0 for never. */
export const askedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(askedFile(folder, kind));

/** Records that completion is about to ask for a kind, if possible. */
export function noteAsked(folder: string, kind: NameKind, nowMs: number): void {
  try {
    makeFolder(folder);
    writeMark(askedFile(folder, kind), nowMs);
  } catch {
    // The next completion asks again.
  }
}

/** Sandboxes leave entries for addresses that do not return. */
function forgetOldest(all: string): void {
  const folders = readdirSync(all);
  if (folders.length <= maxServices) return;
  const timed = folders.map((name) => ({ name, atMs: statSync(join(all, name)).mtimeMs }));
  for (const { name } of timed.sort((a, b) => b.atMs - a.atMs).slice(maxServices))
    rmSync(join(all, name), { recursive: true, force: true });
}
