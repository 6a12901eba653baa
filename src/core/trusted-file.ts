import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { sep } from "node:path";
import { attempt } from "./failure.ts";
import { nonBlocking } from "./files.ts";

interface TrustedFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/** Reads a file that only this user and root can change; undefined for any other, or a file that is too large. */
export function readTrustedFile(path: string, maxBytes: number): TrustedFile | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | nonBlocking);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes || isWritableByOthers(stats.mode) || !isTrusted(stats.uid))
      return undefined;
    return { text: readFileSync(file, "utf8"), mtimeMs: stats.mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Windows has no such modes, so no file counts as writable by others there. */
const isWritableByOthers = (mode: number): boolean => sep === "/" && (mode & 0o022) !== 0;

function isTrusted(owner: number): boolean {
  // The user may have no entry in the password database.
  const uid = attempt(() => userInfo().uid) ?? -1;
  return uid < 0 || owner === uid || owner === 0;
}
