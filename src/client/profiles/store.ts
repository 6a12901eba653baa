import { readFileSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { Context } from "../../context.ts";
import { Failure, systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { xdgFolder } from "../../core/files.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { noProfiles, type Profiles, parseProfiles } from "./profile.ts";

/** `--config-dir` or `SVC_CONFIG_DIR`, or else `svc` in the user's configuration folder. */
export function configFolder(configDir: string | undefined, env: Context["env"]): string | undefined {
  const explicitFolder = configDir || env["SVC_CONFIG_DIR"];
  if (explicitFolder) return resolve(explicitFolder);
  const configs = xdgFolder(env, "CONFIG");
  if (configs !== undefined) return join(configs, "svc");
  if (onWindows) return env["APPDATA"] ? join(env["APPDATA"], "svc") : undefined;
  return env["HOME"] ? join(env["HOME"], ".config", "svc") : undefined;
}

/** Windows has no file modes, so the access of other users is not checked there. */
export const onWindows = sep === "\\";

export const profilesFile = (folder: string): string => join(folder, "profiles.json");

export const noFolder = (contents: string): Failure =>
  new Failure("other", `${contents} cannot be saved: HOME is not set`, {
    hint: "set a folder with --config-dir or SVC_CONFIG_DIR",
  });

export interface StoredProfiles {
  readonly profiles: Profiles;
  readonly warnings: readonly string[];
}

/** Larger files of profiles or aliases are neither read nor changed. */
export const maxStoredBytes = 4 * 1024 * 1024;

/** A missing or unreadable file counts as no profiles, because the environment alone is enough to connect. */
export function readProfiles(folder: string | undefined): StoredProfiles {
  if (folder === undefined) return { profiles: noProfiles, warnings: [] };
  const file = profilesFile(folder);
  const none = (problem?: string): StoredProfiles => ({
    profiles: noProfiles,
    warnings: problem === undefined ? [] : [`the profiles in ${file} cannot be read (${problem})`],
  });
  let text: string;
  try {
    const stats = statSync(file);
    // Reading a named pipe would wait for its writer.
    if (!stats.isFile()) return none("not a regular file");
    if (stats.size > maxStoredBytes) return none("larger than 4 MiB");
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOTDIR") throw notFolder(folder);
    return none(code === "ENOENT" ? undefined : systemErrorText(error));
  }
  const warnings = accessProblems(folder, file).map(({ problem, fix }) => `${problem}: ${fix}`);
  if (text.trim() === "")
    return { profiles: noProfiles, warnings: [`${file} is empty: no profile is stored in it`, ...warnings] };
  return { profiles: parse(text, file), warnings };
}

function notFolder(folder: string): Failure {
  return new Failure("usage", `${folder} is not a folder`, {
    hint: "--config-dir and SVC_CONFIG_DIR name the folder of the profiles",
  });
}

function parse(text: string, file: string): Profiles {
  let value: unknown;
  try {
    // Some editors add a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's message is dropped because it quotes the text, which may contain a key.
    throw damagedFile(file, "is not valid JSON");
  }
  const profiles = parseProfiles(value);
  if (typeof profiles === "string") throw damagedFile(file, profiles);
  return profiles;
}

function damagedFile(file: string, problem: string): Failure {
  return new Failure("other", `the profiles file ${file} ${problem}`, {
    hint: "repair it, or move it away and log in again; svc does not change it",
  });
}

interface AccessProblem {
  readonly problem: string;
  readonly fix: string;
}

/** Whoever can write into the folder can change a profile's address, and so receive its key. */
export function accessProblems(folder: string, file: string): readonly AccessProblem[] {
  if (onWindows) return [];
  const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  const [fileMode, folderMode] = [modeOf(file), modeOf(folder)];
  const problems: AccessProblem[] = [];
  if ((fileMode & 0o077) !== 0)
    problems.push({
      problem: `other users can read the keys in ${file} (mode ${octal(fileMode)})`,
      fix: `chmod 600 ${shellWord(file)}`,
    });
  // svc must not suggest changing a shared folder such as /tmp.
  const isShared = (folderMode & 0o1000) !== 0;
  if ((folderMode & 0o022) !== 0)
    problems.push({
      problem: `other users can change the profiles in ${folder} (mode ${octal(folderMode)})`,
      fix: isShared
        ? "--config-dir DIR, or export SVC_CONFIG_DIR=DIR, a folder that only svc uses"
        : `chmod 700 ${shellWord(folder)}`,
    });
  return problems;
}

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, "0");

export type Aliases = ReadonlyMap<string, string>;

interface StoredAliases {
  readonly aliases: Aliases;
  /** Set if aliases are ignored because other users could have written them. */
  readonly accessFailure?: Failure;
  /** Why aliases may be missing. */
  readonly problem?: string;
}

export const isAliasName = (word: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(word);

/** One alias per line, with its name before the first blank. Completion scripts read this file too. */
export const aliasesFile = (folder: string): string => join(folder, "aliases");

export function readAliases(folder: string | undefined): StoredAliases {
  if (folder === undefined) return { aliases: new Map() };
  const file = aliasesFile(folder);
  const none = (problem: string): StoredAliases => ({
    aliases: new Map(),
    problem: `the aliases in ${file} cannot be read (${problem})`,
  });
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return none("not a regular file");
    if (stats.size > maxStoredBytes) return none("larger than 4 MiB");
    const stored = parseAliases(readFileSync(file, "utf8"), file);
    if (onWindows || (stats.mode & 0o022) === 0) return stored;
    const message = `other users can change the aliases in ${file}, so they are not used`;
    return { ...stored, accessFailure: new Failure("other", message, { hint: `chmod 600 ${file}` }) };
  } catch (error) {
    return systemErrorCode(error) === "ENOENT" ? { aliases: new Map() } : none(systemErrorText(error));
  }
}

function parseAliases(text: string, file: string): StoredAliases {
  const aliases = new Map<string, string>();
  let problem: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, name = "", expansion = ""] = /^(\S+)\s+(\S.*)$/s.exec(line.trim()) ?? [];
    if (isAliasName(name)) aliases.set(name, expansion);
    else if (line.trim() !== "") problem ??= `line ${index + 1} of ${file} is not an alias`;
  }
  return problem === undefined ? { aliases } : { aliases, problem };
}
