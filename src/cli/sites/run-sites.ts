import type { Client } from "../../client/http/call.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { findProfile, type Profiles } from "../../client/profiles/profile.ts";
import type { Context } from "../../context.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { dispatch } from "../dispatch.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Globals, Invocation, Run, SitePart } from "../invocation/invocation.ts";
import { openInvocation } from "../invocation/open.ts";
import type { ScannedLine } from "../line/scan.ts";
import { printSites, readsSiteElements } from "../output/print-sites.ts";
import { writeWhole } from "../output/sink.ts";
import { type Gate, openGate } from "./gate.ts";
import { errorValue, failureOfSites, type SiteEnd } from "./outcome.ts";
import { isFollowed, type SiteSelection } from "./site-lines.ts";
import {
  captureOutput,
  joinOutput,
  openRowMerger,
  prefixWholeLines,
  prefixWithSite,
  type WriteParts,
} from "./site-output.ts";

const maxParallelSites = 32;

export interface SiteLine {
  readonly site: string;
  readonly line: ScannedLine;
}

interface SitesRun {
  readonly line: ScannedLine;
  readonly selection: SiteSelection;
  /** In the order of the sites; a site that cannot be used has its failure already. */
  readonly lines: readonly (SiteLine | SiteEnd)[];
  readonly context: Context;
  readonly run: Run;
  readonly profiles: Profiles;
}

export const emptyLine = { arguments: {}, rest: [], options: {}, fields: {}, builtins: [] };
const emptyShape = { columns: [], identity: "" };

/** Runs the command at every site. Joins their output, and holds their changes until all sites are ready. */
export async function runAtSites(sitesRun: SitesRun): Promise<void> {
  const { line, selection, lines } = sitesRun;
  const { form, isLookUp } = selection;
  const sites = lines.map(({ site }) => site);
  if ((form === "lines" || form === "change") && sites.length > maxParallelSites)
    throw new Failure(
      "usage",
      `a command runs at no more than ${maxParallelSites} sites, not ${sites.length}`,
    );
  const shared = await openSharedRun(sitesRun, sites);
  const { ends, output, overall } = shared;
  try {
    const printTask = output.run((parts, shape, listener) => printJoined(shared, parts, shape, listener));
    if (form === "first") await Promise.all([runFirst(shared), printTask]);
    else await Promise.all([inParallel(lines, maxParallelSites, (each) => runSite(shared, each)), printTask]);
    await shared.stream.end();
    await writeTexts(shared);
    const { target } = line;
    const [first] = shared.invocations.values();
    const parts = sites.flatMap((site) => shared.addedParts.filter((part) => part.site === site));
    if (target.kind === "builtin" && first !== undefined && parts.length > 0)
      await target.command.join?.(parts, { ...overall, options: first.options });
  } finally {
    for (const { close } of shared.invocations.values()) await close();
    await overall.close();
  }
  const sortedEnds = sites.flatMap((site) => ends.get(site) ?? []);
  const hasSucceeded = form === "first" && sortedEnds.at(-1)?.failure === undefined;
  const hasChanged = sitesRun.run.ledger.changes().some(({ outcome }) => outcome === "done");
  const failure = hasSucceeded ? undefined : failureOfSites(sortedEnds, isLookUp, hasChanged);
  if (failure !== undefined) throw failure;
}

type OpenedInvocation = ReturnType<typeof openInvocation>;

type SharedRun = Awaited<ReturnType<typeof openSharedRun>>;

async function openSharedRun(sitesRun: SitesRun, sites: readonly string[]) {
  const { line, selection, context, profiles } = sitesRun;
  const { "all-profiles": _all, profile: _profile, ...optionValues } = line.optionValues;
  const parsedGlobals = await readGlobals(optionValues, context.env);
  const globals: Globals = {
    ...parsedGlobals,
    output: parsedGlobals.output ?? commonFormat(sites, profiles),
    profile: undefined,
  };
  const overall = openInvocation(context, globals, emptyLine, sitesRun.run);
  return {
    ...sitesRun,
    sites,
    globals,
    /** Prints for all sites; has no connection. */
    overall,
    output: joinOutput(sites, errorValue),
    stream: openRowMerger(sites, context, overall.outputSettings),
    gate: openGate(sites, context, {
      defaultAction: [...line.path, ...line.operands].join(" "),
      mustAsk: selection.words.length === 0 || selection.words.some(({ site }) => site === undefined),
      isYesGiven: globals.yes,
    }),
    reportAnswer: trackFirstAnswer(sites),
    ends: new Map<string, SiteEnd>(),
    addedParts: [] as SitePart[],
    textBySite: new Map<string, Buffer>(),
    invocations: new Map<string, OpenedInvocation>(),
  };
}

/** Returns a function that records an answer or failure; its promise resolves to false if all sites have failed. */
function trackFirstAnswer(sites: readonly string[]) {
  const pendingSites = new Set(sites);
  let settle: (hasAnswered: boolean) => void;
  const firstAnswer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return (site: string, hasAnswered: boolean) => {
    pendingSites.delete(site);
    if (hasAnswered || pendingSites.size === 0) settle(hasAnswered);
    return firstAnswer;
  };
}

function commonFormat(sites: readonly string[], profiles: Profiles): Globals["output"] {
  const formats = new Set(sites.map((site) => findProfile(profiles, site)?.output));
  const [onlyFormat] = formats;
  return formats.size === 1 ? onlyFormat : undefined;
}

/** Never rejects: the failure of a site is stored for the report. */
async function runSite(shared: SharedRun, siteLine: SiteLine | SiteEnd): Promise<void> {
  const { selection, context, run, sites, output, stream, gate, reportAnswer } = shared;
  const { site } = siteLine;
  const capturedOutput = captureOutput(context.stdout, sites.length);
  const prefixedOutput =
    selection.form === "lines" ? prefixWholeLines(context.stdout, `${site}/`) : undefined;
  const siteContext: Context = Object.create(context, {
    stdout: { value: prefixedOutput ?? capturedOutput.out },
    stderr: { value: prefixWithSite(context.stderr, site) },
    writeAtOnce: { value: undefined },
    promptContext: { value: context },
  });
  let failure: Failure | undefined;
  try {
    if (!("line" in siteLine)) throw siteLine.failure;
    await dispatch(siteLine.line, siteContext, run, openAt(shared, site));
  } catch (error) {
    failure = asFailure(error);
  }
  prefixedOutput?.flush();
  // The other sites may run for a long time, so this failure is reported now.
  const mustReportNow = isFollowed(shared.line) && failure !== undefined && !isSignal(failure);
  if (mustReportNow && failure?.details.isReported !== true)
    shared.overall.messages.warn(`${site}: ${failure?.message}`);
  if (prefixedOutput === undefined && capturedOutput.text().length > 0)
    shared.textBySite.set(site, capturedOutput.text());
  shared.ends.set(site, { site, failure });
  const isMissing = selection.isLookUp && failure?.kind === "notFound";
  const showsFailure =
    failure !== undefined && !isMissing && failure.details.isReported !== true && selection.form !== "first";
  output.end(site, showsFailure ? errorValue(failure) : undefined);
  stream.stopAwaiting(site);
  gate.end(site, failure);
  void reportAnswer(site, false);
}

/** Opens the invocation of a site. It is closed at the end of the run, because printing may look up names. */
const openAt =
  (shared: SharedRun, site: string) =>
  (...[context, siteGlobals, line, run]: Parameters<typeof openInvocation>): OpenedInvocation => {
    const { overall, output, gate } = shared;
    const siteSettings = { ...siteGlobals, output: shared.globals.output, site, noPager: true };
    const invocation = openInvocation(context, siteSettings, line, run);
    const checkProfile = async () =>
      await gate.runInTurn(site, async () => (await invocation.connect()).beforeChange?.());
    shared.invocations.set(site, invocation);
    return {
      ...invocation,
      close: async () => undefined,
      connect:
        shared.selection.form === "change"
          ? holdChanges(invocation.connect, checkProfile, gate, site)
          : invocation.connect,
      multiSiteRun: {
        confirm: async (question) => {
          await checkProfile();
          return await gate.confirm(site, question);
        },
        ready: async (action) => {
          await checkProfile();
          await gate.pass(site, action);
        },
        add: (value) => void shared.addedParts.push({ site, value }),
        report: (hasAnswered) => shared.reportAnswer(site, hasAnswered),
        warn: shared.overall.messages.warn,
      },
      outputSettings: (shape) => ({
        ...overall.outputSettings(shape),
        openSharedStream: (rowShape) => shared.stream.open(site, rowShape),
      }),
      print: (value, shape) => output.print(site, { shape, bytes: jsonBytes(value), watch: undefined }),
      printAnswer: (answer, shape, watch) => {
        const bytes = answer.bytes({
          readerChecksBrackets: readsSiteElements(shape, overall.outputSettings(shape)),
        });
        return output.print(site, { shape, bytes, watch });
      },
    };
  };

async function* jsonBytes(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringifyExact(value ?? null));
}

/** Holds the first change until the profile allows changes and every site is ready. */
const holdChanges =
  (
    connect: Invocation["connect"],
    checkProfile: () => Promise<void>,
    gate: Gate,
    site: string,
  ): Invocation["connect"] =>
  async (access) => {
    const client: Client = await connect(access);
    const pass = async (method: string) => {
      if (method === "GET") return;
      await checkProfile();
      await gate.pass(site);
    };
    return {
      ...client,
      call: async (operation, values, options) => {
        await pass(operation.method);
        return await client.call(operation, values, options);
      },
      send: async (request, options) => {
        await pass(request.method);
        return await client.send(request, options);
      },
    };
  };

/** Tries one site after another, until one succeeds or fails in a way that ends the search. */
async function runFirst(shared: SharedRun): Promise<void> {
  const { lines, ends, output, stream, overall, line } = shared;
  let hasEnded = false;
  for (const each of lines) {
    const { site } = each;
    if (hasEnded) {
      output.end(site);
      stream.stopAwaiting(site);
      continue;
    }
    await runSite(shared, each);
    const failure = ends.get(site)?.failure;
    hasEnded = failure === undefined || endsSearch(failure);
    if (failure === undefined) overall.messages.note(`${line.path.join(" ")}: done at ${site}`);
    else if (!hasEnded) overall.messages.note(`${site}: ${failure.message}`);
  }
}

const endsSearch = (failure: Failure): boolean =>
  failure.kind === "usage" ||
  isSignal(failure) ||
  !["not_sent", "refused", undefined].includes(failure.details.outcome);

async function printJoined(
  { line, selection, globals, overall, ends, invocations, addedParts }: SharedRun,
  ...[parts, shape, listener]: Parameters<WriteParts>
): Promise<void> {
  const isObjectFormat = globals.output === "json" || globals.output === "yaml";
  const hasErrors = [...ends.values()].some(
    ({ failure }) => failure !== undefined && failure.kind !== "usage",
  );
  // If no site answered, the output has no rows, so only JSON and YAML show the errors. The output of `Command.join` has none.
  const showsErrors = isObjectFormat && selection.form === "read" && hasErrors && addedParts.length === 0;
  if (shape === undefined && !showsErrors) return;
  const maxRows = Number(line.optionValues["limit"] ?? Number.NaN) || Number.POSITIVE_INFINITY;
  await overall.printWith(shape ?? emptyShape, (settings, out) =>
    printSites(
      { answers: parts, listener, maxRows },
      shape ?? emptyShape,
      {
        ...settings,
        lookUp: async (form, values, site = "") =>
          (await invocations.get(site)?.outputSettings(emptyShape).lookUp?.(form, values)) ?? new Map(),
      },
      out,
    ),
  );
}

async function writeTexts({ sites, textBySite, context, globals, line }: SharedRun): Promise<void> {
  const isScript = globals.curl || line.optionValues["dry-run"] !== undefined;
  const heading = (site: string) => (isScript ? `# ${site}\n` : `==> ${site} <==\n`);
  let isFirst = true;
  for (const site of sites) {
    const text = textBySite.get(site);
    if (text === undefined) continue;
    await writeWhole(context.stdout, `${isFirst || isScript ? "" : "\n"}${heading(site)}`);
    await writeWhole(context.stdout, text);
    isFirst = false;
  }
}
