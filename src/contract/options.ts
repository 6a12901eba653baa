import { defaults } from "../api/defaults.ts";
import type { OptionSpec } from "../api/option-spec.ts";

export const outputFormats = ["table", "wide", "json", "ndjson", "yaml", "csv", "tsv", "name"] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const defaultOutput: OutputFormat = "table";

/** True for the forms that are made for people. */
export const isTableForm = (format: OutputFormat): boolean => format === "table" || format === "wide";

/** Stand anywhere on the line. */
export const globalOptions = [
  { name: "profile", short: "p", value: "name", env: "SVC_PROFILE", help: "use this profile" },
  {
    name: "url",
    value: "url",
    type: "address",
    env: "SVC_URL",
    help: "address of the service, such as http://host:5240/SVC",
  },
  { name: "api-key-file", value: "file", type: "path", help: "read the API key from a file" },
  { name: "api-key-stdin", help: "read the API key from standard input" },
  {
    name: "output",
    short: "o",
    value: "format",
    choices: outputFormats,
    env: "SVC_OUTPUT",
    default: defaultOutput,
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
  { name: "debug", help: "show requests and answers on standard error, secrets redacted" },
  { name: "curl", help: "print the equivalent curl command and send nothing" },
  {
    name: "timeout",
    value: "seconds",
    type: "interval",
    min: 1000,
    env: "SVC_TIMEOUT",
    default: defaults.timeoutMs,
    help: "time-out until an answer begins and between its pieces",
  },
  {
    name: "retries",
    value: "count",
    type: "count",
    min: 0,
    max: 1000,
    env: "SVC_RETRIES",
    default: defaults.retries,
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
  { name: "config-dir", value: "dir", type: "path", env: "SVC_CONFIG_DIR", help: "folder of the profiles" },
  { name: "help", short: "h", help: "show help" },
  { name: "version", short: "V", help: "show the version of svc" },
] as const satisfies readonly OptionSpec[];

export type GlobalOptionName = (typeof globalOptions)[number]["name"];

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

/** Environment variables that no global option stands for. */
export const environmentVariables = [
  { name: "SVC_API_KEY", help: "API key: consumer_key:token_key:token_secret" },
  { name: "HTTP_PROXY, HTTPS_PROXY, NO_PROXY", help: "proxies; loopback never goes through one" },
  { name: "FORCE_COLOR", help: "colours even where the stream is not a terminal" },
  { name: "CI", help: "never ask, never draw live progress" },
] as const;
