import type { CellForm } from "../../../catalogue/operation.ts";
import { none, type Paint, type Palette } from "../../output/palette.ts";
import type { TextWidth } from "../../output/text-width.ts";

/** How a page is written: its colours, how its texts are measured, and what bars are made of. */
export interface BarStyle {
  readonly palette: Palette;
  readonly measure: TextWidth;
  /** A column of a bar: a block on a terminal, `#` in a file. */
  readonly block: string;
}

/** One row of a chart. */
export interface ChartRow {
  readonly name: string;
  readonly machines: number;
  /** Further counts, in the order of the chart's headers. */
  readonly counts?: readonly number[];
  /** What the name is, for its colour. */
  readonly as?: CellForm;
  /** It stands for several rows, and has no bar. */
  readonly isSum?: true;
}

/** Counts by something, with a bar for each. */
export interface Chart {
  /** Its title and the headers of its counts: the first is the number of machines. */
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly ChartRow[];
}

const minNameWidth = 6;
const minBarWidth = 4;
const gap = "  ";

/**
 * A chart in `height` lines of `width` columns each, its title included: the rows that have no room are summed up in the
 * last line. Bars are in proportion within the chart, and none is empty. Names take `namesTo` columns at least, as in
 * the charts above and below.
 */
export function chartLines(
  chart: Chart,
  width: number,
  height: number,
  style: BarStyle,
  namesTo = 0,
): readonly string[] {
  const room = Math.max(1, height - 1);
  const { rows } = chart;
  const shown = rows.length <= room ? rows : [...rows.slice(0, room - 1), summed(rows.slice(room - 1))];
  const texts = shown.map(({ machines, counts = [] }) => [machines, ...counts].map((each) => String(each)));
  const { measure, palette } = style;
  let columns = chart.headers.length;
  const countWidths = chart.headers.map((header, at) =>
    Math.max(header.length, ...texts.map((row) => row[at]?.length ?? 0)),
  );
  const taken = () => countWidths.slice(0, columns).reduce((sum, each) => sum + gap.length + each, 0);
  while (columns > 1 && width - taken() < minNameWidth + minBarWidth + gap.length) columns -= 1;
  const natural = Math.max(
    namesTo,
    measure.widthOf(chart.title),
    ...shown.map(({ name }) => measure.widthOf(name)),
  );
  const nameWidth = Math.max(1, Math.min(natural, width - taken() - gap.length - minBarWidth));
  const barWidth = width - nameWidth - taken() - gap.length;
  const line = (name: string, cells: readonly string[], paint: Paint = none) => {
    const cut = measure.cutTo(name, nameWidth);
    const start = paint(cut) + " ".repeat(nameWidth - measure.widthOf(cut));
    return [start, ...countWidths.slice(0, columns).map((each, at) => (cells[at] ?? "").padStart(each))].join(
      gap,
    );
  };
  const most = Math.max(1, ...rows.map(({ machines }) => machines));
  const head = nameWidth + taken();
  return [
    palette.header(line(chart.title, chart.headers)) + " ".repeat(Math.max(0, width - head)),
    ...shown.map(({ name, machines, as, isSum }, at) => {
      const paint = palette.cell(as, name);
      const share = Math.round((Math.min(machines, most) / most) * barWidth);
      const length = barWidth < 1 || machines === 0 || isSum === true ? 0 : Math.max(1, share);
      const bar = gap + paint(style.block.repeat(length)) + " ".repeat(Math.max(0, barWidth - length));
      return line(name, texts[at] ?? [], paint) + bar;
    }),
  ];
}

function summed(rows: readonly ChartRow[]): ChartRow {
  const sum = (of: (row: ChartRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const counts = (rows[0]?.counts ?? []).map((_, at) => sum((row) => row.counts?.[at] ?? 0));
  return { name: `${rows.length} more`, machines: sum(({ machines }) => machines), counts, isSum: true };
}

/** Charts of `width` columns side by side. */
export function sideBySide(
  charts: readonly (readonly string[])[],
  width: number,
  between: string,
): readonly string[] {
  const height = Math.max(...charts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    charts
      .map((lines) => lines[row] ?? " ".repeat(width))
      .join(between)
      .trimEnd(),
  );
}
