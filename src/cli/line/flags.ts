import { type CommandOption, parseFlagValue } from "../../catalogue/commands/command-spec.ts";
import { globalOptions } from "../../catalogue/commands/options.ts";

export interface Flag {
  readonly name: string;
  readonly short?: string | undefined;
  readonly takesValue: boolean;
  /** Set if the flag takes a `true` or `false` after it, or refuses one. */
  readonly booleanValue?: "accepted" | "refused";
}

const flagsOf = (
  { name, short, value, negatable, field }: CommandOption,
  refusesBooleans: boolean,
): readonly Flag[] => [
  {
    name,
    short,
    takesValue: value !== undefined,
    ...(field?.takesWord ? { booleanValue: "accepted" } : {}),
    ...(!field?.takesWord && value === undefined && (negatable || refusesBooleans)
      ? { booleanValue: "refused" }
      : {}),
  },
  ...(negatable ? [{ name: `no-${name}`, takesValue: false, booleanValue: "refused" as const }] : []),
];

/** With `refusesBooleans`, flags refuse a `true` after them, which would be taken for the name of a node. */
export function knownFlags(options: readonly CommandOption[] = [], refusesBooleans = false): readonly Flag[] {
  const letters = new Set(options.map(({ short }) => short));
  return [
    ...options.flatMap((option) => flagsOf(option, refusesBooleans)),
    ...globalOptions
      .flatMap((option) => flagsOf(option, refusesBooleans))
      .map((flag) => (letters.has(flag.short) ? { ...flag, short: undefined } : flag)),
  ];
}

export interface Syntax {
  flags: readonly Flag[];
  /** If true, a word with spaces is never an option. */
  takesLine?: true | undefined;
}

type Token = { readonly at: number } & (
  | { readonly kind: "word" | "unknown"; readonly word: string }
  | {
      readonly kind: "option";
      readonly flag: Flag;
      readonly isLong: boolean;
      readonly optionAsValue: string | undefined;
      /** The value of a flag: in `--x=true`, or the next word (`isSeparateWord`). */
      readonly flagValue: { readonly text: string; readonly isSeparateWord: boolean } | undefined;
    }
);

export function* tokenize(argv: readonly string[], syntax: Syntax): Generator<Token> {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return;
    const option = isCommandLine(word, syntax) ? undefined : optionIn(word, syntax.flags);
    if (option === undefined) {
      const isWord = !/^-./.test(word) || isCommandLine(word, syntax);
      yield { kind: isWord ? "word" : "unknown", at, word };
      continue;
    }
    const { flag, isInWord } = option;
    const next = flag.takesValue && !isInWord ? argv[at + 1] : undefined;
    const optionAsValue = next !== undefined && isOptionWord(next, syntax.flags) ? next : undefined;
    const text = isInWord ? word.replace(/^.*?=/s, "") : (argv[at + 1] ?? "");
    const flagValue = isFlagValue(flag, text) ? { text, isSeparateWord: !isInWord } : undefined;
    yield { kind: "option", at, flag, isLong: word.startsWith("--"), optionAsValue, flagValue };
    if ((next !== undefined && optionAsValue === undefined) || flagValue?.isSeparateWord) at += 1;
  }
}

/** Digits may be identifiers, so they count only for flags that take a `true` or `false`. */
const isFlagValue = ({ booleanValue }: Flag, text: string): boolean =>
  booleanValue === "accepted"
    ? parseFlagValue(text) !== undefined
    : booleanValue === "refused" && /^(?:true|false)$/i.test(text);

/** Of combined short options, returns the first that takes a value, or else the last. Undefined if one is unknown. */
function optionIn(word: string, flags: readonly Flag[]) {
  if (word.startsWith("--")) {
    const [name = ""] = word.slice(2).split("=", 1);
    const flag = flags.find((each) => each.name === name);
    return flag && { flag, isInWord: name.length + 2 < word.length };
  }
  if (hasOneDash(word, flags)) return undefined;
  for (let at = 1; word.startsWith("-") && at < word.length; at++) {
    const flag = flags.find(({ short }) => short === word[at]);
    const isLast = at === word.length - 1;
    if (flag === undefined || flag.takesValue || isLast) return flag && { flag, isInWord: !isLast };
  }
  return undefined;
}

/** True for `-profile`, `-wide` and `-parallelism=4`, which would be read as combined short options. */
export const hasOneDash = (word: string, flags: readonly Flag[]): boolean =>
  /^-\w{3}/.test(word) &&
  ["parallel", "wide", "yaml", ...flags.map(({ name }) => name)].some(
    (name) => name.length > 2 && word.startsWith(name, 1),
  );

function isOptionWord(word: string, flags: readonly Flag[]): boolean {
  const option = word === "--" ? undefined : optionIn(word, flags);
  return word === "--" || (option !== undefined && (word.startsWith("--") || !option.isInWord));
}

export const isCommandLine = (word: string, { takesLine }: Syntax): boolean =>
  takesLine === true && /\s/.test(word);

/** Index of the first word that is not an option, or -1. */
export function firstWordAt(argv: readonly string[]): number {
  for (const { kind, at } of tokenize(argv, { flags: knownFlags() })) if (kind === "word") return at;
  return -1;
}
