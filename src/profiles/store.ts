import { readFileSync, statSync } from "node:fs";
import { Failure } from "../failure.ts";
import { onWindows, profilesFile } from "./folder.ts";
import { noProfiles, type Profiles, parseProfiles } from "./profile.ts";

export interface StoredProfiles {
  readonly profiles: Profiles;
  /** What the operator should know about the file: others may read it, or it could not be read. */
  readonly warnings: readonly string[];
}

/**
 * Reads the profiles in `folder`, with plain file access so that no command pays for loading the writer. A
 * missing or unreadable file holds no profiles, since everything works with the environment alone; a damaged
 * one is a `Failure` (other).
 */
export function readProfiles(folder: string | undefined): StoredProfiles {
  if (folder === undefined) return { profiles: noProfiles, warnings: [] };
  const file = profilesFile(folder);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = errorCode(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    return {
      profiles: noProfiles,
      warnings: isMissing ? [] : [`the profiles in ${file} cannot be read (${code})`],
    };
  }
  return { profiles: parse(text, file), warnings: openToOthers(file) };
}

function parse(text: string, file: string): Profiles {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold a key.
    throw damaged(file, "is no valid JSON");
  }
  const profiles = parseProfiles(value);
  if (typeof profiles === "string") throw damaged(file, profiles);
  return profiles;
}

function damaged(file: string, problem: string): Failure {
  return new Failure("other", `the profiles file ${file} ${problem}`, {
    hint: "repair it, or move it away and log in again; svc leaves it as it is",
  });
}

function openToOthers(file: string): readonly string[] {
  if (onWindows) return [];
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return [];
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return [`other users may read the keys in ${file} (mode ${octal}): chmod 600 ${file}`];
}

/** True for an error of the file system, which has a code such as `EACCES`. */
export function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/** The system's code of a file error, such as `EACCES`. */
export function errorCode(error: unknown): string {
  return isFileError(error) ? error.code : "unknown error";
}
