import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Context } from "../../context.ts";
import { type Shell, shells } from "../specs/completion-commands.ts";

type Env = Context["env"];

/** Where the script of a shell belongs. */
export interface Place {
  readonly file: string;
  /** What is still to do by hand; undefined where new shells find the file by themselves. */
  readonly next: string | undefined;
}

/** The shell that the user logs in with; undefined for one that svc has no script for. */
export const loginShell = ({ SHELL }: Env): Shell | undefined =>
  shells.find((shell) => shell === basename(SHELL ?? ""));

/** The place of a shell's script; undefined where the environment names no home. */
export function placeFor(shell: Shell, env: Env): Place | undefined {
  const home = env["HOME"];
  if (!home) return undefined;
  switch (shell) {
    case "bash":
      return bashPlace(home, env);
    case "zsh":
      return zshPlace(home, env);
    case "fish":
      return {
        file: join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "fish/completions/svc.fish"),
        next: undefined,
      };
  }
}

/** Every place where a script of a shell may have been put. */
export function placesOf(shell: Shell, env: Env): readonly string[] {
  const home = env["HOME"];
  const place = placeFor(shell, env)?.file;
  if (!home || place === undefined) return [];
  const further =
    shell === "zsh"
      ? [...zshFolders(home, env), userZshFolder(home, env)].map((folder) => join(folder, "_svc"))
      : [];
  return [...new Set([place, ...further])];
}

const dataHome = (home: string, env: Env): string => env["XDG_DATA_HOME"] || join(home, ".local/share");

/** Where Homebrew and its kind install. */
const prefixes = (env: Env): readonly string[] => [
  ...(env["HOMEBREW_PREFIX"] ? [env["HOMEBREW_PREFIX"]] : []),
  "/opt/homebrew",
  "/usr/local",
  "/home/linuxbrew/.linuxbrew",
];

function bashPlace(home: string, env: Env): Place {
  const [given] = (env["BASH_COMPLETION_USER_DIR"] ?? "").split(delimiter);
  const file = join(given || join(dataHome(home, env), "bash-completion"), "completions/svc");
  const loaders = [
    "/usr/share/bash-completion/bash_completion",
    "/etc/bash_completion",
    ...prefixes(env).flatMap((prefix) => [
      join(prefix, "etc/profile.d/bash_completion.sh"),
      join(prefix, "share/bash-completion/bash_completion"),
    ]),
  ];
  const isLoaded = loaders.some((path) => existsSync(path)) || mentions(join(home, ".bashrc"), file);
  return {
    file,
    next: isLoaded
      ? undefined
      : `the bash-completion package is not installed: add to ~/.bashrc: source ${quoted(file)}`,
  };
}

/**
 * A folder of fpath that the user may write, as far as svc can tell without starting zsh: one of an exported FPATH, of
 * oh-my-zsh, or of Homebrew; else one of the user's own, which ~/.zshrc has to name.
 */
function zshPlace(home: string, env: Env): Place {
  const found = zshFolders(home, env).find(isWritable);
  if (found !== undefined) return { file: join(found, "_svc"), next: undefined };
  const folder = userZshFolder(home, env);
  const isNamed = mentions(join(env["ZDOTDIR"] || home, ".zshrc"), folder);
  return {
    file: join(folder, "_svc"),
    next: isNamed ? undefined : `add to ~/.zshrc, before compinit: fpath=(${quoted(folder)} $fpath)`,
  };
}

function zshFolders(home: string, env: Env): readonly string[] {
  const ohMyZsh = env["ZSH"] || join(home, ".oh-my-zsh");
  return [
    ...(env["FPATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/")),
    ...(existsSync(join(ohMyZsh, "oh-my-zsh.sh"))
      ? [join(env["ZSH_CUSTOM"] || join(ohMyZsh, "custom"), "completions")]
      : []),
    // An exported FPATH names all the folders that zsh begins with.
    ...(env["FPATH"] ? [] : prefixes(env).map((prefix) => join(prefix, "share/zsh/site-functions"))),
  ];
}

const userZshFolder = (home: string, env: Env): string => join(dataHome(home, env), "zsh/site-functions");

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function mentions(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8").includes(text);
  } catch {
    return false;
  }
}

/** A path as a line of a shell holds it. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
