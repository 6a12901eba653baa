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

/** Matches a bash word with quotes that are all closed: bash replaces the quotes too. */
const closedQuotes = /^(?=.*["'])(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^'"\\])*$/s;

/** Bash sends the piece to replace and the line up to the cursor; others send the current word and earlier ones. */
export function readRequest([name, first, ...others]: readonly string[]): CompletionRequest | undefined {
  const shell = shells.find((each) => each === name);
  if (shell === undefined || first === undefined) return undefined;
  if (shell !== "bash") return { shell, words: others, currentWord: first, piece: first };
  const [line = ""] = others;
  const words = [...line.matchAll(typedWord)];
  const last = words.at(-1);
  const isAtEnd = last !== undefined && last.index + last[0].length === line.length;
  const wordsBefore = words.slice(1, isAtEnd ? -1 : words.length).map(([word]) => unquoted(word));
  const word = isAtEnd ? last[0] : "";
  if (!closedQuotes.test(word)) return { shell, words: wordsBefore, currentWord: word, piece: first };
  const requoted = (text: string) => quotedFor("", unquoted(text));
  return { shell, words: wordsBefore, currentWord: requoted(word), piece: requoted(first) };
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

export interface Offer {
  readonly word: string;
  readonly description: string;
}

interface SplitWord {
  readonly option: string;
  /** The quote that is open in bash after the word; empty in other shells. */
  readonly quote: string;
  /** The part of the value to keep, such as `ssd,`. */
  readonly head: string;
  /** Patterns of the option and the head, for zsh, which removes them from the word one after another. */
  readonly prefixPatterns: readonly string[];
}

export type CompletionAnswer =
  | { readonly kind: "offers"; readonly word: SplitWord; readonly offers: readonly Offer[] }
  | { readonly kind: "files"; readonly word: SplitWord }
  | { readonly kind: "command"; readonly words: readonly string[] };

/** The first line names the kind; the other lines have the form that the shell's script expects. */
export const answerText = (request: CompletionRequest, answer: CompletionAnswer): string =>
  linesOf(request, answer)
    .map((line) => `${line}\n`)
    .join("");

function linesOf(request: CompletionRequest, answer: CompletionAnswer): readonly string[] {
  const { shell, currentWord } = request;
  if (answer.kind === "command") {
    // The scripts split their input at these characters.
    if (answer.words.some((word) => word === "" || /[\n\r\0]/.test(word))) return [];
    return shell === "bash"
      ? ["command", ...answer.words.map((word) => quotedFor("", word)), currentWord]
      : ["command", ...answer.words];
  }
  const { word } = answer;
  if (answer.kind === "files") {
    const before = textBefore(word);
    const part = currentWord.slice(before.length);
    const replacedAt = replacementStart(request, word);
    const unchangedPart = part.slice(0, Math.max(0, replacedAt - before.length));
    return [["files", ...word.prefixPatterns].join(" "), before.slice(replacedAt), unchangedPart, part];
  }
  if (answer.offers.length === 0) return [];
  const kind = answer.offers.some((offer) => offer.word.endsWith("=")) ? "nospace" : "words";
  const lines = sortedFor(request, answer.offers).map((offer) => offerLine(request, word, offer));
  return [[kind, ...word.prefixPatterns].join(" "), ...lines];
}

/** Shells sort the words themselves, but zsh lists words that share a description by length, then backwards. */
const sortedFor = ({ shell }: CompletionRequest, offers: readonly Offer[]): readonly Offer[] =>
  shell === "zsh"
    ? offers.toSorted(({ word: one }, { word: other }) => (one > other ? -1 : Number(one < other)))
    : offers;

const textBefore = ({ option, quote, head }: SplitWord): string => `${option}${quote}${head}`;

function offerLine(request: CompletionRequest, before: SplitWord, { word, description }: Offer): string {
  switch (request.shell) {
    case "bash":
      return (textBefore(before) + quotedFor(before.quote, word)).slice(replacementStart(request, before));
    case "fish":
      return `${before.option}${before.head}${word}${description === "" ? "" : `\t${description}`}`;
    case "zsh":
      return `${word.replace(/[\\:]/g, "\\$&")}${description === "" ? "" : `:${description}`}`;
  }
}

/** Offset from which bash replaces text: after an open quote, or after a character at which it splits words. */
function replacementStart({ currentWord, piece }: CompletionRequest, { option, quote }: SplitWord): number {
  if (quote !== "") return option.length + quote.length;
  return currentWord.endsWith(piece) ? currentWord.length - piece.length : 0;
}
