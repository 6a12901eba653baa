import { fold } from "./cell-lines.ts";
import { gap } from "./fit.ts";
import type { Palette } from "./palette.ts";
import type { ShownColumn } from "./shape.ts";
import type { Sink } from "./sink.ts";
import type { TextWidth } from "./text-width.ts";

/** A value stands beside its label where it has so many columns there, else below it. */
const minBesideWidth = 12;

const indent = 2;

export interface RecordStyle {
  /** Columns of the terminal. */
  readonly total: number;
  readonly palette: Palette;
  readonly measure: TextWidth;
  readonly labelled: boolean;
  /** An empty line stands before the first record too. */
  readonly follows: boolean;
}

/** Prints each row as lines of a label and a value, no line wider than the terminal, for what does not fit as a table. */
export async function printRecords(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  style: RecordStyle,
  sink: Sink,
): Promise<void> {
  const { total, palette, measure, labelled, follows } = style;
  const width = Math.max(0, ...columns.map(({ header }) => measure.widthOf(header))) + gap;
  const isBeside = labelled && total - width >= minBesideWidth;
  const hanging = isBeside ? width : labelled && total > 2 * indent ? indent : 0;
  const room = Math.max(1, total - hanging);
  for (const [row, cells] of rows.entries()) {
    const lines = columns.flatMap(({ header, as }, index) => {
      const text = cells[index] ?? "";
      const paint = palette.cell(as, text);
      const texts = fold(text, room, measure).map((line) => paint(line));
      if (isBeside) {
        const label = palette.header(header) + " ".repeat(width - measure.widthOf(header));
        return texts.map((line, at) => (at === 0 ? label : " ".repeat(hanging)) + line);
      }
      const labels = labelled ? fold(header, total, measure).map((line) => palette.header(line)) : [];
      return [...labels, ...texts.map((line) => " ".repeat(hanging) + line)];
    });
    await sink.text(`${row === 0 && !follows ? "" : "\n"}${lines.join("\n")}\n`);
  }
}
