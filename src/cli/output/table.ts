import type { CellForm, Column } from "../../catalogue/operation.ts";
import type { TextOutput } from "../../context.ts";
import { cellText, replaceLookedUp, valuesAt } from "./cells.ts";
import type { OutputSettings, Shape } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import { type ColumnPlace, findUsualWidth, fitColumns, gap, isKey, minExtraWidth } from "./fit.ts";
import type { Mask } from "./mask.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { defaultWidth, fold, type TextWidth, terminalWidth, widthFor } from "./text-width.ts";

/** An IP or MAC address, a network, or no value. */
const networkAddress = /^(?:-?|[\da-f]*[.:][\da-f.:/]*)$/i;

/** Cells of other forms are useless if they are cut. */
const cuttableForms: ReadonlySet<CellForm> = new Set(["words", "node", "space"]);

export interface RowsJob {
  readonly shape: Shape;
  readonly settings: OutputSettings;
  readonly mask: Mask | undefined;
  readonly palette: Palette;
  readonly out: TextOutput;
  readonly sink: Sink;
}

interface Table {
  readonly job: RowsJob;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly total: number | undefined;
  readonly measure: TextWidth;
}

/** Prints records if the terminal is too narrow for columns. Without a terminal, rows are aligned, uncut lines. */
export async function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  job: RowsJob,
): Promise<void> {
  if (columns.length === 0) return;
  const measure = await widthFor([columns.map(({ header }) => header), ...rows]);
  const table: Table = { job, columns, rows, measure, total: terminalWidth(job.out) };
  const places = placeColumns(table);
  const visibleIndexes =
    places?.map(({ index }) => index) ??
    columns.flatMap((column, index) => (keepsAll(job.settings) || isKey(column) ? [index] : []));
  if (visibleIndexes.length < columns.length) {
    const hiddenColumns = columns.filter((_, index) => !visibleIndexes.includes(index));
    job.settings.noteHidden?.(hiddenColumns.map(({ header }) => header));
  }
  if (places === undefined) await printRecords(table, visibleIndexes);
  else await printColumns(table, places);
}

const keepsAll = ({ format, columns }: OutputSettings): boolean => format === "wide" || columns !== undefined;

async function printColumns(
  { columns, rows, total, measure, job: { settings, palette, sink } }: Table,
  places: readonly ColumnPlace[],
): Promise<void> {
  const layOutCell = ({ index, width }: ColumnPlace, text: string): readonly string[] => {
    if (total === undefined) return [text];
    return isKey(columns[index] ?? {}) ? fold(text, width, measure) : [measure.cutTo(text, width)];
  };
  const paint = (row: readonly string[], at: number, text: string): string => {
    const { index } = places[at] ?? { index: at };
    return palette.cell(columns[index]?.as, row[index] ?? "")(text);
  };
  const headers = places.map(({ index, width }) => measure.cutTo(columns[index]?.header ?? "", width));
  if (settings.header) {
    const cells = headers.map((text) => [text]);
    await sink.text(linesOf(cells, places, (_, text) => palette.header(text), measure));
  }
  // Formats row by row, so that only the texts of a long table are in memory.
  for (const row of rows) {
    const nameLines = total === undefined ? [] : hangingLines(row, places, total, measure);
    const cells = places.map((place, at) =>
      layOutCell(place, at === 0 && nameLines.length > 0 ? "" : (row[place.index] ?? "")),
    );
    const nameText = nameLines.map((line) => `${paint(row, 0, line)}\n`).join("");
    await sink.text(nameText + linesOf(cells, places, (at, text) => paint(row, at, text), measure));
  }
}

function hangingLines(
  row: readonly string[],
  [place]: readonly ColumnPlace[],
  total: number,
  measure: TextWidth,
): readonly string[] {
  const text = place?.hangs === true ? (row[place.index] ?? "") : "";
  return measure.widthOf(text) > (place?.width ?? 0) ? fold(text, total, measure) : [];
}

/** Keeps the columns of a stream until the width of the terminal changes. */
function placeColumns(table: Table) {
  const { columns, rows, total, measure, job } = table;
  const { header: hasHeader, layout } = job.settings;
  const grows = layout?.grows === true;
  if (!grows && layout !== undefined && "places" in layout && layout.total === total) return layout.places;
  const fittedColumns = columns.map(({ header, rank, as, min, width = 0 }, index) => {
    const headerWidth = hasHeader ? measure.widthOf(header) : 0;
    const previousWidth = grows ? (layout.naturalWidths?.[index] ?? 0) : layout === undefined ? 0 : width;
    const naturalWidth = rows.reduce(
      (max, cells) => Math.max(max, measure.widthOf(cells[index] ?? "")),
      Math.max(headerWidth, previousWidth),
    );
    const isCuttable =
      (as === undefined || cuttableForms.has(as)) &&
      !rows.every((cells) => networkAddress.test(cells[index] ?? ""));
    const mayHang = index === 0 && rank === "key";
    const usualWidth = mayHang
      ? usualWidthOf(table, naturalWidth, grows ? (layout.usualWidth ?? 0) : previousWidth)
      : undefined;
    return {
      naturalWidth,
      headerWidth,
      rank,
      min: isCuttable || rank === "text" ? min : naturalWidth,
      usualWidth,
    };
  });
  const naturalPlaces = fittedColumns.map((column, index) => ({ index, width: column.naturalWidth }));
  const places =
    total === undefined ? naturalPlaces : fitColumns(fittedColumns, total, keepsAll(job.settings));
  if (layout === undefined) return places;
  if (total !== undefined) layout.total = total;
  layout.naturalWidths = naturalPlaces.map(({ width }) => width);
  layout.places =
    places === undefined || total === undefined || grows ? places : withWideLastColumn(places, total);
  return layout.places;
}

function usualWidthOf({ rows, measure, job }: Table, naturalWidth: number, minimum: number) {
  const { layout } = job.settings;
  const usualWidth = Math.max(minimum, findUsualWidth(rows.map(([text = ""]) => measure.widthOf(text))));
  if (layout?.grows === true) layout.usualWidth = usualWidth;
  return naturalWidth - usualWidth < minExtraWidth ? undefined : usualWidth;
}

/** Gives the last column the rest of the width, for longer texts in later rows. */
function withWideLastColumn(places: readonly ColumnPlace[], total: number): readonly ColumnPlace[] {
  const usedWidth = places.reduce((sum, { width }) => sum + width + gap, -gap);
  return places.map((place, at) =>
    at === places.length - 1
      ? { ...place, width: Math.max(place.width, place.width + total - usedWidth) }
      : place,
  );
}

function linesOf(
  cells: readonly (readonly string[])[],
  places: readonly ColumnPlace[],
  paint: (at: number, text: string) => string,
  { widthOf }: TextWidth,
): string {
  const height = Math.max(...cells.map((texts) => texts.length));
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = cells.map((texts, at) => {
      const text = texts[line] ?? "";
      const room = at === cells.length - 1 ? 0 : (places[at]?.width ?? 0) - widthOf(text);
      return (text === "" ? "" : paint(at, text)) + " ".repeat(Math.max(0, room));
    });
    return `${parts.join(" ".repeat(gap)).trimEnd()}\n`;
  });
  return lines.join("");
}

/** If fewer columns remain beside the labels, values go below their labels. */
const minBesideWidth = 12;

const indent = 2;

async function printRecords(table: Table, visibleIndexes: readonly number[]): Promise<void> {
  const { rows, measure, total = defaultWidth } = table;
  const { settings, palette, sink } = table.job;
  const { header: hasHeader, layout } = settings;
  const previousRecords = layout?.grows === true ? undefined : layout?.records;
  const hasLabels = previousRecords?.hasLabels ?? hasHeader;
  if (layout !== undefined && rows.length > 0) layout.records = { hasLabels };
  const columns = visibleIndexes.flatMap((index) => table.columns[index] ?? []);
  const width = Math.max(0, ...columns.map(({ header }) => measure.widthOf(header))) + gap;
  const isBeside = hasLabels && total - width >= minBesideWidth;
  const hangingIndent = isBeside ? width : hasLabels && total > 2 * indent ? indent : 0;
  const room = Math.max(1, total - hangingIndent);
  for (const [row, cells] of rows.entries()) {
    const lines = columns.flatMap(({ header, as }, at) => {
      const text = cells[visibleIndexes[at] ?? at] ?? "";
      const paint = palette.cell(as, text);
      const texts = fold(text, room, measure).map((line) => paint(line));
      if (isBeside) {
        const label = palette.header(header) + " ".repeat(width - measure.widthOf(header));
        return texts.map((line, index) => (index === 0 ? label : " ".repeat(hangingIndent)) + line);
      }
      const labels = hasLabels ? fold(header, total, measure).map((line) => palette.header(line)) : [];
      return [...labels, ...texts.map((line) => " ".repeat(hangingIndent) + line)];
    });
    await sink.text(`${row === 0 && previousRecords === undefined ? "" : "\n"}${lines.join("\n")}\n`);
  }
}

/** Texts are folded only if at least this many columns remain beside the labels. */
const minFoldedWidth = 20;

/** On a terminal, texts are folded beside their labels, but long words are not broken, so that they can be copied. */
export async function printListing(
  columns: readonly Column[],
  row: unknown,
  { settings: { header: hasLabels, lookUp }, palette, out, sink }: RowsJob,
): Promise<void> {
  const total = terminalWidth(out);
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
