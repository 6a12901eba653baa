import { type GlobalOptionName, globalOptions } from "../../../catalogue/commands/options.ts";
import type { OptionSpec } from "../../../catalogue/option-spec.ts";
import { normaliseBaseUrl } from "../../../client/http/address.ts";
import { type ExitKind, exitCodes } from "../../../core/exit-codes.ts";
import { Failure } from "../../../core/failure.ts";
import type { Check } from "../../doctor/check.ts";
import { type Examination, openExamination } from "../../doctor/examine.ts";
import type { SettingName, Subject } from "../../doctor/facts.ts";
import { programsNamed } from "../../extensions/programs.ts";
import { readGlobals } from "../../invocation/globals.ts";
import type { Action, Globals, Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { writeLines } from "../../output/sink.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { createCheckLines } from "./check-lines.ts";

const shape: Shape = {
  identity: "name",
  rows: "checks",
  listed: "checks",
  format: "table",
  sensitive: false,
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "STATE", path: "state", rank: "key" },
    { header: "FOUND", path: "found", rank: "text" },
    { header: "FIX", path: "fix", rank: "text" },
  ],
};

/** `svc doctor`: what was found line by line for people, one object for programs. */
export const examineConnection: Action = async (invocation) => {
  const { globals } = invocation;
  await checkColumnNames(globals, shape.columns);
  const examination = await openExamination(await subjectOf(invocation));
  const { format } = invocation.outputSettings(shape);
  const isPage =
    format === "table" &&
    globals.query === undefined &&
    globals.columns === undefined &&
    globals.sort === undefined;
  const checks = await (isPage ? writeChecks(examination, invocation) : collected(examination.checks()));
  const kind = checks.find(({ state }) => state === "failed")?.kind;
  if (!isPage) await invocation.print(report(checks, examination, kind), shape);
  invocation.messages.note(summary(checks));
  if (kind !== undefined) throw new Failure(kind, "a check failed", { reported: true });
};

async function collected(checks: AsyncIterable<Check>): Promise<readonly Check[]> {
  const all: Check[] = [];
  for await (const check of checks) all.push(check);
  return all;
}

/** Writes each check as soon as it is done: one that waits for the network may take seconds. */
async function writeChecks(
  examination: Examination,
  { context, globals }: Invocation,
): Promise<readonly Check[]> {
  const linesOf = await createCheckLines(context, globals.color);
  const all: Check[] = [];
  for await (const check of examination.checks()) {
    all.push(check);
    await writeLines(context.stdout, await linesOf(check));
  }
  return all;
}

const report = (checks: readonly Check[], { profile, url }: Examination, kind: ExitKind | undefined) => ({
  checks: checks.map(({ name, state, found, fix }) => ({
    name,
    state,
    found,
    ...(fix === undefined ? {} : { fix }),
  })),
  profile: profile ?? null,
  url: url ?? null,
  exit_code: exitCodes[kind ?? "done"].code,
});

function summary(checks: readonly Check[]): string {
  const failed = checks.filter(({ state }) => state === "failed").map(({ name }) => name);
  const warnings = checks.filter(({ state }) => state === "warning").length;
  const said = [
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(", ")}`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? "warning" : "warnings"}`]),
  ];
  return said.length === 0 ? "all is well" : said.join("; ");
}

/** How long one step may take where nothing says it, in milliseconds. */
const defaultTimeoutMs = 5_000;

/** What the line and the environment give to examine. */
async function subjectOf({ context, globals, signal }: Invocation): Promise<Subject> {
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
