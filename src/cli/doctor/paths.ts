import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, dirname } from "node:path";
import { systemErrorCode, systemErrorText } from "../../core/failure.ts";

export interface PathFacts {
  readonly path: string;
  readonly kind: "file" | "folder" | "other" | "missing";
  /** Why the path cannot be examined, such as "permission denied". */
  readonly problem?: string;
  readonly target?: string;
  readonly mode: number;
  readonly owner: number;
  readonly isReadable: boolean;
  readonly isWritable: boolean;
}

export function pathFacts(path: string): PathFacts {
  const unknownFacts = { path, mode: 0, owner: -1, isReadable: false, isWritable: false };
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const facts = statSync(path);
    return {
      path,
      kind: facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other",
      ...(isLink ? { target: realpathSync(path) } : {}),
      mode: facts.mode & 0o7777,
      owner: facts.uid,
      isReadable: hasAccess(path, constants.R_OK),
      isWritable: hasAccess(path, constants.W_OK),
    };
  } catch (error) {
    const isMissing = systemErrorCode(error) === "ENOENT";
    return { ...unknownFacts, kind: "missing", ...(isMissing ? {} : { problem: systemErrorText(error) }) };
  }
}

function hasAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** A variable may name another folder by mistake, such as `/tmp`, whose owner and mode must not be changed. */
export const isOwnFolder = ({ path }: Pick<PathFacts, "path">): boolean => basename(path) === "svc";

export function nearestFolder(path: string): PathFacts {
  let at = dirname(path);
  for (; pathFacts(at).kind === "missing" && dirname(at) !== at; at = dirname(at));
  return pathFacts(at);
}

export function currentUserId(): number | undefined {
  try {
    const { uid } = userInfo();
    return uid < 0 ? undefined : uid;
  } catch {
    // The system's user database lacks the user.
    return undefined;
  }
}
