import { lstatSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { type NameKind, namedKinds } from "../../catalogue/named.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import type { Context } from "../../context.ts";
import { fingerprint } from "../../core/text/fingerprint.ts";

/** The service whose names are kept, and who asks it: two keys may see different objects. */
export interface Asker {
  readonly baseUrl: string;
  /** The parts of the key that are not secret; undefined without a key. */
  readonly credentials: { readonly consumerKey: string; readonly tokenKey: string } | undefined;
}

/** The folder of the names of one service as one key sees them; undefined where the environment names no place. */
export function namesFolder(env: Context["env"], { baseUrl, credentials }: Asker): string | undefined {
  const cache = cacheFolder(env);
  if (cache === undefined) return undefined;
  const key = credentials === undefined ? "" : `${credentials.consumerKey}:${credentials.tokenKey}`;
  // No key can be found from so few bits.
  const marks = [0x811c9dc5, 0x9747b28c].map((seed) => fingerprint(`${baseUrl} ${key}`, seed));
  return `${cache}/names/${descriptionFolder("", baseUrl).split("/").at(-1)}-${marks.join("")}`;
}

/** A list is kept no more often than this, in milliseconds, unless svc has changed something since. */
const listsEveryMs = 900_000;

/**
 * True where a list of a kind is to be kept, a part of one only until there is a whole one. Takes microseconds, as most
 * lists are not kept.
 */
export function isDue(folder: string, kind: NameKind, isWhole: boolean, nowMs: number): boolean {
  const listedAtMs = writtenAtMs(`${folder}/${kind}`);
  if (!isWhole) return listedAtMs === 0;
  return Math.abs(nowMs - listedAtMs) > listsEveryMs || changedAtMs(folder, kind) >= listedAtMs;
}

const changedFile = (folder: string, kind: NameKind): string => `${folder}/${kind}.changed`;

/** When svc last changed objects of a kind, in milliseconds since the epoch; 0 where it has not. */
export const changedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(changedFile(folder, kind));

/** When a file was written, in milliseconds since the epoch; 0 for one that is missing, or that others may write. */
export function writtenAtMs(path: string): number {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts?.isFile() && (facts.mode & 0o022) === 0 ? facts.mtimeMs : 0;
  } catch {
    return 0;
  }
}

/** Writes an empty file whose time is `atMs`. Throws the error of the file system. */
export function writeMark(path: string, atMs: number): void {
  writeFileSync(path, "", { mode: 0o600 });
  utimesSync(path, atMs / 1000, atMs / 1000);
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
    try {
      if (statSync(`${folder}/${kind}`, { throwIfNoEntry: false }) !== undefined)
        writeMark(changedFile(folder, kind), nowMs);
    } catch {
      // The next list after a quarter of an hour is kept anyway.
    }
  }
}

/** The kinds whose objects changes at these paths may have made, changed or removed. */
const kindsChangedAt = (paths: readonly string[]): readonly NameKind[] =>
  (Object.keys(namedKinds) as NameKind[]).filter((kind) =>
    paths.some((path) => path.startsWith(namedKinds[kind].path)),
  );
