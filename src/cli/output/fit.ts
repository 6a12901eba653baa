export const columnGap = 2;

interface ColumnWidths {
  readonly naturalWidth: number;
  readonly headerWidth: number;
  readonly rank?: "key" | "text" | "minor" | undefined;
  readonly min?: number | undefined;
  /** Set only for a key in the first column: the width of nearly all its cells, if a few are much longer. */
  readonly usualWidth?: number | undefined;
}

export interface PlacedColumn {
  readonly index: number;
  readonly width: number;
  /** Longer cells get a line of their own above their row instead of being folded. */
  readonly hangs?: true;
}

/** Shared by the tables of a stream. The first table sets the widths; with `grows`, later tables can widen columns. */
export interface TableLayout {
  readonly grows?: true;
  availableWidth?: number;
  naturalWidths?: readonly number[];
  /** The largest `usualWidth` of the first column so far. */
  usualWidth?: number;
  /** Undefined if the terminal is too narrow for columns. */
  placedColumns?: readonly PlacedColumn[] | undefined;
  /** Set once rows were printed as records; later rows keep their form. */
  records?: { readonly hasLabels: boolean };
}

/** By default, columns are not cut below this width or that of their header. */
const minWidth = 8;
/** Minimum width of the first column if no column is a key. */
const minFirstWidth = 24;
const minFoldedWidth = 16;
/** Minimum width of a key if not all keys fit unfolded. */
const minKeyWidth = 20;

interface FlexibleColumn extends Pick<ColumnWidths, "headerWidth" | "rank" | "usualWidth"> {
  readonly index: number;
  width: number;
  min: number;
}

/**
 * In this order: much longer cells of the first column get their own lines; minor columns are cut, then others, the
 * widest first; columns are left out from the right; texts are folded, then keys. Undefined if that is not enough.
 */
export function fitColumns(
  columns: readonly ColumnWidths[],
  availableWidth: number,
  keepsAllColumns = false,
) {
  const hasKey = columns.some(isEssential);
  const allColumns = columns.map((column, index): FlexibleColumn => {
    const { naturalWidth, headerWidth, rank, min, usualWidth } = column;
    const textMin = min ?? minFoldedWidth;
    const defaultMin = index === 0 && !hasKey ? minFirstWidth : (min ?? minWidth);
    const floor = rank === "key" ? (usualWidth ?? naturalWidth) : rank === "text" ? textMin : defaultMin;
    const minimum = Math.min(naturalWidth, Math.max(headerWidth, floor));
    return { ...column, index, width: naturalWidth, min: minimum };
  });
  const remainingColumns = keepsAllColumns ? allColumns : dropColumns(allColumns, availableWidth, hasKey);
  if (minTotalWidth(remainingColumns) > availableWidth)
    for (const column of remainingColumns)
      if (column.rank === "key") column.min = Math.min(column.min, Math.max(column.headerWidth, minKeyWidth));
  if (minTotalWidth(remainingColumns) > availableWidth) {
    const [onlyColumn] = remainingColumns;
    if (hasKey || keepsAllColumns || onlyColumn === undefined) return undefined;
    return [{ index: onlyColumn.index, width: Math.min(onlyColumn.width, Math.max(1, availableWidth)) }];
  }
  shrink(remainingColumns, availableWidth);
  return remainingColumns.map(({ index, width, usualWidth = Number.POSITIVE_INFINITY }) =>
    width >= usualWidth ? { index, width, hangs: true } : { index, width },
  );
}

function dropColumns(columns: readonly FlexibleColumn[], availableWidth: number, hasKey: boolean) {
  const remainingColumns = [...columns];
  for (const rank of ["minor", undefined] as const)
    while (remainingColumns.length > 1 && minTotalWidth(remainingColumns) > availableWidth) {
      const at = remainingColumns.findLastIndex(
        (column) => column.rank === rank && (hasKey || column.index > 0),
      );
      if (at === -1) break;
      remainingColumns.splice(at, 1);
    }
  return remainingColumns;
}

/** Narrows the widest columns: hanging ones first, then minor ones, keys last. */
function shrink(columns: readonly FlexibleColumn[], availableWidth: number): void {
  let overflow = sum(columns.map(({ width }) => width)) + gaps(columns) - availableWidth;
  const groups = [
    columns.filter(({ usualWidth, min }) => usualWidth !== undefined && min >= usualWidth),
    columns.filter(({ rank }) => rank === "minor"),
    columns.filter(({ rank }) => rank !== "key"),
    columns,
  ];
  for (const group of groups) {
    while (overflow > 0) {
      const shrinkable = group.filter(({ width, min }) => width > min);
      const maxWidth = shrinkable.reduce((max, { width }) => Math.max(max, width), 0);
      const widestColumn = shrinkable.findLast(({ width }) => width === maxWidth);
      if (widestColumn === undefined) break;
      // Shrinks to the next widest column in one step, so that long texts take no more time.
      const nextWidth = shrinkable.reduce(
        (max, { width }) => (width < maxWidth ? Math.max(max, width) : max),
        widestColumn.min,
      );
      const cut = Math.min(overflow, Math.max(1, maxWidth - Math.max(nextWidth, widestColumn.min)));
      widestColumn.width -= cut;
      overflow -= cut;
    }
  }
}

/** A cell of the first column gets its own line if it is this much wider than nearly all others. */
export const minExtraWidth = 12;

/** Returns a width that nine in ten of the cells, or all but one, do not exceed. */
export function findUsualWidth(widths: readonly number[]): number {
  const sorted = [...widths].sort((a, b) => a - b);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}

/** Key columns are never left out. */
export const isEssential = ({ rank }: Pick<ColumnWidths, "rank">): boolean =>
  rank === "key" || rank === "text";

const gaps = ({ length }: readonly unknown[]): number => columnGap * Math.max(0, length - 1);

const minTotalWidth = (columns: readonly FlexibleColumn[]): number =>
  sum(columns.map(({ min }) => min)) + gaps(columns);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
