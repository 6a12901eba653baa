import { variableOf } from "../../../catalogue/commands/options.ts";
import { excerpt } from "../../../client/http/text.ts";
import type { Context, TextOutput } from "../../../context.ts";
import { withDeadline } from "../../../core/clock.ts";
import { asFailure, type ExitKind, exitCodes, Failure, isSignal } from "../../../core/failure.ts";
import { redactUrl } from "../../../core/secrets/text.ts";
import {
  type CheckName,
  type CheckResult,
  type CheckSpec,
  type CheckState,
  checkNames,
  checkStates,
  failedBy,
  type NamedCheckResult,
  skipped,
} from "../../doctor/check.ts";
import { fileChecks } from "../../doctor/checks/files.ts";
import { localChecks } from "../../doctor/checks/local.ts";
import { networkChecks } from "../../doctor/checks/network.ts";
import { serviceChecks } from "../../doctor/checks/service.ts";
import { settingsChecks } from "../../doctor/checks/settings.ts";
import {
  type DoctorInputs,
  type Facts,
  gatherFacts,
  type SettingName,
  settingMembers,
  settingNames,
} from "../../doctor/facts.ts";
import { programsWithExactName } from "../../extensions/programs.ts";
import { readGlobals } from "../../invocation/globals.ts";
import { type Globals, type Invocation, printsPage } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { escapeLine, isAsciiOnly } from "../../output/escape.ts";
import { colorless, type Paint, type Palette, paletteFor, unpainted } from "../../output/palette.ts";
import { writeLines } from "../../output/sink.ts";
import { foldText, measureFor } from "../../output/text-width.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { columnsOf } from "../../terminal/streams.ts";

const shape: Shape = {
  identity: "name",
  rows: "checks",
  listName: "checks",
  format: "table",
  sensitive: false,
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "STATE", path: "state", rank: "key" },
    { header: "FOUND", path: "found", rank: "text" },
    { header: "FIX", path: "fix", rank: "text" },
  ],
};

export async function examineConnection(invocation: Invocation): Promise<void> {
  const { globals } = invocation;
  await checkColumnNames(globals, shape.columns);
  const facts = await gatherFacts(await readInputs(invocation));
  const { format } = invocation.outputSettings(shape);
  const isPage = format === "table" && printsPage(invocation, shape) && globals.sort === undefined;
  const writer = isPage ? await openCheckWriter(invocation) : undefined;
  const checks: NamedCheckResult[] = [];
  for await (const check of runChecks(facts)) {
    checks.push(check);
    await writer?.write(check);
  }
  await writer?.end();
  const kind = checks.find(({ state }) => state === "failed")?.kind;
  if (!isPage) await invocation.print(reportJson(checks, facts, kind), shape);
  const isJson = format === "json" || format === "ndjson";
  if (kind === undefined || !isJson) invocation.messages.note(summaryText(checks));
  if (kind !== undefined) throw new Failure(kind, summaryText(checks), { isReported: !isJson });
}

/** Writes each check as soon as it is done, because a check that uses the network may take seconds. */
async function openCheckWriter({ context, globals }: Invocation) {
  const linesOf = await createCheckLines(context, globals.color);
  let pendingSkipped: readonly NamedCheckResult[] = [];
  const end = async () => {
    const mergedCheck = mergeSkipped(pendingSkipped);
    if (mergedCheck !== undefined) await writeLines(context.stdout, await linesOf(mergedCheck));
    pendingSkipped = [];
  };
  const write = async (check: NamedCheckResult) => {
    if (check.state !== "skipped" || pendingSkipped[0]?.found !== check.found) await end();
    if (check.state === "skipped") pendingSkipped = [...pendingSkipped, check];
    else await writeLines(context.stdout, await linesOf(check));
  };
  return { write, end };
}

/** Combines consecutive checks that were skipped for the same reason into one. */
function mergeSkipped([first, ...others]: readonly NamedCheckResult[]): NamedCheckResult | undefined {
  if (first === undefined || others.length === 0) return first;
  return { ...first, found: `${first.found}; also skipped: ${others.map(({ name }) => name).join(", ")}` };
}

const reportJson = (
  checks: readonly NamedCheckResult[],
  { connection }: Facts,
  kind: ExitKind | undefined,
) => ({
  checks: checks.map(({ name, state, found, fix }) => ({
    name,
    state,
    found,
    ...(fix === undefined ? {} : { fix }),
  })),
  profile: connection instanceof Failure ? null : (connection.profile ?? null),
  url: connection instanceof Failure ? null : redactUrl(connection.endpoint.baseUrl),
  exit_code: exitCodes[kind ?? "done"].code,
});

function summaryText(checks: readonly NamedCheckResult[]): string {
  const failedNames = checks.filter(({ state }) => state === "failed").map(({ name }) => name);
  const warningCount = checks.filter(({ state }) => state === "warning").length;
  const problems = [
    ...(failedNames.length === 0 ? [] : [`failed: ${failedNames.join(", ")}`]),
    ...(warningCount === 0 ? [] : [`${warningCount} ${warningCount === 1 ? "warning" : "warnings"}`]),
  ];
  return problems.length === 0 ? "no problems found" : problems.join("; ");
}

/** Time limit of one step without `--timeout`, in milliseconds. */
const defaultTimeoutMs = 5_000;

async function readInputs({ context, globals, signal }: Invocation): Promise<DoctorInputs> {
  const environmentGlobals = await readGlobals({}, context.env);
  return {
    context,
    userSettings: globals,
    sources: sourcesOf(globals, environmentGlobals),
    invalidSettings: environmentGlobals.invalidSettings ?? {},
    programsOnPath: programsWithExactName("svc", context.env),
    completion: async () => {
      const { installedScript } = await import("../stored/completion.ts");
      return installedScript(context.env);
    },
    timeoutMs: globals.timeoutMs ?? defaultTimeoutMs,
    signal,
    trace: globals.debug ? (line) => void context.stderr.write(`${line}\n`) : undefined,
  };
}

function sourcesOf(globals: Globals, environmentGlobals: Globals): DoctorInputs["sources"] {
  const sources: Partial<Record<SettingName, string>> = {};
  for (const name of settingNames) {
    const member = settingMembers[name];
    const value = globals[member];
    if (value === undefined || value === false) continue;
    const variable = value === environmentGlobals[member] ? variableOf(name) : undefined;
    sources[name] = variable ?? `--${name}`;
  }
  return sources;
}

const stateSigns: Readonly<Record<CheckState, string>> = { ok: "✓", warning: "!", failed: "✗", skipped: "-" };

const gapWidth = 2;
const longestLength = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));

/** Signs such as ✓ replace words if the stream has colours and is not limited to ASCII. */
async function createCheckLines(
  { stdout, env }: Pick<Context, "stdout" | "env">,
  color: boolean | undefined,
): Promise<(check: NamedCheckResult) => Promise<readonly string[]>> {
  const palette = await paletteFor(stdout, { color, term: env["TERM"] });
  const hasSigns = palette !== colorless && !isAsciiOnly(env);
  const signWidth = hasSigns ? 1 : longestLength(checkStates);
  const indent = signWidth + longestLength(checkNames) + 2 * gapWidth - (hasSigns ? 1 : 0);
  const width = stdout.isTTY === true ? columnsOf(stdout) : undefined;
  return async ({ name, state, found, fix }) => {
    const texts = [escapeLine(found), ...(fix === undefined ? [] : [`fix: ${escapeLine(fix)}`])];
    const measure = await measureFor([texts]);
    const textIndent = indentFor(stdout, indent);
    const sign = hasSigns ? stateSigns[state] : state;
    const paint = paintOf(state, palette);
    const start = `${paint(sign.padEnd(signWidth))}${" ".repeat(hasSigns ? 1 : gapWidth)}${name}`;
    const lines = texts.flatMap((text) => foldText(text, { width, measure }, textIndent, textIndent));
    const indentText = " ".repeat(textIndent);
    if (textIndent < indent) return [start, ...lines.map((line) => indentText + line)];
    const [first = "", ...others] = lines;
    const space = " ".repeat(indent - signWidth - (hasSigns ? 1 : gapWidth) - name.length);
    return [`${start}${space}${first}`, ...others.map((line) => indentText + line)];
  };
}

/** On terminals narrower than this, texts go below the names instead of beside them. */
const narrowWidth = 50;
const narrowIndent = 2;

const indentFor = (out: TextOutput, indent: number): number =>
  out.isTTY === true && columnsOf(out) < narrowWidth ? narrowIndent : indent;

function paintOf(state: CheckState, palette: Palette): Paint {
  if (state === "ok") return palette.added;
  if (state === "warning") return palette.changed;
  return state === "failed" ? palette.removed : unpainted;
}

export const checkSpecs: Readonly<Record<CheckName, CheckSpec>> = {
  ...localChecks,
  ...fileChecks,
  ...settingsChecks,
  ...networkChecks,
  ...serviceChecks,
};

/** A check may send two requests one after another, each with its own time-out. */
const maxRequestsPerCheck = 2;

/** Skips a check if a check on which it depends failed. Rejects only with the reason of the signal. */
async function* runChecks(facts: Facts): AsyncGenerator<NamedCheckResult> {
  /** For each check that failed or was skipped: the failed check that caused it. */
  const causes = new Map<CheckName, CheckName>();
  try {
    for (const name of checkNames) {
      const spec = checkSpecs[name];
      const cause = spec.needs?.map((need) => causes.get(need)).find((check) => check !== undefined);
      const finding = cause === undefined ? await runCheck(spec, facts) : skipped(`${cause} failed`);
      if (finding.state === "failed") causes.set(name, name);
      else if (cause !== undefined) causes.set(name, cause);
      yield { name, ...finding, found: maskFound(finding.found, facts) };
    }
  } finally {
    await Promise.allSettled(facts.clients.map((client) => client.close()));
  }
}

const maxFoundLength = 500;

/** A service may repeat secrets of this run in its answers. */
const maskFound = (text: string, { inputs: { context } }: Facts): string =>
  excerpt(context.maskSecrets?.(text) ?? text, maxFoundLength);

async function runCheck(spec: CheckSpec, facts: Facts): Promise<CheckResult> {
  const { context, timeoutMs, signal } = facts.inputs;
  try {
    signal?.throwIfAborted();
    return await withDeadline(context.clock, timeoutMs * maxRequestsPerCheck, signal, async () =>
      spec.examine(facts),
    );
  } catch (error) {
    signal?.throwIfAborted();
    const failure = asFailure(error);
    if (isSignal(failure)) throw failure;
    return failedBy(failure);
  }
}
