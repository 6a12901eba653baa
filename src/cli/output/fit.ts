export const gap = 2;

export interface FittedColumn {
  readonly natural: number;
  readonly header: number;
  readonly rank?: "key" | "text" | "minor" | undefined;
  readonly min?: number | undefined;
  readonly typical?: number | undefined;
}

export interface ColumnPlace {
  readonly index: number;
  readonly width: number;
  /** A longer cell has a line of its own above the others of its row, instead of being folded. */
  readonly hangs?: true;
}

/**
 * Where the columns of a stream of tables stand. A table that is drawn over the one before `grows`: its columns
 * become wider where they must, and never narrower. Those of tables that follow each other stay as the first has them.
 */
export interface TableLayout {
  readonly grows?: true;
  /** The width of the terminal that it was made for. */
  total?: number;
  /** The widest cells so far, by column. */
  naturals?: readonly number[];
  /** The widest that nearly all cells of the first column have been so far. */
  typical?: number;
  /** Undefined: the terminal is too narrow for columns. */
  places?: readonly ColumnPlace[] | undefined;
  /** Records have been printed, with labels or without. */
  records?: { readonly labelled: boolean };
}

/** A column is cut no narrower than this, nor than its header, unless it says otherwise. */
const minWidth = 8;
/** Where no column is a key, the first names the row and keeps more. */
const minFirstWidth = 24;
/** A text is folded no narrower than this. */
const minFoldedWidth = 16;
/** A key that does not fit beside the others, all else left out, is folded no narrower than this. */
const minKeyWidth = 20;

interface FlexibleColumn {
  readonly index: number;
  readonly header: number;
  readonly rank: FittedColumn["rank"];
  /** Longer cells hang where the column is this wide. */
  readonly typical: number | undefined;
  width: number;
  min: number;
}

/**
 * Fits columns into `total` columns of a terminal, in this order: the few cells of the first key that are much longer
 * than the others get lines of their own; the minor columns are cut, then the others, the widest first; the rightmost minor columns are left out, then the rightmost others; texts are folded, and at last
 * keys. With `keepsAll` no column is left out. Undefined where what has to stay does not fit side by side. A table
 * without a key always has one column, at most `total` wide, unless all have to stay.
 */
export function fitColumns(
  columns: readonly FittedColumn[],
  total: number,
  keepsAll = false,
): readonly ColumnPlace[] | undefined {
  const hasKey = columns.some(isKey);
  const flexible = columns.map(
    ({ natural, header, rank, min = minWidth, typical }, index): FlexibleColumn => {
      const other = index === 0 && !hasKey ? minFirstWidth : min;
      const floor = rank === "key" ? (typical ?? natural) : rank === "text" ? minFoldedWidth : other;
      return {
        index,
        header,
        rank,
        typical,
        width: natural,
        min: Math.min(natural, Math.max(header, floor)),
      };
    },
  );
  const places = keepsAll ? flexible : withoutLeast(flexible, total, hasKey);
  if (leastWidth(places) > total) {
    for (const place of places)
      if (place.rank === "key") place.min = Math.min(place.min, Math.max(place.header, minKeyWidth));
  }
  if (leastWidth(places) > total) {
    const [only] = places;
    if (hasKey || keepsAll || only === undefined) return undefined;
    return [{ index: only.index, width: Math.min(only.width, Math.max(1, total)) }];
  }
  shrink(places, total);
  return places.map(({ index, width, typical = Number.POSITIVE_INFINITY }) =>
    width >= typical ? { index, width, hangs: true } : { index, width },
  );
}

/** The columns that stay: the minor ones go first, from the right, then the others but for keys. */
function withoutLeast(
  columns: readonly FlexibleColumn[],
  total: number,
  hasKey: boolean,
): readonly FlexibleColumn[] {
  const places = [...columns];
  for (const rank of ["minor", undefined] as const) {
    while (places.length > 1 && leastWidth(places) > total) {
      const at = places.findLastIndex((place) => place.rank === rank && (hasKey || place.index > 0));
      if (at === -1) break;
      places.splice(at, 1);
    }
  }
  return places;
}

/** Takes from the widest columns what is too much: first where cells hang, then from the minor ones, from keys at last. */
function shrink(places: readonly FlexibleColumn[], total: number): void {
  let excess = sum(places.map(({ width }) => width)) + gaps(places) - total;
  const groups = [
    places.filter(({ typical, min }) => typical !== undefined && min >= typical),
    places.filter(({ rank }) => rank === "minor"),
    places.filter(({ rank }) => rank !== "key"),
    places,
  ];
  for (const group of groups) {
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
      const cut = Math.min(excess, Math.max(1, widest - Math.max(next, place.min)));
      place.width -= cut;
      excess -= cut;
    }
  }
}

/** A cell that is so many columns wider than nearly all others of the first key has a line of its own. */
export const minExcess = 12;

/** The width of nearly all of these cells: of nine in ten, or of all but one. */
export function typicalWidth(widths: readonly number[]): number {
  const sorted = [...widths].sort((a, b) => a - b);
  return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
}

/** True for a column that always stays. */
export const isKey = ({ rank }: Pick<FittedColumn, "rank">): boolean => rank === "key" || rank === "text";

const gaps = ({ length }: readonly unknown[]): number => gap * Math.max(0, length - 1);

const leastWidth = (places: readonly FlexibleColumn[]): number =>
  sum(places.map(({ min }) => min)) + gaps(places);

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
