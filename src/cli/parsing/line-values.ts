import type { OptionSpec, OptionType } from "../../catalogue/option-spec.ts";
import { outputAdvice } from "../../catalogue/other-tools-advice.ts";
import type { Condition } from "../../client/lifecycle/goal.ts";
import { Failure } from "../../core/failure.ts";
import { parseDuration, parseInterval } from "../../core/text/units.ts";
import { choiceFor, choiceList } from "../../core/text/word-lists.ts";
import type { NodeFilters } from "./node-filters.ts";

interface ArgumentSpec {
  readonly name: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  /** If true, takes exactly the words that contain `=`, wherever they are. */
  readonly takesPairs?: boolean;
}

/** A variadic argument takes the words that other arguments do not need. */
export function assignWords<Spec extends ArgumentSpec>(
  specs: readonly Spec[],
  words: readonly string[],
): readonly (readonly [Spec, readonly string[]])[] {
  const pairSpec = specs.find(({ takesPairs }) => takesPairs);
  if (pairSpec !== undefined) {
    const isPair = (word: string) => word.includes("=");
    return [
      ...assignWords(
        specs.filter((spec) => spec !== pairSpec),
        words.filter((word) => !isPair(word)),
      ),
      ...assignWords([{ ...pairSpec, takesPairs: false }], words.filter(isPair)),
    ];
  }
  const assignments: (readonly [Spec, readonly string[]])[] = [];
  let next = 0;
  for (const [index, spec] of specs.entries()) {
    const laterRequiredCount = specs.slice(index + 1).filter(({ required }) => required).length;
    const operands = spec.variadic
      ? words.slice(next, Math.max(next, words.length - laterRequiredCount))
      : words.slice(next, next + 1);
    next += operands.length;
    if (operands.length > 0) assignments.push([spec, operands]);
    else if (spec.required)
      throw new Failure("usage", `missing argument <${spec.name}>`, { isLineIncomplete: true });
  }
  const extraWord = words[next];
  if (extraWord !== undefined)
    throw new Failure("usage", `unexpected argument '${extraWord}'`, { hint: pairHint(extraWord) });
  return assignments;
}

/** Does not repeat the value, which may be a secret. */
export function pairHint(word: string): string | undefined {
  const [, name] = /^([a-z][a-z0-9_]*)=/.exec(word) ?? [];
  return name && `fields are options: --${name.replaceAll("_", "-")} VALUE`;
}

/** A variadic argument gets a list, which may be empty. */
export function pairWords(
  specs: readonly ArgumentSpec[],
  line: readonly string[],
): Readonly<Record<string, string | readonly string[] | undefined>> {
  const wordsBySpec = new Map(assignWords(specs, line));
  return Object.fromEntries(
    specs.map((spec) => {
      const words = wordsBySpec.get(spec) ?? [];
      const { choices } = spec;
      const operands =
        choices === undefined ? words : words.map((word) => choiceFor(choices, word, spec.name));
      return [spec.name, spec.variadic ? operands : operands[0]];
    }),
  );
}

/** Splits `name=value`. The usage `Failure` for a missing name does not repeat the text, which may be a secret. */
export function splitPair(pair: string, label: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new Failure("usage", `${label} takes name=value`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

export interface OptionValues {
  readonly text: string;
  readonly count: number;
  readonly number: number;
  /** In milliseconds. */
  readonly duration: number;
  /** In milliseconds. */
  readonly interval: number;
  readonly words: readonly string[];
  readonly columns: readonly string[];
  readonly sort: readonly string[];
  readonly jmespath: string;
  readonly pair: readonly [name: string, value: string];
  readonly filters: NodeFilters;
  readonly condition: readonly Condition[];
  readonly base64: string;
  readonly address: string;
  readonly path: string;
}

/** `texts` are the values in the order typed; `label` is the option as typed, such as `--timeout`. */
type Parser<Result> = (texts: readonly string[], label: string, spec: OptionSpec) => Result | Promise<Result>;

type Parsed<Type extends OptionType> = OptionValues[Type] | readonly OptionValues[Type][];

const parseEach =
  <Value>(
    parse: (text: string, label: string, spec: OptionSpec) => Value,
  ): Parser<Value | readonly Value[]> =>
  (texts, label, spec) => {
    const values = texts.map((text) => parse(text, label, spec));
    const [onlyValue] = values;
    return spec.repeatable === true || onlyValue === undefined ? values : onlyValue;
  };

const readColumnNames: Parser<readonly string[]> = (texts, label) => {
  const allNames = texts.flatMap((text) => text.split(",")).map((name) => name.trim());
  if (allNames.some((name) => name === "" || name === "-"))
    throw new Failure("usage", `${label}: '${texts.join(" ")}' contains an empty column name`);
  return allNames;
};

const parsers: { readonly [Type in OptionType]: Parser<Parsed<Type>> } = {
  text: parseEach((text, label, { choices }) =>
    choices === undefined ? text : choiceOf(choices, text, label),
  ),
  count: parseEach((text, label, spec) => readNumber(text, label, spec, /^\d+$/)),
  number: parseEach((text, label, spec) => readNumber(text, label, spec, /^\d+(?:\.\d+)?$/)),
  duration: parseEach(parseDuration),
  interval: parseEach((text, label, { min }) => parseInterval(text, label, min)),
  words: (texts, label, { choices }) => {
    const allWords = texts.flatMap((text) => text.split(",")).map((word) => word.trim());
    if (allWords.includes(""))
      throw new Failure("usage", `${label}: '${texts.join(" ")}' contains an empty word`);
    return choices === undefined ? allWords : allWords.map((word) => choiceFor(choices, word, label));
  },
  columns: readColumnNames,
  sort: readColumnNames,
  jmespath: async (texts) => {
    const { compileQuery } = await import("../output/query.ts");
    const [text = ""] = texts;
    compileQuery(text);
    return text;
  },
  pair: parseEach(splitPair),
  filters: async (texts, label) => (await import("./node-filters.ts")).parseFilters(texts, label),
  condition: async (texts) => {
    const { parseConditions } = await import("../../client/lifecycle/goal.ts");
    return parseConditions(texts);
  },
  base64: parseEach((text) => text),
  address: async ([text = ""], label) => {
    const { normalizeBaseUrl } = await import("../../client/http/address.ts");
    try {
      normalizeBaseUrl(text);
      return text;
    } catch (error) {
      throw error instanceof Failure ? error.with({}, `${label}: ${error.message}`) : error;
    }
  },
  path: parseEach((text, label) => {
    if (text === "") throw new Failure("usage", `${label} takes the name of a file`);
    return text;
  }),
};

export const readOption = async (spec: OptionSpec, texts: readonly string[], label = `--${spec.name}`) =>
  await parsers[spec.type ?? "text"](texts, label, spec);

function readNumber(text: string, label: string, { min = 0, max }: OptionSpec, pattern: RegExp): number {
  const value = Number(text);
  if (pattern.test(text) && value >= min && (max === undefined || value <= max)) return value;
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new Failure("usage", `${label} takes a number ${range}, not '${text}'`);
}

/** For output formats of other tools, such as `jsonpath=...`, suggests the corresponding option. */
function choiceOf(choices: readonly string[], text: string, label: string): string {
  const [form = ""] = text.toLowerCase().split("=");
  const advice = label === "--output" && Object.hasOwn(outputAdvice, form) ? outputAdvice[form] : undefined;
  if (advice === undefined) return choiceFor(choices, text, label);
  throw new Failure("usage", `${label} takes ${choiceList(choices)}, not '${text}'`, { hint: advice });
}
