import type { CommandSpec } from "../catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../catalogue/index.ts";
import type { Context } from "../context.ts";
import { Failure } from "../core/failure.ts";
import { actionOf } from "./commands/operations/operation-actions.ts";
import { readGlobals, requireSettings } from "./invocation/globals.ts";
import { type Invocation, type Run, runCommand } from "./invocation/invocation.ts";
import { openInvocation } from "./invocation/open.ts";
import { readLine } from "./line/line.ts";
import type { ScannedLine } from "./line/scan.ts";
import { execute } from "./operation/execute.ts";
import { isPreview } from "./operation/preview.ts";
import { pairWords } from "./parsing/line-values.ts";
import { readAndCheckValues, warnOfDeprecation } from "./values/values.ts";

/** `open` creates the invocation; a run at several sites has one per site. */
export async function dispatch(
  scannedLine: ScannedLine,
  context: Context,
  run?: Run,
  open: typeof openInvocation = openInvocation,
): Promise<void> {
  const line = await readLine(await withStoredOptions(scannedLine, context));
  const { target } = scannedLine;
  if (target.kind === "program")
    throw new Failure("usage", "missing command", { hint: "'svc --help' lists the commands" });
  if (target.kind === "group") {
    const { commandHelp } = await import("./line/help.ts");
    context.stderr.write(await commandHelp(target, context));
    throw new Failure("usage", `missing subcommand of ${target.name}`);
  }
  const spec = target.kind === "builtin" ? target.spec() : undefined;
  const parsedGlobals = await readGlobals(scannedLine.optionValues, context.env);
  const globals = spec?.reportsSettings === true ? { ...parsedGlobals, invalidSettings: {} } : parsedGlobals;
  if (spec !== undefined && !spec.refusedGlobals?.includes("output")) requireSettings(globals, ["output"]);
  const changes =
    target.kind === "operation" ? target.entry.operation.method !== "GET" : spec?.changes === true;
  const invocation = open(
    context,
    globals,
    {
      changes: changes && !isPreview({ globals, options: line.options }),
      options: line.options,
      fields: line.fields,
      arguments: spec === undefined ? {} : await argumentsOf(spec, scannedLine),
      rest: scannedLine.rest ?? [],
      builtins: scannedLine.tree.builtins,
    },
    run,
  );
  try {
    if (target.kind === "builtin") {
      await runCommand(target.command, invocation);
    } else {
      await dispatchOperation(target.entry, scannedLine, invocation, run);
    }
  } finally {
    await invocation.close();
  }
}

async function withStoredOptions(line: ScannedLine, { env }: Context): Promise<ScannedLine> {
  let result = line;
  if (line.optionValues["template"] !== undefined && line.options.some(({ name }) => name === "template")) {
    const { withTemplate } = await import("./invocation/templates.ts");
    const globals = await readGlobals(line.optionValues, env);
    result = { ...line, optionValues: await withTemplate(line.optionValues, line.options, globals, env) };
  }
  const { optionValues, options } = result;
  const texts = options.some(({ type }) => type === "filters") ? optionValues["where"] : undefined;
  if (!Array.isArray(texts) || texts.every((text) => /[=~<>]/.test(text) && !text.includes(",")))
    return result;
  const { usesSavedFilters, expandSavedFilters } = await import("./invocation/stored-options.ts");
  if (!usesSavedFilters(texts)) return result;
  const where = expandSavedFilters(texts, await readGlobals(optionValues, env), env);
  return { ...result, optionValues: { ...optionValues, where: [...where] } };
}

async function argumentsOf(spec: CommandSpec, { operands: words, tree }: ScannedLine) {
  try {
    return pairWords(spec.arguments ?? [], words);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { misplacedVerb } = await import("./line/suggestions.ts");
    const suggestion = await misplacedVerb(spec.command, words, tree);
    const hint = suggestion === undefined ? spec.extraWordsHint : `did you mean '${suggestion}'?`;
    throw hint === undefined || /^missing/.test(error.message) ? error : error.with({ hint });
  }
}

async function dispatchOperation(
  entry: OperationEntry,
  line: ScannedLine,
  invocation: Invocation,
  run: Run | undefined,
): Promise<void> {
  const action = actionOf(entry.id);
  const values = await readAndCheckValues(entry, line.operands, invocation, (checkedValues) =>
    action?.valuesToCheck === undefined ? checkedValues : action.valuesToCheck(checkedValues, invocation),
  );
  const { columns, sort } = invocation.globals;
  if (columns !== undefined || sort !== undefined) {
    const { checkOperationColumns } = await import("./operation/shapes.ts");
    await checkOperationColumns(invocation.globals, entry);
  }
  warnOfDeprecation(entry, values, invocation, run?.warnings);
  const appliesHere = action?.isNeeded?.(invocation, values, entry.operation) ?? true;
  if (action === undefined || !appliesHere) return await execute(entry, values, invocation);
  const runAction = await action.load();
  await runAction({
    entry,
    values,
    invocation,
    execute: (changedEntry, changedValues) => execute(changedEntry, changedValues, invocation),
  });
}
