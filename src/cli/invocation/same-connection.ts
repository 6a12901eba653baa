import type { Context } from "../../context.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import type { Globals } from "./invocation.ts";

/** Options that give another command the same connection, except for those that the environment sets. */
export const connectionOptions = (globals: Globals, env: Context["env"]): readonly string[] =>
  connectionArguments(globals, env).map((words) => words.map(shellWord).join(" "));

export const connectionWords = (globals: Globals, env: Context["env"]): readonly string[] =>
  connectionArguments(globals, env).flat();

function connectionArguments(globals: Globals, env: Context["env"]): readonly (readonly string[])[] {
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
      value === undefined || env[variable] === value ? [] : [[flag, value]],
    ),
    ...(globals.insecure ? [["--insecure"]] : []),
  ];
}

export const nextCommand = (
  words: readonly string[],
  { globals, context }: { readonly globals: Globals; readonly context: Pick<Context, "env"> },
): string => ["svc", ...words.map(shellWord), ...connectionOptions(globals, context.env)].join(" ");
