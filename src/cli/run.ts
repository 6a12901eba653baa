import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { ClosedPipe } from "../output/sink.ts";
import { findTarget, type Target } from "./line/target.ts";
import { asksForHelp, leadingWords } from "./line/words.ts";
import { reportFailure } from "./terminal/report.ts";

/**
 * Runs one command line and returns its exit code: words -> target -> line -> invocation -> action. Whatever
 * fails is reported here, once. Help is answered before the line is parsed, so that it is heard whatever else
 * is wrong with it.
 */
export async function run(context: Context): Promise<number> {
  let target: Target = { kind: "program" };
  try {
    const words = leadingWords(context.argv, 3);
    if (words[0] === "help") {
      const { helpOn } = await import("./line/help.ts");
      context.stdout.write(await helpOn(words.slice(1), context));
      return 0;
    }
    target = await findTarget(words.slice(0, 2));
    if (asksForHelp(context.argv) || context.argv.length === 0) {
      const { helpOf } = await import("./line/help.ts");
      context.stdout.write(helpOf(target, context));
    } else {
      const { perform } = await import("./perform.ts");
      await perform(target, context);
    }
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    return reportFailure(await withUsage(error, target), context, context.argv.includes("--debug"));
  }
}

/** A usage failure ends with the usage line of the command it is about. */
async function withUsage(error: unknown, target: Target): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== "usage" || target.kind === "program") return error;
  const { usageOf } = await import("./line/help.ts");
  return new Failure("usage", error.message, { usage: usageOf(target), ...error.details });
}
