import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Shell } from "../../src/catalogue/commands/options.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { launcher, node } from "./terminal.ts";

const scripts = resolve(import.meta.dirname, "../../completions");

/** A home folder and the built svc for completion. */
interface ShellFixture {
  /** Also contains the cache. */
  readonly home: string;
  /** The sorted candidates that a shell offers at the end of a line. */
  complete(shell: Shell, line: string): readonly string[];
}

export function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

export function openShellFixture(): ShellFixture {
  const folder = folderOfFile();
  writeFileSync(join(folder, "svc"), `#!/bin/sh\nexec '${node}' '${launcher}' "$@"\n`);
  chmodSync(join(folder, "svc"), 0o755);
  writeFileSync(join(folder, "cloud init.yaml"), "");
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}`, HOME: folder, TERM: "dumb", LANG: "C.UTF-8" };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, env, encoding: "utf8", timeout: 90_000 });
  return {
    home: folder,
    complete(shell, line) {
      const result = driver[shell](line, run);
      return result
        .split(/\r?\n/)
        .map((text) => text.split("\t")[0] ?? "")
        .filter((text) => text !== "")
        .sort();
    },
  };
}

type Run = (program: string, args: readonly string[]) => string;

const driver: Readonly<Record<Shell, (line: string, run: Run) => string>> = {
  bash: (line, run) =>
    run("bash", [
      "--norc",
      "-c",
      `source "$1"; COMP_LINE=$2; COMP_POINT=\${#2}; piece=$3; shift 3; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc svc "$piece"; printf "%s\\n" "\${COMPREPLY[@]}"`,
      "bash",
      join(scripts, "svc.bash"),
      line,
      /@?[^\s=:@]*$/.exec(line)?.[0] ?? "",
      ...bashWords(line),
    ]),
  zsh: (line, run) => run("zsh", ["-f", "-c", zshCapture, "zsh", line, scripts]),
  fish: (line, run) =>
    run("fish", [
      "--no-config",
      "-c",
      'source $argv[1]; complete -C "$argv[2]"',
      join(scripts, "svc.fish"),
      line,
    ]),
};

/** Splits a line like bash does for completion: also at `=`, `:` and `@`. */
const bashWords = (line: string): readonly string[] => {
  const words = line.match(/[=:@]+|[^\s=:@]+/g) ?? [];
  return line.endsWith(" ") ? [...words, ""] : words;
};

/** Types a line and TAB into an interactive zsh, and prints the candidates that it adds. */
const zshCapture = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; fpath=($2 \\$fpath); autoload -U compinit; compinit -u -C -d $HOME/.zcompdump"
zpty -w z '
mark () { echo -E - MARK }
compprefuncs=( mark ); comppostfuncs=( mark exit )
zmodload zsh/zutil; zstyle ":completion:*" list-grouped false
bindkey "^I" complete-word
compadd () {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a __found
  builtin compadd -A __found "$@"
  (( $#__found )) && print -lr -- $__found
}'
zpty -w z "$1"$'\\t'
integer marks=0
while zpty -r z said; do
  if [[ $said == *MARK* && $said != *echo* ]]; then
    (( marks++ )) && break
    continue
  fi
  (( marks )) && print -r - "\${said%$'\\r\\n'}"
done
`;
