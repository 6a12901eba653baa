import { lstatSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { type NameKind, namedKinds } from "../../catalogue/named.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import type { Context } from "../../context.ts";
import { fingerprint } from "../../core/text/fingerprint.ts";

/** The service and the key: two keys may see different objects. */
export interface Asker {
  readonly baseUrl: string;
  readonly credentials: { readonly consumerKey: string; readonly tokenKey: string } | undefined;
}

/** The folder for one service and key; undefined if the environment gives no cache folder. */
export function namesFolder(env: Context["env"], { baseUrl, credentials }: Asker): string | undefined {
  const cache = cacheFolder(env);
  if (cache === undefined) return undefined;
  const key = credentials === undefined ? "" : `${credentials.consumerKey}:${credentials.tokenKey}`;
  // Too few bits to recover a key from.
  const marks = [0x811c9dc5, 0x9747b28c].map((seed) => fingerprint(`${baseUrl} ${key}`, seed));
  return `${cache}/names/${descriptionFolder("", baseUrl).split("/").at(-1)}-${marks.join("")}`;
}

/** A list is stored at most this often, in milliseconds, unless svc has changed something since. */
const listsEveryMs = 900_000;

/** True if a list is due to be stored; a partial one only until there is a whole one. Takes microseconds. */
export function isDue(folder: string, kind: NameKind, isWhole: boolean, nowMs: number): boolean {
  const listedAtMs = writtenAtMs(`${folder}/${kind}`);
  if (!isWhole) return listedAtMs === 0;
  return Math.abs(nowMs - listedAtMs) > listsEveryMs || changedAtMs(folder, kind) >= listedAtMs;
}

const changedFile = (folder: string, kind: NameKind): string => `${folder}/${kind}.changed`;

/** When svc last changed such objects, in milliseconds since the epoch; 0 for never. */
export const changedAtMs = (folder: string, kind: NameKind): number => writtenAtMs(changedFile(folder, kind));

/** When a file was written, in milliseconds since the epoch; 0 if it is missing or others may write it. */
export function writtenAtMs(path: string): number {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts?.isFile() && (facts.mode & 0o022) === 0 ? facts.mtimeMs : 0;
  } catch {
    return 0;
  }
}

/** Writes an empty file with the time `atMs`. Throws the file system's error. */
export function writeMark(path: string, atMs: number): void {
  writeFileSync(path, "", { mode: 0o600 });
  utimesSync(path, atMs / 1000, atMs / 1000);
}

/** Records that svc changed objects at these paths, if their names are stored. Never fails. */
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
      // The next list after 15 minutes is stored anyway.
    }
  }
}

const kindsChangedAt = (paths: readonly string[]): readonly NameKind[] =>
  (Object.keys(namedKinds) as NameKind[]).filter((kind) =>
    paths.some((path) => path.startsWith(namedKinds[kind].path)),
  );
