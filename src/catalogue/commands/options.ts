import { defaults } from "../defaults.ts";
import { fileOption, type OptionSpec, option } from "../option-spec.ts";

export const outputFormats = ["table", "wide", "json", "ndjson", "yaml", "csv", "tsv", "name"] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const defaultOutput: OutputFormat = "table";

export const isTableForm = (format: OutputFormat): boolean => format === "table" || format === "wide";

export const globalOptions = [
  option("profile", "use this profile, or several: east,west or 'dc-*'", {
    short: "p",
    value: "name,...",
    env: "SVC_PROFILE",
  }),
  option("all-profiles", "use one profile for each service; sandboxes are left out"),
  option("url", "address of the service, such as http://host:5240/SVC", {
    value: "url",
    type: "address",
    env: "SVC_URL",
  }),
  fileOption("api-key-file", "read the API key from a file"),
  option("api-key-stdin", "read the API key from standard input"),
  option("output", "output format", {
    short: "o",
    value: "format",
    choices: outputFormats,
    env: "SVC_OUTPUT",
    default: defaultOutput,
  }),
  option("columns", "columns of the table: headers or paths into the JSON", {
    value: "name,...",
    type: "columns",
    repeatable: true,
  }),
  option("sort", "sort rows by a column; -column for descending", {
    value: "column,...",
    type: "sort",
    repeatable: true,
  }),
  option("no-header", "omit the header of a table"),
  option("query", "filter the JSON with a JMESPath expression", { value: "JMESPath", type: "jmespath" }),
  option("show-secrets", "show secrets in answers instead of masking them"),
  option("quiet", "suppress progress and notes", { short: "q" }),
  option("verbose", "print details on standard error", { short: "v" }),
  option("debug", "show requests and answers on standard error, secrets redacted"),
  option("curl", "print the equivalent curl command and send nothing"),
  option("timeout", "give up if the service sends nothing for this long", {
    value: "seconds",
    type: "interval",
    min: 1000,
    env: "SVC_TIMEOUT",
    default: defaults.timeoutMs,
  }),
  option("retries", "how many times to retry a request", {
    value: "count",
    type: "count",
    min: 0,
    max: 1000,
    env: "SVC_RETRIES",
    default: defaults.retries,
  }),
  option("ca-cert", "trust this certificate authority (PEM)", {
    value: "file",
    type: "path",
    env: "SVC_CA_CERT",
  }),
  option("insecure", "do not verify the service's certificate"),
  option("signature", "OAuth signature method", {
    value: "method",
    choices: ["plaintext", "hmac-sha1"],
    env: "SVC_SIGNATURE",
  }),
  option("addressing", "how URLs name operations: /op-name (path) or ?op=name (query)", {
    value: "form",
    choices: ["path", "query"],
    env: "SVC_ADDRESSING",
  }),
  option("yes", "answer yes to every question", { short: "y" }),
  option("no-color", "print without colours", { env: "NO_COLOR" }),
  option("no-pager", "do not send long output to a pager"),
  option("config-dir", "folder of profiles and aliases", {
    value: "dir",
    type: "path",
    env: "SVC_CONFIG_DIR",
  }),
  option("help", "show help", { short: "h" }),
  option("version", "show the version of svc", { short: "V" }),
] as const satisfies readonly OptionSpec[];

export type GlobalOptionName = (typeof globalOptions)[number]["name"];

/** Options for reaching a service. They have no effect in commands that contact none. */
/** The environment variable that sets a global option. */
export const variableOf = (name: GlobalOptionName): string | undefined =>
  globalOptions.map((option): OptionSpec => option).find((option) => option.name === name)?.env;

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

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export const profileSettings = {
  url: "address of the service, with its name segment",
  signature: "OAuth signature method: plaintext or hmac-sha1",
  addressing: "how URLs name operations: path or query; svc login detects it",
  output: "default output format",
  "ca-cert": "certificate authority to trust (PEM)",
  insecure: "true to skip verifying the service's certificate",
  "clock-offset": "time added to this computer's clock for signing",
  protected: "true to ask for the profile's name before any change",
  "read-only": "true to refuse changes",
  "key-command": "command that prints the key, run without a shell",
  history: "off to keep no history of changes",
} as const;

/** These profile settings are followed by a dot and the name of a command group, filter or key. */
export const namedSettings = {
  columns: "default columns of a group's lists, or of svc top: columns.machines=NAME,STATUS",
  sort: "default order of a group's lists, or of svc top: sort.machines=-CPUS",
  output: "default output format of a group's lists: output.machines=yaml",
  where: "a saved filter for --where: where.free=status=ready",
  key: "binds a key in svc top to an svc command: key.D='machines describe {name}'",
} as const;

export type ProfileSetting = keyof typeof profileSettings;

export const environmentVariables = [
  { name: "SVC_API_KEY", help: "API key: consumer_key:token_key:token_secret" },
  { name: "SVC_CACHE_DIR", help: "cache folder; $XDG_CACHE_HOME/svc by default" },
  { name: "SVC_HISTORY", help: "off to keep no history of changes" },
  { name: "HTTP_PROXY, HTTPS_PROXY, NO_PROXY", help: "proxies; never used for loopback addresses" },
  { name: "FORCE_COLOR", help: "use colours even if the output is not a terminal" },
  {
    name: "SVC_PAGER, PAGER",
    help: "pager for long output on a terminal; default: less -FRX; cat or empty for none",
  },
  { name: "CI", help: "no questions, no live progress, no pager" },
] as const;
