import { type GlobalOptionName, globalOptions } from "../../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../../catalogue/option-spec.ts";
import { normaliseBaseUrl } from "../../../client/http/address.ts";
import type { Failure } from "../../../core/failure.ts";
import type { SettingName, Subject } from "../../doctor/subject.ts";
import { programsNamed } from "../../extensions/programs.ts";
import { readGlobals } from "../../invocation/globals.ts";
import type { Globals, Invocation } from "../../invocation/invocation.ts";

/** How long one step may take where nothing says it, in milliseconds. */
const defaultTimeoutMs = 5_000;

/** What the line and the environment give to examine. */
export async function subjectOf({ context, globals, signal }: Invocation): Promise<Subject> {
  const ofEnvironment = await readGlobals({}, context.env);
  return {
    context,
    given: {
      ...globals,
      baseUrl: globals.url === undefined ? undefined : normaliseBaseUrl(globals.url),
    },
    sources: sourcesOf(globals, ofEnvironment),
    wrong: wrongVariables(ofEnvironment),
    programs: programsNamed("svc", context.env),
    completion: async () => {
      const { installedScript } = await import("../completion-install.ts");
      return await installedScript(context.env);
    },
    timeoutMs: globals.timeoutMs ?? defaultTimeoutMs,
    signal,
    trace: globals.debug ? (line) => void context.stderr.write(`${line}\n`) : undefined,
  };
}

/** The member of the global options that holds each setting. */
const members = {
  profile: "profile",
  url: "url",
  output: "output",
  timeout: "timeoutMs",
  "ca-cert": "caCert",
  insecure: "insecure",
  signature: "signature",
  addressing: "addressing",
  "config-dir": "configDir",
} as const satisfies Record<SettingName, keyof Globals>;

const variableOf = (name: GlobalOptionName): string | undefined =>
  globalOptions.map((option): OptionSpec => option).find((option) => option.name === name)?.env;

function sourcesOf(globals: Globals, ofEnvironment: Globals): Subject["sources"] {
  const sources: Partial<Record<SettingName, string>> = {};
  for (const name of Object.keys(members) as SettingName[]) {
    const value = globals[members[name]];
    if (value === undefined || value === false) continue;
    const variable = value === ofEnvironment[members[name]] ? variableOf(name) : undefined;
    sources[name] = variable ?? `--${name}`;
  }
  return sources;
}

function wrongVariables({ wrong = {} }: Globals): Readonly<Record<string, Failure>> {
  return Object.fromEntries(
    (Object.keys(wrong) as GlobalOptionName[]).flatMap((name) => {
      const [variable, failure] = [variableOf(name), wrong[name]];
      return variable === undefined || failure === undefined ? [] : [[variable, failure]];
    }),
  );
}
