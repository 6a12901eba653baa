import type { Column } from "../../catalogue/operation.ts";
import { isRecord } from "../../core/json-record.ts";
import { guessedColumns, guessedEntries, memberOfHeader } from "./guessed-columns.ts";
import type { OutputSettings, Shape, ShownColumn } from "./shape.ts";

/**
 * The columns of a table: those asked for by header or path, else the shape's
 * own. Where a row has none of the members that those begin with (an answer
 * of another shape than the group's, the result of a query), its own members.
 */
export function columnsFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return settings.columns.map((name) => columnNamed(name, shape));
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedAfter(shape.columns, row, shape, settings.format === "wide");
  const own = ownColumns(shape, settings);
  if (row === undefined || own.some((column) => hasMember(row, column.path))) return own.map(shown);
  return isRecord(row) ? Object.keys(row).map(columnOfMember) : [];
}

function ownColumns(shape: Shape, { format, query }: OutputSettings): readonly Column[] {
  return query === undefined
    ? shape.columns.filter((column) => format === "wide" || column.wide !== true)
    : [];
}

/**
 * The members of a row that decide on the columns of all where it has one of them; none where all that a row has may
 * decide.
 */
export function decidingMembers(shape: Shape, settings: OutputSettings): readonly string[] {
  return shape.isUnknown === true ? [] : ownColumns(shape, settings).map(({ path }) => firstOf(path));
}

/** The columns that are known of rows that nothing else is known of, then those that follow from the first row. */
function guessedAfter(
  known: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  { identity }: Shape,
  isWide: boolean,
): readonly ShownColumn[] {
  const first = known.filter(({ path }) => Object.hasOwn(row, path));
  if (first.length === 0) return guessedColumns(row, identity, isWide);
  const rest = Object.fromEntries(
    Object.entries(row).filter(([key]) => !first.some(({ path }) => path === key)),
  );
  return [...first.map(shown), ...guessedColumns(rest, identity, isWide)];
}

/**
 * What a listing of one object shows: its columns without those that it has no member for and, when wide,
 * every member that no column shows.
 */
export function entriesFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return columnsFor(shape, settings, row);
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedEntries(row, shape.identity);
  const columns = columnsFor(shape, settings, row).filter((column) => hasMember(row, column.path));
  if (settings.format !== "wide" || !isRecord(row)) return columns;
  const covered = new Set(columns.map((column) => firstOf(column.path)));
  return [
    ...columns,
    ...Object.keys(row)
      .filter((key) => !covered.has(key))
      .map(columnOfMember),
  ];
}

/**
 * The column that an operator means: a header in any case, else a path into the JSON (`zone.name`,
 * `ip_addresses[0]`, `.member`), whether or not anything stands there. Of rows that nothing is known of the headers
 * are those that are made of their members.
 */
export function columnNamed(name: string, shape: Pick<Shape, "columns" | "isUnknown">): ShownColumn {
  const column = columnWithHeader(name, shape.columns);
  if (column !== undefined) return shown(column);
  const path = pathOf(shape.isUnknown === true ? memberOfHeader(name) : name);
  return { ...columnOfMember(name), path };
}

function columnWithHeader(name: string, columns: readonly Column[]): Column | undefined {
  const lower = name.toLowerCase();
  return columns.find(({ header }) => header.toLowerCase() === lower);
}

/** `a[0].b` and `.a.0.b` as `a.0.b`. */
function pathOf(name: string): string {
  return name
    .replace(/\[(\d*)\]/g, (_, index: string) => (index === "" ? "" : `.${index}`))
    .replace(/^\./, "");
}

/**
 * Those of the names that are neither a header nor a path: a path has a dot or a bracket, or is a member that
 * a column shows. A bare word may still be a member of the answer.
 */
export function unknownColumns(names: readonly string[], columns: readonly Column[]): readonly string[] {
  return names.filter(
    (name) =>
      !/[.[]/.test(name) &&
      columnWithHeader(name, columns) === undefined &&
      !columns.some(({ path }) => path === name || firstOf(path) === name),
  );
}

/** The member of a row that a path begins with. */
export function firstOf(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : path.slice(0, dot);
}

function hasMember(row: unknown, path: string): boolean {
  return isRecord(row) && Object.hasOwn(row, firstOf(path));
}

function shown({ wide: _, as, ...column }: Column): ShownColumn {
  return { ...column, as };
}

function columnOfMember(path: string): ShownColumn {
  return { header: path.toUpperCase(), path, as: undefined };
}
