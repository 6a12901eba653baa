import { cellText, valuesAt } from "./cells.ts";
import type { ShownColumn } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import { withNodeNames } from "./node-names.ts";
import type { Palette } from "./palette.ts";
import type { NodeNames } from "./shape.ts";
import type { Sink } from "./sink.ts";
import { widthFor } from "./text-width.ts";

interface ListingStyle {
  readonly labels: boolean;
  readonly palette: Palette;
  readonly nodeNames?: NodeNames | undefined;
}

/**
 * Prints one object as a listing, a member a line: its label and its value, nothing cut. A text of several
 * lines stands under its label, indented. Without labels the values stand alone.
 */
export async function printListing(
  entries: readonly ShownColumn[],
  row: unknown,
  { labels, palette, nodeNames }: ListingStyle,
  sink: Sink,
): Promise<void> {
  const names = entries.map(({ header }) => escapeLine(header));
  const { widthOf } = await widthFor([names]);
  const width = Math.max(0, ...names.map(widthOf));
  const cells = entries.map(({ path, as }) => cellText(row, path, as));
  const [texts = cells] = await withNodeNames(entries, [cells], nodeNames);
  for (const [index, { path, as }] of entries.entries()) {
    const name = names[index] ?? "";
    const [value, ...others] = valuesAt(row, path);
    const pad = " ".repeat(Math.max(0, width - widthOf(name)) + 2);
    if (typeof value === "string" && others.length === 0 && value.trimEnd().includes("\n")) {
      const lines = escapeText(value.trimEnd()).split("\n");
      const text = labels ? lines.map((line) => `  ${line}`) : lines;
      await sink.text(`${labels ? `${palette.header(name)}\n` : ""}${text.join("\n")}\n`);
      continue;
    }
    const text = texts[index] ?? "";
    await sink.text(`${labels ? palette.header(name) + pad : ""}${palette.cell(as, text)(text)}\n`);
  }
}
