import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { hasFlag, isAboutCommands, type ScannedLine, scanLine } from "../line/scan.ts";
import { describeHint } from "../line/suggestions.ts";
import { commandTree, type ProgramNode } from "../tree/command-tree.ts";
import { findPlace, type Known, readKnown } from "./known-service.ts";

export interface DescribedLine {
  readonly scanned: ScannedLine;
  readonly tree: ProgramNode;
}

/**
 * Scans a line again with the described operations of its service, as far as they are known. Sends nothing: a typing
 * error is answered at once, and only `svc describe` and `svc login` ask a service what it offers.
 */
export async function scanDescribed(scanned: ScannedLine, context: Context): Promise<DescribedLine> {
  const plain = { scanned, tree: scanned.tree };
  const place = await findPlace(scanned, context);
  if (place instanceof Failure) return plain;
  const known = readKnown(place, context);
  if (known === undefined) return { ...plain, scanned: withoutDescription(scanned) };
  const again = await scanWith(known, scanned, context);
  const { target } = again.scanned;
  const isDescribed = target.kind === "operation" && target.entry.operation.described === true;
  if (isDescribed && known.isStale && !isAboutCommands(scanned) && !hasFlag(scanned, "quiet"))
    context.stderr.write("warning: the service's description has changed: 'svc describe' reads it again\n");
  return again;
}

async function scanWith(
  { entries }: Known,
  { tree: { builtins } }: ScannedLine,
  context: Context,
): Promise<DescribedLine> {
  const tree = commandTree(builtins, entries);
  return { scanned: await scanLine(context.argv, tree), tree };
}

/** The service may know the word or option: the hint says how to find out. */
function withoutDescription(scanned: ScannedLine): ScannedLine {
  const { failure } = scanned;
  if (failure === undefined) return { ...scanned, isUndescribed: true };
  const { hint: known = "" } = failure.details;
  // A whole command is the answer.
  if (/^did you mean 'svc [^ ']+ /.test(known) && known.endsWith("'?")) return scanned;
  const hint = `${known}${known.endsWith("?") ? " " : "; "}${describeHint}`;
  return { ...scanned, failure: failure.with({ hint }) };
}
