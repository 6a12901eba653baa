import { type GlobalOptionName, globalOptions } from "../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../catalogue/option-spec.ts";
import type { Context } from "../../context.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { readOption } from "../parsing/line-values.ts";
import type { Globals } from "./invocation.ts";

/** Options as typed, by long name without dashes: all values in order, or true for a flag. */
export type TypedOptions = Readonly<Record<string, readonly string[] | true | undefined>>;

/** An invalid variable fails only commands that use it (see `requireSettings`). */
export async function readGlobals(optionValues: TypedOptions, env: Context["env"]): Promise<Globals> {
  const values: Record<string, unknown> = {};
  const invalidSettings: Partial<Record<GlobalOptionName, Failure>> = {};
  for (const spec of globalOptions as readonly (OptionSpec & { readonly name: GlobalOptionName })[]) {
    const member = spec.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const option = optionValues[spec.name];
    const variable = spec.env === undefined ? undefined : env[spec.env];
    if (spec.value === undefined) values[member] = option === true;
    else if (Array.isArray(option)) values[member] = await readOption(spec, option);
    else if (variable !== undefined && variable !== "") {
      const value = await resultOrFailure(() => readOption(spec, [variable], spec.env));
      if (value instanceof Failure) invalidSettings[spec.name] = value;
      else values[member] = value;
    }
  }
  const { noHeader, noColor, timeout, ...others } = values;
  const globals = {
    ...others,
    hasHeader: noHeader !== true,
    timeoutMs: timeout,
    color: wantsColor(noColor === true, env),
    namesProfile: optionValues["profile"] !== undefined,
    invalidSettings,
  } as unknown as Globals;
  refuseIneffectiveOptions(optionValues, globals.output);
  return globals;
}

/** Settings of requests and output, which are checked before anything is sent. */
export const connectionSettings = ["url", "timeout", "retries", "signature", "addressing", "output"] as const;

export function requireSettings(
  { invalidSettings }: Pick<Globals, "invalidSettings">,
  names: readonly GlobalOptionName[],
): void {
  for (const name of names) {
    const failure = invalidSettings?.[name];
    if (failure !== undefined) throw failure;
  }
}

const formatsWithColumns = ["table", "wide", "csv", "tsv"];

function refuseIneffectiveOptions(optionValues: TypedOptions, output: string | undefined): void {
  if (output === undefined || formatsWithColumns.includes(output)) return;
  const supportsSort = output === "name";
  const ineffective = (["columns", "no-header", "sort"] as const).find(
    (name) => optionValues[name] !== undefined && !(name === "sort" && supportsSort),
  );
  if (ineffective === undefined) return;
  throw new Failure("usage", `--${ineffective} has no effect with ${output} output`, {
    hint:
      ineffective === "no-header"
        ? "leave it out"
        : "--query selects and sorts in JSON; use -o table for columns",
  });
}

/** `NO_COLOR` and `FORCE_COLOR` count unless empty; the option overrides both. */
function wantsColor(isDisabled: boolean, env: Context["env"]): boolean | undefined {
  if (isDisabled || (env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  return forced === "" ? undefined : forced !== "0" && forced !== "false";
}

/** Options that give another command the same connection, except for those that the environment sets. */
export function connectionWords(globals: Globals, env: Context["env"]): readonly string[] {
  const settings: readonly (readonly [string, string | undefined, string])[] = [
    ["--profile", globals.profile, "SVC_PROFILE"],
    ["--url", globals.url, "SVC_URL"],
    ["--api-key-file", globals.apiKeyFile, ""],
    ["--ca-cert", globals.caCert, "SVC_CA_CERT"],
    ["--signature", globals.signature, "SVC_SIGNATURE"],
    ["--addressing", globals.addressing, "SVC_ADDRESSING"],
    ["--config-dir", globals.configDir, "SVC_CONFIG_DIR"],
  ];
  return [
    ...settings.flatMap(([flag, value, variable]) =>
      value === undefined || env[variable] === value ? [] : [flag, value],
    ),
    ...(globals.insecure ? ["--insecure"] : []),
  ];
}

export const nextCommand = (
  words: readonly string[],
  { globals, context }: { readonly globals: Globals; readonly context: Pick<Context, "env"> },
): string => ["svc", ...[...words, ...connectionWords(globals, context.env)].map(shellWord)].join(" ");

/** Throws a usage `Failure` for a key or an address of one service, because it must not be used for another. */
export function refuseSingleServiceSettings(
  options: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const variable = ["SVC_URL", "SVC_API_KEY"].find((name) => (env[name] ?? "") !== "");
  const option = ["url", "api-key-file", "api-key-stdin"].find(
    (name) => options[name] !== undefined && options[name] !== env["SVC_URL"],
  );
  const source = option === undefined ? variable : `--${option}`;
  if (source === undefined) return;
  throw new Failure(
    "usage",
    `${source} is for one service, but the command line names several profiles or sites`,
    { hint: option === undefined ? `run it without ${source}, or without sites` : `leave ${source} out` },
  );
}
