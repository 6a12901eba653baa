import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";
import { hasFlag, type ScannedLine } from "../line/scan.ts";
import { escapeLine } from "../output/escape.ts";
import { canRedraw } from "../terminal/capabilities.ts";
import { pickOne } from "../terminal/picker.ts";
import { namedOffers } from "./named-offers.ts";
import { commandOf, identifiersOf, nextArgument, valuesOf } from "./places.ts";

/** Milliseconds; a person waits longer for a list than completion does. */
const maxListMs = 15_000;

/** Lets a person choose the missing name from a list; otherwise throws the failure. */
export async function withMissingName(
  scannedLine: ScannedLine,
  failure: Failure,
  context: Context,
): Promise<ScannedLine> {
  if (!canRedraw(context) || hasFlag(scannedLine, "yes")) throw failure;
  const { operands, path, tree, optionValues } = scannedLine;
  const command = commandOf(scannedLine);
  const line = { ...scannedLine, words: [...path, ...operands], rest: undefined };
  const next = command.spec && nextArgument(line, command.spec);
  const values = next && (await valuesOf(next, command, tree));
  if (values?.kind !== "names") throw failure;
  const { source, statuses } = values.source;
  const offers = await namedOffers(
    source,
    { part: "", excluded: new Set(), statuses },
    {
      words: context.argv,
      identifiers: identifiersOf(line, command),
      context,
      endMs: context.clock.monotonic() + maxListMs,
      isFresh: true,
    },
  );
  if (offers.length === 0) throw failure;
  const title = escapeLine([...path, ...operands].join(" "));
  const { word } = await pickOne(context, title, offers);
  if (optionValues["quiet"] === undefined) context.stderr.write(`${title}: ${escapeLine(word)}\n`);
  return { ...scannedLine, operands: [...operands, word], words: [...scannedLine.words, word] };
}
