import type { CellForm } from "../../../catalogue/operation.ts";
import { type StatusValue, statusesOfKind, statusValue } from "../../../catalogue/statuses.ts";
import { oneLine } from "../../output/escape.ts";
import { type Paint, type Palette, unpainted } from "../../output/palette.ts";
import type { TextMeasure } from "../../output/text-width.ts";
import { type Share, sortedShares, statusCounts, type Tally } from "./attention.ts";

/** From these widths on, charts are drawn in two or three columns. */
const minTwoColumnWidth = 64;
const minThreeColumnWidth = 108;
const columnGap = "   ";
/** Number of rows of a chart or list if the page has no height limit. */
export const maxUnboundedRows = 20;
/** Charts in one column get names of the same width, up to this one. */
const maxSharedNameWidth = 20;
const minRows = 3;

export function chartsPart(tally: Tally, style: PageStyle): PagePart {
  if (tally.machines === 0) return { preferredLines: 0, minLines: 0, lines: () => [] };
  const statusChart: Chart = {
    title: "Status",
    headers: ["all"],
    plural: "statuses",
    rows: statusCounts(tally.byStatus).map(({ id, name, machines }) => ({
      name: oneLine(name),
      machines,
      as: "status",
      isAlwaysVisible: troubleStatuses.includes(statusValue(id)),
    })),
  };
  const [poolChart, zoneChart] = [sharesChart("Pool", tally.byPool), sharesChart("Zone", tally.byZone)];
  const columns =
    style.width >= minThreeColumnWidth
      ? [[statusChart], [poolChart], [zoneChart]]
      : style.width >= minTwoColumnWidth
        ? [[statusChart], [poolChart, zoneChart]]
        : [[statusChart, poolChart, zoneChart]];
  const width = Math.floor((style.width - columnGap.length * (columns.length - 1)) / columns.length);
  const maxRows = style.height === undefined ? maxUnboundedRows + 1 : Number.POSITIVE_INFINITY;
  const preferredHeight = (charts: readonly Chart[]) =>
    charts.reduce((sum, { rows }) => sum + Math.min(rows.length, maxRows) + 2, -1);
  const preferredLines = Math.max(...columns.map(preferredHeight));
  return {
    preferredLines,
    minLines: Math.min(preferredLines, Math.max(columns.length === 2 ? 8 : 5, minLinesOf(statusChart))),
    lines: (height) =>
      sideBySide(
        columns.map((charts) => stackCharts(charts, width, height, style)),
        width,
      ),
  };
}

const troubleStatuses: readonly (StatusValue | undefined)[] = statusesOfKind("failure", "unhealthy");

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

/** Includes the title and a row that sums up hidden rows. */
const minLinesOf = ({ rows }: Chart): number =>
  Math.min(rows.length, Math.max(minRows, rows.filter(({ isAlwaysVisible }) => isAlwaysVisible).length + 1)) +
  1;

function stackCharts(charts: readonly Chart[], width: number, height: number, style: PageStyle) {
  const parts = charts.map((chart) => ({
    preferredLines: chart.rows.length + 1,
    // Statuses are shown completely, even if the other charts get no room.
    minLines: chart.plural === "statuses" ? Math.min(chart.rows.length + 1, height) : minLinesOf(chart),
  }));
  const minLines = (count: number) => parts.slice(0, count).reduce((sum, part) => sum + part.minLines, 0);
  let count = charts.length;
  while (count > 1 && minLines(count) > height) count -= 1;
  const gaps = minLines(count) + count - 1 <= height ? count - 1 : 0;
  const heights = allotLines(parts.slice(0, count), height - gaps);
  const names = charts.slice(0, count).flatMap(({ rows }) => rows.map(({ name }) => name));
  const sharedNameWidth = Math.min(maxSharedNameWidth, Math.max(...names.map(style.measure.widthOf)));
  return charts
    .slice(0, count)
    .flatMap((chart, at) => [
      ...(at > 0 && gaps > 0 ? [" ".repeat(width)] : []),
      ...chartLines(chart, width, heights[at] ?? 0, style, sharedNameWidth),
    ]);
}

interface ChartRow {
  readonly name: string;
  readonly machines: number;
  /** In the order of the chart's headers. */
  readonly counts?: readonly number[];
  readonly as?: CellForm;
  readonly isAlwaysVisible?: boolean;
  /** The row sums up several rows and has no bar. */
  readonly isSum?: true;
}

interface Chart {
  readonly title: string;
  /** Headers of the number columns; the first column is the number of machines. */
  readonly headers: readonly string[];
  /** The noun in the row that sums up hidden rows. */
  readonly plural: string;
  readonly rows: readonly ChartRow[];
}

const minNameWidth = 6;
const minBarWidth = 4;
const gap = "  ";

/** Bars are proportional within the chart and never empty. One line sums up rows that do not fit. */
function chartLines(chart: Chart, width: number, height: number, style: PageStyle, minNaturalWidth: number) {
  const room = Math.max(1, height - 1);
  const { rows } = chart;
  const visibleRows = rows.length <= room ? rows : foldRows(chart, room);
  const texts = visibleRows.map(({ machines, counts = [] }) => [machines, ...counts].map(String));
  const { measure, palette } = style;
  let columnCount = chart.headers.length;
  const countWidths = chart.headers.map((header, at) =>
    Math.max(header.length, ...texts.map((row) => row[at]?.length ?? 0)),
  );
  const countsWidth = () =>
    countWidths.slice(0, columnCount).reduce((sum, each) => sum + gap.length + each, 0);
  while (columnCount > 1 && width - countsWidth() < minNameWidth + minBarWidth + gap.length) columnCount -= 1;
  const naturalWidth = Math.max(
    minNaturalWidth,
    measure.widthOf(chart.title),
    ...visibleRows.map(({ name }) => measure.widthOf(name)),
  );
  const nameWidth = Math.max(1, Math.min(naturalWidth, width - countsWidth() - gap.length - minBarWidth));
  const barWidth = width - nameWidth - countsWidth() - gap.length;
  const line = (name: string, cells: readonly string[], paint: Paint = unpainted) => {
    const cutName = measure.cutTo(name, nameWidth);
    const start = paint(cutName) + " ".repeat(nameWidth - measure.widthOf(cutName));
    return [
      start,
      ...countWidths.slice(0, columnCount).map((each, at) => (cells[at] ?? "").padStart(each)),
    ].join(gap);
  };
  const maxMachines = Math.max(1, ...rows.map(({ machines }) => machines));
  const headWidth = nameWidth + countsWidth();
  return [
    palette.header(line(chart.title, chart.headers)) + " ".repeat(Math.max(0, width - headWidth)),
    ...visibleRows.map(({ name, machines, as, isSum }, at) => {
      const paint = palette.cell(as, name);
      const share = Math.round((Math.min(machines, maxMachines) / maxMachines) * barWidth);
      const length = barWidth < 1 || machines === 0 || isSum === true ? 0 : Math.max(1, share);
      const bar = gap + paint(style.block.repeat(length)) + " ".repeat(Math.max(0, barWidth - length));
      return line(name, texts[at] ?? [], paint) + bar;
    }),
  ];
}

/** Rows that are always visible come last. */
function foldRows({ rows, plural }: Chart, room: number): readonly ChartRow[] {
  const alwaysVisibleRows = rows.filter(({ isAlwaysVisible }) => isAlwaysVisible === true);
  const others = rows.filter(({ isAlwaysVisible }) => isAlwaysVisible !== true);
  const visibleRows = new Set([...alwaysVisibleRows, ...others].slice(0, room - 1));
  const isVisible = (row: ChartRow) => visibleRows.has(row);
  const hiddenRows = rows.filter((row) => !isVisible(row));
  const sumOf = (countIn: (row: ChartRow) => number) =>
    hiddenRows.reduce((sum, row) => sum + countIn(row), 0);
  const sumRow: ChartRow = {
    name: `${hiddenRows.length} other ${plural}`,
    machines: sumOf(({ machines }) => machines),
    counts: (rows[0]?.counts ?? []).map((_, at) => sumOf(({ counts = [] }) => counts[at] ?? 0)),
    isSum: true,
  };
  return [...others.filter(isVisible), sumRow, ...alwaysVisibleRows.filter(isVisible)];
}

function sideBySide(charts: readonly (readonly string[])[], width: number): readonly string[] {
  const height = Math.max(...charts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    charts
      .map((lines) => lines[row] ?? " ".repeat(width))
      .join(columnGap)
      .trimEnd(),
  );
}

export interface PageStyle {
  readonly palette: Palette;
  readonly measure: TextMeasure;
  /** The character that bars are drawn with: a block on a terminal, `#` in a file. */
  readonly block: string;
  readonly width: number;
  /** Undefined if the output is not a terminal: lists then have a fixed limit, and texts are not cut. */
  readonly height: number | undefined;
}

interface LineNeeds {
  readonly preferredLines: number;
  readonly minLines: number;
}

export interface PagePart extends LineNeeds {
  lines(height: number): readonly string[];
}

/** Each part gets its minimum; the remaining lines are shared evenly among parts that prefer more. */
export function allotLines(needs: readonly LineNeeds[], availableLines: number | undefined) {
  if (availableLines === undefined) return needs.map(({ preferredLines }) => preferredLines);
  const heights = needs.map(({ minLines }) => minLines);
  let freeLines = availableLines - heights.reduce((sum, each) => sum + each, 0);
  while (freeLines > 0) {
    const growingIndexes = heights.flatMap((height, at) =>
      height < (needs[at]?.preferredLines ?? 0) ? [at] : [],
    );
    if (growingIndexes.length === 0) break;
    for (const at of growingIndexes.slice(0, freeLines)) heights[at] = (heights[at] ?? 0) + 1;
    freeLines -= growingIndexes.length;
  }
  return heights;
}
