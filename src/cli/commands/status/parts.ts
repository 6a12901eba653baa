import type { BarStyle } from "./bars.ts";

export interface PageStyle extends BarStyle {
  readonly width: number;
  /** Lines that there are for the page; undefined: as many as are good to read, and texts are not cut. */
  readonly height: number | undefined;
}

/** Lines wanted, and those that say something already. */
export interface Need {
  readonly wanted: number;
  readonly least: number;
}

/** One part of the page, in the lines that it is given. */
export interface Part extends Need {
  lines(height: number): readonly string[];
}

/** How many lines each gets: its least, then one in turn to each that wants more. */
export function shareOut(needs: readonly Need[], free: number | undefined): readonly number[] {
  if (free === undefined) return needs.map(({ wanted }) => wanted);
  const heights = needs.map(({ least }) => least);
  let left = free - heights.reduce((sum, each) => sum + each, 0);
  while (left > 0) {
    const hungry = heights.flatMap((height, at) => (height < (needs[at]?.wanted ?? 0) ? [at] : []));
    if (hungry.length === 0) break;
    for (const at of hungry.slice(0, left)) heights[at] = (heights[at] ?? 0) + 1;
    left -= hungry.length;
  }
  return heights;
}
