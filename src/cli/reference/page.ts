import type { ArgumentSpec, CommandOption, CommandSpec } from "../../catalogue/commands/command-spec.ts";
import type { Field } from "../../catalogue/operation.ts";
import { formatDuration } from "../../core/text/units.ts";

export type Row = readonly [term: string, meaning: string];

export type Block = string | { readonly title: string; readonly rows: readonly Row[] };

export interface Page {
  readonly command: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly notes: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly rows: readonly Row[];
  }[];
  readonly example: string | undefined;
  /** The example command that must run first. */
  readonly preparation: string | undefined;
  readonly readsSites: boolean;
}

export function pageOf(spec: CommandSpec, aliases: readonly string[] = []): Page {
  const { options = [], notes = [], columns = [], example, preparation } = spec;
  const headings = [...new Set(options.map(headingOf))];
  return {
    command: spec.command,
    usage: usageLine(spec),
    summary: spec.summary,
    aliases: aliases.map((alias) => ["svc", ...spec.command.slice(0, -1), alias].join(" ")),
    notes,
    sections: [
      { title: "Arguments", rows: [...(spec.arguments ?? []).map(argumentRow), ...remainderRows(spec)] },
      ...headings.map((title) => ({
        title,
        rows: options.filter((option) => headingOf(option) === title).map(optionRow),
      })),
      { title: columnsTitle(columns), rows: columns.map((header): Row => [header, ""]) },
    ].filter(({ rows }) => rows.length > 0),
    example,
    preparation,
    readsSites: spec.sites === "read" || spec.sites === "lines",
  };
}

const columnsTitle = (columns: readonly string[]): string =>
  `Columns (* with -o wide${columns.some((header) => header.endsWith("+")) ? ", + only with --columns" : ""})`;

const headingOf = ({ section = "Options" }: CommandOption): string => section;

/** For example, `svc machines deploy <system_id>... [options]`. */
export function usageLine({
  command,
  arguments: words = [],
  options = [],
  remainder,
  passesThrough,
}: CommandSpec): string {
  const positionalFields = options.flatMap(
    ({ field, help, required = false, repeatable = false }): ArgumentSpec[] =>
      field?.alsoPositional ? [{ name: field.name, help, required, variadic: repeatable }] : [],
  );
  const required = options.filter((option) => isRequired(option) && !option.field?.alsoPositional);
  return [
    "svc",
    ...command,
    ...(passesThrough ? ["[options]", "--"] : []),
    ...[...words, ...positionalFields].map(placeholder),
    ...required.map(({ name, value }) => (value === undefined ? `--[no-]${name}` : `--${name} <${value}>`)),
    ...(passesThrough ? [] : ["[options]"]),
    ...(remainder === undefined ? [] : [`[-- ${remainder.name}...]`]),
  ].join(" ");
}

const isRequired = ({ required, default: fallback }: CommandOption): boolean =>
  required === true && fallback === undefined;

function placeholder({ name, required, variadic }: ArgumentSpec): string {
  const word = required ? `<${name}>` : `[${name}]`;
  return variadic ? `${word}...` : word;
}

const remainderRows = ({ remainder }: CommandSpec): readonly Row[] =>
  remainder === undefined ? [] : [[`[${remainder.name}]...`, remainder.help]];

const argumentRow = (argument: ArgumentSpec): Row => {
  const { choices = argument.choices, default: fallback }: Partial<Field> = argument.field ?? {};
  return [
    placeholder(argument),
    argument.help +
      detailsText(choicesOf(choices, argument.field), defaultText(fallback), suggestionsOf(argument.field)),
  ];
};

export function optionRow(option: CommandOption): Row {
  const { name, short, value, field, env } = option;
  const otherFacts = [
    isRequired(option) && "required",
    boundsOf(field),
    suggestionsOf(field),
    field?.adminOnly && "administrators",
    field?.deprecated && `deprecated: ${field.deprecated}`,
    env && `env ${env}`,
  ];
  const valueText = value === undefined ? "" : ` <${value}>${option.repeatable ? "..." : ""}`;
  return [
    option.negatable ? `--[no-]${name}` : `${short === undefined ? "" : `-${short}, `}--${name}${valueText}`,
    option.help +
      detailsText(choicesOf(option.choices, field), defaultText(defaultOf(option)), ...otherFacts),
  ];
}

function defaultOf({ type, value, default: fallback }: CommandOption): string | undefined {
  if (typeof fallback !== "number") return fallback;
  if (value === "seconds") return String(fallback / 1000);
  return type === "duration" || type === "interval" ? formatDuration(fallback) : String(fallback);
}

const maxSuggestions = 4;

/** Few suggestions are shown like choices if one of them is the default. */
const areShownAsChoices = ({ suggestions = [], default: fallback = "" }: Partial<Field>): boolean =>
  suggestions.length <= maxSuggestions && suggestions.includes(fallback);

const choicesOf = (choices: readonly string[] | undefined, field: Partial<Field> = {}): string | undefined =>
  (areShownAsChoices(field) ? field.suggestions : choices)?.join("|");

function suggestionsOf(field: Partial<Field> = {}): string | undefined {
  const { suggestions = [], spellings } = field;
  if (suggestions.length === 0 || areShownAsChoices(field)) return undefined;
  if (spellings !== undefined) return suggestions.join(", ");
  const examples = suggestions.slice(0, maxSuggestions).join(", ");
  return `such as ${examples}${suggestions.length > maxSuggestions ? ", ..." : ""}`;
}

export const boundsOf = ({ min, max }: Pick<Field, "min" | "max"> = {}): string | undefined =>
  min === undefined && max === undefined ? undefined : `${min ?? ""}..${max ?? ""}`;

export const defaultText = (fallback: string | undefined): string | undefined =>
  fallback === undefined ? undefined : `default ${fallback}`;

export function detailsText(...all: readonly (string | false | undefined)[]): string {
  const texts = all.filter((fact) => typeof fact === "string");
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}
