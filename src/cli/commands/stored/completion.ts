import { constants, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { type Shell, shells } from "../../../catalogue/commands/options.ts";
import type { Context } from "../../../context.ts";
import { attempt, Failure, systemErrorCode, systemErrorText } from "../../../core/failure.ts";
import { hasAccess, makeFolder, writeAtomically, xdgFolder } from "../../../core/files.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { completionScripts } from "../../reference/completion-scripts.ts";

interface InstallResult {
  readonly shell: Shell;
  readonly file: string;
  readonly result: "written" | "replaced" | "unchanged" | "removed" | "would be written" | "would be removed";
  readonly next: string | null;
}

/** Only scripts that svc wrote contain this text. */
const scriptMarker = "# Completion of svc for ";

const maxScriptBytes = 4 * 1024 * 1024;

/** Writes the script, and changes no other file, such as ~/.bashrc. */
export async function installScript(
  shellName: Shell | undefined,
  { isDryRun, overwrites }: { readonly isDryRun: boolean; readonly overwrites: boolean },
  { env, random }: Pick<Context, "env" | "random">,
): Promise<InstallResult> {
  const shell = shellName ?? loginShell(env);
  if (shell === undefined)
    throw new Failure("usage", "svc has no completion script for the shell in SHELL", {
      hint: `name one of ${shells.join(", ")}`,
    });
  const location = installLocation(shell, env);
  if (location === undefined) throw new Failure("usage", "HOME is not set: svc does not know where to write");
  const script = completionScripts[shell];
  const currentText = readScript(location.file);
  if (currentText !== undefined && !currentText.includes(scriptMarker) && !overwrites)
    throw new Failure("conflict", `${location.file} exists and was not written by svc`, {
      hint: "--force replaces it",
      outcome: "not_sent",
    });
  const { file, next = null } = location;
  if (currentText === script) return { shell, file, result: "unchanged", next };
  if (isDryRun) return { shell, file, result: "would be written", next };
  await writeScript(file, script, { random });
  return { shell, file, result: currentText === undefined ? "written" : "replaced", next };
}

export function removeScripts(
  shellName: Shell | undefined,
  isDryRun: boolean,
  { env }: Pick<Context, "env">,
): readonly InstallResult[] {
  const rows: InstallResult[] = [];
  for (const shell of shellName === undefined ? shells : [shellName])
    for (const file of possibleFiles(shell, env)) {
      if (readScript(file)?.includes(scriptMarker) !== true) continue;
      if (!isDryRun) removeScript(file);
      rows.push({ shell, file, result: isDryRun ? "would be removed" : "removed", next: null });
    }
  return rows;
}

export function installedScript(env: Env) {
  const shell = loginShell(env);
  const location = shell === undefined ? undefined : installLocation(shell, env);
  if (shell === undefined || location === undefined) return undefined;
  const currentText = readScript(location.file);
  const state: "missing" | "current" | "other" =
    currentText === undefined ? "missing" : currentText === completionScripts[shell] ? "current" : "other";
  return { ...location, shell, state };
}

/** Returns undefined if the file is missing, and an empty text if it is too large or not a regular file. */
function readScript(file: string): string | undefined {
  try {
    const fileStats = statSync(file);
    return fileStats.isFile() && fileStats.size <= maxScriptBytes ? readFileSync(file, "utf8") : "";
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT" || systemErrorCode(error) === "ENOTDIR") return undefined;
    throw new Failure("other", `cannot read ${file} (${systemErrorText(error)})`);
  }
}

async function writeScript(file: string, script: string, { random }: Pick<Context, "random">): Promise<void> {
  try {
    makeFolder(dirname(file));
    const temporaryPath = join(dirname(file), `.${basename(file)}.${random.hex(8)}`);
    await writeAtomically(file, script, { temporaryPath, mode: 0o644 });
  } catch (error) {
    throw new Failure("other", `cannot write ${file} (${systemErrorText(error)})`);
  }
}

function removeScript(file: string): void {
  try {
    rmSync(file);
  } catch (error) {
    throw new Failure("other", `cannot remove ${file} (${systemErrorText(error)})`);
  }
}

type Env = Context["env"];

interface InstallLocation {
  readonly file: string;
  /** A manual step that is still needed; undefined if new shells find the file. */
  readonly next: string | undefined;
}

const loginShell = ({ SHELL }: Env): Shell | undefined =>
  shells.find((shell) => shell === basename(SHELL ?? ""));

export function installLocation(shell: Shell, env: Env): InstallLocation | undefined {
  const home = env["HOME"];
  if (!home) return undefined;
  switch (shell) {
    case "bash":
      return bashLocation(home, env);
    case "zsh":
      return zshLocation(home, env);
    case "fish": {
      const configHome = xdgFolder(env, "CONFIG") ?? join(home, ".config");
      return { file: join(configHome, "fish/completions/svc.fish"), next: undefined };
    }
  }
}

function possibleFiles(shell: Shell, env: Env): readonly string[] {
  const home = env["HOME"];
  const location = installLocation(shell, env)?.file;
  if (!home || location === undefined) return [];
  const otherFiles =
    shell === "zsh"
      ? [...zshFolders(home, env), userZshFolder(home, env)].map((folder) => join(folder, "_svc"))
      : [];
  return [...new Set([location, ...otherFiles])];
}

const dataHome = (home: string, env: Env): string => xdgFolder(env, "DATA") ?? join(home, ".local/share");

/** Folders into which Homebrew and similar tools install. */
const prefixes = (env: Env): readonly string[] => [
  ...(env["HOMEBREW_PREFIX"] ? [env["HOMEBREW_PREFIX"]] : []),
  "/opt/homebrew",
  "/usr/local",
  "/home/linuxbrew/.linuxbrew",
];

function bashLocation(home: string, env: Env): InstallLocation {
  const [userFolder] = (env["BASH_COMPLETION_USER_DIR"] ?? "").split(delimiter);
  const file = join(userFolder || join(dataHome(home, env), "bash-completion"), "completions/svc");
  const loaders = [
    "/usr/share/bash-completion/bash_completion",
    "/etc/bash_completion",
    ...prefixes(env).flatMap((prefix) => [
      join(prefix, "etc/profile.d/bash_completion.sh"),
      join(prefix, "share/bash-completion/bash_completion"),
    ]),
  ];
  const isLoaded = loaders.some((path) => existsSync(path)) || fileContains(join(home, ".bashrc"), file);
  return {
    file,
    next: isLoaded
      ? undefined
      : `the bash-completion package is not installed: add to ~/.bashrc: source ${shellWord(file)}`,
  };
}

/** Prefers a writable folder of zsh's default fpath (guessed, without starting zsh) over one that ~/.zshrc must add. */
function zshLocation(home: string, env: Env): InstallLocation {
  const writable = zshFolders(home, env).find((folder) => hasAccess(folder, constants.W_OK));
  if (writable !== undefined) return { file: join(writable, "_svc"), next: undefined };
  const userFolder = userZshFolder(home, env);
  const isInFpath = fileContains(join(env["ZDOTDIR"] || home, ".zshrc"), userFolder);
  return {
    file: join(userFolder, "_svc"),
    next: isInFpath ? undefined : `add to ~/.zshrc, before compinit: fpath=(${shellWord(userFolder)} $fpath)`,
  };
}

function zshFolders(home: string, env: Env): readonly string[] {
  const ohMyZsh = env["ZSH"] || join(home, ".oh-my-zsh");
  return [
    ...(env["FPATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/")),
    ...(existsSync(join(ohMyZsh, "oh-my-zsh.sh"))
      ? [join(env["ZSH_CUSTOM"] || join(ohMyZsh, "custom"), "completions")]
      : []),
    // If FPATH is exported, it already lists every folder of fpath.
    ...(env["FPATH"] ? [] : prefixes(env).map((prefix) => join(prefix, "share/zsh/site-functions"))),
  ];
}

const userZshFolder = (home: string, env: Env): string => join(dataHome(home, env), "zsh/site-functions");

const fileContains = (file: string, text: string): boolean =>
  attempt(() => readFileSync(file, "utf8").includes(text)) ?? false;
