import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { sep } from "node:path";

/** A file as it was read. */
interface TrustedFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/**
 * Reads a file that only this user or the administrator can have written. Undefined where it is missing, too large,
 * not a regular file, of another user, or writable for others.
 */
export function readTrustedFile(path: string, maxBytes: number): TrustedFile | undefined {
  let file: number | undefined;
  try {
    // A pipe would be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > maxBytes || isWritableForOthers(facts.mode) || !isTrusted(facts.uid))
      return undefined;
    return { text: readFileSync(file, "utf8"), mtimeMs: facts.mtimeMs };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** True for modes that let others write; Windows has no such modes. */
const isWritableForOthers = (mode: number): boolean => sep === "/" && (mode & 0o022) !== 0;

function isTrusted(owner: number): boolean {
  try {
    const { uid } = userInfo();
    return uid < 0 || owner === uid || owner === 0;
  } catch {
    // A user without an entry in the system's list.
    return true;
  }
}
