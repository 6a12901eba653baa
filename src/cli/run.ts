import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { ClosedPipe } from "../output/sink.ts";
import { pairWords } from "./arguments.ts";
import { ownActions } from "./commands/index.ts";
import { readGlobals } from "./globals.ts";
import { helpOf, usageOf } from "./help.ts";
import { type OpenInvocation, openInvocation } from "./invocation.ts";
import { type Line, readLine } from "./line.ts";
import { reportFailure } from "./report.ts";
import { findTarget, type Target } from "./target.ts";
import { leadingWords } from "./words.ts";

/**
 * Runs one command line and returns its exit code: words -> target -> line -> invocation -> action. Whatever fails is
 * reported here, once.
 */
export async function run(context: Context): Promise<number> {
  let target: Target = { kind: "program" };
  try {
    const words = leadingWords(context.argv, 3);
    const isHelp = words[0] === "help";
    target = await findTarget(isHelp ? words.slice(1) : words.slice(0, 2));
    const line = isHelp ? undefined : readLine(context.argv, target);
    if (line === undefined || line.globals.help === true) {
      context.stdout.write(helpOf(target, context));
      return 0;
    }
    return await perform(target, line, context);
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    return reportFailure(withUsage(error, target), context, context.argv.includes("--debug"));
  }
}

async function perform(target: Target, line: Line, context: Context): Promise<number> {
  if (target.kind === "program") {
    context.stdout.write(helpOf(target, context));
    return 0;
  }
  if (target.kind === "group") {
    context.stderr.write(helpOf(target, context));
    throw new Failure("usage", `which of the ${target.name} commands?`);
  }
  const globals = readGlobals(line.globals, context.env);
  if (globals.query !== undefined) (await import("../output/query.ts")).compileQuery(globals.query);
  const invocation: OpenInvocation = openInvocation(context, globals, {
    options: line.options,
    arguments: target.kind === "own" ? pairWords(target.command.spec.arguments ?? [], line.words) : {},
  });
  try {
    if (target.kind === "own") {
      const action = await ownActions[target.command.id]();
      await action(invocation);
    } else {
      const { runOperation } = await import("./operation.ts");
      await runOperation(target.entry, line.words, invocation);
    }
    return 0;
  } finally {
    await invocation.close();
  }
}

/** A usage failure ends with the usage line of the command it is about. */
function withUsage(error: unknown, target: Target): unknown {
  if (!(error instanceof Failure) || error.kind !== "usage" || target.kind === "program") return error;
  return new Failure("usage", error.message, {
    usage: usageOf(target),
    ...error.details,
  });
}
