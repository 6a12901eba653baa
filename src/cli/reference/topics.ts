import {
  environmentVariables,
  globalOptions,
  namedSettings,
  type OutputFormat,
  outputFormats,
  profileSettings,
} from "../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../catalogue/option-spec.ts";
import { exitCodes } from "../../core/failure.ts";
import type { Block, Row } from "./page.ts";

interface Topic {
  readonly summary: string;
  /** The name of the page without `svc-`. */
  readonly manual: readonly [name: string, section: 5 | 7];
  readonly blocks: () => Promise<readonly Block[]>;
}

export const topics = {
  environment: {
    summary: "Environment variables, profiles and precedence",
    manual: ["config", 5],
    blocks: async () => environmentBlocks,
  },
  "exit-codes": {
    summary: "Exit codes, and errors as JSON",
    manual: ["exit-codes", 7],
    blocks: async () => exitCodeBlocks,
  },
  output: {
    summary: "Output formats, columns and filters",
    manual: ["output", 7],
    blocks: async () => outputBlocks,
  },
  values: {
    summary: "Statuses, configuration items, and lists of values",
    manual: ["values", 7],
    blocks: async () => (await import("./catalogue-topics.ts")).valueBlocks(),
  },
  where: {
    summary: "Selecting machines: --where, ranges and patterns",
    manual: ["where", 7],
    blocks: async () => (await import("./catalogue-topics.ts")).whereBlocks,
  },
} as const satisfies Record<string, Topic>;

type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as readonly TopicName[];

export const isTopic = (word: string): word is TopicName => Object.hasOwn(topics, word);

export const exitCodeRows: readonly Row[] = Object.values(exitCodes).map(({ code, meaning }) => [
  String(code),
  meaning,
]);

const errorRows: readonly Row[] = [
  ["kind, exit_code, meaning", "what kind of failure it is, as a word, a number and a sentence"],
  ["message, lines, hint", "what failed, further lines such as field errors, and what to do about it"],
  ["outcome", "what happened to the requested change"],
  ["machines", "the machines concerned: system_id, hostname and the last known status"],
  ["request, status", "method and path, and the HTTP status of the answer"],
  ["body", "what the service sent; long parts are cut"],
  ["usage", "after a usage error, the usage of the command"],
];

const outcomeRows: readonly Row[] = [
  ["not_sent", "no request that changes anything was sent; always so with exit codes 2 and 13"],
  ["refused", "the service refused it"],
  ["unknown", "there was no clear answer: it may have been carried out, so check before sending it again"],
  ["partial", "some of several requests were carried out and others were not; the message says which"],
  ["done", "it was carried out; what followed failed: a wait, a query, writing the output"],
];

const exitCodeBlocks: readonly Block[] = [
  { title: "Exit codes", rows: exitCodeRows },
  "A closed pipe on standard output is not an error: svc exits silently with 0.",
  "After codes 2 and 13 nothing has changed. Code 8 means that the operation is still in progress: the message shows the " +
    "command that waits again.",
  'With -o json or ndjson an error is one line of JSON on standard error, {"error": {...}}, with these members; those without a value are left out.',
  { title: "Members of an error", rows: errorRows },
  { title: "Outcomes", rows: outcomeRows },
];

export const environmentRows: readonly Row[] = [
  ...globalOptions.flatMap((option: OptionSpec): Row[] =>
    option.env === undefined ? [] : [[option.env, `${option.help} (--${option.name})`]],
  ),
  ...environmentVariables.map(({ name, help }): Row => [name, help]),
];

const environmentBlocks: readonly Block[] = [
  "An option takes precedence over the environment, the environment over the profile, and the profile over the default. SVC_URL and SVC_API_KEY " +
    "are enough: no file is needed.",
  { title: "Variables", rows: environmentRows },
  {
    title: "Profiles",
    rows: [
      [
        "profiles.json",
        "the stored profiles, readable only by you, in $SVC_CONFIG_DIR, else $XDG_CONFIG_HOME/svc or ~/.config/svc (%APPDATA%\\svc on Windows)",
      ],
      ...Object.entries(profileSettings),
      ...Object.entries(namedSettings).map(([name, help]): Row => [`${name}.NAME`, help]),
    ],
  },
  "'svc login' stores a profile, 'svc profiles set' changes one.",
];

const formats: Readonly<Record<OutputFormat, string>> = {
  table: "for people: fits the terminal; plain and untruncated in a pipe",
  wide: "a table with all columns",
  json: "what the service sent, unchanged in content",
  ndjson: "one JSON object per line, one line per row",
  yaml: "what the service sent, as YAML",
  csv: "columns separated by commas (RFC 4180)",
  tsv: "columns separated by tabs",
  name: "identifiers, one per line; other commands read them with -",
};

export const formatRows: readonly Row[] = outputFormats.map((format) => [format, formats[format]]);

const outputOptions = ["columns", "sort", "no-header", "query", "show-secrets", "no-color", "quiet"];

const outputBlocks: readonly Block[] = [
  "Standard output carries data and nothing else. Messages, progress, questions and warnings go to standard error.",
  { title: "Formats (-o, --output)", rows: formatRows },
  {
    title: "Options",
    rows: globalOptions
      .filter(({ name }) => outputOptions.includes(name))
      .map(
        (option: OptionSpec): Row => [
          `--${option.name}${option.value === undefined ? "" : ` <${option.value}>`}`,
          option.help,
        ],
      ),
  },
  "Columns are named by header or by a path into the JSON, such as --columns name,zone.name. A query is a JMESPath expression: " +
    "--query '[].hostname'.",
  "An operation on a single machine prints the machine (-o name: its system_id), even if the service's answer is empty. " +
    "Several names, a range, - and --where print a row for each machine: system_id, hostname, ok, status, error and outcome. With -o json, ndjson and yaml, " +
    "each row also has the member 'machine': the machine itself.",
  'With -o json an error is an object {"error": {...}} on standard error; svc help exit-codes lists its members.',
  "Secrets are masked in every format, including in pipes and before --query is applied; a note on standard error names them. --show-secrets shows " +
    "them. Only svc api prints the answer unchanged.",
  "CSV and TSV cells are what the service sent: a spreadsheet may run a cell that begins with =, +, - or @ as a formula.",
];
