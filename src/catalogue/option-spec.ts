import { defaults } from "./defaults.ts";
import type { KindId } from "./named.ts";

/** The type of an option's value. For each, `cli/parsing/line-values.ts` has a parser that runs before any request. */
export type OptionType =
  | "text"
  | "count"
  | "number"
  /** A time such as `90s`; 0 means no limit. */
  | "duration"
  /** A time between two requests, or for one; never 0. */
  | "interval"
  | "words"
  | "columns"
  | "sort"
  | "jmespath"
  | "pair"
  /** Node list filters; a node must match all. */
  | "filters"
  | "condition"
  /** Base64, or `@file`; checked together with its field. */
  | "base64"
  | "address"
  /** A file or folder; it need not exist. */
  | "path";

/** Types whose values are joined if the option is repeated. */
export type JoinedType = "words" | "columns" | "sort" | "filters" | "condition";

export type Suggestions = readonly string[] | (() => Promise<readonly string[]>);

export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly type?: OptionType;
  /** The smallest and the largest value, in milliseconds for an interval. */
  readonly min?: number;
  readonly max?: number;
  readonly needs?: readonly string[];
  readonly excludes?: readonly string[];
  readonly required?: true;
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  readonly suggestions?: Suggestions;
  readonly nameOf?: KindId | "series";
  readonly env?: string;
  /** The default, in milliseconds for a time, otherwise as the user would type it. */
  readonly default?: string | number;
  readonly help: string;
}

export const option = <
  const Name extends string,
  const Attributes extends Partial<OptionSpec> = Record<never, never>,
>(
  name: Name,
  help: string,
  attributes?: Attributes & Record<Exclude<keyof Attributes, keyof OptionSpec>, never>,
) => ({ name, help, ...(attributes as Attributes) });

export const fileOption = <const Name extends string>(name: Name, help: string) =>
  option(name, help, { value: "file", type: "path" });

export const countOption = <const Name extends string>(
  name: Name,
  help: string,
  limits: Pick<OptionSpec, "min" | "max" | "default">,
) => ({ ...option(name, help, { value: "count", type: "count" }), ...limits });

/** Takes several words, separated by commas or each with its own option. */
export const wordsOption = <const Name extends string>(name: Name, help: string, word: string) =>
  option(name, help, { value: `${word},...`, type: "words", repeatable: true });

export const waitTimeout = option(
  "wait-timeout",
  "give up after this time, such as 90s, 40m or 2h; 0 for no limit",
  { value: "duration", type: "duration" },
);

export const pollInterval = option("poll-interval", "poll at this interval", {
  value: "duration",
  type: "interval",
  min: 100,
});

export const progress = option("progress", "how to show progress", {
  value: "form",
  choices: ["auto", "lines", "json", "none"],
  default: "auto",
});

export const parallel = countOption("parallel", "maximum number of requests at once", {
  min: 1,
  max: 64,
  default: defaults.parallel,
});

export const failFast = option("fail-fast", "start no more requests after the first failure");

export const whereOption = <const Help extends string>(help: Help) =>
  option("where", help, { value: "filter=value,...", type: "filters", repeatable: true });

export const fromFile = [
  fileOption("from", "create one for each row of this CSV, YAML or JSON file, or - for standard input"),
  { ...parallel, needs: ["from"] },
  { ...failFast, needs: ["from"] },
] as const satisfies readonly OptionSpec[];

export const rowOptions = ["output", "columns", "sort", "no-header", "query", "show-secrets"] as const;

export const imageFileType = option("filetype", "type of the file", {
  choices: ["tgz", "tbz", "txz", "ddtgz", "ddtbz", "ddtxz", "ddtar", "ddbz2", "ddgz", "ddxz", "ddraw"],
  default: "tgz",
});

export const outputFileOptions = [
  option("to", "write the content to this file", { value: "file", type: "path", excludes: rowOptions }),
  option("force", "overwrite the file given with --to", { needs: ["to"] }),
] as const satisfies readonly OptionSpec[];
