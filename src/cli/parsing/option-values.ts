import type { OptionSpec, OptionType } from "../../catalogue/option-spec.ts";
import { outputAdvice } from "../../catalogue/other-tools-advice.ts";
import type { Condition } from "../../client/lifecycle/goal.ts";
import { Failure } from "../../core/failure.ts";
import { parseDuration, parseInterval } from "../../core/text/units.ts";
import { choiceFor, choiceList } from "../../core/text/word-lists.ts";
import { splitPair } from "./arguments.ts";
import type { NodeFilters } from "./node-filters.ts";

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

const each =
  <Value>(
    parse: (text: string, label: string, spec: OptionSpec) => Value,
  ): Parser<Value | readonly Value[]> =>
  (texts, label, spec) => {
    const values = texts.map((text) => parse(text, label, spec));
    const [onlyValue] = values;
    return spec.repeatable === true || onlyValue === undefined ? values : onlyValue;
  };

const columnNames: Parser<readonly string[]> = (texts, label) => {
  const allNames = texts.flatMap((text) => text.split(",")).map((name) => name.trim());
  if (allNames.some((name) => name === "" || name === "-"))
    throw new Failure("usage", `${label} takes names of columns, not '${texts.join(" ")}'`);
  return allNames;
};

const parsers: { readonly [Type in OptionType]: Parser<Parsed<Type>> } = {
  text: each((text, label, { choices }) => (choices === undefined ? text : choiceOf(choices, text, label))),
  count: each((text, label, spec) => readNumber(text, label, spec, /^\d+$/)),
  number: each((text, label, spec) => readNumber(text, label, spec, /^\d+(?:\.\d+)?$/)),
  duration: each(parseDuration),
  interval: each((text, label, { min }) => parseInterval(text, label, min)),
  words: (texts, label, { choices }) => {
    const all = texts.flatMap((text) => text.split(",")).map((word) => word.trim());
    if (all.includes("")) throw new Failure("usage", `${label} takes words, not '${texts.join(" ")}'`);
    return choices === undefined ? all : all.map((word) => choiceFor(choices, word, label));
  },
  columns: columnNames,
  sort: columnNames,
  jmespath: async (texts) => {
    const { compileQuery } = await import("../output/query.ts");
    const [text = ""] = texts;
    compileQuery(text);
    return text;
  },
  pair: each(splitPair),
  filters: async (texts, label) => (await import("./node-filters.ts")).parseFilters(texts, label),
  condition: async (texts) => {
    const { parseConditions } = await import("../../client/lifecycle/goal.ts");
    return parseConditions(texts);
  },
  base64: each((text) => text),
  address: async ([text = ""], label) => {
    const { normaliseBaseUrl } = await import("../../client/http/address.ts");
    try {
      normaliseBaseUrl(text);
      return text;
    } catch (error) {
      throw error instanceof Failure ? error.with({}, `${label}: ${error.message}`) : error;
    }
  },
  path: each((text, label) => {
    if (text === "") throw new Failure("usage", `${label} takes the name of a file`);
    return text;
  }),
};

export const readOption = async (spec: OptionSpec, texts: readonly string[], label = `--${spec.name}`) =>
  await parsers[spec.type ?? "text"](texts, label, spec);

function readNumber(text: string, label: string, { min = 0, max }: OptionSpec, form: RegExp): number {
  const value = Number(text);
  if (form.test(text) && value >= min && (max === undefined || value <= max)) return value;
  const range = max === undefined ? `from ${min} up` : `from ${min} to ${max}`;
  throw new Failure("usage", `${label} takes a number ${range}, not '${text}'`);
}

/** For output formats of other tools, such as `jsonpath=...`, suggests the corresponding option. */
function choiceOf(choices: readonly string[], text: string, label: string): string {
  const [form = ""] = text.toLowerCase().split("=");
  const advice = label === "--output" && Object.hasOwn(outputAdvice, form) ? outputAdvice[form] : undefined;
  if (advice === undefined) return choiceFor(choices, text, label);
  throw new Failure("usage", `${label} takes ${choiceList(choices)}, not '${text}'`, { hint: advice });
}
