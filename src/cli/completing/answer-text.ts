import type { Shell } from "../../catalogue/commands/completion-commands.ts";
import type { Offer } from "./offers.ts";
import { quotedFor } from "./quoting.ts";

/** What is typed of a word: what stands before the part that is completed, and that part. */
export interface TypedWord {
  /** The quote that bash has open at its beginning; empty for none, and in other shells. */
  readonly quote: string;
  /** As typed: `a,b,` or `pool=`. */
  readonly head: string;
}

/**
 * The offers as the script of a shell reads them, a line each. Bash takes a whole word, quoted; fish a whole word, a
 * tab and what it says; zsh what follows the head, and what it says, as `_describe` takes them.
 */
export function answerText(shell: Shell, typed: TypedWord, offers: readonly Offer[]): string {
  return offers.map((offer) => `${lineFor[shell](offer, typed)}\n`).join("");
}

/** The words of an expanded alias, a line each; empty where the script could not tell them apart. */
export function expansionText(shell: Shell, words: readonly string[]): string {
  if (words.some((word) => word === "" || /[\n\r\0]/.test(word))) return "";
  return words.map((word) => `${shell === "bash" ? quotedFor("", word) : word}\n`).join("");
}

const lineFor: Readonly<Record<Shell, (offer: Offer, typed: TypedWord) => string>> = {
  bash: ({ word }, { quote, head }) => `${head}${quotedFor(quote, word)}`,
  fish: ({ word, about }, { head }) => (about === "" ? `${head}${word}` : `${head}${word}\t${about}`),
  zsh: ({ word, about }) => {
    const escaped = /[\\:]/.test(word) ? word.replace(/[\\:]/g, "\\$&") : word;
    return about === "" ? escaped : `${escaped}:${about}`;
  },
};
