import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type NameKind, namedKinds } from "../../catalogue/named.ts";
import type { Context } from "../../context.ts";
import { type Asker, namesFolder } from "./folder.ts";

/** The first line of a file of names, before the time of the last whole list in milliseconds. */
export const head = "svc-names-1";

/** What a list has shown is taken down no more often than this, in milliseconds, unless something has changed since. */
const listsEveryMs = 900_000;

/**
 * True where a list of a kind is to be taken down. What is found out for it takes microseconds: most lists are not.
 * `isWhole`: the list holds every object.
 */
export function isDue(folder: string, kind: NameKind, isWhole: boolean, nowMs: number): boolean {
  const { keptAtMs, wholeAtMs } = timesOf(join(folder, kind));
  const lastMs = isWhole ? Math.min(keptAtMs, wholeAtMs) : keptAtMs;
  return Math.abs(nowMs - lastMs) > listsEveryMs || changedAtMs(folder, kind) >= lastMs;
}

/** Times in milliseconds since the epoch; 0 for never. */
interface Times {
  /** When the file was written. */
  readonly keptAtMs: number;
  /** When a list last held every object. */
  readonly wholeAtMs: number;
}

const never: Times = { keptAtMs: 0, wholeAtMs: 0 };

/** The times of a file of names; never for one that is missing, or that others may have written. */
function timesOf(path: string): Times {
  let file: number | undefined;
  try {
    // A pipe would be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { mtimeMs, mode } = fstatSync(file);
    if ((mode & 0o022) !== 0) return never;
    const bytes = Buffer.alloc(head.length + 20);
    const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
    return { keptAtMs: mtimeMs, wholeAtMs: wholeAtIn(text.slice(0, text.indexOf("\n"))) ?? 0 };
  } catch {
    return never;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The time in the first line of a file of names; undefined for any other line. */
export function wholeAtIn(line: string): number | undefined {
  const [, whole] = /^svc-names-1 (\d{1,15})$/.exec(line) ?? [];
  return whole === undefined ? undefined : Number(whole);
}

const changedFile = (folder: string, kind: NameKind): string => join(folder, `${kind}.changed`);

/** When svc last changed objects of a kind, in milliseconds since the epoch; 0 where it has not. */
export const changedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(changedFile(folder, kind));

/** When a file was written, in milliseconds since the epoch; 0 for one that is missing. */
export function writtenAtMs(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

/** Notes that svc has changed objects at these paths; nothing where no names of theirs are kept. Never fails. */
export function noteChanges(
  env: Context["env"],
  asker: Asker,
  paths: ReadonlySet<string>,
  nowMs: number,
): void {
  const folder = namesFolder(env, asker);
  if (folder === undefined) return;
  for (const kind of kindsChangedAt([...paths])) {
    const file = changedFile(folder, kind);
    try {
      if (statSync(join(folder, kind), { throwIfNoEntry: false }) === undefined) continue;
      writeFileSync(file, "", { mode: 0o600 });
      utimesSync(file, nowMs / 1000, nowMs / 1000);
    } catch {
      // Lists are taken down again after a while.
    }
  }
}

/** The kinds whose objects changes at these paths may have made, changed or removed. */
const kindsChangedAt = (paths: readonly string[]): readonly NameKind[] =>
  (Object.keys(namedKinds) as NameKind[]).filter((kind) =>
    paths.some((path) => path.startsWith(namedKinds[kind].path)),
  );
