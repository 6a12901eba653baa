import type { CellForm, Column } from "../../catalogue/operation.ts";
import type { TextOutput } from "../../context.ts";
import { cellText, replaceLookedUp, valuesAt } from "./cells.ts";
import type { OutputSettings, Shape } from "./columns.ts";
import { escapeLine, escapeText } from "./escape.ts";
import {
  columnGap,
  findUsualWidth,
  fitColumns,
  isEssential,
  minExtraWidth,
  type PlacedColumn,
} from "./fit.ts";
import type { Mask } from "./mask.ts";
import type { Palette } from "./palette.ts";
import type { Sink } from "./sink.ts";
import { defaultWidth, fold, measureFor, type TextMeasure, terminalWidth } from "./text-width.ts";

/** An IP or MAC address, a network, or no value. */
const networkAddress = /^(?:-?|[\da-f]*[.:][\da-f.:/]*)$/i;

/** Cells of other forms are useless if they are cut. */
const cuttableForms: ReadonlySet<CellForm> = new Set(["words", "node", "space"]);

export interface PrintJob {
  readonly shape: Shape;
  readonly settings: OutputSettings;
  readonly mask: Mask | undefined;
  readonly palette: Palette;
  readonly out: TextOutput;
  readonly sink: Sink;
}

interface Table {
  readonly job: PrintJob;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The width of the terminal; undefined if the output is not a terminal. */
  readonly availableWidth: number | undefined;
  readonly measure: TextMeasure;
}

/** Prints records if the terminal is too narrow for columns. Without a terminal, rows are aligned, uncut lines. */
export async function printTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  job: PrintJob,
): Promise<void> {
  if (columns.length === 0) return;
  const measure = await measureFor([columns.map(({ header }) => header), ...rows]);
  const table: Table = { job, columns, rows, measure, availableWidth: terminalWidth(job.out) };
  const placedColumns = placeColumns(table);
  const visibleIndexes =
    placedColumns?.map(({ index }) => index) ??
    columns.flatMap((column, index) => (keepsAllColumns(job.settings) || isEssential(column) ? [index] : []));
  if (visibleIndexes.length < columns.length) {
    const hiddenColumns = columns.filter((_, index) => !visibleIndexes.includes(index));
    job.settings.noteHiddenColumns?.(hiddenColumns.map(({ header }) => header));
  }
  if (placedColumns === undefined) await printRecords(table, visibleIndexes);
  else await printColumns(table, placedColumns);
}

const keepsAllColumns = ({ format, columns }: OutputSettings): boolean =>
  format === "wide" || columns !== undefined;

async function printColumns(
  { columns, rows, availableWidth, measure, job: { settings, palette, sink } }: Table,
  placedColumns: readonly PlacedColumn[],
): Promise<void> {
  const layOutCell = ({ index, width }: PlacedColumn, text: string): readonly string[] => {
    if (availableWidth === undefined) return [text];
    return isEssential(columns[index] ?? {}) ? fold(text, width, measure) : [measure.cutTo(text, width)];
  };
  const paint = (row: readonly string[], at: number, text: string): string => {
    const { index } = placedColumns[at] ?? { index: at };
    return palette.cell(columns[index]?.as, row[index] ?? "")(text);
  };
  const headers = placedColumns.map(({ index, width }) => measure.cutTo(columns[index]?.header ?? "", width));
  if (settings.hasHeader) {
    const cells = headers.map((text) => [text]);
    await sink.text(layOutLines(cells, placedColumns, (_, text) => palette.header(text), measure));
  }
  // Formats row by row, so that only the texts of a long table are in memory.
  for (const row of rows) {
    const nameLines =
      availableWidth === undefined ? [] : hangingLines(row, placedColumns, availableWidth, measure);
    const cells = placedColumns.map((placedColumn, at) =>
      layOutCell(placedColumn, at === 0 && nameLines.length > 0 ? "" : (row[placedColumn.index] ?? "")),
    );
    const nameText = nameLines.map((line) => `${paint(row, 0, line)}\n`).join("");
    await sink.text(
      nameText + layOutLines(cells, placedColumns, (at, text) => paint(row, at, text), measure),
    );
  }
}

function hangingLines(
  row: readonly string[],
  [placedColumn]: readonly PlacedColumn[],
  availableWidth: number,
  measure: TextMeasure,
): readonly string[] {
  const text = placedColumn?.hangs === true ? (row[placedColumn.index] ?? "") : "";
  return measure.widthOf(text) > (placedColumn?.width ?? 0) ? fold(text, availableWidth, measure) : [];
}

/** Keeps the columns of a stream until the width of the terminal changes. */
function placeColumns(table: Table) {
  const { columns, rows, availableWidth, measure, job } = table;
  const { hasHeader, layout } = job.settings;
  const grows = layout?.grows === true;
  if (!grows && layout !== undefined && "placedColumns" in layout && layout.availableWidth === availableWidth)
    return layout.placedColumns;
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
  const naturalColumns = fittedColumns.map((column, index) => ({ index, width: column.naturalWidth }));
  const placedColumns =
    availableWidth === undefined
      ? naturalColumns
      : fitColumns(fittedColumns, availableWidth, keepsAllColumns(job.settings));
  if (layout === undefined) return placedColumns;
  if (availableWidth !== undefined) layout.availableWidth = availableWidth;
  layout.naturalWidths = naturalColumns.map(({ width }) => width);
  layout.placedColumns =
    placedColumns === undefined || availableWidth === undefined || grows
      ? placedColumns
      : withWideLastColumn(placedColumns, availableWidth);
  return layout.placedColumns;
}

function usualWidthOf({ rows, measure, job }: Table, naturalWidth: number, minimum: number) {
  const { layout } = job.settings;
  const usualWidth = Math.max(minimum, findUsualWidth(rows.map(([text = ""]) => measure.widthOf(text))));
  if (layout?.grows === true) layout.usualWidth = usualWidth;
  return naturalWidth - usualWidth < minExtraWidth ? undefined : usualWidth;
}

/** Gives the last column the rest of the width, for longer texts in later rows. */
function withWideLastColumn(
  placedColumns: readonly PlacedColumn[],
  availableWidth: number,
): readonly PlacedColumn[] {
  const usedWidth = placedColumns.reduce((sum, { width }) => sum + width + columnGap, -columnGap);
  const extraWidth = Math.max(0, availableWidth - usedWidth);
  return placedColumns.map((column, at) =>
    at === placedColumns.length - 1 ? { ...column, width: column.width + extraWidth } : column,
  );
}

function layOutLines(
  cells: readonly (readonly string[])[],
  placedColumns: readonly PlacedColumn[],
  paint: (at: number, text: string) => string,
  { widthOf }: TextMeasure,
): string {
  const height = Math.max(...cells.map((texts) => texts.length));
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = cells.map((texts, at) => {
      const text = texts[line] ?? "";
      const padding = at === cells.length - 1 ? 0 : (placedColumns[at]?.width ?? 0) - widthOf(text);
      return (text === "" ? "" : paint(at, text)) + " ".repeat(Math.max(0, padding));
    });
    return `${parts.join(" ".repeat(columnGap)).trimEnd()}\n`;
  });
  return lines.join("");
}

/** If less width remains beside the labels, values go below their labels. */
const minBesideWidth = 12;

const indent = 2;

async function printRecords(table: Table, visibleIndexes: readonly number[]): Promise<void> {
  const { rows, measure, availableWidth = defaultWidth } = table;
  const { settings, palette, sink } = table.job;
  const { hasHeader, layout } = settings;
  const previousRecords = layout?.grows === true ? undefined : layout?.records;
  const hasLabels = previousRecords?.hasLabels ?? hasHeader;
  if (layout !== undefined && rows.length > 0) layout.records = { hasLabels };
  const columns = visibleIndexes.flatMap((index) => table.columns[index] ?? []);
  const width = Math.max(0, ...columns.map(({ header }) => measure.widthOf(header))) + columnGap;
  const areLabelsBeside = hasLabels && availableWidth - width >= minBesideWidth;
  const hangingIndent = areLabelsBeside ? width : hasLabels && availableWidth > 2 * indent ? indent : 0;
  const valueWidth = Math.max(1, availableWidth - hangingIndent);
  for (const [row, cells] of rows.entries()) {
    const lines = columns.flatMap(({ header, as }, at) => {
      const text = cells[visibleIndexes[at] ?? at] ?? "";
      const paint = palette.cell(as, text);
      const texts = fold(text, valueWidth, measure).map((line) => paint(line));
      if (areLabelsBeside) {
        const label = palette.header(header) + " ".repeat(width - measure.widthOf(header));
        return texts.map((line, index) => (index === 0 ? label : " ".repeat(hangingIndent)) + line);
      }
      const labels = hasLabels
        ? fold(header, availableWidth, measure).map((line) => palette.header(line))
        : [];
      return [...labels, ...texts.map((line) => " ".repeat(hangingIndent) + line)];
    });
    await sink.text(`${row === 0 && previousRecords === undefined ? "" : "\n"}${lines.join("\n")}\n`);
  }
}

/** Texts are folded only if at least this much width remains beside the labels. */
const minFoldedWidth = 20;

/** On a terminal, texts are folded beside their labels, but long words are not broken, so that they can be copied. */
export async function printListing(
  columns: readonly Column[],
  row: unknown,
  { settings: { hasHeader: hasLabels, lookUp }, palette, out, sink }: PrintJob,
): Promise<void> {
  const availableWidth = terminalWidth(out);
  const names = columns.map(({ header }) => escapeLine(header));
  const cells = columns.map(({ path, as }) => cellText(row, path, as));
  const [texts = cells] = await replaceLookedUp(columns, [cells], lookUp);
  const measure = await measureFor(availableWidth === undefined ? [names] : [names, texts]);
  const { widthOf } = measure;
  const width = Math.max(0, ...names.map(widthOf));
  const hangingIndent = hasLabels ? width + columnGap : 0;
  const valueWidth =
    availableWidth === undefined || availableWidth - hangingIndent < minFoldedWidth
      ? undefined
      : availableWidth - hangingIndent;
  for (const [index, { path, as }] of columns.entries()) {
    const name = names[index] ?? "";
    const [value, ...others] = valuesAt(row, path);
    const pad = " ".repeat(Math.max(0, width - widthOf(name)) + columnGap);
    if (typeof value === "string" && others.length === 0 && value.trimEnd().includes("\n")) {
      const lines = escapeText(value.trimEnd()).split("\n");
      const text = hasLabels ? lines.map((line) => `  ${line}`) : lines;
      await sink.text(`${hasLabels ? `${palette.header(name)}\n` : ""}${text.join("\n")}\n`);
      continue;
    }
    const text = texts[index] ?? "";
    const paint = palette.cell(as, text);
    const lines = valueWidth === undefined ? [text] : fold(text, valueWidth, measure, true);
    const paintedText = lines.map((line) => paint(line)).join(`\n${" ".repeat(hangingIndent)}`);
    await sink.text(`${hasLabels ? palette.header(name) + pad : ""}${paintedText}\n`);
  }
}
