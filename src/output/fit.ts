/** The space between two columns. */
export const gap = 2;

/** A column is cut no narrower than this, nor than its header; the first, which names the row, keeps more. */
const leastWidth = 8;
const leastFirstWidth = 24;

/**
 * Fits columns of these natural widths into `total` columns of a terminal: the widest shrink first, then,
 * where all are as narrow as they may be, the right-most go. Returns the widths of those that stay; there is
 * always one, at most `total` wide.
 */
export function fitWidths(
  natural: readonly number[],
  headers: readonly number[],
  total: number,
): readonly number[] {
  const least = natural.map((width, index) =>
    Math.min(width, Math.max(headers[index] ?? 0, index === 0 ? leastFirstWidth : leastWidth)),
  );
  let count = natural.length;
  while (count > 1 && sum(least.slice(0, count)) + gap * (count - 1) > total) count -= 1;
  const room = total - gap * (count - 1);
  const widths = natural.slice(0, count);
  if (count === 1) return widths.map((width) => Math.min(width, Math.max(1, total)));
  let excess = sum(widths) - room;
  while (excess > 0) {
    const shrinkable = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...shrinkable);
    const at = shrinkable.lastIndexOf(widest);
    // Down to the next widest at once, so that the work does not grow with the length of a text.
    const next = Math.max(least[at] ?? 0, ...shrinkable.filter((width) => width < widest));
    const cut = Math.min(excess, Math.max(1, widest - next));
    widths[at] = widest - cut;
    excess -= cut;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
