import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { createLedger, type Ledger } from "../http/ledger.ts";
import { ClosedPipe, writeWhole } from "../output/sink.ts";
import { findTarget, isRootWord, maxWordsOf, type Target } from "./line/target.ts";
import { beginsWithUnknown, hasFlag, leadingValue, leadingWords } from "./line/words.ts";
import { reportFailure } from "./terminal/report.ts";
import { withoutSecrets } from "./terminal/secretless.ts";

/**
 * Runs one command line and returns its exit code: words -> target -> line -> invocation -> action. Whatever
 * fails is reported here, once. Help is answered before the line is parsed, so that it is heard whatever else
 * is wrong with it. `uncaught` is aborted by an error that nobody caught, its reason: the run ends with it.
 */
export async function run(outer: Context, uncaught?: AbortSignal): Promise<number> {
  const context = withoutSecrets(outer);
  let target: Target = { kind: "program" };
  const ledger = createLedger();
  try {
    const words = leadingWords(context.argv, 3);
    if (words[0] === "help") {
      const { helpOn } = await import("./line/help.ts");
      await writeWhole(context.stdout, await helpOn(words.slice(1), context));
      return 0;
    }
    // What follows an option that nobody knows may be its value as well as a command.
    const isCommand = words[0] === undefined || isRootWord(words[0]) || !beginsWithUnknown(context.argv);
    if (isCommand) target = await findTarget(words.slice(0, 2));
    if (hasFlag(context.argv, "version", maxWordsOf(target))) {
      const { versionText } = await import("./line/version-text.ts");
      await writeWhole(context.stdout, versionText(context));
    } else if (hasFlag(context.argv, "help", maxWordsOf(target)) || context.argv.length === 0) {
      const { helpOf } = await import("./line/help.ts");
      await writeWhole(context.stdout, helpOf(target, context));
    } else {
      await dispatchWatched(target, context, ledger, uncaught);
    }
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    const format = leadingValue(context.argv, "output") ?? context.env["SVC_OUTPUT"];
    return reportFailure(await withUsage(error, target), context, ledger, format);
  }
}

/** Dispatches the line and waits until it has ended, a signal ends it, or something goes wrong that nobody catches. */
async function dispatchWatched(
  target: Target,
  context: Context,
  ledger: Ledger,
  uncaught: AbortSignal | undefined,
): Promise<void> {
  const [{ dispatch }, { watchRun }] = await Promise.all([
    import("./dispatch.ts"),
    import("./terminal/run-watch.ts"),
  ]);
  const watch = watchRun(context);
  try {
    const dispatched = dispatch(target, watch.context, { ledger, signal: watch.signal });
    await Promise.race([dispatched, watch.overdue, thrown(uncaught)]);
    watch.signal.throwIfAborted();
  } catch (error) {
    throw endedBy(watch.signal, error);
  } finally {
    watch.release();
  }
}

/** Whatever a command makes of a signal that ends it, the exit code is the signal's. */
function endedBy(signal: AbortSignal, error: unknown): unknown {
  const reason: unknown = signal.reason;
  const isChanged = error instanceof Failure && reason instanceof Failure && error.kind !== reason.kind;
  return isChanged ? new Failure(reason.kind, error.message, error.details) : error;
}

const thrown = (uncaught: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    uncaught?.addEventListener("abort", () => reject(uncaught.reason), { once: true });
  });

/** A usage failure ends with the usage line of the command it is about. */
async function withUsage(error: unknown, target: Target): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== "usage" || target.kind === "program") return error;
  const { usageOf } = await import("./line/help.ts");
  return new Failure("usage", error.message, { usage: usageOf(target), ...error.details });
}
