import type { CellForm, Column } from "../api/operation.ts";
import { isRecord } from "../json/exact.ts";
import type { OutputSettings, Shape } from "./shape.ts";

/** A column as it is shown: its header, where its values stand, and how they are written. */
export interface ShownColumn {
  readonly header: string;
  readonly path: string;
  readonly as: CellForm | undefined;
  /** See `Column` of the catalogue. */
  readonly rank?: Column["rank"];
  readonly width?: number;
}

/**
 * The columns of a table: those asked for by header or path, else the shape's own. Where a row has none of
 * the members that those begin with (an answer of another shape than the group's, the result of a query), its
 * own members.
 */
export function columnsFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return settings.columns.map((name) => columnNamed(name, shape));
  const wide = settings.format === "wide";
  const own =
    settings.query === undefined ? shape.columns.filter((column) => wide || column.wide !== true) : [];
  if (row === undefined || own.some((column) => hasMember(row, column.path))) return own.map(shown);
  return isRecord(row) ? Object.keys(row).map(columnOfMember) : [];
}

/**
 * What a listing of one object shows: its columns without those that it has no member for and, when wide,
 * every member that no column shows.
 */
export function entriesFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return columnsFor(shape, settings, row);
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
 * The column that an operator means: a header in any case, else a dotted path, whether or not anything stands
 * there.
 */
export function columnNamed(name: string, shape: Shape): ShownColumn {
  const lower = name.toLowerCase();
  const column = shape.columns.find(({ header }) => header.toLowerCase() === lower);
  return column === undefined ? columnOfMember(name) : shown(column);
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
