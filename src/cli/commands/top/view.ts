import { isoSeconds } from "../../../core/text/times.ts";
import { formatAge, formatDuration } from "../../../core/text/units.ts";
import { oneLine } from "../../output/escape.ts";
import { type Paint, unpainted } from "../../output/palette.ts";
import type { Column, ColumnId, TopMachine } from "./machines.ts";
import { columnsOf, hasStatusLine, minSize, type SiteReading, type State, tableHeight } from "./state.ts";
import {
  detailLines,
  fillHeight,
  helpLines,
  keysLine,
  type PaintedText,
  panelLines,
  tailOf,
  type View,
  type ViewStyle,
} from "./view-overlays.ts";

interface ViewHead {
  readonly title: string;
  readonly intervalMs: number;
}

export function viewLines(state: State, head: ViewHead, style: ViewStyle): readonly string[] {
  const { columns, rows } = state.size;
  const view: View = { ...style, line: (...parts) => joinTexts(parts, columns, style) };
  if (columns < minSize.columns || rows < minSize.rows) return tooSmallLines(state, view);
  const lines = [headLine(state, head, view), ...bodyLines(state, view), messageLine(state, view)];
  return [...fillHeight(lines, rows - 1), keysLine(state, view)];
}

function joinTexts(parts: readonly PaintedText[], width: number, { measure }: ViewStyle): string {
  let line = "";
  let remaining = width;
  for (const [text, paint = unpainted] of parts) {
    if (remaining <= 0) break;
    const cutText = measure.cutTo(text, remaining);
    line += cutText === "" ? "" : paint(cutText);
    remaining -= measure.widthOf(cutText);
  }
  return line;
}

function tooSmallLines({ size: { columns, rows } }: State, { measure }: View): readonly string[] {
  const text = `needs ${minSize.columns}x${minSize.rows} or more`;
  return fillHeight([measure.cutTo(text, columns), measure.cutTo("q quits", columns)].slice(0, rows), rows);
}

function bodyLines(state: State, view: View): readonly string[] {
  const { overlay, size } = state;
  const height = size.rows - 3;
  if (overlay?.kind === "details") return fillHeight(detailLines(state, overlay, height, view), height);
  if (overlay?.kind === "help") return fillHeight(helpLines(state, overlay, height, view), height);
  const status = hasStatusLine(state) ? [statusLine(state, view)] : [];
  const panel = panelLines(state, Math.max(2, height - status.length - 2), view);
  const table = tableLines(state, tableHeight(state), panel.length, view);
  return [...status, ...fillHeight(table, height - status.length - panel.length), ...panel];
}

function headLine(state: State, { title, intervalMs }: ViewHead, view: View): string {
  const { machines, size, readAt } = state;
  const { palette } = view;
  const issues = machines.filter(({ needsAttention }) => needsAttention).length;
  const inProgressCount = machines.filter(({ isInProgress }) => isInProgress).length;
  const counts: readonly PaintedText[] = [
    [`${machines.length} ${machines.length === 1 ? "machine" : "machines"}`],
    [", "],
    issues === 0
      ? ["no issues", palette.added]
      : [`${issues} ${issues === 1 ? "issue" : "issues"}`, palette.removed],
    [", "],
    inProgressCount === 0 ? ["nothing in progress"] : [`${inProgressCount} in progress`, palette.changed],
  ];
  const time = readAt === 0 ? "" : isoSeconds(readAt).slice(11);
  const missingSites = sitesWithoutCounts(state).flatMap((text): readonly PaintedText[] => [
    [", "],
    [text, palette.removed],
  ]);
  const countsWithoutName = readAt === 0 ? missingSites.slice(1) : [...counts, ...missingSites];
  const shortestCounts = readAt === 0 ? countsWithoutName : [...counts.slice(0, -2), ...missingSites];
  const leftParts: readonly PaintedText[] = [[`${oneLine(title)}  `, palette.header], ...countsWithoutName];
  const widthOf = (parts: readonly PaintedText[]) => widthOfAll(parts, view);
  const widestFirst: readonly (readonly [readonly PaintedText[], string])[] = [
    [leftParts, `every ${formatDuration(intervalMs)}  ${time}`],
    [leftParts, time],
    [countsWithoutName, time],
    [countsWithoutName, ""],
    [shortestCounts, time],
    [shortestCounts, ""],
  ];
  for (const [parts, right] of widestFirst)
    if (widthOf(parts) + (right === "" ? 0 : right.length + 2) <= size.columns)
      return view.line(...parts, [" ".repeat(size.columns - widthOf(parts) - right.length)], [right]);
  return view.line(...countsWithoutName);
}

/** Sites whose machines are missing from the counts; empty if the screen shows one service. */
function sitesWithoutCounts({ readings }: State): readonly string[] {
  if (readings.has("")) return [];
  const labelSites = (verb: string, isListed: (reading: SiteReading) => boolean) => {
    const sites = [...readings].flatMap(([site, reading]) => (isListed(reading) ? oneLine(site) : []));
    const names = sites.length > 3 ? `${sites.length} sites` : sites.join(" ");
    return sites.length === 0 ? [] : [`${verb}: ${names}`];
  };
  return [
    ...labelSites("failed", ({ error }) => error !== undefined),
    ...labelSites("reading", ({ error, isRead }) => error === undefined && isRead !== true),
  ];
}

function statusLine(state: State, view: View): string {
  const { filter, overlay, matches, machines, marked, size, order } = state;
  const isTyping = overlay?.kind === "filter";
  const marks: readonly PaintedText[] =
    marked.size === 0 ? [] : [[`  ${marked.size} marked`, view.palette.changed]];
  if (isTyping || filter !== "") {
    const cursor: readonly PaintedText[] = isTyping ? [[" ", view.inverse]] : [];
    const text = tailOf(filter, Math.floor(size.columns / 2), view);
    const matchCount: PaintedText = [`  ${matches.length} of ${machines.length} shown`];
    return view.line(["filter ", view.palette.header], [text], ...cursor, matchCount, ...marks);
  }
  const counts = new Map<string, number>();
  for (const { cells } of machines) counts.set(cells.status, (counts.get(cells.status) ?? 0) + 1);
  const statuses = [...counts]
    .map(([name, count]): StatusCount => ({ name, count, paint: view.palette.cell("status", name) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const sort: readonly PaintedText[] = order.column === "name" ? [] : [[`  by ${order.column}`]];
  const tail = [...sort, ...marks];
  return view.line(...countsThatFit(statuses, size.columns - widthOfAll(tail, view), view), ...tail);
}

interface StatusCount {
  readonly name: string;
  readonly count: number;
  readonly paint: Paint;
}

const widthOfAll = (parts: readonly PaintedText[], { measure }: View): number =>
  parts.reduce((sum, [text]) => sum + measure.widthOf(text), 0);

const isFailing = ({ name }: StatusCount): boolean => /fail|broken|missing/i.test(name);

/** If there is not enough room, failing statuses come first, and the remaining ones are added up. */
function countsThatFit(all: readonly StatusCount[], room: number, view: View): readonly PaintedText[] {
  const urgentFirst = [...all.filter(isFailing), ...all.filter((count) => !isFailing(count))];
  const total = (name: string, summedCounts: readonly StatusCount[], paint: Paint): readonly StatusCount[] =>
    summedCounts.length === 0
      ? []
      : [{ name, count: summedCounts.reduce((sum, { count }) => sum + count, 0), paint }];
  let parts = countParts(all);
  for (let length = urgentFirst.length - 1; length >= 0 && widthOfAll(parts, view) > room; length -= 1) {
    const rest = urgentFirst.slice(length);
    const [failing, others] = [rest.filter(isFailing), rest.filter((count) => !isFailing(count))];
    parts = countParts([
      ...urgentFirst.slice(0, length),
      ...total(length > 0 ? "more failing" : "failing", failing, view.palette.removed),
      ...total("others", others, unpainted),
    ]);
  }
  return parts;
}

const countParts = (counts: readonly StatusCount[]): readonly PaintedText[] =>
  counts.flatMap(({ name, count, paint }, at): readonly PaintedText[] => [
    [at === 0 ? "" : "  "],
    [name, paint],
    [` ${count}`],
  ]);

function messageLine(state: State, view: View): string {
  const { readings, message, busy } = state;
  const { palette } = view;
  const failedSite = [...readings].find(([, { error }]) => error !== undefined);
  // A site that does not answer for long must not hide messages about the others.
  if (failedSite?.[1].error !== undefined && (readings.size === 1 || message === undefined)) {
    const [site, { error }] = failedSite;
    const timesText = error.count === 1 ? "" : ` (${error.count} times)`;
    return view.line([
      `could not read${site === "" ? "" : ` ${oneLine(site)}`}${timesText}: ${oneLine(error.text)}`,
      palette.removed,
    ]);
  }
  if (message !== undefined) {
    const paint =
      message.kind === "error" ? palette.removed : message.kind === "done" ? palette.added : unpainted;
    return view.line([oneLine(message.text), paint]);
  }
  const labels = [...new Set(busy.values())];
  return labels.length === 0 ? "" : view.line([`${labels.join(", ")}: ${busy.size} in progress`]);
}

const gap = "  ";
const minNameWidth = 8;
const measuredRows = 2_000;

interface SizedColumn extends Column {
  readonly width: number;
}

/** Shows the cursor's row even if a panel covers the last `panelHeight` lines. */
function tableLines(state: State, height: number, panelHeight: number, view: View) {
  const { matches, top, at, size, cursor } = state;
  const sizedColumns = sizeColumns(state, view);
  const room = Math.max(1, height - panelHeight);
  const firstRow = Math.max(top, at - room + 1);
  const header = sizedColumns.map((column): PaintedText => {
    const arrow = column.id === state.order.column ? (state.order.isDescending ? "\u2193" : "\u2191") : "";
    return [pad(`${column.header}${arrow}`, column, view)];
  });
  const lines = matches
    .slice(firstRow, firstRow + room)
    .map((machine) => rowLine(machine, sizedColumns, state, machine.id === cursor, view));
  const emptyText =
    state.readAt === 0
      ? "reading the machines \u2026"
      : state.machines.length === 0
        ? "no machines"
        : "no machine matches the filter; esc clears it";
  return [
    view.palette.header(view.line([gap], ...withGaps(header))),
    ...(lines.length === 0 ? [`  ${view.measure.cutTo(emptyText, size.columns - 2)}`] : lines),
  ];
}

function rowLine(
  machine: TopMachine,
  sizedColumns: readonly SizedColumn[],
  state: State,
  isCursor: boolean,
  view: View,
): string {
  const { palette, measure } = view;
  const isMarked = state.marked.has(machine.id);
  const cells = sizedColumns.map((column): PaintedText => {
    const { id } = column;
    const text = cellOf(machine, id, state);
    const form = id === "status" || id === "power" ? id : undefined;
    return [pad(text, column, view), isCursor ? unpainted : palette.cell(form, text)];
  });
  const sign = machine.needsAttention ? "!" : machine.isInProgress ? "~" : " ";
  const paintOfMark = machine.needsAttention && !isMarked ? palette.removed : palette.changed;
  const mark: PaintedText = [`${isMarked ? "*" : " "}${sign}`, isCursor ? unpainted : paintOfMark];
  const line = view.line(mark, ...withGaps(cells));
  if (!isCursor) return line;
  return view.inverse(line + " ".repeat(Math.max(0, state.size.columns - measure.widthOf(line))));
}

function cellOf(machine: TopMachine, id: ColumnId, { busy, now }: State): string {
  if (id !== "for") return machine.cells[id];
  const action = busy.get(machine.id);
  if (action !== undefined) return `${action}\u2026`;
  if (machine.changedAt === undefined) return machine.cells.for;
  const age = formatAge(Math.max(0, now - machine.changedAt));
  return machine.locked ? `${age} locked` : age;
}

const withGaps = (cells: readonly PaintedText[]): readonly PaintedText[] =>
  cells.flatMap((cell, at): readonly PaintedText[] => (at === 0 ? [cell] : [[gap], cell]));

function pad(text: string, { width, alignsRight }: SizedColumn, { measure }: View): string {
  const cutText = measure.cutTo(text, width);
  const room = " ".repeat(Math.max(0, width - measure.widthOf(cutText)));
  return alignsRight ? room + cutText : cutText + room;
}

/** Drops the least important columns first, then cuts names. */
function sizeColumns(state: State, view: View): readonly SizedColumn[] {
  const { matches, at, size } = state;
  const start = Math.max(0, Math.min(at - measuredRows / 2, matches.length - measuredRows));
  const rows = matches.slice(start, start + measuredRows);
  const sizedColumns = columnsOf(state).map((column) => {
    const { id, header, maxWidth = Number.POSITIVE_INFINITY } = column;
    const naturalWidth = rows.reduce(
      (width, row) => Math.max(width, view.measure.widthOf(cellOf(row, id, state))),
      0,
    );
    const minWidth = Math.max(header.length + 1, id === "for" ? 6 : 0);
    return { ...column, width: Math.max(minWidth, Math.min(naturalWidth, maxWidth)) };
  });
  const total = () => sizedColumns.reduce((sum, { width }) => sum + width + gap.length, 0);
  while (total() > size.columns) {
    const highestPriority = Math.max(...sizedColumns.map(({ dropPriority }) => dropPriority));
    if (highestPriority === 0) break;
    sizedColumns.splice(
      sizedColumns.findLastIndex(({ dropPriority }) => dropPriority === highestPriority),
      1,
    );
  }
  const name = sizedColumns.find(({ id }) => id === "name");
  if (name !== undefined && total() > size.columns)
    name.width = Math.max(minNameWidth, name.width - (total() - size.columns));
  return sizedColumns;
}
