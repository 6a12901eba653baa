import type { OperationEntry } from "../api/index.ts";
import type { Field, Permission } from "../api/operation.ts";
import type { OptionSpec } from "../api/option-spec.ts";
import {
  type ArgumentSignature,
  type CommandSignature,
  followUpOptions,
  type OptionSignature,
  signatureOf,
} from "../contract/command-signature.ts";
import { formatDuration } from "../contract/duration.ts";
import { addedOptions } from "../contract/operation-options.ts";
import type { CommandSpec } from "../contract/options.ts";
import { exampleOf } from "./example.ts";

/** A term and what it means. */
export type Row = readonly [term: string, meaning: string];

/** A paragraph, or a table of terms under a title. */
export type Block = string | { readonly title: string; readonly rows: readonly Row[] };

/** What there is to say about one command: help, man page and README are written from it. */
export interface Page {
  readonly command: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly notes: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly rows: readonly Row[];
  }[];
  readonly example: string | undefined;
  /** The command before the example that brings about what it needs. */
  readonly preparation?: string | undefined;
}

const permissionNotes: Readonly<Record<Permission, string>> = {
  admin: "For administrators only.",
  owner: "For the owner and for administrators.",
  anyone: "For every user.",
  anonymous: "For everyone, without an API key too.",
};

/** The page of an operation of the service. */
export function operationPage(entry: OperationEntry): Page {
  const signature = signatureOf(entry);
  const { operation } = entry;
  const flags = [
    permissionNotes[operation.who],
    ...(operation.deprecated === undefined
      ? []
      : [operation.deprecated === true ? "Deprecated." : `Deprecated: ${operation.deprecated}.`]),
    ...(operation.confirm === undefined ? [] : ["Asks before it is sent; --yes answers."]),
  ];
  return {
    command: signature.command,
    usage: operationUsage(signature),
    summary: operation.summary,
    notes: [
      ...flags,
      ...(operation.notes ?? []),
      ...(operation.rules ?? []).map((rule) => sentence(rule.says)),
      `Sends ${operation.method} ${operation.path}`,
    ],
    sections: [
      { title: "Arguments", rows: signature.arguments.map(argumentRow) },
      { title: "Options", rows: signature.options.map(fieldRow) },
      { title: `Options of --${operation.followUp?.option}`, rows: followUpOptions(operation).map(fieldRow) },
      { title: "Waiting, selection and safety", rows: addedOptions(operation).map(optionRow) },
      { title: "Columns (* with -o wide)", rows: columnRows(entry) },
    ].filter(({ rows }) => rows.length > 0),
    example: exampleOf(entry),
    preparation: operation.examplePreparation,
  };
}

/** The headers that `--columns` and `--sort` take, where the answer is shown in columns. */
function columnRows({ group, operation }: OperationEntry): readonly Row[] {
  if (operation.result !== "json") return [];
  return (operation.columns ?? group.columns).map(
    ({ header, wide }): Row => [wide ? `${header}*` : header, ""],
  );
}

/** The page of a command of svc's own. */
export function ownPage(spec: CommandSpec): Page {
  return {
    command: spec.command,
    usage: ownUsage(spec),
    summary: spec.summary,
    notes: spec.notes ?? [],
    sections: [
      {
        title: "Arguments",
        rows: (spec.arguments ?? []).map(
          ({ name, help, required, variadic, choices }): Row => [
            placeholder(name, required === true, variadic === true),
            `${help}${facts(choices ?? null, null, [])}`,
          ],
        ),
      },
      { title: "Options", rows: (spec.options ?? []).map(optionRow) },
    ].filter(({ rows }) => rows.length > 0),
    example: spec.example,
  };
}

/** The usage line of an operation: `svc machines deploy <system_id>... [options]`. */
export function operationUsage(signature: CommandSignature): string {
  const required = signature.options.filter(
    ({ required: isRequired, default: fallback, source }) =>
      isRequired && fallback === null && !source.alsoPositional,
  );
  return [
    "svc",
    ...signature.command,
    ...signature.arguments.map(({ name, required, variadic }) => placeholder(name, required, variadic)),
    ...signature.options
      .filter(({ source }) => source.alsoPositional)
      .map(({ field, required: isRequired, repeatable }) => placeholder(field, isRequired, repeatable)),
    ...required.map((option) => `${option.flag} ${valueName(option)}`),
    "[options]",
  ].join(" ");
}

/** The usage line of a command of svc's own. */
export function ownUsage(spec: CommandSpec): string {
  const words = (spec.arguments ?? []).map(({ name, required, variadic }) =>
    placeholder(name, required === true, variadic === true),
  );
  return [
    "svc",
    ...spec.command,
    ...(spec.passesThrough ? ["[options]", "--"] : []),
    ...words,
    ...(spec.passesThrough ? [] : ["[options]"]),
  ].join(" ");
}

const placeholder = (name: string, required: boolean, variadic: boolean): string => {
  const word = `${required ? `<${name}>` : `[${name}]`}`;
  return variadic ? `${word}...` : word;
};

const argumentRow = ({ name, help, required, variadic, source }: ArgumentSignature): Row => [
  placeholder(name, required, variadic),
  source === undefined
    ? help
    : `${help}${facts(source.choices ?? null, source.default ?? null, suggestionsOf(source))}`,
];

/** How many suggestions of an open set are shown; `svc help values` and completion know them all. */
const shownSuggestions = 4;

function suggestionsOf({ suggestions = [], spellings }: Field): readonly string[] {
  if (suggestions.length === 0) return [];
  if (spellings !== undefined) return [suggestions.join(", ")];
  const shown = suggestions.slice(0, shownSuggestions).join(", ");
  return [`such as ${shown}${suggestions.length > shownSuggestions ? ", ..." : ""}`];
}

function fieldRow(option: OptionSignature): Row {
  const { source } = option;
  const term =
    option.negation === undefined
      ? `${option.flag} ${valueName(option)}${option.repeatable ? "..." : ""}`
      : `--[no-]${option.flag.slice(2)}`;
  const further = [
    ...(option.required && option.default === null ? ["required"] : []),
    ...(source.min === undefined && source.max === undefined
      ? []
      : [`${source.min ?? ""}..${source.max ?? ""}`]),
    ...suggestionsOf(source),
    ...(source.adminOnly ? ["administrators"] : []),
    ...(source.deprecated === undefined ? [] : [`deprecated: ${source.deprecated}`]),
  ];
  return [term, `${option.help}${facts(option.choices, option.default, further)}`];
}

/** A row for an option of svc's own. */
export function optionRow(spec: OptionSpec): Row {
  const short = spec.short === undefined ? "" : `-${spec.short}, `;
  const value = spec.value === undefined ? "" : ` <${spec.value}>`;
  const env = spec.env === undefined ? [] : [`env ${spec.env}`];
  return [
    `${short}--${spec.name}${value}${spec.repeatable ? "..." : ""}`,
    `${spec.help}${facts(spec.choices ?? null, defaultOf(spec), env)}`,
  ];
}

/** The default of an option as it would be typed. */
function defaultOf({ type, value, default: fallback }: OptionSpec): string | null {
  if (typeof fallback !== "number") return fallback ?? null;
  if (value === "seconds") return String(fallback / 1000);
  return type === "duration" || type === "interval" ? formatDuration(fallback) : String(fallback);
}

function valueName(option: OptionSignature): string {
  const { source } = option;
  if (source.form !== undefined) return `<${source.form.replace(/^<|>$/g, "")}>`;
  return source.type === "map" ? "<name=value>" : `<${source.type === "list" ? "id" : source.type}>`;
}

function facts(
  choices: readonly string[] | null,
  fallback: string | null,
  further: readonly string[],
): string {
  const all = [
    ...(choices === null ? [] : [choices.join("|")]),
    ...(fallback === null ? [] : [`default ${fallback}`]),
    ...further,
  ];
  return all.length === 0 ? "" : ` (${all.join("; ")})`;
}

const sentence = (text: string): string =>
  `${text.startsWith("-") ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
