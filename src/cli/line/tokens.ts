import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { type GlobalOptionName, globalOptions } from "../../catalogue/commands/options.ts";
import { Failure } from "../../core/failure.ts";

/** What has to be known of an option to tell its value from the next word. */
export interface KnownOption {
  /** Long name without dashes. */
  readonly name: string;
  readonly short?: string | undefined;
  readonly takesValue: boolean;
}

const knownForms = ({ name, short, value, negatable }: CommandOption): readonly KnownOption[] => [
  { name, short, takesValue: value !== undefined },
  ...(negatable ? [{ name: `no-${name}`, takesValue: false }] : []),
];

/** How the options of a command are typed, with the global ones, which are always known. */
export const knownOptions = (options: readonly CommandOption[] = []): readonly KnownOption[] =>
  [...options, ...globalOptions].flatMap(knownForms);

/** One word of the line with what it takes: an option and its value, or a word that is not an option. */
export type Token =
  | { readonly kind: "word"; readonly text: string }
  | {
      readonly kind: "option";
      readonly option: KnownOption;
      readonly value: string | undefined;
      readonly isShort: boolean;
      /** The option that stands where its value is expected. */
      readonly optionBehind?: string;
    }
  /** An option that is not known, as it stands. */
  | { readonly kind: "unknown"; readonly text: string }
  /** `--` and all that follows. */
  | { readonly kind: "rest"; readonly words: readonly string[] };

/** What a line is taken apart by; it may change between two tokens, as more is known of the command. */
export interface Syntax {
  known: readonly KnownOption[];
  /** After so many words that are not options the rest is left as it stands. */
  maxWords: number;
  /** A word with blanks in it is never an option. */
  takesLine?: true | undefined;
}

/**
 * Takes a line apart by the options that are known: `--name value`, `--name=value`, `-n value`, `-nvalue`,
 * `-n=value`, and several short ones in one word (`-qo json`). A known option is never the value of another
 * one that stands before it as a word of its own.
 */
export function* tokenize(argv: readonly string[], syntax: Syntax): Generator<Token> {
  let words = 0;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--" || words >= syntax.maxWords) return yield { kind: "rest", words: argv.slice(index) };
    const isLine = syntax.takesLine === true && /\s/.test(word);
    const options = isLine ? undefined : optionsIn(word, syntax.known);
    if (options === undefined) {
      const isWord = isLine || !word.startsWith("-") || word === "-";
      if (isWord) words += 1;
      yield { kind: isWord ? "word" : "unknown", text: word };
      continue;
    }
    const isShort = !word.startsWith("--");
    for (const { option, value } of options) {
      const next = option.takesValue && value === undefined ? argv[index + 1] : undefined;
      if (next === undefined) yield { kind: "option", option, value, isShort };
      else if (isOptionWord(next, syntax.known))
        yield { kind: "option", option, value: undefined, isShort, optionBehind: next };
      else {
        index += 1;
        yield { kind: "option", option, value: next, isShort };
      }
    }
  }
}

interface Typed {
  readonly option: KnownOption;
  readonly value?: string;
}

/** The options that one word stands for; undefined where it holds one that is not known. */
function optionsIn(word: string, known: readonly KnownOption[]): readonly Typed[] | undefined {
  if (word.startsWith("--")) {
    const at = word.indexOf("=");
    const name = at < 0 ? word.slice(2) : word.slice(2, at);
    const option = known.find((each) => each.name === name);
    if (option === undefined) return undefined;
    return [at < 0 ? { option } : { option, value: word.slice(at + 1) }];
  }
  if (!word.startsWith("-") || word === "-") return undefined;
  const found: Typed[] = [];
  for (let at = 1; at < word.length; at++) {
    const option = known.find(({ short }) => short === word[at]);
    if (option === undefined) return undefined;
    if (option.takesValue) {
      const value = word.slice(at + 1).replace(/^=/, "");
      return [...found, at + 1 === word.length ? { option } : { option, value }];
    }
    found.push({ option });
  }
  return found;
}

/**
 * The line in the one form that leaves no doubt, `--name=value` for every known option; words stand behind `--` from the
 * first on that looks like an option. Throws a usage failure where the value of an option is missing, or is itself an
 * option, and where a flag is given a value.
 */
export function plainLine(tokens: readonly Token[], known: readonly KnownOption[]): readonly string[] {
  const at = tokens.findIndex((token) => token.kind === "word" && /^-./.test(token.text));
  if (at === -1) return tokens.flatMap((token) => plainToken(token, known));
  const behind = tokens.slice(at).filter(({ kind }) => kind === "word" || kind === "rest");
  const before = tokens.filter((token) => !behind.includes(token));
  const words = behind.flatMap((token) =>
    token.kind === "rest" ? token.words.slice(1) : plainToken(token, known),
  );
  return [...before.flatMap((token) => plainToken(token, known)), "--", ...words];
}

function plainToken(token: Token, known: readonly KnownOption[]): readonly string[] {
  if (token.kind === "rest") return token.words;
  return token.kind === "option" ? [plainOption(token, known)] : [token.text];
}

function plainOption(
  { option, value, optionBehind }: Extract<Token, { kind: "option" }>,
  known: readonly KnownOption[],
): string {
  const flag = `--${option.name}`;
  if (!option.takesValue) {
    if (value !== undefined) throw valueOfFlag(option, value, known);
    return flag;
  }
  if (value !== undefined) return `${flag}=${value}`;
  if (optionBehind === undefined) throw new Failure("usage", `${flag} takes a value`);
  throw new Failure("usage", `${flag} takes a value, and '${optionBehind}' is an option`, {
    hint: `if it is the value: ${flag}=${optionBehind}`,
  });
}

/** True for `--`, a known option, and several known flags in one word, but not for a number or `-`. */
function isOptionWord(word: string, known: readonly KnownOption[]): boolean {
  if (word === "--") return true;
  const options = optionsIn(word, known);
  return (
    options !== undefined && (word.startsWith("--") || options.every(({ value }) => value === undefined))
  );
}

function valueOfFlag({ name }: KnownOption, value: string, known: readonly KnownOption[]): Failure {
  const opposite = name.startsWith("no-") ? name.slice(3) : `no-${name}`;
  const has = (wanted: string) => known.some((option) => option.name === wanted);
  const isOff = /^(?:false|no|off|0)$/i.test(value);
  const hint = !isOff ? `use --${name}` : has(opposite) ? `use --${opposite}` : `leave --${name} out`;
  return new Failure("usage", `--${name} takes no value`, { hint });
}

/** The words that are not options, in the order of the line. */
export const wordsIn = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap((token) => (token.kind === "word" ? [token.text] : []));

/** True where a global flag is typed. */
export const hasFlag = (tokens: readonly Token[], name: GlobalOptionName): boolean =>
  tokens.some((token) => token.kind === "option" && token.option.name === name);

/** The first value that is typed for a global option; it is not checked. */
export function valueIn(tokens: readonly Token[], name: GlobalOptionName): string | undefined {
  for (const token of tokens)
    if (token.kind === "option" && token.option.name === name && token.value !== undefined)
      return token.value;
  return undefined;
}

/** Where the first word of a line that is not an option stands; -1 where there is none. */
export function firstWordAt(argv: readonly string[]): number {
  const tokens = [...tokenize(argv, { known: knownOptions(), maxWords: 1 })];
  if (!tokens.some(({ kind }) => kind === "word")) return -1;
  const last = tokens.at(-1);
  return argv.length - 1 - (last?.kind === "rest" ? last.words.length : 0);
}
