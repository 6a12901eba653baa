import { type Shell, shells } from "../specs/completion-commands.ts";
import { unquoted } from "./quoting.ts";

/** What a completion script asks: the line up to the cursor. */
export interface CompletionRequest {
  readonly shell: Shell;
  /** The words before the one at the cursor, without svc itself. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor; of bash as typed, with its quotes. */
  readonly typed: string;
  /** The end of that word that bash replaces; of other shells all of it. */
  readonly piece: string;
}

/** A word of a line of bash as typed; a quote may still be open at the end of the line. */
const typedWord = /(?:\\[\s\S]|\\$|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[^\s'"\\])+/g;

/**
 * Reads the arguments of the hidden command: a shell, of bash the piece that it replaces and the line up to the cursor,
 * of others the word at the cursor and the words before it. Undefined for any others.
 */
export function readRequest([name, first, ...others]: readonly string[]): CompletionRequest | undefined {
  const shell = shells.find((each) => each === name);
  if (shell === undefined || first === undefined) return undefined;
  if (shell !== "bash") return { shell, words: others, typed: first, piece: first };
  const [line = ""] = others;
  const words = [...line.matchAll(typedWord)];
  const last = words.at(-1);
  const isAtEnd = last !== undefined && last.index + last[0].length === line.length;
  const before = words.slice(1, isAtEnd ? -1 : words.length).map(([word]) => unquoted(word));
  return { shell, words: before, typed: isAtEnd ? last[0] : "", piece: first };
}
