import { ownerOptions } from "../../catalogue/node-list-options.ts";
import {
  countOption,
  failFast,
  fileOption,
  type OptionSpec,
  option,
  parallel,
  whereOption,
  wordsOption,
} from "../../catalogue/option-spec.ts";
import { answerStyles, clockSpeed, faultForms } from "../../catalogue/sandbox-settings.ts";
import type { OptionsOf } from "../invocation/invocation.ts";

const machineHelp = "machine: system_id, hostname, FQDN or MAC address";

export const machineArgument = {
  name: "system_id",
  help: machineHelp,
  required: true,
  nameOf: "machines",
} as const;

export const machinesArgument = {
  name: "system_id",
  help: `${machineHelp}; ranges, and - for standard input`,
  variadic: true,
  nameOf: "machines",
} as const;

const { tags, mine, owner } = ownerOptions("machines");

export const machineFilter = whereOption("only machines that match these filters");

export const scopeOptions = [
  wordsOption("pool", "only machines of these resource pools", "pool"),
  wordsOption("zone", "only machines of these zones", "zone"),
  tags,
  mine,
  owner,
  machineFilter,
] as const;

export type ScopeOptions = OptionsOf<typeof scopeOptions>;

export const pruneOption = option("prune", "delete objects of the same kinds that are not in the files");

export const applyOptions = [
  { ...parallel, help: "maximum number of changes at once" },
  { ...failFast, help: "start no more changes after the first failure" },
] as const satisfies readonly OptionSpec[];

export const claimOptions = [
  option("replace-failed", "claims: release failed machines and allocate others"),
  option("keep", "claims: never release this machine; repeat for several", {
    value: "machine",
    repeatable: true,
    nameOf: "machines",
  }),
] as const satisfies readonly OptionSpec[];

export type PlanOptions = OptionsOf<readonly [typeof pruneOption, ...typeof claimOptions]>;

export const sandboxStartOptions = [
  option("instant", "finish operations immediately"),
  option("speed", "make simulated time run this many times as fast", {
    value: "factor",
    type: "number",
    ...clockSpeed,
    default: "1",
  }),
  option("fault", "inject a fault, such as errors=0.1 or fail=deploy", { value: "spec", repeatable: true }),
  countOption("machines", "number of machines, up to 10000", { min: 0, max: 10_000, default: "12" }),
  option("seed", "the same seed gives the same fleet", {
    value: "number",
    type: "count",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: "1",
  }),
  fileOption("seed-file", "start with the objects in this file; - for standard input"),
  option("from", "start with a copy of the site of this profile, or with this snapshot", {
    value: "profile|file",
    excludes: ["machines", "seed-file", "segment"],
  }),
  { ...fileOption("snapshot", "save the copy in this file, for --from without a network"), needs: ["from"] },
  option("answers", "answer as documented, or as live services do", {
    value: "style",
    choices: answerStyles,
    default: "documented",
  }),
  fileOption("record", "append each request and its answer to this file, as JSON lines"),
  option("tls", "serve HTTPS, with a certificate from a new certificate authority"),
  option("allow-host", "also accept requests for this host name", { value: "name", repeatable: true }),
  option("segment", "first segment of paths, as in /SVC/api/2.0/", { value: "word", default: "SVC" }),
] as const satisfies readonly OptionSpec[];

export type SandboxStartOptions = OptionsOf<typeof sandboxStartOptions>;

export const printKeyOption = option("print-key", "print the administrator's API key, and nothing else");

export const faultNotes = [
  "RATE is a fraction from 0 to 1 or a percentage, NAME a host name or system_id; parts in brackets are optional. Faults:",
  ...faultForms.map(({ form, example, help }) => `${form}: ${help}. Example: ${example}.`),
];

export const loginOptions = [
  option("login-name", "log in as this user; default: the user of the image", { short: "l", value: "user" }),
  option("address", "use this address, or one of this network, subnet or interface", { value: "address" }),
  option("family", "use only addresses of this family", { value: "family", choices: ["ipv4", "ipv6"] }),
] as const satisfies readonly OptionSpec[];

/** Other options of ssh go after `--`. */
export const sshOptions = [
  option("jump", "connect through this host, or several separated by commas", { short: "J", value: "host" }),
  option("identity", "private key file", { short: "i", value: "file", type: "path", repeatable: true }),
  option("port", "port of the ssh server", { value: "number", type: "count", min: 1, max: 65_535 }),
] as const satisfies readonly OptionSpec[];

export type LoginOptions = OptionsOf<typeof loginOptions>;

export type SshOptions = OptionsOf<typeof sshOptions> & LoginOptions;
