import type { CommandOption } from "../catalogue/commands/command-spec.ts";
import { outputFormats } from "../catalogue/commands/options.ts";
import type { Operation } from "../catalogue/operation.ts";
import { hasStoredDescriptions } from "../client/description/folder.ts";
import { createLedger } from "../client/http/ledger.ts";
import type { Connection } from "../client/profiles/connection.ts";
import type { Context } from "../context.ts";
import { type ExitKind, Failure } from "../core/failure.ts";
import { shellWord } from "../core/text/shell-words.ts";
import { choiceFor } from "../core/text/word-lists.ts";
import { version } from "../core/version.ts";
import { builtinCommands } from "./commands/index.ts";
import type { UsedAlias } from "./extensions/user-commands.ts";
import { type Run, SiteNamesOnInput } from "./invocation/invocation.ts";
import {
  hasFlag,
  helpWords,
  isAboutCommands,
  isUnknownCommand,
  needsDescription,
  type ScannedLine,
  scanLine,
  valueIn,
} from "./line/scan.ts";
import { refuseBrokenWords, typedSecrets, withoutTypedSecrets } from "./line/typed-words.ts";
import { ClosedPipe, writeWhole } from "./output/sink.ts";
import { reportFailure } from "./terminal/report.ts";
import { guardContext, isInteractive, mayPage } from "./terminal/streams.ts";
import { type CommandTreeNode, commandTree } from "./tree/command-tree.ts";

/** Prints help before checking options, so that help always works. `uncaught` rejects with an uncaught error. */
export async function run(processContext: Context, uncaught: Promise<never> = new Promise(() => undefined)) {
  const ledger = createLedger();
  const connections = new Set<Connection>();
  const chosenNames: string[] = [];
  const context = guardContext(processContext);
  const exitCode = await runLine(context, uncaught, { ledger, connections, chosenNames });
  if (ledger.changes().length > 0) {
    const { recordRun } = await import("./commands/stored/history.ts");
    const argv = [...context.argv, ...chosenNames];
    recordRun({ ledger, connections, exitCode, argv, secrets: typedSecrets(context.argv) }, context);
  }
  return exitCode;
}

async function runLine(guardedContext: Context, uncaught: Promise<never>, records: Omit<Run, "signal">) {
  let context = guardedContext;
  let line: ScannedLine | undefined;
  let alias: UsedAlias | undefined;
  try {
    for (const secret of typedSecrets(context.argv)) context.conceal?.(secret);
    line = await scanLine(context.argv, commandTree(builtinCommands));
    refuseBrokenWords(context);
    if (isUnknownCommand(line)) {
      const expandedLine = await runUserCommand(line, context, uncaught);
      if (expandedLine === undefined) return 0;
      ({ context, line, alias } = expandedLine);
    }
    if (needsDescription(line) && (!isAboutCommands(line) || hasStoredDescriptions(context.env))) {
      const { scanDescribed } = await import("./described/service-catalogue.ts");
      line = await scanDescribed(line, context);
    }
    if (await wroteHelpOrVersion(line, context)) return 0;
    await dispatchWatched(line, context, records, uncaught);
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    const optionsOfLine = line ?? { optionValues: {} };
    const explainedError =
      error instanceof Failure ? await explain(error, context, line?.target, alias) : error;
    return await reportFailure(explainedError, context, records.ledger, {
      format: valueIn(optionsOfLine, "output") ?? context.env["SVC_OUTPUT"],
      isDebug: hasFlag(optionsOfLine, "debug"),
      isColorless: hasFlag(optionsOfLine, "no-color"),
    });
  }
}

/** Runs the extension for an unknown command and returns undefined, or returns the line with its alias expanded. */
async function runUserCommand(line: ScannedLine, context: Context, uncaught: Promise<never>) {
  const { findUserCommand } = await import("./extensions/user-commands.ts");
  const expansion = await findUserCommand(line, context);
  if (expansion === undefined) return { context, line, alias: undefined };
  if (expansion.kind === "program") {
    const { runProgram } = await import("./extensions/programs.ts");
    await runWatched(context, uncaught, (watchedContext) =>
      runProgram(expansion.program, expansion.words, watchedContext),
    );
    return undefined;
  }
  const aliasContext: Context = Object.create(context, { argv: { value: expansion.argv } });
  for (const secret of typedSecrets(expansion.argv)) context.conceal?.(secret);
  const aliasLine = await scanLine(expansion.argv, line.tree);
  if (hasFlag(aliasLine, "verbose") || hasFlag(aliasLine, "debug"))
    context.stderr.write(`alias: svc ${expansion.argv.map(shellWord).join(" ")}\n`);
  return { context: aliasContext, line: aliasLine, alias: expansion.alias };
}

async function wroteHelpOrVersion(line: ScannedLine, context: Context): Promise<boolean> {
  const words = helpWords(line);
  const readExtensions = async () => {
    const { extensionsOf } = await import("./extensions/user-commands.ts");
    return extensionsOf(line, context);
  };
  if (words !== undefined) {
    const { helpForWords } = await import("./line/help.ts");
    await writePaged(line, context, await helpForWords(words, context, line.tree, readExtensions));
    return true;
  }
  if (line.failure !== undefined) {
    if (!isUnknownCommand(line)) throw line.failure;
    const { suggestUserCommand } = await import("./extensions/user-commands.ts");
    throw suggestUserCommand(line.failure, line, context);
  }
  if (hasFlag(line, "version")) {
    await writeWhole(context.stdout, versionText(line, context.env));
    return true;
  }
  if (context.argv.length > 0 && !hasFlag(line, "help")) return false;
  const { firstStepsFor, commandHelp } = await import("./line/help.ts");
  const text =
    context.argv.length === 0
      ? await firstStepsFor(context)
      : await commandHelp(line.target, context, readExtensions);
  await writePaged(line, context, text);
  return true;
}

function versionText(line: ScannedLine, env: Context["env"]): string {
  const option = valueIn(line, "output");
  const format =
    option === undefined ? env["SVC_OUTPUT"]?.toLowerCase() : choiceFor(outputFormats, option, "--output");
  if (format === "json" || format === "ndjson") return `${JSON.stringify({ version })}\n`;
  return format === "yaml" ? `version: ${version}\n` : `${version}\n`;
}

async function writePaged(line: ScannedLine, context: Context, text: string): Promise<void> {
  const rest = context.writeAtOnce?.(text) ?? text;
  if (rest.length === 0) return;
  if (!mayPage(context, hasFlag(line, "no-pager"))) return await writeWhole(context.stdout, rest);
  const { withPager } = await import("./terminal/pager.ts");
  await runWatched(context, new Promise(() => undefined), (watchedContext, { signal }) =>
    withPager(watchedContext, signal, (out) => writeWhole(out, text)),
  );
}

async function dispatchWatched(
  firstLine: ScannedLine,
  context: Context,
  records: Omit<Run, "signal">,
  uncaught: Promise<never>,
): Promise<void> {
  const loading = import("./dispatch.ts");
  const dispatchAll = async (watchedContext: Context, signals: RunSignals) => {
    const run: Run = { ...records, warnings: new Set(), ...signals };
    const { dispatch } = await loading;
    for (let line = firstLine; ; ) {
      try {
        if (!(await dispatchIfSeveralSites(line, watchedContext, run)))
          await dispatch(line, watchedContext, run);
        return;
      } catch (error) {
        line = await completeLine(error, line, watchedContext, run);
      }
    }
  };
  await runWatched(context, uncaught, dispatchAll, () => records.ledger.changes().length > 0);
}

/** Adds missing names to the line, so that it can be dispatched again. Rethrows other errors. */
async function completeLine(error: unknown, line: ScannedLine, context: Context, { chosenNames }: Run) {
  if (error instanceof SiteNamesOnInput) {
    const { withNames } = await import("./sites/site-lines.ts");
    return withNames(line, error.names);
  }
  if (!(error instanceof Failure && error.details.isLineIncomplete === true && isInteractive(context)))
    throw error;
  const { withMissingName } = await import("./completing/name-help.ts");
  const completedLine = await withMissingName(line, error, context);
  chosenNames?.push(...completedLine.operands.slice(-1));
  return completedLine;
}

/** The values of an option that can name objects, and so a site: `east/web-01`. */
function namesIn({ optionValues }: ScannedLine, { name, field, nameOf }: CommandOption): readonly string[] {
  const values = optionValues[name];
  const canName = [field?.kind, field?.isSplittable, nameOf].some((setting) => setting !== undefined);
  return canName && Array.isArray(values) ? values : [];
}

/** Loads the code for several sites only if the line may name several. */
async function dispatchIfSeveralSites(line: ScannedLine, context: Context, run: Run): Promise<boolean> {
  const profile = valueIn(line, "profile") ?? context.env["SVC_PROFILE"] ?? "";
  const mayUseSeveralSites =
    hasFlag(line, "all-profiles") ||
    /[,*?]/.test(profile) ||
    [...line.operands, ...line.options.flatMap((option) => namesIn(line, option))].some(
      (word) => word.indexOf("/") > 0,
    );
  if (!mayUseSeveralSites) return false;
  const { dispatchAtSites } = await import("./sites/dispatch-sites.ts");
  return await dispatchAtSites(line, context, run);
}

type RunSignals = Pick<Run, "signal" | "answerSignal" | "retrySignal">;

/** Waits for `work`, for the time limit after a signal, or for an uncaught error, whichever is first. */
async function runWatched<Result>(
  context: Context,
  uncaught: Promise<never>,
  work: (context: Context, signals: RunSignals) => Promise<Result>,
  hasSentChanges?: () => boolean,
): Promise<Result> {
  const { watchRun } = await import("./terminal/signals.ts");
  const watch = watchRun(context, hasSentChanges);
  try {
    const { signal, answerSignal, retrySignal } = watch;
    const working = work(watch.context, { signal, answerSignal, retrySignal });
    const result = await Promise.race([working, watch.overdue, uncaught]);
    watch.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw withSignalKind(error, watch.signal);
  } finally {
    watch.release();
  }
}

/** After a signal, the exit code is that of the signal, whatever the command throws. */
function withSignalKind(error: unknown, signal: AbortSignal): unknown {
  const reason: unknown = signal.reason;
  const hasOtherKind = error instanceof Failure && reason instanceof Failure && error.kind !== reason.kind;
  return hasOtherKind ? new Failure(reason.kind, error.message, error.details) : error;
}

async function explain(
  originalFailure: Failure,
  context: Context,
  target: CommandTreeNode | undefined,
  alias: UsedAlias | undefined,
): Promise<Failure> {
  let failure = await addUsage(originalFailure, target);
  failure = await suggestObject(failure, context, target);
  failure = explainAlias(suggestDoctor(failure, target), alias);
  return withoutTypedSecrets(failure, context.argv, target?.kind === "builtin" && target.name === "login");
}

async function addUsage(failure: Failure, target: CommandTreeNode | undefined): Promise<Failure> {
  if (failure.kind !== "usage" || target === undefined || target.kind === "program") return failure;
  const { usageOf } = await import("./line/help.ts");
  return failure.with({ usage: usageOf(target), ...failure.details });
}

async function suggestObject(failure: Failure, context: Context, target: CommandTreeNode | undefined) {
  if (failure.kind !== "notFound") return failure;
  const { withNodeHint, withObjectHint } = await import("./completing/name-help.ts");
  const nodeFailure = await withNodeHint(failure, context);
  if (nodeFailure !== failure) return nodeFailure;
  const { operation, group } = target?.kind === "operation" ? target.entry : {};
  const operations: readonly Operation[] = Object.values(group?.operations ?? {});
  const list = operations.find(({ verb }) => verb === "list");
  return operation?.parameters !== undefined && list !== undefined && failure.details.hint === undefined
    ? await withObjectHint(failure, group?.name ?? "", list, context)
    : failure;
}

const connectionFailureKinds: ReadonlySet<ExitKind> = new Set(["unreachable", "notAuthenticated"]);

/** Commands that use a connection which is not stored, or have already examined it. */
const commandsWithoutDoctorHint: readonly string[] = ["login", "doctor"];

function suggestDoctor(failure: Failure, target: CommandTreeNode | undefined): Failure {
  const { request, hint, outcome } = failure.details;
  const isAboutConnection =
    connectionFailureKinds.has(failure.kind) || hint?.includes("check the address") === true;
  const isExcluded = target?.kind === "builtin" && commandsWithoutDoctorHint.includes(target.name);
  if (!isAboutConnection || request === undefined || outcome === "unknown" || isExcluded) return failure;
  const doctor = "svc doctor looks for the cause";
  const separator = hint?.endsWith("?") === true ? " " : "; ";
  return failure.with({ hint: hint === undefined ? doctor : `${hint}${separator}${doctor}` });
}

function explainAlias(failure: Failure, alias: UsedAlias | undefined): Failure {
  if (alias === undefined || failure.kind !== "usage") return failure;
  const expansion = `alias '${alias.name}' expands to: svc ${alias.text}`;
  return failure.with({ lines: [...(failure.details.lines ?? []), expansion] });
}
