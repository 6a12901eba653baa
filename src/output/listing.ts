import { cellText, valuesAt } from "./cells.ts";
import type { ShownColumn } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { widthOf } from "./width.ts";

/**
 * Prints one object as a listing, a member a line: its label and its value, nothing cut. A text of several
 * lines stands under its label, indented. Without labels the values stand alone.
 */
export async function printListing(
  entries: readonly ShownColumn[],
  row: unknown,
  { labels, palette }: { readonly labels: boolean; readonly palette: Palette },
  sink: Sink,
): Promise<void> {
  const names = entries.map(({ header }) => escapeLine(header));
  const width = Math.max(0, ...names.map(widthOf));
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
    const text = cellText(row, path, as);
    await sink.text(`${labels ? palette.header(name) + pad : ""}${palette.cell(as, text)(text)}\n`);
  }
}
