import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";

/** One flag of a command. A boolean with a `--no-` form has two. */
export interface Flag {
  /** Long name without dashes. */
  readonly name: string;
  readonly short?: string | undefined;
  readonly takesValue: boolean;
}

const flagsOf = ({ name, short, value, negatable }: CommandOption): readonly Flag[] => [
  { name, short, takesValue: value !== undefined },
  ...(negatable ? [{ name: `no-${name}`, takesValue: false }] : []),
];

const globalFlags = globalOptions.flatMap(flagsOf);

/** The flags of a command and the global ones; a command may have the letter of a global option that it ignores. */
export function knownFlags(options: readonly CommandOption[] = []): readonly Flag[] {
  const letters = new Set(options.map(({ short }) => short));
  return [
    ...options.flatMap(flagsOf),
    ...globalFlags.map((flag) => (letters.has(flag.short) ? { ...flag, short: undefined } : flag)),
  ];
}

/** What a line is read by; it may change between two words, as more is known of the command. */
export interface Syntax {
  flags: readonly Flag[];
  /** A word with blanks in it is never an option. */
  takesLine?: true | undefined;
}

type Piece = { readonly at: number } & (
  | { readonly kind: "word" | "unknown"; readonly word: string }
  | {
      readonly kind: "option";
      readonly flag: Flag;
      readonly isLong: boolean;
      /** The known option that stands where its value is expected. */
      readonly swallows: string | undefined;
    }
);

/** The words of a line up to `--`, and its options; their values are passed over. */
export function* piecesOf(argv: readonly string[], syntax: Syntax): Generator<Piece> {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return;
    const typed = isLineOf(word, syntax) ? undefined : optionIn(word, syntax.flags);
    if (typed === undefined) {
      const isWord = !/^-./.test(word) || isLineOf(word, syntax);
      yield { kind: isWord ? "word" : "unknown", at, word };
      continue;
    }
    const { flag, hasValue } = typed;
    const next = flag.takesValue && !hasValue ? argv[at + 1] : undefined;
    const swallows = next !== undefined && isOptionWord(next, syntax.flags) ? next : undefined;
    yield { kind: "option", at, flag, isLong: word.startsWith("--"), swallows };
    if (next !== undefined && swallows === undefined) at += 1;
  }
}

/**
 * The option that a word is; of several short ones in one word the first that takes a value, or else the last.
 * Undefined where it holds one that is not known.
 */
function optionIn(
  word: string,
  flags: readonly Flag[],
): { readonly flag: Flag; readonly hasValue: boolean } | undefined {
  if (word.startsWith("--")) {
    const [name = ""] = word.slice(2).split("=", 1);
    const flag = flags.find((each) => each.name === name);
    return flag && { flag, hasValue: name.length + 2 < word.length };
  }
  for (let at = 1; word.startsWith("-") && at < word.length; at++) {
    const flag = flags.find(({ short }) => short === word[at]);
    const isLast = at === word.length - 1;
    if (flag === undefined || flag.takesValue || isLast) return flag && { flag, hasValue: !isLast };
  }
  return undefined;
}

/** True for `--`, a known option, and several known flags in one word, but not for a number or `-`. */
function isOptionWord(word: string, flags: readonly Flag[]): boolean {
  const typed = word === "--" ? undefined : optionIn(word, flags);
  return word === "--" || (typed !== undefined && (word.startsWith("--") || !typed.hasValue));
}

/** True for a word that is a line of svc. */
export const isLineOf = (word: string, { takesLine }: Syntax): boolean =>
  takesLine === true && /\s/.test(word);

/** Where the first word of a line that is not an option stands; -1 where there is none. */
export function firstWordAt(argv: readonly string[]): number {
  for (const { kind, at } of piecesOf(argv, { flags: knownFlags() })) if (kind === "word") return at;
  return -1;
}
