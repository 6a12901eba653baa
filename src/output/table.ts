import type { TextOutput } from "../context.ts";
import type { ShownColumn } from "./columns.ts";
import { type ColumnPlace, fitColumns, gap, isKey, type TableLayout } from "./fit.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { asciiWidth, type TextWidth, widthFor } from "./text-width.ts";

/** The width of a terminal that does not report its own. */
const defaultWidth = 80;

/** cli-table3's time grows with the square of the rows: longer tables are laid out here, to the same letter. */
const maxDrawnRows = 200;

/** A text that is folded is shown up to this many columns in all. */
const maxFoldedWidth = 2000;

interface TableOptions {
  readonly header: boolean;
  readonly palette: Palette;
  readonly note: ((text: string) => void) | undefined;
  /** See `OutputSettings`. */
  readonly layout: TableLayout | undefined;
}

/**
 * Prints rows of cells as a table without lines: on a terminal fitted to its
 * width, and as a record for each row where it is too narrow for columns;
 * elsewhere whole, aligned, one row a line and nothing after the last cell.
 */
export async function printTable(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
  out: TextOutput,
  sink: Sink,
): Promise<void> {
  if (columns.length === 0) return;
  const { header, palette, note } = options;
  const headers = columns.map((column) => column.header);
  const measure = await widthFor([headers, ...rows]);
  const total = out.isTTY === true ? out.columns || defaultWidth : undefined;
  const places = placesOf(columns, rows, options, total, measure);
  const left = leftOut(columns, places);
  if (left !== "") note?.(`too narrow for ${left} (--columns chooses; a pipe has all)`);
  if (places === undefined) return await printRecords(columns, rows, options, measure, sink);

  const layOut = ({ index, width }: ColumnPlace, text: string): readonly string[] => {
    const rank = columns[index]?.rank;
    if (total === undefined || rank === "key") return [text];
    return rank === "text" ? fold(text, width, measure) : [measure.cutTo(text, width)];
  };
  const body = rows.map((cells) => places.map((place) => layOut(place, cells[place.index] ?? "")));
  const paint = (cells: readonly string[], at: number, text: string): string => {
    const { index } = places[at] ?? { index: at };
    return palette.cell(columns[index]?.as, cells[index] ?? "")(text);
  };
  const isFolded = body.some((cells) => cells.some((lines) => lines.length > 1));
  if (total !== undefined && rows.length <= maxDrawnRows && !isFolded && measure === asciiWidth) {
    const head = places.map(({ index, width }) => palette.header(measure.cutTo(headers[index] ?? "", width)));
    const painted = body.map((cells, row) =>
      cells.map(([text = ""], at) => paint(rows[row] ?? [], at, text)),
    );
    const { drawTable } = await import("./drawn-table.ts");
    const drawn = drawTable(
      header ? [head, ...painted] : painted,
      places.map(({ width }) => width),
    );
    if (drawn !== "") await sink.text(`${drawn}\n`);
    return;
  }
  if (header) {
    const cells = places.map(({ index, width }) => [measure.cutTo(headers[index] ?? "", width)]);
    await sink.text(linesOf(cells, places, (_, text) => palette.header(text), measure));
  }
  for (const [row, cells] of body.entries()) {
    await sink.text(linesOf(cells, places, (at, text) => paint(rows[row] ?? [], at, text), measure));
  }
}

/** The places of the columns; those of a stream are decided once for each width of the terminal. */
function placesOf(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  { header: hasHeader, layout }: TableOptions,
  total: number | undefined,
  measure: TextWidth,
): readonly ColumnPlace[] | undefined {
  if (layout !== undefined && "places" in layout && layout.total === total) return layout.places;
  const fitted = columns.map(({ header, rank, width = 0 }, index) => {
    const headerWidth = hasHeader ? measure.widthOf(header) : 0;
    const min = layout === undefined ? headerWidth : Math.max(width, headerWidth);
    const natural = rows.reduce((max, cells) => Math.max(max, measure.widthOf(cells[index] ?? "")), min);
    return { natural, header: headerWidth, rank };
  });
  const natural = fitted.map((column, index) => ({ index, width: column.natural }));
  if (total === undefined && layout === undefined) return natural;
  const places = total === undefined ? natural : fitColumns(fitted, total);
  if (layout !== undefined) {
    if (total !== undefined) layout.total = total;
    layout.places = places === undefined || total === undefined ? places : filled(places, total);
    return layout.places;
  }
  return places;
}

/** The places where the last column has all the room that is left, for texts to come. */
function filled(places: readonly ColumnPlace[], total: number): readonly ColumnPlace[] {
  const used = places.reduce((sum, { width }) => sum + width + gap, -gap);
  return places.map((place, at) =>
    at === places.length - 1 ? { ...place, width: Math.max(place.width, place.width + total - used) } : place,
  );
}

function leftOut(columns: readonly ShownColumn[], places: readonly ColumnPlace[] | undefined): string {
  const isShown = (column: ShownColumn, index: number): boolean =>
    places === undefined ? isKey(column) : places.some((place) => place.index === index);
  return columns
    .filter((column, index) => !isShown(column, index))
    .map(({ header }) => header)
    .join(", ");
}

/** The keys of each row, a line each, for a terminal that is too narrow for columns. */
async function printRecords(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  { header, palette, layout }: TableOptions,
  measure: TextWidth,
  sink: Sink,
): Promise<void> {
  const earlier = layout?.records;
  const labelled = earlier?.labelled ?? header;
  if (layout !== undefined && rows.length > 0) layout.records = { labelled };
  const keys = columns.flatMap((column, index) => (isKey(column) ? [{ ...column, index }] : []));
  const width = Math.max(...keys.map((key) => measure.widthOf(key.header))) + gap;
  for (const [row, cells] of rows.entries()) {
    const lines = keys.map(({ header: name, as, index }) => {
      const text = cells[index] ?? "";
      const label = labelled ? palette.header(name) + spaces(width - measure.widthOf(name)) : "";
      return `${label}${palette.cell(as, text)(text)}\n`;
    });
    await sink.text(`${row === 0 && earlier === undefined ? "" : "\n"}${lines.join("")}`);
  }
}

/** A row as lines: one of its cells may be folded. */
function linesOf(
  cells: readonly (readonly string[])[],
  places: readonly ColumnPlace[],
  paint: (at: number, text: string) => string,
  measure: TextWidth,
): string {
  const height = Math.max(...cells.map((texts) => texts.length));
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = cells.map((texts, at) => {
      const text = texts[line] ?? "";
      const room = at === cells.length - 1 ? 0 : (places[at]?.width ?? 0) - measure.widthOf(text);
      return paint(at, text) + spaces(room);
    });
    return `${parts.join(spaces(gap)).trimEnd()}\n`;
  });
  return lines.join("");
}

const spaces = (count: number): string => " ".repeat(Math.max(0, count));

/** The text in lines of at most `width` columns, folded at spaces, a longer word where it must be. */
function fold(whole: string, width: number, measure: TextWidth): readonly string[] {
  if (measure.widthOf(whole) <= width) return [whole];
  const text = measure.cutTo(whole, maxFoldedWidth);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (measure.widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (measure.widthOf(line) > width) {
      const start = measure.startOf(line, width) || line.slice(0, 1);
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return line === "" ? lines : [...lines, line];
}
