export const gap = 2;

interface FittedColumn {
  readonly naturalWidth: number;
  readonly headerWidth: number;
  readonly rank?: "key" | "text" | "minor" | undefined;
  readonly min?: number | undefined;
  /** Set only for a key in the first column: the width of nearly all its cells, if a few are much longer. */
  readonly usualWidth?: number | undefined;
}

export interface ColumnPlace {
  readonly index: number;
  readonly width: number;
  /** Longer cells get a line of their own above their row instead of being folded. */
  readonly hangs?: true;
}

/** Shared by the tables of a stream. The first table sets the widths; with `grows`, later tables can widen columns. */
export interface TableLayout {
  readonly grows?: true;
  total?: number;
  naturalWidths?: readonly number[];
  /** The largest `usualWidth` of the first column so far. */
  usualWidth?: number;
  /** Undefined if the terminal is too narrow for columns. */
  places?: readonly ColumnPlace[] | undefined;
  records?: { readonly hasLabels: boolean };
}

/** By default, columns are not cut below this width or that of their header. */
const minWidth = 8;
/** Minimum width of the first column if no column is a key. */
const minFirstWidth = 24;
const minFoldedWidth = 16;
/** Minimum width of a key if not all keys fit unfolded. */
const minKeyWidth = 20;

interface FlexibleColumn extends Pick<FittedColumn, "headerWidth" | "rank" | "usualWidth"> {
  readonly index: number;
  width: number;
  min: number;
}

/**
 * In this order: much longer cells of the first column get their own lines; minor columns are cut, then others, the
 * widest first; columns are left out from the right; texts are folded, then keys. Undefined if that is not enough.
 */
export function fitColumns(columns: readonly FittedColumn[], total: number, keepsAll = false) {
  const hasKey = columns.some(isKey);
  const flexible = columns.map((column, index): FlexibleColumn => {
    const { naturalWidth, headerWidth, rank, min, usualWidth } = column;
    const textMin = min ?? minFoldedWidth;
    const defaultMin = index === 0 && !hasKey ? minFirstWidth : (min ?? minWidth);
    const floor = rank === "key" ? (usualWidth ?? naturalWidth) : rank === "text" ? textMin : defaultMin;
    return {
      ...{ index, headerWidth, rank, usualWidth, width: naturalWidth },
      min: Math.min(naturalWidth, Math.max(headerWidth, floor)),
    };
  });
  const places = keepsAll ? flexible : dropColumns(flexible, total, hasKey);
  if (minTotalWidth(places) > total)
    for (const place of places)
      if (place.rank === "key") place.min = Math.min(place.min, Math.max(place.headerWidth, minKeyWidth));
  if (minTotalWidth(places) > total) {
    const [onlyColumn] = places;
    if (hasKey || keepsAll || onlyColumn === undefined) return undefined;
    return [{ index: onlyColumn.index, width: Math.min(onlyColumn.width, Math.max(1, total)) }];
  }
  shrink(places, total);
  return places.map(({ index, width, usualWidth = Number.POSITIVE_INFINITY }) =>
    width >= usualWidth ? { index, width, hangs: true } : { index, width },
  );
}

function dropColumns(columns: readonly FlexibleColumn[], total: number, hasKey: boolean) {
  const places = [...columns];
  for (const rank of ["minor", undefined] as const)
    while (places.length > 1 && minTotalWidth(places) > total) {
      const at = places.findLastIndex((place) => place.rank === rank && (hasKey || place.index > 0));
      if (at === -1) break;
      places.splice(at, 1);
    }
  return places;
}

/** Narrows the widest columns: hanging ones first, then minor ones, keys last. */
function shrink(places: readonly FlexibleColumn[], total: number): void {
  let overflow = sum(places.map(({ width }) => width)) + gaps(places) - total;
  const groups = [
    places.filter(({ usualWidth, min }) => usualWidth !== undefined && min >= usualWidth),
    places.filter(({ rank }) => rank === "minor"),
    places.filter(({ rank }) => rank !== "key"),
    places,
  ];
  for (const group of groups) {
    while (overflow > 0) {
      const shrinkable = group.filter(({ width, min }) => width > min);
      const widest = shrinkable.reduce((max, { width }) => Math.max(max, width), 0);
      const place = shrinkable.findLast(({ width }) => width === widest);
      if (place === undefined) break;
      // Shrinks to the next widest column in one step, so that long texts take no more time.
      const next = shrinkable.reduce(
        (max, { width }) => (width < widest ? Math.max(max, width) : max),
        place.min,
      );
      const cut = Math.min(overflow, Math.max(1, widest - Math.max(next, place.min)));
      place.width -= cut;
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
export const isKey = ({ rank }: Pick<FittedColumn, "rank">): boolean => rank === "key" || rank === "text";

const gaps = ({ length }: readonly unknown[]): number => gap * Math.max(0, length - 1);

const minTotalWidth = (places: readonly FlexibleColumn[]): number =>
  sum(places.map(({ min }) => min)) + gaps(places);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
