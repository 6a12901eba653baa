import type { OptionSpec } from "../../api/option-spec.ts";
import { globalOptions } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";

/** What has to be known of an option to tell its value from the next word. */
export interface KnownOption {
  /** Long name without dashes. */
  readonly name: string;
  readonly short?: string | undefined;
  readonly takesValue: boolean;
}

export const knownGlobals: readonly KnownOption[] = globalOptions.map((spec: OptionSpec) => ({
  name: spec.name,
  short: spec.short,
  takesValue: spec.value !== undefined,
}));

/** One word of the line with what it takes: an option and its value, or a word that is not an option. */
export type LinePart =
  | { readonly kind: "word"; readonly text: string }
  /** `hasSpace`: the value is a word of its own. */
  | {
      readonly kind: "option";
      readonly option: KnownOption;
      readonly value: string | undefined;
      readonly hasSpace: boolean;
      readonly isShort: boolean;
    }
  /** An option that is not known, as it stands. */
  | { readonly kind: "unknown"; readonly text: string }
  /** `--` and all that follows. */
  | { readonly kind: "rest"; readonly words: readonly string[] };

/**
 * Takes a line apart by the options that are known: `--name value`, `--name=value`, `-n value`, `-nvalue`,
 * `-n=value`, and several short ones in one word (`-qo json`). After `maxWords` words that are no options the
 * rest is left as it stands.
 */
export function* partsOf(
  argv: readonly string[],
  known: readonly KnownOption[],
  maxWords = Number.POSITIVE_INFINITY,
): Generator<LinePart> {
  let words = 0;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--" || words >= maxWords) return yield { kind: "rest", words: argv.slice(index) };
    const options = optionsIn(word, known);
    if (options === undefined) {
      if (!word.startsWith("-") || word === "-") words += 1;
      yield word.startsWith("-") && word !== "-"
        ? { kind: "unknown", text: word }
        : { kind: "word", text: word };
      continue;
    }
    for (const { option, value } of options) {
      const takesNext = option.takesValue && value === undefined && index + 1 < argv.length;
      if (takesNext) index += 1;
      yield {
        kind: "option",
        option,
        value: takesNext ? argv[index] : value,
        hasSpace: takesNext,
        isShort: !word.startsWith("--"),
      };
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
 * The line in the one form that leaves no doubt, `--name=value` for every known option. Throws a usage failure
 * where the value of an option is missing, or is itself an option, and where a flag is given a value.
 */
export function plainLine(
  argv: readonly string[],
  known: readonly KnownOption[],
  maxWords?: number,
): readonly string[] {
  return [...partsOf(argv, known, maxWords)].flatMap((part): readonly string[] => {
    if (part.kind === "rest") return part.words;
    return part.kind === "option" ? [plainOption(part, known)] : [part.text];
  });
}

function plainOption(
  { option, value, hasSpace }: Extract<LinePart, { kind: "option" }>,
  known: readonly KnownOption[],
): string {
  const flag = `--${option.name}`;
  if (!option.takesValue) {
    if (value !== undefined) throw valueOfFlag(option, value, known);
    return flag;
  }
  if (value === undefined) throw new Failure("usage", `${flag} takes a value`);
  if (hasSpace && isOptionWord(value, known)) {
    throw new Failure("usage", `${flag} takes a value, and '${value}' is an option`, {
      hint: `if it is the value: ${flag}=${value}`,
    });
  }
  return `${flag}=${value}`;
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

/**
 * The first `count` words of the line that are neither options nor the values of global options: the group
 * and the verb. Enough to know which group's data to load; the parser then reads the line properly.
 */
export function leadingWords(argv: readonly string[], count: number): readonly string[] {
  const words: string[] = [];
  for (const part of partsOf(argv, knownGlobals)) {
    if (part.kind === "rest" || words.length === count) break;
    if (part.kind === "word") words.push(part.text);
  }
  return words;
}

/** True where an option that is not a global one stands before the first word. */
export function beginsWithUnknown(argv: readonly string[]): boolean {
  for (const { kind } of partsOf(argv, knownGlobals)) if (kind !== "option") return kind === "unknown";
  return false;
}

/** True where a global flag stands anywhere on the line, for use before the line is parsed. */
export function hasFlag(argv: readonly string[], name: string, maxWords?: number): boolean {
  return [...partsOf(argv, knownGlobals, maxWords)].some(
    (part) => part.kind === "option" && part.option.name === name,
  );
}

/**
 * The value of one global option as it stands anywhere on the line, for use where the line could not be
 * parsed.
 */
export function leadingValue(argv: readonly string[], name: string): string | undefined {
  for (const part of partsOf(argv, knownGlobals))
    if (part.kind === "option" && part.option.name === name) return part.value;
  return undefined;
}
