import { existsSync, lstatSync, utimesSync, writeFileSync } from "node:fs";
import { type KindId, namedKinds } from "../../catalogue/named.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import type { Context } from "../../context.ts";
import { attempt } from "../../core/failure.ts";
import { hashText } from "../../core/text/hash.ts";

/** A service and a key, since two keys may see different objects. */
export interface ServiceAndKey {
  readonly baseUrl: string;
  readonly credentials: { readonly consumerKey: string; readonly tokenKey: string } | undefined;
}

export function namesFolder(env: Context["env"], { baseUrl, credentials }: ServiceAndKey) {
  const cache = cacheFolder(env);
  if (cache === undefined) return undefined;
  const key = credentials === undefined ? "" : `${credentials.consumerKey}:${credentials.tokenKey}`;
  // These fingerprints have too few bits to recover a key.
  const fingerprints = [0x811c9dc5, 0x9747b28c].map((seed) => hashText(`${baseUrl} ${key}`, seed));
  return `${cache}/names/${descriptionFolder("", baseUrl).split("/").at(-1)}-${fingerprints.join("")}`;
}

/** Milliseconds between two stored lists, unless svc has changed objects in the meantime. */
const listIntervalMs = 900_000;

/** True if a list should be stored; a partial list only while no complete one is stored. Reads only the times of two files. */
export function shouldStore(folder: string, kind: KindId, isComplete: boolean, nowMs: number): boolean {
  const listedAtMs = writtenAtMs(`${folder}/${kind}`);
  if (!isComplete) return listedAtMs === 0;
  return Math.abs(nowMs - listedAtMs) > listIntervalMs || changedAtMs(folder, kind) >= listedAtMs;
}

const changedFile = (folder: string, kind: KindId): string => `${folder}/${kind}.changed`;

/** Time when svc last changed objects of the kind, in milliseconds since the epoch; 0 for never. */
export const changedAtMs = (folder: string, kind: KindId): number => writtenAtMs(changedFile(folder, kind));

/** Time when a file was written, in milliseconds since the epoch; 0 if it is missing or others can write it. */
export function writtenAtMs(path: string): number {
  const stats = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
  return stats?.isFile() && (stats.mode & 0o022) === 0 ? stats.mtimeMs : 0;
}

export function writeTimestampFile(path: string, atMs: number): void {
  writeFileSync(path, "", { mode: 0o600 });
  utimesSync(path, atMs / 1000, atMs / 1000);
}

/** Records that svc changed objects at these paths, if their names are stored. Never fails. */
export function noteChanges(
  env: Context["env"],
  serviceAndKey: ServiceAndKey,
  paths: ReadonlySet<string>,
  nowMs: number,
): void {
  const folder = namesFolder(env, serviceAndKey);
  if (folder === undefined) return;
  // If this fails, the next list is stored after 15 minutes.
  for (const kind of kindsChangedAt([...paths]))
    attempt(() => {
      if (existsSync(`${folder}/${kind}`)) writeTimestampFile(changedFile(folder, kind), nowMs);
    });
}

const kindsChangedAt = (paths: readonly string[]): readonly KindId[] =>
  (Object.keys(namedKinds) as KindId[]).filter((kind) =>
    paths.some((path) => path.startsWith(namedKinds[kind].path)),
  );
