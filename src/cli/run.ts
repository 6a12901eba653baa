import type { Context } from "../context.ts";
import type { CommandTreeNode, ProgramNode } from "../contract/command-tree.ts";
import { knowsServices } from "../description/folder.ts";
import { Failure } from "../failure.ts";
import { createLedger, type Ledger } from "../http/ledger.ts";
import { ClosedPipe, writeWhole } from "../output/sink.ts";
import { helpWords, isAboutCommands, type ScannedLine, scanLine, wantsDescription } from "./line/scan.ts";
import { hasFlag, valueIn } from "./line/tokens.ts";
import { reportFailure } from "./terminal/report.ts";
import { withoutSecrets } from "./terminal/secretless.ts";

/**
 * Runs one command line and returns its exit code: tokens -> command -> line -> invocation -> action. Whatever
 * fails is reported here, once. Help is answered before the line is parsed, so that it is heard whatever else
 * is wrong with it. `uncaught` is aborted by an error that nobody caught, its reason: the run ends with it.
 */
export async function run(outer: Context, uncaught?: AbortSignal): Promise<number> {
  const context = withoutSecrets(outer);
  const ledger = createLedger();
  let scanned: ScannedLine | undefined;
  try {
    scanned = await scanLine(context.argv);
    let tree: ProgramNode | undefined;
    if (wantsDescription(scanned) && (!isAboutCommands(scanned) || knowsServices(context.env))) {
      const { scanDescribed } = await import("./described/scan-described.ts");
      ({ scanned, tree } = await scanDescribed(scanned, context, (work) => watched(context, uncaught, work)));
    }
    const asked = helpWords(scanned);
    if (asked !== undefined) {
      const { helpOn } = await import("./line/help.ts");
      await writeWhole(context.stdout, await helpOn(asked, context, tree));
      return 0;
    }
    if (scanned.failure !== undefined) throw scanned.failure;
    if (hasFlag(scanned.tokens, "version")) {
      const { versionText } = await import("./line/version-text.ts");
      await writeWhole(context.stdout, versionText(scanned.tokens, context.env));
    } else if (hasFlag(scanned.tokens, "help") || context.argv.length === 0) {
      const { helpOf } = await import("./line/help.ts");
      await writeWhole(context.stdout, await helpOf(scanned.target, context));
    } else {
      await dispatchWatched(scanned, context, ledger, uncaught);
    }
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    const { target, tokens = [] } = scanned ?? {};
    return reportFailure(await withUsage(error, target), context, ledger, {
      format: valueIn(tokens, "output") ?? context.env["SVC_OUTPUT"],
      isDebug: hasFlag(tokens, "debug"),
    });
  }
}

async function dispatchWatched(
  scanned: ScannedLine,
  context: Context,
  ledger: Ledger,
  uncaught: AbortSignal | undefined,
): Promise<void> {
  const loading = import("./dispatch.ts");
  await watched(context, uncaught, async (inner, signal) => {
    const { dispatch } = await loading;
    await dispatch(scanned, inner, { ledger, signal });
  });
}

/** Does work and waits until it has ended, a signal ends it, or something goes wrong that nobody catches. */
async function watched<Result>(
  context: Context,
  uncaught: AbortSignal | undefined,
  work: (context: Context, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { watchRun } = await import("./terminal/run-watch.ts");
  const watch = watchRun(context);
  try {
    const result = await Promise.race([work(watch.context, watch.signal), watch.overdue, thrown(uncaught)]);
    watch.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw terminationFailure(watch.signal, error);
  } finally {
    watch.release();
  }
}

/** Whatever a command makes of a signal that ends it, the exit code is the signal's. */
function terminationFailure(signal: AbortSignal, error: unknown): unknown {
  const reason: unknown = signal.reason;
  const isChanged = error instanceof Failure && reason instanceof Failure && error.kind !== reason.kind;
  return isChanged ? new Failure(reason.kind, error.message, error.details) : error;
}

const thrown = (uncaught: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    uncaught?.addEventListener("abort", () => reject(uncaught.reason), { once: true });
  });

/** A usage failure ends with the usage line of the command it is about. */
async function withUsage(error: unknown, target: CommandTreeNode | undefined): Promise<unknown> {
  const isAboutCommand = target !== undefined && target.kind !== "program";
  if (!(error instanceof Failure) || error.kind !== "usage" || !isAboutCommand) return error;
  const { usageOf } = await import("./line/help.ts");
  return error.with({ usage: usageOf(target), ...error.details });
}
