import type { TextOutput } from "../context.ts";
import { Failure } from "../failure.ts";
import { isRecord } from "../json/exact.ts";
import { createMemberReader, readElement } from "../json/members.ts";
import type { Element } from "../json/splitter.ts";
import { cellText, rawText, scalarText, valuesAt } from "./cells.ts";
import { columnNamed, columnsFor, firstOf, type ShownColumn } from "./columns.ts";
import { csvRecord, tsvRecord } from "./delimited.ts";
import { escapeLine } from "./escape.ts";
import { type Mask, maskSecrets } from "./mask.ts";
import { withNodeNames } from "./node-names.ts";
import type { Palette } from "./palette.ts";
import type { OutputSettings, Shape } from "./shape.ts";
import type { Sink } from "./sink.ts";
import { orderFor, type SortKeys } from "./sorting.ts";
import { printTable } from "./table.ts";

/** A row that is parsed already, or the bytes of one. */
export type Row = { readonly value: unknown } | Element;

export interface RowsJob {
  readonly shape: Shape;
  readonly settings: OutputSettings;
  readonly mask: Mask | undefined;
  readonly palette: Palette;
  readonly out: TextOutput;
  readonly sink: Sink;
}

/** Rows that are held before the first is printed. */
const maxKeptRows = 1_000_000;

const tooManyRows = (): Failure =>
  new Failure("other", "the answer has more than 1,000,000 rows", {
    hint: "-o csv, tsv and ndjson without --sort write them as they come",
  });

/**
 * Prints a list as table, wide, csv, tsv or name. Of each row only the members that are shown are read, and
 * only what is printed of them is kept, and that only where the form needs all rows before the first (a
 * table's widths, an order).
 */
export async function printRows(rows: AsyncIterable<Row>, job: RowsJob): Promise<void> {
  const { shape, settings, mask, sink } = job;
  const order = settings.sort === undefined ? undefined : orderFor(settings.sort, shape);
  let kept: { readonly cells: readonly string[]; readonly key: SortKeys }[] = [];
  const absent = new Set([...(settings.columns ?? []), ...(settings.sort ?? []).map(withoutSign)]);
  let seen = 0;
  let form: RowForm | undefined;
  let reader: (element: Element) => unknown = readElement;
  for await (const row of rows) {
    if (form === undefined) {
      // The first row decides on the columns, so it is read whole.
      form = formFor(job, maskSecrets("json" in row ? readElement(row) : row.value, mask));
      const paths = order === undefined ? form.paths : [...form.paths, ...order.paths];
      if (form.paths.length > 0) reader = createMemberReader(paths.map(firstOf));
    }
    const value = maskSecrets("json" in row ? reader(row) : row.value, mask);
    seen += 1;
    for (const name of absent)
      if (valuesAt(value, columnNamed(name, shape).path).length > 0) absent.delete(name);
    const cells = form.cells(value);
    if (cells === undefined) continue;
    if (order === undefined && form.write !== undefined) await sink.text(form.write(cells));
    else kept.push({ cells, key: order?.keyOf(value) ?? [] });
    if (kept.length > maxKeptRows) throw tooManyRows();
  }
  form ??= formFor(job, undefined);
  if (form.write === undefined && form.columns.some(({ as }) => as === "node")) {
    const { columns } = form;
    const rows = await withNodeNames(
      columns,
      kept.map(({ cells }) => cells),
      settings.nodeNames,
    );
    kept = kept.map(({ key }, at) => {
      const cells = rows[at] ?? [];
      return { cells, key: withShownNodes(key, order?.paths ?? [], columns, cells) };
    });
  }
  if (order !== undefined) kept.sort((left, right) => order.compare(left.key, right.key));
  reportAbsent(job, absent, seen);
  if (seen === 0 && (settings.format === "table" || settings.format === "wide")) settings.noteEmpty?.();
  if (form.write === undefined) await form.table(kept.map(({ cells }) => cells));
  else for (const { cells } of kept) await sink.text(form.write(cells));
}

const withoutSign = (name: string): string => name.replace(/^-/, "");

/** Names of columns that no row has anything for. */
function reportAbsent({ settings }: RowsJob, absent: ReadonlySet<string>, rows: number): void {
  if (rows > 0 && absent.size > 0) settings.note?.(`no row has a ${[...absent].join(", ")}`);
}

interface RowForm {
  /** Of a table. */
  readonly columns: readonly ShownColumn[];
  /** What is read of a row; none: all of it. */
  readonly paths: readonly string[];
  /** Undefined for a row that has nothing to print. */
  cells(row: unknown): readonly string[] | undefined;
  /** One row as text; undefined for a table, which is written at the end. */
  readonly write: ((cells: readonly string[]) => string) | undefined;
  table(rows: readonly (readonly string[])[]): Promise<void>;
}

/** The keys of a row whose nodes are ordered by the names that stand in its cells. */
function withShownNodes(
  key: SortKeys,
  paths: readonly string[],
  columns: readonly ShownColumn[],
  cells: readonly string[],
): SortKeys {
  return paths.map((path, index) => {
    const at = columns.findIndex((column) => column.path === path && column.as === "node");
    return at === -1 || key[index] === undefined ? key[index] : cells[at];
  });
}

const noTable = async (): Promise<void> => {};

function formFor(job: RowsJob, first: unknown): RowForm {
  const { settings, out, sink } = job;
  const isTerminal = out.isTTY === true;
  if (settings.format === "name") return nameForm(job);
  const hasRows = first === undefined || isRecord(first) || settings.columns !== undefined;
  if (!hasRows)
    return {
      columns: [],
      paths: [],
      cells: (row) => [scalarLine(row, settings, isTerminal)],
      write: (cells) => cells.join(""),
      table: noTable,
    };
  const columns = columnsFor(job.shape, settings, first);
  const paths = columns.map(({ path }) => path);
  if (settings.format === "csv" || settings.format === "tsv") {
    const record = settings.format === "csv" ? csvRecord : tsvRecord;
    const header = settings.header
      ? record(
          columns.map((column) => column.header),
          isTerminal,
        )
      : "";
    if (header !== "") sink.append(header);
    return {
      columns: [],
      paths,
      cells: (row) => paths.map((path) => rawText(row, path)),
      write: (cells) => record(cells, isTerminal),
      table: noTable,
    };
  }
  return {
    columns,
    paths,
    cells: (row) => columns.map((column) => cellText(row, column.path, column.as)),
    write: undefined,
    table: (rows) =>
      printTable(
        escaped(columns),
        rows,
        {
          header: settings.header,
          palette: job.palette,
          note: settings.note,
          layout: settings.layout,
        },
        out,
        sink,
      ),
  };
}

function nameForm({ shape, settings }: RowsJob): RowForm {
  let told = false;
  return {
    columns: [],
    paths: [shape.identity],
    cells: (row) => {
      const names = isRecord(row)
        ? valuesAt(row, shape.identity).map(scalarText)
        : Array.isArray(row)
          ? []
          : [scalarText(row)];
      const name = names.join(",");
      if (name !== "") return [name];
      if (!told) settings.note?.(`the answer has no ${shape.identity} to print; -o json shows it`);
      told = true;
      return undefined;
    },
    write: (cells) => `${escapeLine(cells.join(""))}\n`,
    table: noTable,
  };
}

function scalarLine(row: unknown, { format }: OutputSettings, isTerminal: boolean): string {
  if (format === "csv") return csvRecord([scalarText(row)], isTerminal);
  if (format === "tsv") return tsvRecord([scalarText(row)], isTerminal);
  return `${escapeLine(scalarText(row))}\n`;
}

/** Headers that an operator typed or the service named. */
function escaped(columns: readonly ShownColumn[]): readonly ShownColumn[] {
  return columns.map((column) => ({ ...column, header: escapeLine(column.header) }));
}
