import { constants, readdirSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { onWindows } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { attempt, Failure, systemErrorText } from "../../core/failure.ts";
import { hasAccess } from "../../core/files.ts";
import { runChild } from "../terminal/child.ts";

export interface UserProgram {
  /** For example, `foo` for `svc-foo`. */
  readonly name: string;
  readonly path: string;
}

const prefix = "svc-";
const suffix = onWindows ? ".exe" : "";

const isName = (word: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(word);

const pathFolders = ({ PATH = "", Path = "" }: Context["env"]): readonly string[] =>
  (PATH || Path).split(delimiter).filter(isAbsolute);

const pathsOf = (file: string, env: Context["env"]): readonly string[] =>
  pathFolders(env).map((folder) => join(folder, `${file}${suffix}`));

export function findProgram(name: string, env: Context["env"]): UserProgram | undefined {
  const path = isName(name) ? pathsOf(prefix + name, env).find(isProgram) : undefined;
  return path === undefined ? undefined : { name, path };
}

export const programsWithExactName = (name: string, env: Context["env"]): readonly string[] =>
  pathsOf(name, env).filter(isProgram);

const isFile = (path: string): boolean => attempt(() => statSync(path).isFile()) ?? false;

export function findNonExecutable(name: string, env: Context["env"]): string | undefined {
  const isNotExecutable = (path: string) => isFile(path) && !isProgram(path);
  return isName(name) ? pathsOf(prefix + name, env).find(isNotExecutable) : undefined;
}

export function listPrograms(env: Context["env"]): readonly UserProgram[] {
  const byName = new Map<string, UserProgram>();
  for (const folder of pathFolders(env))
    for (const file of attempt(() => readdirSync(folder)) ?? []) {
      if (!file.startsWith(prefix) || !file.endsWith(suffix)) continue;
      const name = file.slice(prefix.length, file.length - suffix.length);
      const path = join(folder, file);
      if (isName(name) && !byName.has(name) && isProgram(path)) byName.set(name, { name, path });
    }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isProgram = (path: string): boolean => isFile(path) && hasAccess(path, constants.X_OK);

export async function runProgram({ path }: UserProgram, words: readonly string[], context: Context) {
  const code = await runChild(path, words, context, { env: context.env, graceMs: 10_000 }).catch(
    (error: Error) => {
      throw new Failure("other", `cannot run ${path}: ${reasonOf(error)}`, { exitCode: 126, cause: error });
    },
  );
  if (code !== 0)
    throw new Failure("other", `${path} ended with ${code}`, { exitCode: code, isReported: true });
}

/** The program exists, so the interpreter that its first line names is missing. */
const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.code === "ENOENT" ? "its first line names a program that does not exist" : systemErrorText(error);
