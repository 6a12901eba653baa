import type { Shell } from "../specs/completion-commands.ts";
import type { Offer } from "./offers.ts";
import { quotedFor } from "./quoting.ts";
import type { CompletionRequest } from "./request.ts";

/** The beginning of a word that stays as it is; what is completed comes behind it. */
export interface SplitWord {
  /** The option before an equals sign, with that: `--tags=`. */
  readonly option: string;
  /** The quote that bash has open behind it; empty for none, and in other shells. */
  readonly quote: string;
  /** What stays of the value, as typed: `ssd,`. */
  readonly head: string;
  /** The patterns of zsh that match option and head; each is taken off in turn. */
  readonly cuts: readonly string[];
}

/** What is answered. */
export type Answer =
  | { readonly kind: "offers"; readonly word: SplitWord; readonly offers: readonly Offer[] }
  /** The shell completes the name of a file. */
  | { readonly kind: "files"; readonly word: SplitWord }
  /** The shell completes the line of another program. */
  | { readonly kind: "command"; readonly words: readonly string[] };

/**
 * An answer as the script of a shell reads it: a line that says what follows, and a line for each part. Bash takes words,
 * quoted; fish words, a tab and what they are about; zsh what follows the head as `_describe` takes it.
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
          ...offers.map(lineFor[request.shell](request, word)),
        ],
  files: (request, { word }) => {
    const before = textBefore(word);
    const part = request.typed.slice(before.length);
    const replacedAt = replacedFrom(request, word);
    const kept = part.slice(0, Math.max(0, replacedAt - before.length));
    return [["files", ...word.cuts].join(" "), before.slice(replacedAt), kept, part];
  },
  command: ({ shell, typed }, { words }) => {
    // A script could not tell such words apart.
    if (words.some((word) => word === "" || /[\n\r\0]/.test(word))) return [];
    return shell === "bash"
      ? ["command", ...words.map((word) => quotedFor("", word)), typed]
      : ["command", ...words];
  },
};

const textBefore = ({ option, quote, head }: SplitWord): string => `${option}${quote}${head}`;

/** Makes the line of each offer. */
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

/** Where in the typed word bash replaces it: behind an open quote, or a sign that it splits words at. */
function replacedFrom({ typed, piece }: CompletionRequest, { option, quote }: SplitWord): number {
  if (quote !== "") return option.length + quote.length;
  return typed.endsWith(piece) ? typed.length - piece.length : 0;
}
