import type { CommandOption } from "../catalogue/commands/command-spec.ts";
import { outputFormats } from "../catalogue/commands/options.ts";
import type { Operation } from "../catalogue/operation.ts";
import { knowsServices } from "../client/description/folder.ts";
import { createLedger } from "../client/http/ledger.ts";
import type { Connection } from "../client/profiles/connection.ts";
import type { Context } from "../context.ts";
import type { ExitKind } from "../core/exit-codes.ts";
import { Failure } from "../core/failure.ts";
import { choiceFor } from "../core/text/choices.ts";
import { shellWord } from "../core/text/shell-words.ts";
import { version } from "../core/version.ts";
import { builtinCommands } from "./commands/index.ts";
import type { UsedAlias } from "./extensions/own-commands.ts";
import type { Run } from "./invocation/invocation.ts";
import { NamesOfSites } from "./invocation/names-of-sites.ts";
import { refuseBrokenWords } from "./line/broken-words.ts";
import {
  hasFlag,
  helpWords,
  isAboutCommands,
  isUnknownCommand,
  type ScannedLine,
  scanLine,
  valueIn,
  wantsDescription,
} from "./line/scan.ts";
import { typedSecrets, withoutTypedSecrets } from "./line/typed-secrets.ts";
import { ClosedPipe, writeWhole } from "./output/sink.ts";
import { isInteractive, mayPage } from "./terminal/capabilities.ts";
import { guardContext } from "./terminal/guarded-context.ts";
import { reportFailure } from "./terminal/report.ts";
import { type CommandTreeNode, commandTree, type ProgramNode } from "./tree/command-tree.ts";

/**
 * Runs one command line and returns its exit code. All failures are reported here, once. Help is answered
 * before options are checked, so that it always works. `uncaught` rejects with an error that nothing caught,
 * which ends the run.
 */
export async function run(
  outer: Context,
  uncaught: Promise<never> = new Promise(() => undefined),
): Promise<number> {
  const ledger = createLedger();
  const connections = new Set<Connection>();
  const chosen: string[] = [];
  const exitCode = await runLine(outer, uncaught, { ledger, connections, chosen });
  if (ledger.changes().length > 0) {
    const { recordRun } = await import("./commands/history/record.ts");
    const argv = [...outer.argv, ...chosen];
    recordRun({ ledger, connections, exitCode, argv, secrets: typedSecrets(outer.argv) }, outer);
  }
  return exitCode;
}

async function runLine(
  outer: Context,
  uncaught: Promise<never>,
  noted: Omit<Run, "signal">,
): Promise<number> {
  let context = guardContext(outer);
  let scanned: ScannedLine | undefined;
  let alias: UsedAlias | undefined;
  try {
    if (isVersionAlone(context.argv)) return await writeVersion({ typed: {} }, context);
    for (const secret of typedSecrets(context.argv)) context.conceal?.(secret);
    scanned = await scanLine(context.argv, commandTree(builtinCommands));
    refuseBrokenWords(context);
    if (isUnknownCommand(scanned)) {
      const own = await runOwn(scanned, context, uncaught);
      if (own === undefined) return 0;
      ({ context, scanned, alias } = own);
    }
    let tree: ProgramNode | undefined;
    if (wantsDescription(scanned) && (!isAboutCommands(scanned) || knowsServices(context.env))) {
      const { scanDescribed } = await import("./described/scan-described.ts");
      ({ scanned, tree } = await scanDescribed(scanned, context));
    }
    if (await wroteAboutCommands(scanned, context, tree)) return 0;
    await dispatchWatched(scanned, context, noted, uncaught);
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    const line = scanned ?? { typed: {} };
    const explained = await explain(error, { context, target: scanned?.target, alias });
    return await reportFailure(explained, context, noted.ledger, {
      format: valueIn(line, "output") ?? context.env["SVC_OUTPUT"],
      isDebug: hasFlag(line, "debug"),
      isPlain: hasFlag(line, "no-color"),
    });
  }
}

interface MeantLine {
  readonly context: Context;
  readonly scanned: ScannedLine;
  readonly alias: UsedAlias | undefined;
}

/**
 * Runs the program for an unknown command, or returns the line with its alias expanded. Undefined after a
 * program.
 */
async function runOwn(
  scanned: ScannedLine,
  context: Context,
  uncaught: Promise<never>,
): Promise<MeantLine | undefined> {
  const { ownCommand } = await import("./extensions/own-commands.ts");
  const own = await ownCommand(scanned, context);
  if (own === undefined) return { context, scanned, alias: undefined };
  if (own.kind === "program") {
    const { runProgram } = await import("./extensions/programs.ts");
    await watched(context, uncaught, (inner) => runProgram(own.program, own.words, inner));
    return undefined;
  }
  const expanded: Context = Object.create(context, { argv: { value: own.argv } });
  for (const secret of typedSecrets(own.argv)) context.conceal?.(secret);
  const meant = await scanLine(own.argv, scanned.tree);
  if (hasFlag(meant, "verbose") || hasFlag(meant, "debug"))
    context.stderr.write(`alias: svc ${own.argv.map(shellWord).join(" ")}\n`);
  return { context: expanded, scanned: meant, alias: own.alias };
}

/** Prints help or the version if requested; throws the failure of a line without a command. */
async function wroteAboutCommands(
  scanned: ScannedLine,
  context: Context,
  tree: ProgramNode | undefined,
): Promise<boolean> {
  const asked = helpWords(scanned);
  const own = async () => {
    const { extensionsOf } = await import("./extensions/own-commands.ts");
    return extensionsOf(scanned, context, tree ?? scanned.tree);
  };
  if (asked !== undefined) {
    const { helpOn } = await import("./line/help.ts");
    await writePaged(scanned, context, await helpOn(asked, context, tree ?? scanned.tree, own));
    return true;
  }
  if (scanned.failure !== undefined) {
    if (!isUnknownCommand(scanned)) throw scanned.failure;
    const { withOwnMeant } = await import("./extensions/own-commands.ts");
    throw withOwnMeant(scanned.failure, scanned, context);
  }
  if (hasFlag(scanned, "version")) {
    await writeVersion(scanned, context);
    return true;
  }
  if (context.argv.length > 0 && !hasFlag(scanned, "help")) return false;
  const { firstStepsFor, helpOf } = await import("./line/help.ts");
  const text =
    context.argv.length === 0 ? await firstStepsFor(context) : await helpOf(scanned.target, context, own);
  await writePaged(scanned, context, text);
  return true;
}

/** The call that must be fastest. */
const isVersionAlone = ([word, ...others]: readonly string[]): boolean =>
  others.length === 0 && (word === "--version" || word === "-V");

async function writeVersion(line: Pick<ScannedLine, "typed">, context: Context): Promise<number> {
  await writeWhole(context.stdout, versionText(line, context.env));
  return 0;
}

function versionText(line: Pick<ScannedLine, "typed">, env: Context["env"]): string {
  const typed = valueIn(line, "output");
  const format =
    typed === undefined ? env["SVC_OUTPUT"]?.toLowerCase() : choiceFor(outputFormats, typed, "--output");
  if (format === "json" || format === "ndjson") return `${JSON.stringify({ version })}\n`;
  return format === "yaml" ? `version: ${version}\n` : `${version}\n`;
}

async function writePaged(scanned: ScannedLine, context: Context, text: string): Promise<void> {
  const rest = context.writeAtOnce?.(text) ?? text;
  if (rest.length === 0) return;
  if (!mayPage(context, hasFlag(scanned, "no-pager"))) return await writeWhole(context.stdout, rest);
  const { withPager } = await import("./terminal/pager.ts");
  await withPager(context, undefined, (out) => writeWhole(out, text));
}

async function dispatchWatched(
  scanned: ScannedLine,
  context: Context,
  noted: Omit<Run, "signal">,
  uncaught: Promise<never>,
): Promise<void> {
  const loading = import("./dispatch.ts");
  await watched(context, uncaught, async (inner, signal) => {
    const run: Run = { ...noted, signal };
    const { dispatch } = await loading;
    let line: ScannedLine | undefined = scanned;
    while (line !== undefined) line = await dispatchOnce(line, inner, run, dispatch);
  });
}

/** Returns the line with the names that it lacked, to be dispatched again. */
async function dispatchOnce(
  scanned: ScannedLine,
  context: Context,
  run: Run,
  dispatch: (scanned: ScannedLine, context: Context, run: Run) => Promise<void>,
): Promise<ScannedLine | undefined> {
  try {
    if (!(await dispatchedAtSites(scanned, context, run))) await dispatch(scanned, context, run);
    return undefined;
  } catch (error) {
    return await withNamesFor(error, scanned, context, run);
  }
}

/** The line with the names that it lacks; throws the error if it is another. */
async function withNamesFor(
  error: unknown,
  scanned: ScannedLine,
  context: Context,
  { chosen }: Run,
): Promise<ScannedLine> {
  if (error instanceof NamesOfSites) {
    const { withNames } = await import("./sites/dispatch-sites.ts");
    return withNames(scanned, error.names);
  }
  if (!(error instanceof Failure && error.details.isIncomplete === true && isInteractive(context)))
    throw error;
  const { withMissingName } = await import("./completing/missing-name.ts");
  const named = await withMissingName(scanned, error, context);
  chosen?.push(...named.operands.slice(-1));
  return named;
}

/** The values of an option that names nodes. */
function nodesIn({ typed }: ScannedLine, { name, field, names }: CommandOption): readonly string[] {
  const values = typed[name];
  return (field?.kind ?? field?.namesRows ?? names) !== undefined && Array.isArray(values) ? values : [];
}

/** Loads what several sites need only for a line that may name them. */
async function dispatchedAtSites(scanned: ScannedLine, context: Context, run: Run): Promise<boolean> {
  const profile = valueIn(scanned, "profile") ?? context.env["SVC_PROFILE"] ?? "";
  const maySeveral =
    hasFlag(scanned, "all-profiles") ||
    /[,*?]/.test(profile) ||
    [...scanned.operands, ...scanned.options.flatMap((option) => nodesIn(scanned, option))].some(
      (word) => word.indexOf("/") > 0,
    );
  if (!maySeveral) return false;
  const { dispatchAtSites } = await import("./sites/dispatch-sites.ts");
  return await dispatchAtSites(scanned, context, run);
}

/** Waits for `work`, an overdue signal or an uncaught error. */
async function watched<Result>(
  context: Context,
  uncaught: Promise<never>,
  work: (context: Context, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { watchRun } = await import("./terminal/signals.ts");
  const watch = watchRun(context);
  try {
    const result = await Promise.race([work(watch.context, watch.signal), watch.overdue, uncaught]);
    watch.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw terminationFailure(watch.signal, error);
  } finally {
    watch.release();
  }
}

/** After a signal the exit code is the signal's, whatever the command throws. */
function terminationFailure(signal: AbortSignal, error: unknown): unknown {
  const reason: unknown = signal.reason;
  const isChanged = error instanceof Failure && reason instanceof Failure && error.kind !== reason.kind;
  return isChanged ? new Failure(reason.kind, error.message, error.details) : error;
}

interface FailedRun {
  readonly context: Context;
  readonly target: CommandTreeNode | undefined;
  readonly alias: UsedAlias | undefined;
}

type Decorator = (failure: Failure, run: FailedRun) => Failure | Promise<Failure>;

/** Adds hints that help to correct the line. */
async function explain(error: unknown, run: FailedRun): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  let failure = error;
  for (const decorate of decorators) failure = await decorate(failure, run);
  return failure;
}

const addUsage: Decorator = async (failure, { target }) => {
  if (failure.kind !== "usage" || target === undefined || target.kind === "program") return failure;
  const { usageOf } = await import("./line/help.ts");
  return failure.with({ usage: usageOf(target), ...failure.details });
};

const suggestObject: Decorator = async (failure, { context, target }) => {
  if (failure.kind !== "notFound") return failure;
  const { withMeantNode, withMeantObject } = await import("./completing/meant-node.ts");
  const { operation, group } = target?.kind === "operation" ? target.entry : {};
  const isOneOfList = operation?.parameters !== undefined && hasList(group?.operations);
  return isOneOfList && group !== undefined && failure.details.hint === undefined
    ? await withMeantObject(failure, group.name, context)
    : await withMeantNode(failure, context);
};

/** A list without arguments. */
const hasList = (operations: Readonly<Record<string, Operation>> = {}): boolean =>
  Object.values(operations).some(({ verb, parameters }) => verb === "list" && parameters === undefined);

/** Failures that `svc doctor` can explain. */
const doctorKinds: ReadonlySet<ExitKind> = new Set(["unreachable", "notAuthenticated"]);

/** Commands with an unstored connection, or that have examined it. */
const withoutDoctor: readonly string[] = ["login", "doctor"];

/** Suggests `svc doctor` for connection failures, refused keys and doubtful addresses. */
const suggestDoctor: Decorator = (failure, { target }) => {
  const { request, hint, outcome } = failure.details;
  const isAboutConnection = doctorKinds.has(failure.kind) || hint?.includes("check the address") === true;
  const isLeftOut = target?.kind === "builtin" && withoutDoctor.includes(target.name);
  if (!isAboutConnection || request === undefined || outcome === "unknown" || isLeftOut) return failure;
  const doctor = "svc doctor looks for the cause";
  const joint = hint?.endsWith("?") === true ? " " : "; ";
  return failure.with({ hint: hint === undefined ? doctor : `${hint}${joint}${doctor}` });
};

const explainAlias: Decorator = (failure, { alias }) => {
  if (alias === undefined || failure.kind !== "usage") return failure;
  const expansion = `alias '${alias.name}' expands to: svc ${alias.text}`;
  return failure.with({ lines: [...(failure.details.lines ?? []), expansion] });
};

const hideTyped: Decorator = (failure, { context, target }) =>
  withoutTypedSecrets(failure, context.argv, target?.kind === "builtin" && target.name === "login");

const decorators: readonly Decorator[] = [addUsage, suggestObject, suggestDoctor, explainAlias, hideTyped];
