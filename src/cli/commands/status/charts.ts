import { oneLine } from "../../waiting/one-line.ts";
import { type Chart, chartLines, sideBySide } from "./bars.ts";
import { type PageStyle, type Part, shareOut } from "./parts.ts";
import { sortedShares, statusCounts } from "./status-json.ts";
import type { Share, Tally } from "./tally.ts";

/** From so many columns of the terminal on charts stand in two columns, and in three. */
const twoColumns = 64;
const threeColumns = 108;
const between = "   ";
/** Of a chart without a height to fit into, how many rows are shown. */
const restfulRows = 20;
/** Names of charts one below the other stand in one column, unless they are longer. */
const widestShared = 20;
/** A chart with fewer rows, though it has more, is left out. */
const leastRows = 3;

/** Counts by status, pool and zone. */
export function chartsPart(tally: Tally, style: PageStyle): Part {
  if (tally.machines === 0) return { wanted: 0, least: 0, lines: () => [] };
  const status: Chart = {
    title: "Status",
    headers: ["all"],
    rows: statusCounts(tally.byStatus).map(({ name, machines }) => ({
      name: oneLine(name),
      machines,
      as: "status",
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
    least: Math.min(wanted, [5, 8, 5][3 - columns.length] ?? wanted),
    lines: (height) =>
      sideBySide(
        columns.map((charts) => stacked(charts, width, height, style)),
        width,
        between,
      ),
  };
}

const sharesChart = (title: string, byName: ReadonlyMap<string, Share>): Chart => ({
  title,
  headers: ["all", "ready", "issues"],
  rows: sortedShares(byName).map(([name, { machines, ready, troubled }]) => ({
    name: oneLine(name),
    machines,
    counts: [ready, troubled],
  })),
});

/** Charts one below the other in so many lines; the last ones are left out where they would say little. */
function stacked(
  charts: readonly Chart[],
  width: number,
  height: number,
  style: PageStyle,
): readonly string[] {
  const parts = charts.map(({ rows }) => ({
    wanted: rows.length + 1,
    least: Math.min(rows.length, leastRows) + 1,
  }));
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
