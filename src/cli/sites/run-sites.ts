import type { Client } from "../../client/http/call.ts";
import { findProfile, type Profiles } from "../../client/profiles/profile.ts";
import type { Context } from "../../context.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { dispatch } from "../dispatch.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Globals, Invocation, Run, SitePart } from "../invocation/invocation.ts";
import { openInvocation } from "../invocation/open.ts";
import type { ScannedLine } from "../line/scan.ts";
import { printSites, readsElements } from "../output/print-sites.ts";
import { writeWhole } from "../output/sink.ts";
import { type Gate, openGate } from "./gate.ts";
import { joinOutput } from "./joined-output.ts";
import { joinStream } from "./joined-stream.ts";
import { failureOfSites, type SiteEnd, shownError } from "./outcome.ts";
import { isFollowed, type SitesOfLine } from "./site-lines.ts";
import { captureOutput, prefixWholeLines, prefixWithSite } from "./site-streams.ts";

const sitesAtOnce = 32;

export interface SiteLine {
  readonly site: string;
  readonly line: ScannedLine;
}

interface SitesRun {
  readonly line: ScannedLine;
  readonly selection: SitesOfLine;
  /** In the order of the sites; what cannot be asked has its failure already. */
  readonly lines: readonly (SiteLine | SiteEnd)[];
  readonly context: Context;
  readonly run: Run;
  readonly stored: Profiles;
}

export const noLine = { arguments: {}, rest: [], options: {}, fields: {}, builtins: [] };
const noShape = { columns: [], identity: "" };

/** Runs every site with an invocation of its own, whose output is joined and whose changes wait for all. */
export async function runAtSites(run: SitesRun): Promise<void> {
  const { line, selection, lines } = run;
  const { form, isLookUp } = selection;
  const sites = lines.map(({ site }) => site);
  if ((form === "lines" || form === "change") && sites.length > sitesAtOnce)
    throw new Failure("usage", `a command runs at no more than ${sitesAtOnce} sites, not ${sites.length}`);
  const shared = await openShared(run, sites);
  const { ends, output, overall } = shared;
  try {
    const printTask = output.run((parts, shape, partEnds) => printJoined(shared, parts, shape, partEnds));
    if (form === "first") await Promise.all([runFirst(shared), printTask]);
    else await Promise.all([inParallel(lines, sitesAtOnce, (each) => runSite(shared, each)), printTask]);
    await shared.stream.end();
    await writePages(shared);
    const { target } = line;
    const [first] = shared.opened.values();
    const parts = sites.flatMap((site) => shared.parts.filter((part) => part.site === site));
    if (target.kind === "builtin" && first !== undefined && parts.length > 0)
      await target.command.join?.(parts, { ...overall, options: first.options });
  } finally {
    for (const close of shared.closing) await close();
    await overall.close();
  }
  const inOrder = sites.flatMap((site) => ends.get(site) ?? []);
  const isFound = form === "first" && inOrder.at(-1)?.failure === undefined;
  const failure = isFound ? undefined : failureOfSites(inOrder, isLookUp);
  if (failure !== undefined) throw failure;
}

type Opened = ReturnType<typeof openInvocation>;

/** What the runs of all sites have in common. */
interface Shared extends SitesRun {
  readonly sites: readonly string[];
  readonly globals: Globals;
  /** Prints for all sites; it has no connection. */
  readonly overall: Opened;
  readonly output: ReturnType<typeof joinOutput>;
  readonly stream: ReturnType<typeof joinStream>;
  readonly gate: Gate;
  readonly firstAnswer: FirstAnswer;
  readonly ends: Map<string, SiteEnd>;
  readonly parts: SitePart[];
  readonly pages: Map<string, Buffer>;
  readonly opened: Map<string, Opened>;
  readonly closing: (() => Promise<void>)[];
}

async function openShared(run: SitesRun, sites: readonly string[]): Promise<Shared> {
  const { line, selection, context, stored } = run;
  const { "all-profiles": _all, profile: _profile, ...typed } = line.optionValues;
  const read = await readGlobals(typed, context.env);
  const globals: Globals = { ...read, output: read.output ?? outputOf(sites, stored), profile: undefined };
  const whole = openInvocation(context, globals, noLine, run.run);
  return {
    ...run,
    sites,
    globals,
    overall: whole,
    output: joinOutput(sites, shownError),
    stream: joinStream(sites, context, whole.outputSettings),
    gate: openGate(sites, context, {
      defaultAction: [...line.path, ...line.operands].join(" "),
      mustAsk: selection.words.length === 0 || selection.words.some(({ site }) => site === undefined),
      isYesGiven: globals.yes,
    }),
    firstAnswer: firstAnswerOf(sites),
    ends: new Map(),
    parts: [],
    pages: new Map(),
    opened: new Map(),
    closing: [],
  };
}

type FirstAnswer = (site: string, hasAnswered: boolean) => Promise<boolean>;

/** Resolves when a site has answered; false if all have failed. */
function firstAnswerOf(sites: readonly string[]): FirstAnswer {
  const silent = new Set(sites);
  let settle: (hasAnswered: boolean) => void;
  const first = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return (site, hasAnswered) => {
    silent.delete(site);
    if (hasAnswered || silent.size === 0) settle(hasAnswered);
    return first;
  };
}

/** The output format that the profiles have in common. */
function outputOf(sites: readonly string[], stored: Profiles): Globals["output"] {
  const formats = new Set(sites.map((site) => findProfile(stored, site)?.output));
  const [only] = formats;
  return formats.size === 1 ? only : undefined;
}

/** Never rejects: the failure of a site is kept for the report. */
async function runSite(shared: Shared, each: SiteLine | SiteEnd): Promise<void> {
  const { selection, context, run, sites, output, stream, gate, firstAnswer } = shared;
  const { site } = each;
  const captured = captureOutput(context.stdout, sites.length);
  const lines = selection.form === "lines" ? prefixWholeLines(context.stdout, `${site}/`) : undefined;
  const siteContext: Context = Object.create(context, {
    stdout: { value: lines ?? captured.out },
    stderr: { value: prefixWithSite(context.stderr, site) },
    writeAtOnce: { value: undefined },
  });
  let failure: Failure | undefined;
  try {
    if (!("line" in each)) throw each.failure;
    await dispatch(each.line, siteContext, run, openAt(shared, site));
  } catch (error) {
    failure = asFailure(error);
  }
  lines?.flush();
  // What follows goes on for long without this site.
  const isNews = isFollowed(shared.line) && failure !== undefined && !isSignal(failure);
  if (isNews && failure?.details.reported !== true)
    shared.overall.messages.warn(`${site}: ${failure?.message}`);
  if (lines === undefined && captured.text().length > 0) shared.pages.set(site, captured.text());
  shared.ends.set(site, { site, failure });
  const isAbsent = selection.isLookUp && failure?.kind === "notFound";
  const isShown =
    failure !== undefined && !isAbsent && failure.details.reported !== true && selection.form !== "first";
  output.end(site, isShown ? shownError(failure) : undefined);
  stream.leave(site);
  gate.end(site, failure);
  void firstAnswer(site, false);
}

/** Opens the invocation of a site. It is closed at the end of the run, since printing may look up names. */
const openAt =
  (
    { selection, globals, overall, output, stream, gate, firstAnswer, parts, opened, closing }: Shared,
    site: string,
  ) =>
  (...[context, siteGlobals, line, run]: Parameters<typeof openInvocation>): Opened => {
    const siteSettings = { ...siteGlobals, output: globals.output, site, noPager: true };
    const invocation = openInvocation(context, siteSettings, line, run);
    opened.set(site, invocation);
    closing.push(invocation.close);
    return {
      ...invocation,
      close: async () => undefined,
      connect: selection.form === "change" ? gated(invocation.connect, gate, site) : invocation.connect,
      multiSiteRun: {
        confirm: (question) => gate.agree(site, question),
        ready: (action) => gate.pass(site, action),
        add: (value) => void parts.push({ site, value }),
        report: (hasAnswered) => firstAnswer(site, hasAnswered),
      },
      outputSettings: (shape) => ({
        ...overall.outputSettings(shape),
        openSharedStream: (streamed) => stream.open(site, streamed),
      }),
      print: (value, shape) => output.print(site, { shape, value }),
      printAnswer: (answer, shape, watch) => {
        const bytes = answer.bytes({
          readerChecksBrackets: readsElements(shape, overall.outputSettings(shape)),
        });
        return output.print(site, { shape, bytes, watch });
      },
    };
  };

/** The first change waits until every site is ready. */
const gated =
  (connect: Invocation["connect"], gate: Gate, site: string): Invocation["connect"] =>
  async (access) => {
    const client: Client = await connect(access);
    const pass = async (method: string) => {
      if (method !== "GET") await gate.pass(site);
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

/** One site after the other, until one succeeds or a change is in doubt. */
async function runFirst(shared: Shared): Promise<void> {
  const { lines, ends, output: joined, stream, overall: whole, line: scanned } = shared;
  let isEnded = false;
  for (const each of lines) {
    const { site } = each;
    if (isEnded) {
      joined.end(site);
      stream.leave(site);
      continue;
    }
    await runSite(shared, each);
    const failure = ends.get(site)?.failure;
    isEnded = failure === undefined || endsSearch(failure);
    if (failure === undefined) whole.messages.note(`${scanned.path.join(" ")}: done at ${site}`);
    else if (!isEnded) whole.messages.note(`${site}: ${failure.message}`);
  }
}

const endsSearch = (failure: Failure): boolean =>
  failure.kind === "usage" ||
  isSignal(failure) ||
  !["not_sent", "refused", undefined].includes(failure.details.outcome);

type WriteJoined = Parameters<ReturnType<typeof joinOutput>["run"]>[0];

async function printJoined(
  { line, selection, globals, overall, ends, opened, parts: joined }: Shared,
  ...[parts, shape, partEnds]: Parameters<WriteJoined>
): Promise<void> {
  const isObject = globals.output === "json" || globals.output === "yaml";
  const hasErrors = [...ends.values()].some(
    ({ failure }) => failure !== undefined && failure.kind !== "usage",
  );
  // Without any answer only objects can show the errors, unless the command prints one for all sites.
  const showsErrors = isObject && selection.form === "read" && hasErrors && joined.length === 0;
  if (shape === undefined && !showsErrors) return;
  const limit = Number(line.optionValues["limit"] ?? Number.NaN);
  await overall.printWith(shape ?? noShape, (settings, out) =>
    printSites(
      parts,
      shape ?? noShape,
      {
        ...settings,
        lookUp: async (form, values, site = "") =>
          (await opened.get(site)?.outputSettings(noShape).lookUp?.(form, values)) ?? new Map(),
      },
      out,
      partEnds,
      Number.isNaN(limit) ? undefined : limit,
    ),
  );
}

/** What the sites wrote themselves, below their names. */
async function writePages({ sites, pages, context, globals, line }: Shared): Promise<void> {
  const isScript = globals.curl || line.optionValues["dry-run"] !== undefined;
  const heading = (site: string) => (isScript ? `# ${site}\n` : `==> ${site} <==\n`);
  let isFirst = true;
  for (const site of sites) {
    const page = pages.get(site);
    if (page === undefined) continue;
    await writeWhole(context.stdout, `${isFirst || isScript ? "" : "\n"}${heading(site)}`);
    await writeWhole(context.stdout, page);
    isFirst = false;
  }
}
