import { isTableForm } from "../../catalogue/commands/options.ts";
import type { Column } from "../../catalogue/operation.ts";
import { type AnswerRow, createMemberReader, readElement } from "../../client/json/elements.ts";
import { Failure } from "../../core/failure.ts";
import { groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { compareNaturally } from "../../core/text/order.ts";
import { cellText, isLookedUp, rawText, replaceLookedUp, scalarText, valuesAt } from "./cells.ts";
import {
  columnNamed,
  columnsFor,
  guessedIdentity,
  membersAt,
  type OutputSettings,
  type Shape,
} from "./columns.ts";
import { escapeLine } from "./escape.ts";
import { maskSecrets } from "./mask.ts";
import { type PrintJob, printTable } from "./table.ts";

const maxBufferedRows = 1_000_000;

interface BufferedRow {
  cells: readonly string[];
  sortKeys: SortKeys;
  readonly site: string | undefined;
}

/** Reads only the members that are printed; buffers rows only to sort them or to find column widths. */
export async function printRows(rows: AsyncIterable<AnswerRow>, job: PrintJob): Promise<void> {
  const { shape, settings } = job;
  const order = settings.sort === undefined ? undefined : orderFor(settings.sort, shape);
  const reader = createRowReader(job, order);
  const absentColumns = trackAbsentColumns(settings, shape);
  const bufferedRows: BufferedRow[] = [];
  let rowCount = 0;
  for await (const row of rows) {
    const value = reader.read(row);
    const rowFormat = reader.rowFormat();
    rowCount += 1;
    absentColumns.observe(value);
    const cells = rowFormat.cells(value);
    if (cells === undefined) continue;
    if (order === undefined && rowFormat.isStreamed) await rowFormat.print([cells]);
    else bufferedRows.push({ cells, sortKeys: order?.keyOf(value) ?? [], site: row.site });
    if (bufferedRows.length > maxBufferedRows)
      throw new Failure("other", "the answer has more than 1,000,000 rows", {
        hint: "-o csv, tsv and ndjson without --sort write rows as they arrive",
      });
  }
  const rowFormat = reader.rowFormat();
  if (rowFormat.columns?.some(isLookedUp)) await lookUpCells(bufferedRows, rowFormat.columns, job, order);
  if (order !== undefined) bufferedRows.sort((left, right) => order.compare(left.sortKeys, right.sortKeys));
  if (shape.maxRows !== undefined && bufferedRows.length > shape.maxRows) {
    shape.onCut?.();
    bufferedRows.length = shape.maxRows;
  }
  if (rowCount > 0) absentColumns.report();
  else if (isTableForm(settings.format) && settings.noteEmpty?.() === true) return;
  await rowFormat.print(bufferedRows.map(({ cells }) => cells));
}

/** The first row decides the format and which members are read. */
function createRowReader(job: PrintJob, order: Order | undefined) {
  let rowFormat: RowFormat | undefined;
  let readMembers: (row: AnswerRow) => unknown = readElement;
  return {
    read(row: AnswerRow): unknown {
      if (rowFormat === undefined) {
        rowFormat = rowFormatFor(job, withSite(readMembers(row), row.site));
        // The cell of a status name depends on the status itself.
        const members = [...rowFormat.paths, ...(order?.paths ?? []), "status"].flatMap(membersAt);
        const serviceMembers = row.site === undefined ? members : members.filter((name) => name !== "site");
        if (rowFormat.paths.length > 0) readMembers = createMemberReader(serviceMembers);
      }
      return withSite(maskSecrets(readMembers(row), job.mask), row.site);
    },
    rowFormat: (): RowFormat => {
      rowFormat ??= rowFormatFor(job, undefined);
      return rowFormat;
    },
  };
}

function withSite(value: unknown, site: string | undefined): unknown {
  if (site === undefined) return value;
  return isRecord(value) ? { ...value, site } : { site, value };
}

function trackAbsentColumns({ columns = [], sort = [], note }: OutputSettings, shape: Shape) {
  const absentColumns = new Set([...columns, ...sort.map((name) => name.replace(/^-/, ""))]);
  return {
    observe(row: unknown) {
      for (const name of absentColumns)
        if (valuesAt(row, columnNamed(name, shape).path).length > 0) absentColumns.delete(name);
    },
    report() {
      if (absentColumns.size > 0) note?.(`no row has a value for: ${[...absentColumns].join(", ")}`);
    },
  };
}

/** As texts, `10%` would come before `9.5%`. */
function withNumericPercentage(part: SortKeys[number]): SortKeys[number] {
  const percentage = typeof part === "string" ? /^([\d.]+)%$/.exec(part)?.[1] : undefined;
  return percentage === undefined ? part : Number(percentage);
}

/** Replaces looked-up cells, and the keys of rows that are sorted by them. */
async function lookUpCells(
  bufferedRows: readonly BufferedRow[],
  columns: readonly Column[],
  { settings: { lookUp } }: PrintJob,
  order: Order | undefined,
): Promise<void> {
  const cellIndexes = (order?.paths ?? []).map((path) =>
    columns.findIndex((column) => column.path === path && isLookedUp(column)),
  );
  for (const [site, rows] of groupBy(bufferedRows, (row) => row.site)) {
    const cellsOfRows = await replaceLookedUp(
      columns,
      rows.map(({ cells }) => cells),
      lookUp && ((form, values) => lookUp(form, values, site)),
    );
    for (const [at, row] of rows.entries()) {
      const cells = cellsOfRows[at] ?? [];
      row.cells = cells;
      row.sortKeys = row.sortKeys.map((part, index) =>
        part === undefined ? part : withNumericPercentage(cells[cellIndexes[index] ?? -1] ?? part),
      );
    }
  }
}

interface RowFormat {
  readonly paths: readonly string[];
  /** Set if cells may need a lookup. */
  readonly columns?: readonly Column[];
  /** True if each row can be printed before the next is read. */
  readonly isStreamed: boolean;
  cells(row: unknown): readonly string[] | undefined;
  print(rows: readonly (readonly string[])[]): Promise<void>;
}

const lineFormat = (
  paths: readonly string[],
  { sink }: PrintJob,
  cells: RowFormat["cells"],
  lineOf: (cells: readonly string[]) => string,
): RowFormat => ({
  paths,
  isStreamed: true,
  cells,
  print: async (rows) => {
    for (const row of rows) await sink.text(lineOf(row));
  },
});

function rowFormatFor(job: PrintJob, firstRow: unknown): RowFormat {
  const { shape, settings, out } = job;
  const { format } = settings;
  if (format === "name") return nameFormat(job, firstRow);
  const hasColumns = firstRow === undefined || isRecord(firstRow) || settings.columns !== undefined;
  const isTerminal = out.isTTY === true;
  if (!hasColumns)
    return lineFormat(
      [],
      job,
      (row) => [scalarLine(row, settings, isTerminal)],
      (cells) => cells.join(""),
    );
  const columns = columnsFor(shape, settings, firstRow);
  const isRecordFormat = format === "csv" || format === "tsv";
  return isRecordFormat ? recordFormat(columns, recordFormatters[format], job) : tableFormat(columns, job);
}

function recordFormat(columns: readonly Column[], formatRecord: typeof csvRecord, job: PrintJob): RowFormat {
  const { settings, out, sink } = job;
  const isTerminal = out.isTTY === true;
  const paths = columns.map(({ path }) => path);
  if (settings.hasHeader) {
    const headers = columns.map(({ header }) => header);
    sink.append(formatRecord(headers, isTerminal));
  }
  const isBmcAddress = (column: Column | undefined) => column?.as === "bmcAddress";
  const rowFormat = lineFormat(
    paths,
    job,
    (row) => paths.map((path) => rawText(row, path)),
    (cells) =>
      formatRecord(
        cells.map((cell, at) => (isBmcAddress(columns[at]) && cell === "-" ? "" : cell)),
        isTerminal,
      ),
  );
  if (!columns.some(isBmcAddress)) return rowFormat;
  const lookedUpColumns = columns.map((each) => (isBmcAddress(each) ? each : { ...each, as: undefined }));
  return { ...rowFormat, isStreamed: false, columns: lookedUpColumns };
}

function tableFormat(columns: readonly Column[], job: PrintJob): RowFormat {
  const { settings, out } = job;
  const now = out.isTTY === true && settings.format === "table" ? settings.now?.() : undefined;
  // Headers may come from the command line or the service, so they are escaped.
  const safeColumns = columns.map((column) => ({ ...column, header: escapeLine(column.header) }));
  return {
    columns,
    isStreamed: false,
    paths: columns.map(({ path }) => path),
    cells: (row) => columns.map((column) => cellText(row, column.path, column.as, now)),
    print: (rows) => printTable(safeColumns, rows, job),
  };
}

function nameFormat(job: PrintJob, firstRow: unknown): RowFormat {
  const { shape, settings } = job;
  const identity =
    shape.hasUnknownMembers === true ? guessedIdentity(firstRow, shape.identity) : shape.identity;
  let isNoted = false;
  const namesOf = (row: unknown): readonly unknown[] =>
    isRecord(row) ? valuesAt(row, identity) : Array.isArray(row) ? [] : [row];
  const cells = (row: unknown) => {
    const name = namesOf(row).map(scalarText).join(",");
    if (name !== "") return [name];
    if (!isNoted) settings.note?.(`the answer has no ${identity} to print; -o json shows it`);
    isNoted = true;
    return undefined;
  };
  return lineFormat([identity], job, cells, (names) => `${escapeLine(names.join(""))}\n`);
}

function scalarLine(row: unknown, { format }: OutputSettings, isTerminal: boolean): string {
  if (format === "csv" || format === "tsv") return recordFormatters[format]([scalarText(row)], isTerminal);
  return `${escapeLine(scalarText(row))}\n`;
}

/** A CSV record (RFC 4180) that ends in a line feed. Spreadsheet formulas are not escaped: data stays as sent. */
function csvRecord(values: readonly string[], isTerminal: boolean): string {
  // CSV readers skip empty lines.
  if (values.length === 1 && values[0] === "") return '""\n';
  const fields = values.map((value) => {
    const text = isTerminal ? escapeLine(value) : value;
    return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\n`;
}

const tsvEscapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A TSV record: tabs, line ends and backslashes become `\t`, `\n`, `\r` and `\\`, so each record is one line. */
function tsvRecord(values: readonly string[], isTerminal: boolean): string {
  const fields = values.map((value) => {
    const text = value.replace(/[\\\t\n\r]/g, (character) => tsvEscapes[character] ?? character);
    return isTerminal ? escapeLine(text) : text;
  });
  return `${fields.join("\t")}\n`;
}

const recordFormatters = { csv: csvRecord, tsv: tsvRecord } as const;

type Order = ReturnType<typeof orderFor>;

type KeyPart = number | bigint | string | undefined;
type SortKeys = readonly KeyPart[];

/** Numbers come before texts, `web-9` before `web-10`, and rows without a value last in both directions. */
export function orderFor(sort: readonly string[], shape: Shape) {
  const columns = sort.map((name) => {
    const isDescending = name.startsWith("-");
    const { path } = columnNamed(isDescending ? name.slice(1) : name, shape);
    return { path, sign: isDescending ? -1 : 1 };
  });
  return {
    paths: columns.map(({ path }) => path),
    /** Reads each row as it arrives. */
    keyOf: (row: unknown): SortKeys => columns.map(({ path }) => keyPartOf(row, path)),
    compare: (left: SortKeys, right: SortKeys): number => {
      for (const [index, { sign }] of columns.entries()) {
        const [one, other] = [left[index], right[index]];
        const order =
          one === undefined || other === undefined
            ? Number(one === undefined) - Number(other === undefined)
            : sign * compareParts(one, other);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

function keyPartOf(row: unknown, path: string): KeyPart {
  const values = valuesAt(row, path).filter((value) => value !== null && value !== "");
  const [first] = values;
  if (values.length === 1 && (typeof first === "number" || typeof first === "bigint")) return first;
  return values.length === 0 ? undefined : values.map(scalarText).join(",");
}

function compareParts(one: NonNullable<KeyPart>, other: NonNullable<KeyPart>): number {
  if (typeof one === "string" && typeof other === "string") return compareNaturally(one, other);
  if (typeof one === "string" || typeof other === "string") return typeof one === "string" ? 1 : -1;
  return one < other ? -1 : one > other ? 1 : 0;
}
