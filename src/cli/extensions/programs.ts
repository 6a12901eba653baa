import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { onWindows } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { runChild } from "../terminal/child.ts";

/** A program on PATH whose name makes it a command of svc. */
export interface OwnProgram {
  /** `foo` of `svc-foo`. */
  readonly name: string;
  readonly path: string;
}

const prefix = "svc-";
const suffix = onWindows ? ".exe" : "";

/** What may follow `svc-` in the name of a program. */
const isName = (word: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(word);

/** The folders of PATH; those that depend on where svc is started are passed over. */
const folders = ({ PATH = "", Path = "" }: Context["env"]): readonly string[] =>
  (PATH || Path).split(delimiter).filter(isAbsolute);

/** The first program `svc-NAME` on PATH; undefined where there is none. */
export function findProgram(name: string, env: Context["env"]): OwnProgram | undefined {
  if (!isName(name)) return undefined;
  for (const folder of folders(env)) {
    const path = join(folder, `${prefix}${name}${suffix}`);
    if (isProgram(path)) return { name, path };
  }
  return undefined;
}

/** Every program of that very name, in the order of PATH. */
export const programsNamed = (name: string, env: Context["env"]): readonly string[] =>
  folders(env)
    .map((folder) => join(folder, `${name}${suffix}`))
    .filter(isProgram);

/** The first file `svc-NAME` on PATH that may not be run; undefined where there is none. */
export function findBlocked(name: string, env: Context["env"]): string | undefined {
  if (!isName(name)) return undefined;
  return folders(env)
    .map((folder) => join(folder, `${prefix}${name}${suffix}`))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true && !isProgram(path));
}

/** Every such program by name, of several of one name the first on PATH, in the order of their names. */
export function listPrograms(env: Context["env"]): readonly OwnProgram[] {
  const found = new Map<string, OwnProgram>();
  for (const folder of folders(env)) {
    for (const file of namesIn(folder)) {
      if (!file.startsWith(prefix) || !file.endsWith(suffix)) continue;
      const name = file.slice(prefix.length, file.length - suffix.length);
      const path = join(folder, file);
      if (isName(name) && !found.has(name) && isProgram(path)) found.set(name, { name, path });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program `svc-NAME` in svc's own environment and on its streams. Throws a `Failure` with its exit code, already
 * reported by it, where that is not 0.
 */
export async function runProgram(
  { path }: OwnProgram,
  words: readonly string[],
  context: Context,
): Promise<void> {
  const code = await runChild(path, words, context, { env: context.env }).catch((error: Error) => {
    throw new Failure("other", `cannot run ${path}: ${reasonOf(error)}`, { exitCode: 126, cause: error });
  });
  if (code !== 0)
    throw new Failure("other", `${path} ended with ${code}`, { exitCode: code, reported: true });
}

/** The program was there a moment ago: what is missing then is the one that its first line names. */
const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.code === "ENOENT" ? "its first line names a program that is not there" : error.message;
