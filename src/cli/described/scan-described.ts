import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { describeHint, hasFlag, isAboutCommands, type ScannedLine, scanLine } from "../line/scan.ts";
import { commandTree, type ProgramNode } from "../tree/command-tree.ts";
import { findPlace, type Known, readKnown } from "./known-service.ts";

export interface DescribedLine {
  readonly line: ScannedLine;
  readonly tree: ProgramNode;
}

/**
 * Scans a line again with the described operations of its service, as far as they are known. Sends nothing: a typing
 * error is answered at once, and only `svc describe` and `svc login` ask a service what it offers.
 */
export async function scanDescribed(line: ScannedLine, context: Context): Promise<DescribedLine> {
  const plain = { line, tree: line.tree };
  const place = await findPlace(line, context);
  if (place instanceof Failure) return plain;
  const catalogue = readKnown(place, context);
  if (catalogue === undefined) return { ...plain, line: withoutDescription(line) };
  const again = await scanWith(catalogue, line, context);
  const { target } = again.line;
  const isDescribed = target.kind === "operation" && target.entry.operation.described === true;
  if (isDescribed && catalogue.isStale && !isAboutCommands(line) && !hasFlag(line, "quiet"))
    context.stderr.write("warning: the service's description has changed: 'svc describe' reads it again\n");
  return again;
}

async function scanWith(
  { entries }: Known,
  { tree: { builtins } }: ScannedLine,
  context: Context,
): Promise<DescribedLine> {
  const tree = commandTree(builtins, entries);
  return { line: await scanLine(context.argv, tree), tree };
}

/** The service may know the word or option: the hint says how to find out. */
function withoutDescription(line: ScannedLine): ScannedLine {
  const { failure } = line;
  if (failure === undefined) return { ...line, isUndescribed: true };
  const { hint: currentHint = "" } = failure.details;
  // A whole command is the answer.
  if (/^did you mean 'svc [^ ']+ /.test(currentHint) && currentHint.endsWith("'?")) return line;
  const hint = `${currentHint}${currentHint.endsWith("?") ? " " : "; "}${describeHint}`;
  return { ...line, failure: failure.with({ hint }) };
}
