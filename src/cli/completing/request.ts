import type { Shell } from "../../catalogue/commands/completion-commands.ts";
import type { NamedSource } from "../../catalogue/commands/name-source.ts";
import { unquoted } from "./quoting.ts";

/** What a completion script asks. */
export interface CompletionRequest {
  readonly shell: Shell;
  readonly of: NamedSource;
  readonly isList: boolean;
  /** Statuses of machines that the command is for. */
  readonly statuses: readonly string[];
  /** The word before the cursor as typed, up to the cursor. */
  readonly typed: string;
  /** The words before it, without svc itself. */
  readonly words: readonly string[];
}

/** What a completion script asks that has found an alias. */
export interface ExpansionRequest {
  readonly shell: Shell;
  /** The words before the cursor, without svc itself. */
  readonly words: readonly string[];
}

/** Reads the arguments of the hidden command for aliases: `--shell=bash`, `--expand`, `--` and the words. */
export function readExpansion(args: readonly string[]): ExpansionRequest | undefined {
  const [first = "", second, rest, ...words] = args;
  const shell = shellIn(first);
  if (shell === undefined || second !== "--expand" || rest !== "--") return undefined;
  return { shell, words: asMeant(shell, words) };
}

/**
 * Reads the arguments of the hidden command: `--shell=bash`, `--of=<tags,>` as the script holds it, `--word=` with
 * what is typed of the word, `--` and the words before it. Undefined for any others.
 */
export function readRequest(args: readonly string[]): CompletionRequest | undefined {
  const [first = "", second = "", third = "", rest, ...words] = args;
  const shell = shellIn(first);
  const [, of, comma, statuses] = /^--of=<([a-z-]+)(,?)((?: [a-z_]+)*)>$/.exec(second) ?? [];
  if (shell === undefined || of === undefined || !third.startsWith("--word=") || rest !== "--")
    return undefined;
  return {
    shell,
    of: of as NamedSource,
    isList: comma === ",",
    statuses: (statuses ?? "").split(" ").filter((status) => status !== ""),
    typed: third.slice("--word=".length),
    words: asMeant(shell, words),
  };
}

const shellIn = (option: string): Shell | undefined => {
  const [, shell] = /^--shell=(bash|zsh|fish)$/.exec(option) ?? [];
  return shell as Shell | undefined;
};

/** The script of bash hands words over as they are typed. */
const asMeant = (shell: Shell, words: readonly string[]): readonly string[] =>
  shell === "bash" ? words.map(unquoted) : words;
