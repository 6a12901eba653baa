import type { Shell } from "../../catalogue/commands/options.ts";
import type { Offer } from "./offers.ts";
import { quotedFor } from "./quoting.ts";
import type { CompletionRequest } from "./request.ts";

export interface SplitWord {
  readonly option: string;
  /** The quote open in bash after it; empty in other shells. */
  readonly quote: string;
  /** The part of the value to keep, as typed: `ssd,`. */
  readonly head: string;
  /** Patterns that zsh removes in turn, for option and head. */
  readonly cuts: readonly string[];
}

export type Answer =
  | { readonly kind: "offers"; readonly word: SplitWord; readonly offers: readonly Offer[] }
  | { readonly kind: "files"; readonly word: SplitWord }
  | { readonly kind: "command"; readonly words: readonly string[] };

/**
 * Formats an answer for the shell's script: a line that names the kind, then a line per part. Bash reads
 * quoted words; fish words, a tab and descriptions; zsh what follows the head, for `_describe`.
 */
export function answerText(request: CompletionRequest, answer: Answer): string {
  return textFor[answer.kind](request, answer as never)
    .map((line) => `${line}\n`)
    .join("");
}

const textFor: {
  readonly [Kind in Answer["kind"]]: (
    request: CompletionRequest,
    answer: Extract<Answer, { readonly kind: Kind }>,
  ) => readonly string[];
} = {
  offers: (request, { word, offers }) =>
    offers.length === 0
      ? []
      : [
          [offers.some((offer) => offer.word.endsWith("=")) ? "nospace" : "words", ...word.cuts].join(" "),
          ...inOrder(request, offers).map(lineFor[request.shell](request, word)),
        ],
  files: (request, { word }) => {
    const before = textBefore(word);
    const part = request.currentWord.slice(before.length);
    const replacedAt = replacedFrom(request, word);
    const unchangedPart = part.slice(0, Math.max(0, replacedAt - before.length));
    return [["files", ...word.cuts].join(" "), before.slice(replacedAt), unchangedPart, part];
  },
  command: ({ shell, currentWord: typed }, { words }) => {
    // Scripts split words at these characters.
    if (words.some((word) => word === "" || /[\n\r\0]/.test(word))) return [];
    return shell === "bash"
      ? ["command", ...words.map((word) => quotedFor("", word)), typed]
      : ["command", ...words];
  },
};

/** Shells sort words, but zsh lists those that share a description by length, the last first. */
const inOrder = ({ shell }: CompletionRequest, offers: readonly Offer[]): readonly Offer[] =>
  shell === "zsh"
    ? offers.toSorted(({ word: one }, { word: other }) => (one > other ? -1 : Number(one < other)))
    : offers;

const textBefore = ({ option, quote, head }: SplitWord): string => `${option}${quote}${head}`;

const lineFor: Readonly<
  Record<Shell, (request: CompletionRequest, word: SplitWord) => (offer: Offer) => string>
> = {
  bash: (request, word) => {
    const replacedAt = replacedFrom(request, word);
    const before = textBefore(word);
    return (offer) => `${before}${quotedFor(word.quote, offer.word)}`.slice(replacedAt);
  },
  fish: (_, { option, head }) => {
    return ({ word, about }) => `${option}${head}${word}${about === "" ? "" : `\t${about}`}`;
  },
  zsh: () => {
    return ({ word, about }) => `${word.replace(/[\\:]/g, "\\$&")}${about === "" ? "" : `:${about}`}`;
  },
};

/** Where bash starts to replace: after an open quote or a character it splits words at. */
function replacedFrom(
  { currentWord: typed, piece }: CompletionRequest,
  { option, quote }: SplitWord,
): number {
  if (quote !== "") return option.length + quote.length;
  return typed.endsWith(piece) ? typed.length - piece.length : 0;
}
