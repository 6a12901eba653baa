/**
 * What the value of an option is. `cli/line/option-values.ts` has one parser for each, which reads the value
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
export type JoinedType = "columns" | "sort" | "filters" | "condition";

/**
 * One option of svc's own (not a field of the service), as data for parser, help, completion and man pages.
 */
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
  /** The environment variable that says the same. */
  readonly env?: string;
  readonly default?: string;
  readonly help: string;
}

/** A command of svc's own, which stands for no single operation of the service. */
export interface CommandSpec {
  readonly command: readonly string[];
  readonly summary: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly help: string;
    readonly required?: true;
    readonly variadic?: true;
    /** Values that a shell completes. */
    readonly choices?: readonly string[];
  }[];
  readonly options?: readonly OptionSpec[];
  readonly notes?: readonly string[];
  /** Global options that have no effect here, and are refused. */
  readonly ignores?: readonly GlobalOptionName[];
  /** Arguments after which everything belongs to another command (`svc sandbox exec -- command...`). */
  readonly passesThrough?: true;
  readonly example?: string;
}

export const outputFormats = ["table", "wide", "json", "ndjson", "yaml", "csv", "tsv", "name"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Stand anywhere on the line. */
export const globalOptions = [
  {
    name: "profile",
    short: "p",
    value: "name",
    env: "SVC_PROFILE",
    help: "use this profile",
  },
  {
    name: "url",
    value: "url",
    type: "address",
    env: "SVC_URL",
    help: "address of the service, such as http://host:5240/SVC",
  },
  {
    name: "api-key-file",
    value: "file",
    type: "path",
    help: "read the API key from a file",
  },
  { name: "api-key-stdin", help: "read the API key from standard input" },
  {
    name: "output",
    short: "o",
    value: "format",
    choices: outputFormats,
    env: "SVC_OUTPUT",
    default: "table",
    help: "form of the output",
  },
  {
    name: "columns",
    value: "name,...",
    type: "columns",
    repeatable: true,
    help: "columns of the table: headers or paths into the JSON",
  },
  {
    name: "sort",
    value: "column,...",
    type: "sort",
    repeatable: true,
    help: "sort rows by a column; -column for descending",
  },
  { name: "no-header", help: "leave the table's header out" },
  {
    name: "query",
    value: "JMESPath",
    type: "jmespath",
    help: "filter the JSON answer by a JMESPath expression",
  },
  { name: "show-secrets", help: "show secrets in answers instead of masking them" },
  { name: "quiet", short: "q", help: "no progress, no notes" },
  { name: "verbose", short: "v", help: "say more on standard error" },
  {
    name: "debug",
    help: "show requests and answers on standard error, secrets redacted",
  },
  { name: "curl", help: "print the equivalent curl command and send nothing" },
  {
    name: "timeout",
    value: "seconds",
    type: "interval",
    min: 1000,
    env: "SVC_TIMEOUT",
    default: "60",
    help: "time-out until an answer begins and between its pieces",
  },
  {
    name: "retries",
    value: "count",
    type: "count",
    min: 0,
    max: 1000,
    env: "SVC_RETRIES",
    default: "3",
    help: "how often a request is tried again",
  },
  {
    name: "ca-cert",
    value: "file",
    type: "path",
    env: "SVC_CA_CERT",
    help: "trust this certificate authority (PEM)",
  },
  { name: "insecure", help: "do not verify the service's certificate" },
  {
    name: "signature",
    value: "method",
    choices: ["plaintext", "hmac-sha1"],
    env: "SVC_SIGNATURE",
    help: "OAuth signature method",
  },
  {
    name: "addressing",
    value: "form",
    choices: ["path", "query"],
    env: "SVC_ADDRESSING",
    help: "address operations as /op-name or ?op=name",
  },
  { name: "yes", short: "y", help: "answer yes to every question" },
  { name: "no-color", env: "NO_COLOR", help: "no colours" },
  {
    name: "config-dir",
    value: "dir",
    type: "path",
    env: "SVC_CONFIG_DIR",
    help: "folder of the profiles",
  },
  { name: "help", short: "h", help: "show help" },
  { name: "version", short: "V", help: "show the version of svc" },
] as const satisfies readonly OptionSpec[];

export type GlobalOptionName = (typeof globalOptions)[number]["name"];

/** How rows are shown: without effect where none are. */
export const rowOptions = [
  "output",
  "columns",
  "sort",
  "no-header",
  "query",
  "show-secrets",
] as const satisfies readonly GlobalOptionName[];

/** How a service is reached: without effect in a command that asks none. */
export const serviceOptions = [
  "url",
  "api-key-file",
  "api-key-stdin",
  "curl",
  "timeout",
  "retries",
  "ca-cert",
  "insecure",
  "signature",
  "addressing",
] as const satisfies readonly GlobalOptionName[];

/** Options that several commands share. */
export const waitTimeout = {
  name: "wait-timeout",
  value: "duration",
  type: "duration",
  help: "give up after this time, such as 90s, 40m, 2h; 0 never",
} as const satisfies OptionSpec;

export const pollInterval = {
  name: "poll-interval",
  value: "duration",
  type: "interval",
  min: 100,
  help: "ask at this interval",
} as const satisfies OptionSpec;

export const progress = {
  name: "progress",
  value: "form",
  choices: ["auto", "lines", "json", "none"],
  default: "auto",
  help: "form of the progress",
} as const satisfies OptionSpec;

/** Environment variables that no global option stands for. */
export const environmentVariables = [
  { name: "SVC_API_KEY", help: "API key: consumer_key:token_key:token_secret" },
  {
    name: "HTTP_PROXY, HTTPS_PROXY, NO_PROXY",
    help: "proxies; loopback never goes through one",
  },
  { name: "FORCE_COLOR", help: "colours even where the stream is not a terminal" },
  { name: "CI", help: "never ask, never draw live progress" },
] as const;
