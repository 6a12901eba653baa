import type { CellForm } from "../../../catalogue/operation.ts";
import { statuses } from "../../../catalogue/statuses.ts";
import { valueOfStatus } from "../../../client/lifecycle/machine-view.ts";
import { oneLine } from "../../output/escape.ts";
import { none, type Paint, type Palette } from "../../output/palette.ts";
import type { TextWidth } from "../../output/text-width.ts";
import { sortedShares, statusCounts } from "./status-json.ts";
import type { Share, Tally } from "./tally.ts";

/** Minimum terminal columns for two and three columns of charts. */
const twoColumns = 64;
const threeColumns = 108;
const between = "   ";
/** Rows of a chart without a height limit. */
const restfulRows = 20;
/** Charts below each other share a name column up to this width. */
const widestShared = 20;
const leastRows = 3;

export function chartsPart(tally: Tally, style: PageStyle): Part {
  if (tally.machines === 0) return { wanted: 0, least: 0, lines: () => [] };
  const status: Chart = {
    title: "Status",
    headers: ["all"],
    plural: "statuses",
    rows: statusCounts(tally.byStatus).map(({ id, name, machines }) => ({
      name: oneLine(name),
      machines,
      as: "status",
      isKept: isTrouble(id),
    })),
  };
  const [pools, zones] = [sharesChart("Pool", tally.byPool), sharesChart("Zone", tally.byZone)];
  const columns =
    style.width >= threeColumns
      ? [[status], [pools], [zones]]
      : style.width >= twoColumns
        ? [[status], [pools, zones]]
        : [[status, pools, zones]];
  const width = Math.floor((style.width - between.length * (columns.length - 1)) / columns.length);
  const most = style.height === undefined ? restfulRows + 1 : Number.POSITIVE_INFINITY;
  const wantedBy = (charts: readonly Chart[]) =>
    charts.reduce((sum, { rows }) => sum + Math.min(rows.length, most) + 2, -1);
  const wanted = Math.max(...columns.map(wantedBy));
  return {
    wanted,
    least: Math.min(wanted, Math.max([5, 8, 5][3 - columns.length] ?? 0, leastOf(status))),
    lines: (height) =>
      sideBySide(
        columns.map((charts) => stacked(charts, width, height, style)),
        width,
        between,
      ),
  };
}

function isTrouble(id: number): boolean {
  const value = valueOfStatus(id);
  return value !== undefined && ["failure", "unhealthy"].includes(statuses[value].kind);
}

const sharesChart = (title: string, byName: ReadonlyMap<string, Share>): Chart => ({
  title,
  headers: ["all", "ready", "issues"],
  plural: `${title.toLowerCase()}s`,
  rows: sortedShares(byName).map(([name, { machines, ready, troubled }]) => ({
    name: oneLine(name),
    machines,
    counts: [ready, troubled],
  })),
});

/** With its title, and a row that sums up. */
const leastOf = ({ rows }: Chart): number =>
  Math.min(rows.length, Math.max(leastRows, rows.filter(({ isKept }) => isKept).length + 1)) + 1;

function stacked(
  charts: readonly Chart[],
  width: number,
  height: number,
  style: PageStyle,
): readonly string[] {
  const parts = charts.map((chart) => ({ wanted: chart.rows.length + 1, least: leastOf(chart) }));
  const sum = (of: (part: { wanted: number; least: number }) => number, count: number) =>
    parts.slice(0, count).reduce((all, part) => all + of(part), 0);
  let count = charts.length;
  while (count > 1 && sum(({ least }) => least, count) > height) count -= 1;
  const gaps = sum(({ wanted }) => wanted, count) + count - 1 <= height ? count - 1 : 0;
  const heights = shareOut(parts.slice(0, count), height - gaps);
  const names = charts.slice(0, count).flatMap(({ rows }) => rows.map(({ name }) => name));
  const namesTo = Math.min(widestShared, Math.max(...names.map((name) => style.measure.widthOf(name))));
  return charts
    .slice(0, count)
    .flatMap((chart, at) => [
      ...(at > 0 && gaps > 0 ? [" ".repeat(width)] : []),
      ...chartLines(chart, width, heights[at] ?? 0, style, namesTo),
    ]);
}

interface BarStyle {
  readonly palette: Palette;
  readonly measure: TextWidth;
  /** A block on a terminal, `#` in a file. */
  readonly block: string;
}

interface ChartRow {
  readonly name: string;
  readonly machines: number;
  /** In the order of the chart's headers. */
  readonly counts?: readonly number[];
  readonly as?: CellForm;
  /** Shown in any room. */
  readonly isKept?: boolean;
  /** Sums up several rows, and has no bar. */
  readonly isSum?: true;
}

interface Chart {
  /** The first header is the number of machines. */
  readonly title: string;
  readonly headers: readonly string[];
  /** What rows that do not fit are called. */
  readonly plural: string;
  readonly rows: readonly ChartRow[];
}

const minNameWidth = 6;
const minBarWidth = 4;
const gap = "  ";

/**
 * A chart of `height` lines and `width` columns including its title; the last line sums up rows that do not fit. Bars
 * are proportional within the chart and never empty. Names take at least `namesTo` columns, to align with neighbouring
 * charts.
 */
function chartLines(
  chart: Chart,
  width: number,
  height: number,
  style: BarStyle,
  namesTo = 0,
): readonly string[] {
  const room = Math.max(1, height - 1);
  const { rows } = chart;
  const shown = rows.length <= room ? rows : folded(chart, room);
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

/** Rows without room are summed up, those that are kept last. */
function folded({ rows, plural }: Chart, room: number): readonly ChartRow[] {
  const kept = rows.filter(({ isKept }) => isKept === true);
  const others = rows.filter(({ isKept }) => isKept !== true);
  const shown = new Set([...kept, ...others].slice(0, room - 1));
  const left = rows.filter((row) => !shown.has(row));
  const before = others.filter((row) => shown.has(row));
  return [...before, summed(left, plural), ...kept.filter((row) => shown.has(row))];
}

function summed(rows: readonly ChartRow[], plural: string): ChartRow {
  const sum = (of: (row: ChartRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const counts = (rows[0]?.counts ?? []).map((_, at) => sum((row) => row.counts?.[at] ?? 0));
  return {
    name: `${rows.length} other ${plural}`,
    machines: sum(({ machines }) => machines),
    counts,
    isSum: true,
  };
}

function sideBySide(
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

export interface PageStyle extends BarStyle {
  readonly width: number;
  /** Undefined: as many as are readable, and texts are not cut. */
  readonly height: number | undefined;
}

interface Need {
  readonly wanted: number;
  readonly least: number;
}

export interface Part extends Need {
  lines(height: number): readonly string[];
}

/** Each gets its minimum, then lines are dealt in turn to those that want more. */
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
