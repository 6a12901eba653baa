import type { Context } from "../../context.ts";
import { type GlobalOptionName, globalOptions, type OptionSpec } from "../../contract/options.ts";
import { Failure } from "../../failure.ts";
import type { Globals } from "../action.ts";

/** Global options as typed, by long name without dashes; only what stood on the line. */
export type TypedGlobals = Readonly<Partial<Record<GlobalOptionName, string | boolean>>>;

/**
 * The global options in force: the line over the environment over the defaults. A profile comes later, when a
 * command asks for the service.
 */
export function readGlobals(typed: TypedGlobals, env: Context["env"]): Globals {
  const text = (name: GlobalOptionName): string | undefined => {
    const onLine = typed[name];
    if (typeof onLine === "string") return onLine;
    const spec: OptionSpec | undefined = globalOptions.find((option) => option.name === name);
    const fromEnv = spec?.env === undefined ? undefined : env[spec.env];
    return fromEnv === "" ? undefined : fromEnv;
  };
  const flag = (name: GlobalOptionName): boolean => typed[name] === true;
  const timeout = number("timeout", text("timeout"), 1);
  return {
    profile: text("profile"),
    url: text("url"),
    apiKeyFile: text("api-key-file"),
    apiKeyStdin: flag("api-key-stdin"),
    output: choice("output", text("output")),
    columns: text("columns")
      ?.split(",")
      .filter((name) => name !== ""),
    sort: text("sort"),
    header: !flag("no-header"),
    query: text("query"),
    showSecrets: flag("show-secrets"),
    quiet: flag("quiet"),
    verbose: flag("verbose"),
    debug: flag("debug"),
    curl: flag("curl"),
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    retries: number("retries", text("retries"), 0),
    caCert: text("ca-cert"),
    insecure: flag("insecure"),
    signature: choice("signature", text("signature")),
    addressing: choice("addressing", text("addressing")),
    yes: flag("yes"),
    color: wantsColor(flag("no-color"), env),
    configDir: text("config-dir"),
  };
}

/** `NO_COLOR` and `FORCE_COLOR` count when they hold anything; the option wins over both. */
function wantsColor(optedOut: boolean, env: Context["env"]): boolean | undefined {
  if (optedOut || (env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  return forced === "" ? undefined : forced !== "0" && forced !== "false";
}

function number(name: GlobalOptionName, text: string | undefined, minimum: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value < minimum) {
    throw new Failure("usage", `--${name} takes a number from ${minimum} up, not '${text}'`);
  }
  return value;
}

type Choices<Name extends GlobalOptionName> =
  Extract<(typeof globalOptions)[number], { name: Name }> extends {
    choices: readonly (infer Choice)[];
  }
    ? Choice
    : never;

function choice<Name extends GlobalOptionName>(
  name: Name,
  text: string | undefined,
): Choices<Name> | undefined {
  if (text === undefined) return undefined;
  const spec: OptionSpec | undefined = globalOptions.find((option) => option.name === name);
  if (spec?.choices?.includes(text)) return text as Choices<Name>;
  throw new Failure("usage", `--${name} takes ${spec?.choices?.join(", ")}, not '${text}'`, {
    ...(spec?.env === undefined ? {} : { hint: `also read from ${spec.env}` }),
  });
}
