import { cellText, replaceLookedUp, valuesAt } from "./cells.ts";
import type { LookUp, VisibleColumn } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import { gap } from "./fit.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { fold, widthFor } from "./text-width.ts";

interface ListingStyle {
  readonly hasLabels: boolean;
  readonly palette: Palette;
  readonly lookUp?: LookUp | undefined;
  readonly total: number | undefined;
}

/** Texts are folded only if at least this many columns remain beside the labels. */
const minFoldedWidth = 20;

/** On a terminal, texts are folded beside their labels, but long words are not broken, so that they can be copied. */
export async function printListing(
  columns: readonly VisibleColumn[],
  row: unknown,
  { hasLabels, palette, lookUp, total }: ListingStyle,
  sink: Sink,
): Promise<void> {
  const names = columns.map(({ header }) => escapeLine(header));
  const cells = columns.map(({ path, as }) => cellText(row, path, as));
  const [texts = cells] = await replaceLookedUp(columns, [cells], lookUp);
  const measure = await widthFor(total === undefined ? [names] : [names, texts]);
  const { widthOf } = measure;
  const width = Math.max(0, ...names.map(widthOf));
  const hangingIndent = hasLabels ? width + gap : 0;
  const room =
    total === undefined || total - hangingIndent < minFoldedWidth ? undefined : total - hangingIndent;
  for (const [index, { path, as }] of columns.entries()) {
    const name = names[index] ?? "";
    const [value, ...others] = valuesAt(row, path);
    const pad = " ".repeat(Math.max(0, width - widthOf(name)) + gap);
    if (typeof value === "string" && others.length === 0 && value.trimEnd().includes("\n")) {
      const lines = escapeText(value.trimEnd()).split("\n");
      const text = hasLabels ? lines.map((line) => `  ${line}`) : lines;
      await sink.text(`${hasLabels ? `${palette.header(name)}\n` : ""}${text.join("\n")}\n`);
      continue;
    }
    const text = texts[index] ?? "";
    const paint = palette.cell(as, text);
    const lines = room === undefined ? [text] : fold(text, room, measure, true);
    const paintedText = lines.map((line) => paint(line)).join(`\n${" ".repeat(hangingIndent)}`);
    await sink.text(`${hasLabels ? palette.header(name) + pad : ""}${paintedText}\n`);
  }
}
