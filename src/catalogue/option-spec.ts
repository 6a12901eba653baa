import type { NameKind } from "./named.ts";

/**
 * What the value of an option is. `cli/typed/option-values.ts` has one parser for each, which reads the value
 * while the line is read: what a command gets is checked, and nothing has been sent.
 */
export type OptionType =
  /** Text as typed; the default. */
  | "text"
  /** A whole number from `min` to `max`. */
  | "count"
  /** A number from `min` to `max`. */
  | "number"
  /** A time such as `90s`; 0 means no limit. */
  | "duration"
  /** A time between two requests, or for one; never 0. */
  | "interval"
  /** Words separated by commas. */
  | "words"
  /** Columns of a table, separated by commas. */
  | "columns"
  /** Columns to sort by, separated by commas. */
  | "sort"
  /** An expression in the JMESPath language. */
  | "jmespath"
  /** `name=value`. */
  | "pair"
  /** Node list filters; a node has to match all of them. */
  | "filters"
  /** What `machines wait` waits for. */
  | "condition"
  /** Base64, or `@file` that holds it: checked with the field that it is for. */
  | "base64"
  /** The address of a service. */
  | "address"
  /** The name of a file or folder; it need not exist. */
  | "path";

/** The types whose values are one whole, however often the option is typed. */
export type JoinedType = "words" | "columns" | "sort" | "filters" | "condition";

export type Suggestions = readonly string[] | (() => Promise<readonly string[]>);

/** An option that svc adds to the service's fields, as data for parser, help, completion and man pages. */
export interface OptionSpec {
  /** Long name without dashes: `output`. */
  readonly name: string;
  /** One letter: `o`. */
  readonly short?: string;
  /** The value's name in help; left out for a flag. */
  readonly value?: string;
  readonly type?: OptionType;
  /** Inclusive bounds of a count or number, and of an interval in milliseconds. */
  readonly min?: number;
  readonly max?: number;
  /** Without one of these options it would have no effect, and is refused. */
  readonly needs?: readonly string[];
  /** Options that would have no effect beside it, and are refused. */
  readonly excludes?: readonly string[];
  readonly required?: true;
  /** Typed as `--no-<name>` only, such as `--no-check`. */
  readonly negative?: true;
  /** May be typed several times: the values add up. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** Values that a shell completes and svc does not insist on. */
  readonly suggestions?: Suggestions;
  /** What the values are names of: a shell completes those that svc has kept. */
  readonly names?: NameKind | "series";
  /** The environment variable that says the same. */
  readonly env?: string;
  /** What svc assumes where the option is absent: a time in milliseconds, anything else as it is typed. */
  readonly default?: string | number;
  readonly help: string;
}

/** An option with its facts as literal types: what a command gets of it is typed from them. */
export const option = <
  const Name extends string,
  const Facts extends Partial<OptionSpec> = Record<never, never>,
>(
  name: Name,
  help: string,
  facts?: Facts & Record<Exclude<keyof Facts, keyof OptionSpec>, never>,
) => ({ name, help, ...(facts as Facts) });

/** Options of waiting and of asking again and again, which several commands share. */
export const waitTimeout = option(
  "wait-timeout",
  "give up after this time, such as 90s, 40m or 2h; 0 for no limit",
  {
    value: "duration",
    type: "duration",
  },
);

export const pollInterval = option("poll-interval", "poll at this interval", {
  value: "duration",
  type: "interval",
  min: 100,
});

export const progress = option("progress", "format of the progress", {
  value: "form",
  choices: ["auto", "lines", "json", "none"],
  default: "auto",
});

/** The global options that say how rows are shown: without effect where none are. */
export const rowOptions = ["output", "columns", "sort", "no-header", "query", "show-secrets"] as const;

/** The type of a boot image's file: of the service's own upload, and of `svc boot-resources upload`. */
export const imageFileType = option("filetype", "type of the file", {
  choices: ["tgz", "tbz", "txz", "ddtgz", "ddtbz", "ddtxz", "ddtar", "ddbz2", "ddgz", "ddxz", "ddraw"],
  default: "tgz",
});

/** Of what answers content: where it goes. */
export const intoFile = [
  option("to", "write the content to this file", { value: "file", type: "path", excludes: rowOptions }),
  option("force", "overwrite the file given by --to", { needs: ["to"] }),
] as const satisfies readonly OptionSpec[];
