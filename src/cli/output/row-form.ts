import type { Element } from "../../client/json/splitter.ts";
import type { TextOutput } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { cellText, rawText, scalarText, valuesAt } from "./cells.ts";
import { columnsFor } from "./columns.ts";
import { csvRecord, tsvRecord } from "./delimited.ts";
import { escapeLine } from "./escape.ts";
import { guessedIdentity } from "./guessed-columns.ts";
import type { Mask } from "./mask.ts";
import type { Palette } from "./palette.ts";
import type { OutputSettings, Shape, ShownColumn } from "./shape.ts";
import type { Sink } from "./sink.ts";
import { printTable } from "./table.ts";

/** A row that is parsed already, or the bytes of one. */
export type AnswerRow = { readonly value: unknown } | Element;

export interface RowsJob {
  readonly shape: Shape;
  readonly settings: OutputSettings;
  readonly mask: Mask | undefined;
  readonly palette: Palette;
  readonly out: TextOutput;
  readonly sink: Sink;
}

/** How each row of a list is read and printed. */
export type RowForm = {
  /** What is read of a row; none: all of it. */
  readonly paths: readonly string[];
  /** Undefined for a row that has nothing to print. */
  cells(row: unknown): readonly string[] | undefined;
} & (LineForm | TableForm);

interface LineForm {
  /** One row as text. */
  write(cells: readonly string[]): string;
}

interface TableForm {
  readonly columns: readonly ShownColumn[];
  print(rows: readonly (readonly string[])[]): Promise<void>;
}

/** The form of a list by the first of its rows; undefined where it has none. */
export function formFor(job: RowsJob, first: unknown): RowForm {
  const { shape, settings, out } = job;
  const { format } = settings;
  if (format === "name") return nameForm(job, first);
  const hasColumns = first === undefined || isRecord(first) || settings.columns !== undefined;
  if (!hasColumns) {
    const isTerminal = out.isTTY === true;
    return {
      paths: [],
      cells: (row) => [scalarLine(row, settings, isTerminal)],
      write: (cells) => cells.join(""),
    };
  }
  const columns = columnsFor(shape, settings, first);
  if (format === "csv") return recordForm(columns, csvRecord, job);
  return format === "tsv" ? recordForm(columns, tsvRecord, job) : tableForm(columns, job);
}

/** Writes the header at once. */
function recordForm(
  columns: readonly ShownColumn[],
  record: typeof csvRecord,
  { settings, out, sink }: RowsJob,
): RowForm {
  const isTerminal = out.isTTY === true;
  const paths = columns.map(({ path }) => path);
  if (settings.header) {
    const headers = columns.map(({ header }) => header);
    sink.append(record(headers, isTerminal));
  }
  return {
    paths,
    cells: (row) => paths.map((path) => rawText(row, path)),
    write: (cells) => record(cells, isTerminal),
  };
}

function tableForm(columns: readonly ShownColumn[], { settings, palette, out, sink }: RowsJob): RowForm {
  const { header, layout } = settings;
  const keepsAll = settings.format === "wide" || settings.columns !== undefined;
  const options = { header, palette, keepsAll, onHidden: settings.noteHidden, layout };
  const now = out.isTTY === true && settings.format === "table" ? settings.now?.() : undefined;
  // A header may have been typed by an operator or named by the service.
  const safe = columns.map((column) => ({ ...column, header: escapeLine(column.header) }));
  return {
    columns,
    paths: columns.map(({ path }) => path),
    cells: (row) => columns.map((column) => cellText(row, column.path, column.as, now)),
    print: (rows) => printTable(safe, rows, options, out, sink),
  };
}

function nameForm({ shape, settings }: RowsJob, first: unknown): RowForm {
  const identity = shape.isUnknown === true ? guessedIdentity(first, shape.identity) : shape.identity;
  let isNoted = false;
  return {
    paths: [identity],
    cells: (row) => {
      const names = isRecord(row)
        ? valuesAt(row, identity).map(scalarText)
        : Array.isArray(row)
          ? []
          : [scalarText(row)];
      const name = names.join(",");
      if (name !== "") return [name];
      if (!isNoted) settings.note?.(`the answer has no ${identity} to print; -o json shows it`);
      isNoted = true;
      return undefined;
    },
    write: (cells) => `${escapeLine(cells.join(""))}\n`,
  };
}

function scalarLine(row: unknown, { format }: OutputSettings, isTerminal: boolean): string {
  if (format === "csv") return csvRecord([scalarText(row)], isTerminal);
  if (format === "tsv") return tsvRecord([scalarText(row)], isTerminal);
  return `${escapeLine(scalarText(row))}\n`;
}
