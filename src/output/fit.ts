/** The space between two columns. */
export const gap = 2;

/** A column as it is fitted into a terminal. */
export interface FittedColumn {
  /** Of the widest cell, header included. */
  readonly natural: number;
  readonly header: number;
  /** See `Column` of the catalogue. */
  readonly rank?: "key" | "text" | "minor" | undefined;
}

/** Where a column stands, and how wide. */
export interface ColumnPlace {
  readonly index: number;
  readonly width: number;
}

/** Where the columns of a stream of tables stand, from its first table on. */
export interface TableLayout {
  /** The width of the terminal that it was made for. */
  total?: number;
  /** Undefined: the terminal is too narrow for columns. */
  places?: readonly ColumnPlace[] | undefined;
  /** Records have been printed, with labels or without. */
  records?: { readonly labelled: boolean };
}

/** A column is cut no narrower than this, nor than its header. */
const minWidth = 8;
/** Where no column is a key, the first names the row and keeps more. */
const minFirstWidth = 24;
/** A text is folded no narrower than this. */
const minFoldedWidth = 16;

/**
 * Fits columns into `total` columns of a terminal. The minor ones are cut first, then the others, the widest
 * first; where all are as narrow as they may be, the rightmost minor ones go, then the rightmost others. A
 * key is neither cut nor left out, and a text is folded. Undefined where the keys do not fit
 * side by side. Without a key there is always one column, at most `total` wide.
 */
export function fitColumns(
  columns: readonly FittedColumn[],
  total: number,
): readonly ColumnPlace[] | undefined {
  const hasKey = columns.some(isKey);
  const places = columns.map(({ natural, header, rank }, index) => {
    const minimum = index === 0 && !hasKey ? minFirstWidth : minWidth;
    const floor = rank === "key" ? natural : rank === "text" ? minFoldedWidth : minimum;
    return { index, rank, width: natural, min: Math.min(natural, Math.max(header, floor)) };
  });
  const isTooWide = (): boolean => sum(places.map(({ min }) => min)) + gap * (places.length - 1) > total;
  for (const rank of ["minor", undefined] as const) {
    while (places.length > 1 && isTooWide()) {
      const at = places.findLastIndex((place) => place.rank === rank && (hasKey || place.index > 0));
      if (at === -1) break;
      places.splice(at, 1);
    }
  }
  if (isTooWide()) {
    const [only] = places;
    if (hasKey || only === undefined) return undefined;
    return [{ index: only.index, width: Math.min(only.width, Math.max(1, total)) }];
  }
  let excess = sum(places.map(({ width }) => width)) - (total - gap * (places.length - 1));
  for (const group of [places.filter(({ rank }) => rank === "minor"), places]) {
    while (excess > 0) {
      const shrinkable = group.filter(({ width, min }) => width > min);
      const widest = shrinkable.reduce((max, { width }) => Math.max(max, width), 0);
      const place = shrinkable.findLast(({ width }) => width === widest);
      if (place === undefined) break;
      // Down to the next widest at once, so that the work does not grow with the length of a text.
      const next = shrinkable.reduce(
        (max, { width }) => (width < widest ? Math.max(max, width) : max),
        place.min,
      );
      const cut = Math.min(excess, Math.max(1, widest - next));
      place.width -= cut;
      excess -= cut;
    }
  }
  return places.map(({ index, width }) => ({ index, width }));
}

/** True for a column that always stays. */
export const isKey = ({ rank }: Pick<FittedColumn, "rank">): boolean => rank === "key" || rank === "text";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
