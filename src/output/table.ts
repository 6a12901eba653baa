import type { TextOutput } from "../context.ts";
import type { ShownColumn } from "./columns.ts";
import { fitWidths, gap } from "./fit.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { cutTo, padTo, widthOf } from "./width.ts";

/** The width of a terminal that does not tell its own. */
const usualWidth = 80;

/**
 * cli-table3's time grows with the square of the rows: longer tables are laid out here, to the same letter.
 */
const mostDrawnRows = 200;

interface TableOptions {
  readonly header: boolean;
  readonly palette: Palette;
  readonly note: ((text: string) => void) | undefined;
  /** See `OutputSettings`. */
  readonly widths: number[] | undefined;
}

/**
 * Prints rows of cells as a table without lines: on a terminal fitted to its width, elsewhere whole, aligned,
 * one row a line and nothing after the last cell.
 */
export async function printTable(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
  out: TextOutput,
  sink: Sink,
): Promise<void> {
  if (columns.length === 0) return;
  const headers = columns.map(({ header }) => header);
  const natural = naturalWidths(headers, rows, options.header).map((width, index) =>
    Math.max(width, options.widths?.[index] ?? 0),
  );
  options.widths?.splice(0, natural.length, ...natural);
  const widths =
    out.isTTY === true
      ? fitWidths(natural, headerWidths(headers, options.header), out.columns || usualWidth)
      : natural;
  if (widths.length < columns.length) {
    const left = headers.slice(widths.length).join(", ");
    options.note?.(`the terminal is too narrow for: ${left} (choose with --columns; a pipe has all)`);
  }
  const cut = (cells: readonly string[]): string[] =>
    widths.map((width, index) => cutTo(cells[index] ?? "", width));
  const paintRow = (cells: readonly string[]): string[] =>
    cut(cells).map((text, index) => options.palette.cell(columns[index]?.as, cells[index] ?? "")(text));
  if (out.isTTY === true && rows.length <= mostDrawnRows) {
    const head = options.header ? [cut(headers).map((text) => options.palette.header(text))] : [];
    const { drawTable } = await import("./drawn-table.ts");
    const drawn = drawTable([...head, ...rows.map(paintRow)], widths);
    if (drawn !== "") await sink.text(`${drawn}\n`);
    return;
  }
  if (options.header) await sink.text(line(cut(headers), widths, () => options.palette.header));
  for (const cells of rows) {
    await sink.text(
      line(cut(cells), widths, (index) => options.palette.cell(columns[index]?.as, cells[index] ?? "")),
    );
  }
}

function headerWidths(headers: readonly string[], shown: boolean): number[] {
  return headers.map((header) => (shown ? widthOf(header) : 0));
}

function naturalWidths(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  header: boolean,
): number[] {
  const widths = headerWidths(headers, header);
  for (const cells of rows) {
    for (let index = 0; index < widths.length; index += 1) {
      const width = widthOf(cells[index] ?? "");
      if (width > (widths[index] ?? 0)) widths[index] = width;
    }
  }
  return widths;
}

function line(
  cells: readonly string[],
  widths: readonly number[],
  paint: (index: number) => (text: string) => string,
): string {
  const between = " ".repeat(gap);
  const last = cells.length - 1;
  const parts = cells.map((text, index) => {
    const painted = paint(index)(text);
    return index === last ? painted : painted + padTo(text, widths[index] ?? 0).slice(text.length);
  });
  return `${parts.join(between).trimEnd()}\n`;
}
