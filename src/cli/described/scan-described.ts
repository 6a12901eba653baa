import type { Context } from "../../context.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import { hasUnknown, isAboutCommands, isUnknownCommand, type ScannedLine, scanLine } from "../line/scan.ts";
import { furtherResource, unaskedFailure } from "../line/suggestions.ts";
import { commandTree, type ProgramNode } from "../tree/command-tree.ts";
import { findPlace, type Known, knownOf, readKnown } from "./known-service.ts";

export interface DescribedLine {
  readonly scanned: ScannedLine;
  readonly tree: ProgramNode;
}

/**
 * Scans a line again with the described operations of its service, asking the service if they are unknown or
 * out of date. Never asks for help output. SIGINT and SIGTERM end the request.
 */
export async function scanDescribed(
  scanned: ScannedLine,
  context: Context,
  watched: Watched,
): Promise<DescribedLine> {
  const plain = { scanned, tree: scanned.tree };
  const place = await findPlace(scanned, context);
  if (place instanceof Failure) return { ...plain, scanned: withoutPlace(scanned, place) };
  const known = readKnown(place, context);
  const again = known === undefined ? plain : await scanWith(known, scanned, context);
  if (isAboutCommands(scanned)) return again;
  const isExplained = known !== undefined && !hasUnknown(again.scanned);
  const isDescribed =
    again.scanned.target.kind === "operation" && again.scanned.target.entry.operation.described === true;
  const isFresh = known !== undefined && !known.isStale;
  if (isFresh || (isExplained && !isDescribed)) return again;
  const { learn } = await import("./learn.ts");
  try {
    const learned = await watched((inner, signal) => learn(place, inner, scanned.tree.builtins, signal));
    return await scanWith(knownOf(learned), scanned, context);
  } catch (error) {
    if (!(error instanceof Failure) || isSignal(error)) throw error;
    // The old description explains the line.
    if (isExplained) return again;
    return { ...again, scanned: withReason(again.scanned, error) };
  }
}

/** SIGINT and SIGTERM reject with their own failure. */
export type Watched = <Result>(
  work: (context: Context, signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

async function scanWith(
  { entries }: Known,
  { tree: { builtins } }: ScannedLine,
  context: Context,
): Promise<DescribedLine> {
  const tree = commandTree(builtins, entries);
  return { scanned: withoutResource(await scanLine(context.argv, tree)), tree };
}

function withoutResource(scanned: ScannedLine): ScannedLine {
  const [word = ""] = scanned.words;
  const resource = furtherResource(word);
  if (!isUnknownCommand(scanned) || scanned.failure === undefined || resource === undefined) return scanned;
  const hint = `the service does not describe ${resource}: 'svc describe' lists what it has, and 'svc api GET ${resource}/' sends the request anyway`;
  return { ...scanned, failure: scanned.failure.with({ hint }) };
}

/** Groups that only services describe are not typing errors. */
function withoutPlace(scanned: ScannedLine, reason: Failure): ScannedLine {
  const [word = ""] = scanned.words;
  const isAsked = scanned.failure !== undefined && !isAboutCommands(scanned);
  return isAsked && furtherResource(word) !== undefined ? { ...scanned, failure: reason } : scanned;
}

/** The service might know the word: say why it was not asked. */
function withReason(scanned: ScannedLine, reason: Failure): ScannedLine {
  const { failure } = scanned;
  return failure === undefined
    ? { ...scanned, unasked: reason }
    : { ...scanned, failure: unaskedFailure(failure, reason, scanned.words) };
}
