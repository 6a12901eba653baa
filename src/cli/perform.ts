import type { Context } from "../context.ts";
import type { CommandSpec, GlobalOptionName } from "../contract/options.ts";
import { Failure } from "../failure.ts";
import type { Run } from "./action.ts";
import { ownActions } from "./commands/index.ts";
import { openInvocation } from "./invocation.ts";
import { pairWords } from "./line/arguments.ts";
import { readGlobals, requireSettings } from "./line/globals.ts";
import { readLine } from "./line/line.ts";
import type { Target } from "./line/target.ts";

/** Parses the line against its command and runs that; throws what fails. */
export async function perform(target: Target, context: Context, run?: Run): Promise<void> {
  const line = await readLine(context.argv, target);
  if (target.kind === "program") {
    throw new Failure("usage", "no command is named", { hint: "'svc --help' lists the commands" });
  }
  if (target.kind === "group") {
    const { helpOf } = await import("./line/help.ts");
    context.stderr.write(helpOf(target, context));
    throw new Failure("usage", `which of the ${target.name} commands?`);
  }
  const globals = await readGlobals(line.globals, context.env);
  if (target.kind === "own" && !ignores(target.command.spec, "output")) requireSettings(globals, ["output"]);
  const invocation = openInvocation(
    context,
    globals,
    {
      options: line.options,
      fields: line.fields,
      arguments: target.kind === "own" ? pairWords(target.command.spec.arguments ?? [], line.words) : {},
    },
    run,
  );
  try {
    if (target.kind === "own") {
      const action = await ownActions[target.command.id]();
      await action(invocation);
    } else {
      const { runOperation } = await import("./operation/operation.ts");
      await runOperation(target.entry, line.words, invocation);
    }
  } finally {
    await invocation.close();
  }
}

const ignores = (spec: CommandSpec, name: GlobalOptionName): boolean => spec.ignores?.includes(name) === true;
