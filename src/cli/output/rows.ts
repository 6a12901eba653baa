import { isTableForm } from "../../catalogue/commands/options.ts";
import { createMemberReader, readElement } from "../../client/json/members.ts";
import type { Element } from "../../client/json/splitter.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { valuesAt } from "./cells.ts";
import { columnNamed, decidingMembers, firstOf } from "./columns.ts";
import { maskSecrets } from "./mask.ts";
import { withNodeNames } from "./node-names.ts";
import { type AnswerRow, formFor, type RowForm, type RowsJob } from "./row-form.ts";
import type { OutputSettings, Shape, ShownColumn } from "./shape.ts";
import { type Order, orderFor, type SortKeys } from "./sorting.ts";

/** Rows that are held before the first is printed. */
const maxKeptRows = 1_000_000;

const tooManyRows = (): Failure =>
  new Failure("other", "the answer has more than 1,000,000 rows", {
    hint: "-o csv, tsv and ndjson without --sort write them as they come",
  });

/** A row that waits for all the others. */
interface KeptRow {
  readonly cells: readonly string[];
  readonly key: SortKeys;
}

/**
 * Prints a list as table, wide, csv, tsv or name. Of each row only the members that are shown are read, and
 * only what is printed of them is kept, and that only where the form needs all rows before the first (a
 * table's widths, an order).
 */
export async function printRows(rows: AsyncIterable<AnswerRow>, job: RowsJob): Promise<void> {
  const { shape, settings, sink } = job;
  const order = settings.sort === undefined ? undefined : orderFor(settings.sort, shape);
  const reader = createRowReader(job, order);
  const absent = createAbsence(settings, shape);
  const kept: KeptRow[] = [];
  let seen = 0;
  for await (const row of rows) {
    const value = reader.read(row);
    const form = reader.form();
    seen += 1;
    absent.observe(value);
    const cells = form.cells(value);
    if (cells === undefined) continue;
    if (order === undefined && "write" in form) await sink.text(form.write(cells));
    else kept.push({ cells, key: order?.keyOf(value) ?? [] });
    if (kept.length > maxKeptRows) throw tooManyRows();
  }
  const form = reader.form();
  const named = "columns" in form ? await withShownNodes(kept, form.columns, order, settings) : kept;
  if (order !== undefined) named.sort((left, right) => order.compare(left.key, right.key));
  if (shape.maxRows !== undefined && named.length > shape.maxRows) {
    shape.onCut?.();
    named.length = shape.maxRows;
  }
  if (seen > 0) absent.report();
  else if (isTableForm(settings.format) && settings.noteEmpty?.() === true) return;
  if ("print" in form) await form.print(named.map(({ cells }) => cells));
  else for (const { cells } of named) await sink.text(form.write(cells));
}

/** Reads rows: what the first one has decides on the form, and that on what is read of each. */
function createRowReader(
  job: RowsJob,
  order: Order | undefined,
): { read(row: AnswerRow): unknown; form(): RowForm } {
  let form: RowForm | undefined;
  let readMembers: (element: Element) => unknown = readElement;
  /** Whole, unless a part of it says as much. */
  const readFirst = (row: AnswerRow): unknown => {
    const deciding = decidingMembers(job.shape, job.settings);
    if ("json" in row && deciding.length > 0 && job.settings.format !== "name") {
      const part = createMemberReader(deciding)(row);
      if (!isRecord(part) || Object.keys(part).length > 0) return part;
    }
    return read(row);
  };
  const read = (row: AnswerRow) => maskSecrets("json" in row ? readMembers(row) : row.value, job.mask);
  return {
    read(row) {
      if (form === undefined) {
        form = formFor(job, readFirst(row));
        const paths = [...form.paths, ...(order?.paths ?? [])];
        if (form.paths.length > 0) readMembers = createMemberReader(paths.map(firstOf));
      }
      return read(row);
    },
    form: () => {
      form ??= formFor(job, undefined);
      return form;
    },
  };
}

/** Follows which of the columns that the operator named no row has anything for. */
function createAbsence(
  { columns = [], sort = [], note }: OutputSettings,
  shape: Shape,
): { observe(row: unknown): void; report(): void } {
  const absent = new Set([...columns, ...sort.map((name) => name.replace(/^-/, ""))]);
  return {
    observe(row) {
      for (const name of absent)
        if (valuesAt(row, columnNamed(name, shape).path).length > 0) absent.delete(name);
    },
    report() {
      if (absent.size > 0) note?.(`no row has a ${[...absent].join(", ")}`);
    },
  };
}

/** The rows with host names in the place of system ids, in their cells and in the keys of their order. */
async function withShownNodes(
  kept: KeptRow[],
  columns: readonly ShownColumn[],
  order: Order | undefined,
  { nodeNames }: OutputSettings,
): Promise<KeptRow[]> {
  if (!columns.some(({ as }) => as === "node")) return kept;
  const rows = await withNodeNames(
    columns,
    kept.map(({ cells }) => cells),
    nodeNames,
  );
  const cellAt = (order?.paths ?? []).map((path) =>
    columns.findIndex((column) => column.path === path && column.as === "node"),
  );
  return rows.map((cells, row) => {
    const key = kept[row]?.key ?? [];
    return {
      cells,
      key: key.map((part, at) => (part === undefined ? part : (cells[cellAt[at] ?? -1] ?? part))),
    };
  });
}
