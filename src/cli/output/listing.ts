import { cellText, valuesAt, withLookedUp } from "./cells.ts";
import type { LookUp, VisibleColumn } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import { gap } from "./fit.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { fold, widthFor } from "./text-width.ts";

interface ListingStyle {
  readonly labels: boolean;
  readonly palette: Palette;
  readonly lookUp?: LookUp | undefined;
  readonly total: number | undefined;
}

/** Texts are folded if they have room for this many columns beside their labels. */
const minFoldedWidth = 20;

/**
 * Prints one object, a member on each line, uncut. A terminal folds texts beside their labels, except long words, which
 * can then be copied. Texts of several lines are indented below their labels.
 */
export async function printListing(
  entries: readonly VisibleColumn[],
  row: unknown,
  { labels, palette, lookUp, total }: ListingStyle,
  sink: Sink,
): Promise<void> {
  const names = entries.map(({ header }) => escapeLine(header));
  const cells = entries.map(({ path, as }) => cellText(row, path, as));
  const [texts = cells] = await withLookedUp(entries, [cells], lookUp);
  const measure = await widthFor(total === undefined ? [names] : [names, texts]);
  const { widthOf } = measure;
  const width = Math.max(0, ...names.map(widthOf));
  const hangingIndent = labels ? width + gap : 0;
  const room =
    total === undefined || total - hangingIndent < minFoldedWidth ? undefined : total - hangingIndent;
  for (const [index, { path, as }] of entries.entries()) {
    const name = names[index] ?? "";
    const [value, ...others] = valuesAt(row, path);
    const pad = " ".repeat(Math.max(0, width - widthOf(name)) + gap);
    if (typeof value === "string" && others.length === 0 && value.trimEnd().includes("\n")) {
      const lines = escapeText(value.trimEnd()).split("\n");
      const text = labels ? lines.map((line) => `  ${line}`) : lines;
      await sink.text(`${labels ? `${palette.header(name)}\n` : ""}${text.join("\n")}\n`);
      continue;
    }
    const text = texts[index] ?? "";
    const paint = palette.cell(as, text);
    const lines = room === undefined ? [text] : fold(text, room, measure, true);
    const paintedText = lines.map((line) => paint(line)).join(`\n${" ".repeat(hangingIndent)}`);
    await sink.text(`${labels ? palette.header(name) + pad : ""}${paintedText}\n`);
  }
}
