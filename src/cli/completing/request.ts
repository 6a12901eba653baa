import { type Shell, shells } from "../../catalogue/commands/options.ts";

export interface CompletionRequest {
  readonly shell: Shell;
  readonly words: readonly string[];
  readonly currentWord: string;
  /** The end of the current word, which bash replaces; other shells replace the whole word. */
  readonly piece: string;
}

/** Matches a bash word as typed; a quote may be open at the end of the line. */
const typedWord = /(?:\\[\s\S]|\\$|'[^']*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[^\s'"\\])+/g;

/**
 * Bash sends the piece to replace and the line up to the cursor; others send the word at the cursor and those before.
 */
export function readRequest([name, first, ...others]: readonly string[]): CompletionRequest | undefined {
  const shell = shells.find((each) => each === name);
  if (shell === undefined || first === undefined) return undefined;
  if (shell !== "bash") return { shell, words: others, currentWord: first, piece: first };
  const [line = ""] = others;
  const words = [...line.matchAll(typedWord)];
  const last = words.at(-1);
  const isAtEnd = last !== undefined && last.index + last[0].length === line.length;
  const before = words.slice(1, isAtEnd ? -1 : words.length).map(([word]) => unquoted(word));
  return { shell, words: before, currentWord: isAtEnd ? last[0] : "", piece: first };
}

export const quoteOf = (word: string): string => /^["']/.exec(word)?.[0] ?? "";

export function unquoted(word: string): string {
  let text = "";
  let openQuote = "";
  for (let at = 0; at < word.length; at++) {
    const character = word.charAt(at);
    const next = word.charAt(at + 1);
    if (character === openQuote) openQuote = "";
    else if (openQuote === "" && (character === "'" || character === '"')) openQuote = character;
    else if (character === "\\" && openQuote !== "'" && next !== "") {
      if (openQuote === '"' && !/["\\$`]/.test(next)) text += character;
      text += next;
      at += 1;
    } else text += character;
  }
  return text;
}

export function quotedFor(quote: string, text: string): string {
  // In double quotes bash keeps the backslash before `!`, but expands history without it.
  if (quote === '"') return text.replace(/["\\$`]/g, "\\$&").replaceAll("!", '"\\!"');
  if (quote === "'") return text.replaceAll("'", "'\\''");
  return text.replace(/[^A-Za-z0-9_.,:/@%+=\u0080-\uffff-]/g, "\\$&");
}
