import { formatDuration } from "../../../core/text/duration.ts";
import { none } from "../../output/palette.ts";
import { oneLine } from "../../waiting/one-line.ts";
import {
  countKeys,
  detailsKeys,
  filterKeys,
  helpKeys,
  inputKeys,
  menuKeys,
  tableBindings,
  yesKeys,
} from "./bindings.ts";
import type { Overlay, State } from "./state.ts";
import { hasStatusLine, leastSize, tableHeight } from "./table.ts";
import { emptyLine, filled, joined, type Painted, type ViewStyle } from "./text-line.ts";
import { detailLines, helpLines, panelLines } from "./view-overlay.ts";
import { tableLines } from "./view-table.ts";

/** What stands on the screen beside the machines. */
export interface ViewHead {
  readonly service: string;
  /** Milliseconds. */
  readonly intervalMs: number;
}

/** The screen, as many lines as it has, none wider than it is. A pure function. */
export function viewLines(state: State, head: ViewHead, style: ViewStyle): readonly string[] {
  const { columns, rows } = state.size;
  if (columns < leastSize.columns || rows < leastSize.rows) return tooSmall(state, style);
  const lines = [headLine(state, head, style), ...bodyLines(state, style), messageLine(state, style)];
  return [...filled(lines, rows - 1), keysLine(state, style)];
}

function tooSmall({ size: { columns, rows } }: State, { measure }: ViewStyle): readonly string[] {
  const text = `too small: ${leastSize.columns}x${leastSize.rows} is needed`;
  return filled([measure.cutTo(text, columns), measure.cutTo("q quits", columns)].slice(0, rows), rows);
}

function bodyLines(state: State, style: ViewStyle): readonly string[] {
  const { overlay, size } = state;
  const height = size.rows - 3;
  if (overlay?.kind === "details") return filled(detailLines(state, overlay, height, style), height);
  if (overlay?.kind === "help") return filled(helpLines(overlay, size.columns, height, style), height);
  const status = hasStatusLine(state) ? [statusLine(state, style)] : [];
  const panel = panelLines(state, Math.max(2, height - status.length - 2), style);
  const table = tableLines(state, tableHeight(state), panel.length, style);
  return [...status, ...filled(table, height - status.length - panel.length), ...panel];
}

function headLine(state: State, { service, intervalMs }: ViewHead, style: ViewStyle): string {
  const { machines, size, readAt } = state;
  const { palette } = style;
  const issues = machines.filter(({ isTroubled }) => isTroubled).length;
  const going = machines.filter(({ isInProgress }) => isInProgress).length;
  const counts: readonly Painted[] = [
    [`${machines.length} ${machines.length === 1 ? "machine" : "machines"}`],
    [", "],
    issues === 0
      ? ["no issues", palette.added]
      : [`${issues} ${issues === 1 ? "issue" : "issues"}`, palette.removed],
    [", "],
    going === 0 ? ["nothing in progress"] : [`${going} in progress`, palette.changed],
  ];
  const time = readAt === 0 ? "" : `${new Date(readAt).toISOString().slice(11, 19)}Z`;
  const brief = readAt === 0 ? [] : counts;
  const left: readonly Painted[] = [[`${oneLine(service)}  `, palette.header], ...brief];
  const rights = [`every ${formatDuration(intervalMs)}  ${time}`, time, ""];
  const widthOf = (parts: readonly Painted[]) =>
    parts.reduce((sum, [text]) => sum + style.measure.widthOf(text), 0);
  for (const parts of [left, brief, brief.slice(0, -2)])
    for (const right of rights.slice(parts === left ? 0 : 1, parts === left ? 2 : 3))
      if (widthOf(parts) + (right === "" ? 0 : right.length + 2) <= size.columns)
        return joined(
          [...parts, [" ".repeat(size.columns - widthOf(parts) - right.length)], [right]],
          size.columns,
          style,
        );
  return joined(brief, size.columns, style);
}

/** The filter as it is typed, or the statuses of the fleet. */
function statusLine(state: State, style: ViewStyle): string {
  const { filter, overlay, shown, machines, marked, size, order } = state;
  const isTyping = overlay?.kind === "filter";
  const marks: readonly Painted[] =
    marked.size === 0 ? [] : [[`  ${marked.size} marked`, style.palette.changed]];
  if (isTyping || filter !== "") {
    const cursor: readonly Painted[] = isTyping ? [[" ", style.inverse]] : [];
    const text =
      style.measure.widthOf(filter) > size.columns / 2
        ? style.tail(filter, Math.floor(size.columns / 2))
        : filter;
    return joined(
      [
        ["filter ", style.palette.header],
        [text],
        ...cursor,
        [`  ${shown.length} of ${machines.length} shown`],
        ...marks,
      ],
      size.columns,
      style,
    );
  }
  const counts = new Map<string, number>();
  for (const { cells } of machines) counts.set(cells.status, (counts.get(cells.status) ?? 0) + 1);
  const statuses = [...counts]
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .flatMap(([name, count], at): readonly Painted[] => [
      [at === 0 ? "" : "  "],
      [name, style.palette.cell("status", name)],
      [` ${count}`],
    ]);
  const sort: Painted = [`  by ${order.column}`];
  return joined([...statuses, ...(order.column === "name" ? [] : [sort]), ...marks], size.columns, style);
}

function messageLine(state: State, style: ViewStyle): string {
  const { readError, message, size, busy } = state;
  const { palette } = style;
  if (readError !== undefined) {
    const again = readError.count === 1 ? "" : ` (${readError.count} times)`;
    return joined(
      [[`could not read${again}: ${oneLine(readError.text)}`, palette.removed]],
      size.columns,
      style,
    );
  }
  if (message !== undefined) {
    const text = oneLine(message.text);
    const paint = message.kind === "error" ? palette.removed : message.kind === "done" ? palette.added : none;
    return joined([[text, paint]], size.columns, style);
  }
  const labels = [...new Set(busy.values())];
  if (labels.length > 0)
    return joined([[`${labels.join(", ")}: ${busy.size} under way`]], size.columns, style);
  return emptyLine;
}

function keysLine(state: State, style: ViewStyle): string {
  const { overlay, size } = state;
  const text = overlayKeys(overlay);
  if (text !== undefined) return joined([[text, style.dim]], size.columns, style);
  const parts: Painted[] = [];
  let used = 0;
  for (const { keys, brief } of tableBindings) {
    if (brief === undefined) continue;
    const key = keys.split(" ")[0] ?? "";
    const width = key.length + brief.length + 3;
    if (used + width > size.columns) break;
    used += width;
    parts.push([key, style.palette.header], [` ${brief}  `, style.dim]);
  }
  return joined(parts, size.columns, style);
}

function overlayKeys(overlay: Overlay | undefined): string | undefined {
  switch (overlay?.kind) {
    case undefined:
      return undefined;
    case "details":
      return detailsKeys;
    case "help":
      return helpKeys;
    case "filter":
      return filterKeys;
    case "menu":
      return menuKeys;
    case "dialog":
      return overlay.stage === "input" ? inputKeys : overlay.question === "yes" ? yesKeys : countKeys;
  }
}
