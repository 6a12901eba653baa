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
  /** The command that must run before `example`. */
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
  arguments: argumentSpecs = [],
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
    ...[...argumentSpecs, ...positionalFields].map(placeholder),
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

export function detailsText(...facts: readonly (string | false | undefined)[]): string {
  const texts = facts.filter((fact) => typeof fact === "string");
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}

export const helpText = (page: Page, width: number): string =>
  layOut(
    [
      `${page.summary}.`,
      { line: `Usage: ${page.usage}` },
      ...(page.aliases.length === 0 ? [] : [{ line: `Also: ${page.aliases.join(", ")}` }]),
      ...page.sections,
      ...(page.notes.length === 0
        ? []
        : [{ title: "Notes", rows: page.notes.map((note): Row => ["", note]) }]),
      ...(page.preparation === undefined ? [] : [{ command: page.preparation, label: "Prepare" }]),
      ...(page.example === undefined ? [] : [{ command: page.example, label: "Example" }]),
      `Options that every command takes: svc --help${page.readsSites ? "; several sites: -p east,west" : ""}`,
    ],
    width,
  );

/** A folded `line` is indented; a folded `command` stays valid in a shell. */
export type HelpBlock =
  | Block
  | { readonly line: string }
  | { readonly command: string; readonly label: string };

export function layOut(blocks: readonly HelpBlock[], width: number): string {
  const textWidth = Math.max(40, Math.min(width, 110));
  return `${blocks.map((block) => layOutBlock(block, textWidth)).join("\n\n")}\n`;
}

function layOutBlock(block: HelpBlock, textWidth: number): string {
  if (typeof block === "string") return fold(block, textWidth).join("\n");
  if ("line" in block) return fold(block.line, textWidth, 7).join("\n");
  if ("command" in block)
    return `${block.label}: ${foldCommand(block.command, textWidth - 9).join("\n         ")}`;
  return [`${block.title}:`, ...tableLines(block.rows, textWidth)].join("\n");
}

const maxTermWidth = 32;

function tableLines(rows: readonly Row[], textWidth: number): readonly string[] {
  if (rows.every(([, meaning]) => meaning === ""))
    return fold(rows.map(([term]) => term).join(", "), textWidth - 2).map((line) => `  ${line}`);
  const widest = Math.max(...rows.map(([term]) => term.length));
  const indent = widest === 0 ? 2 : Math.min(maxTermWidth, Math.floor(textWidth / 2), widest) + 4;
  return rows.flatMap(([term, meaning]) => {
    if (term === "") return fold(meaning, textWidth - indent, 2).map((line) => " ".repeat(indent) + line);
    const [first = "", ...others] = fold(meaning, textWidth - indent);
    const followingLines = others.map((line) => " ".repeat(indent) + line);
    const start = `  ${term}`;
    return start.length + 2 > indent
      ? [
          ...fold(term, textWidth - 2, 2).map((line) => `  ${line}`),
          ...(first === "" ? [] : [" ".repeat(indent) + first]),
          ...followingLines,
        ]
      : [(start.padEnd(indent) + first).trimEnd(), ...followingLines];
  });
}

/** Folds at spaces or between `words`. A word that is too long breaks only if it is a list of choices. */
function fold(
  text: string,
  textWidth: number,
  hangingIndent = 0,
  words = text.split(" ").flatMap((word) => (word.length > textWidth ? word.split(/(?<=\|)/) : [word])),
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const space = line === "" || /[^ ]\|$/.test(line) ? "" : " ";
    if (line !== "" && line.length + space.length + word.length > textWidth) {
      lines.push(line);
      line = " ".repeat(hangingIndent) + word;
    } else {
      line += space + word;
    }
  }
  return [...lines, line];
}

export function foldCommand(command: string, textWidth: number): readonly string[] {
  const lines = fold(command, textWidth - 2, 2, command.match(/(?:'[^']*'|[^\s'])+/g) ?? []);
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}
