interface DiffLine {
  readonly sign: " " | "-" | "+" | "gap";
  readonly text: string;
}

const contextLines = 2;
/** With more pairs of lines to compare, all lines between the common beginning and end count as changed. */
const maxPairs = 1_000_000;

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const start = commonLength(old, current);
  const end = commonLength(old.slice(start).reverse(), current.slice(start).reverse());
  const all: readonly DiffLine[] = [
    ...keptLines(old.slice(0, start)),
    ...changedLines(old.slice(start, old.length - end), current.slice(start, current.length - end)),
    ...keptLines(old.slice(old.length - end)),
  ];
  return withGaps(all);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const firstDifference = one.findIndex((line, index) => line !== other[index]);
  return firstDifference === -1 ? one.length : firstDifference;
}

const keptLines = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: " ", text }));

function changedLines(old: readonly string[], current: readonly string[]): readonly DiffLine[] {
  const removed = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: "-", text }));
  const added = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: "+", text }));
  if (old.length * current.length > maxPairs) return [...removed(old), ...added(current)];
  const width = current.length + 1;
  // The length of the longest common subsequence of the lines from `row` and from `column` on.
  const commonLengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => commonLengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = current.length - 1; column >= 0; column -= 1)
      commonLengths[row * width + column] =
        old[row] === current[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < current.length) {
    const text = old[row] ?? "";
    if (text === current[column]) {
      lines.push({ sign: " ", text });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ sign: "-", text });
      row += 1;
    } else {
      lines.push({ sign: "+", text: current[column] ?? "" });
      column += 1;
    }
  }
  return [...lines, ...removed(old.slice(row)), ...added(current.slice(column))];
}

function withGaps(lines: readonly DiffLine[]): readonly DiffLine[] {
  if (lines.every(({ sign }) => sign === " ")) return [];
  const shownIndexes = new Set<number>();
  for (const [index, { sign }] of lines.entries())
    if (sign !== " ")
      for (let each = index - contextLines; each <= index + contextLines; each += 1) shownIndexes.add(each);
  return lines.flatMap((line, index): readonly DiffLine[] => {
    if (shownIndexes.has(index)) return [line];
    return shownIndexes.has(index - 1) || index === 0 ? [{ sign: "gap", text: "..." }] : [];
  });
}
