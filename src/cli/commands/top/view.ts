import { formatDuration } from "../../../core/text/duration.ts";
import { oneLine } from "../../output/escape.ts";
import { none } from "../../output/palette.ts";
import { pageLines } from "../describe-node/page.ts";
import { actions } from "./actions.ts";
import { hasStatusLine, leastSize, type Overlay, type State, tableHeight } from "./state.ts";
import { allowedActions, machinesOf } from "./update.ts";
import { emptyLine, filled, joined, type Painted, tableLines, type ViewStyle } from "./view-table.ts";

export interface ViewHead {
  readonly service: string;
  readonly intervalMs: number;
}

/** Exactly fills the screen. Pure. */
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

function detailLines(
  state: State,
  overlay: Extract<Overlay, { kind: "details" }>,
  height: number,
  style: ViewStyle,
): readonly string[] {
  const { columns } = state.size;
  const { sections, error } = overlay;
  const problem =
    error === undefined
      ? []
      : [joined([[`could not read: ${oneLine(error)}`, style.palette.removed]], columns, style)];
  if (sections === undefined) {
    const [machine] = machinesOf(state, [overlay.id]);
    return problem.length > 0
      ? problem
      : [joined([[`reading ${machine?.cells.name ?? oneLine(overlay.id)} \u2026`]], columns, style)];
  }
  const lines = pageLines(sections, { width: columns, palette: style.palette, measure: style.measure });
  return [...problem, ...scrolledTo(lines, overlay.top, height - problem.length)];
}

function helpLines(
  { top }: Extract<Overlay, { kind: "help" }>,
  columns: number,
  height: number,
  style: ViewStyle,
): readonly string[] {
  const width = Math.max(...tableBindings.map(({ keys }) => keys.length));
  const line = (keys: string, text: string): string =>
    joined([[`  ${keys.padEnd(width)}`, style.palette.key], [`  ${text}`]], columns, style);
  const title = (text: string): string => joined([[text, style.palette.header]], columns, style);
  const lines = [
    title("Keys"),
    ...tableBindings.map(({ keys, help }) => line(keys, help)),
    "",
    title("Actions, after a: those that the status allows"),
    ...actions.map(({ key, label }) => line(key, label)),
    "",
    title("Filters"),
    line("web ready", "machines with both words in any column"),
    line("status:ready", "the word in one column alone"),
    line("!pool:web", "machines without it"),
  ];
  return scrolledTo(lines, top, height);
}

function scrolledTo(lines: readonly string[], top: number, height: number): readonly string[] {
  const first = Math.max(0, Math.min(top, lines.length - height));
  return lines.slice(first, first + height);
}

/** The menu of actions or a question, drawn over the end of the table. */
function panelLines(state: State, most: number, style: ViewStyle): readonly string[] {
  const { overlay } = state;
  if (overlay?.kind === "menu") return menuLines(state, overlay, style).slice(0, most);
  if (overlay?.kind === "dialog") return dialogLines(state, overlay, style).slice(0, most);
  return [];
}

function menuLines(
  state: State,
  overlay: Extract<Overlay, { kind: "menu" }>,
  style: ViewStyle,
): readonly string[] {
  const { columns } = state.size;
  const allowed = allowedActions(state, overlay.ids);
  const texts = allowed.map(({ action, ids }) => {
    const some = ids.length === overlay.ids.length ? "" : ` (${ids.length} of ${overlay.ids.length})`;
    return `${action.key} ${action.label}${some}`;
  });
  const width = Math.max(...texts.map((text) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(columns / width));
  const lines: string[] = [];
  for (let start = 0; start < texts.length; start += perLine) {
    const cells = texts.slice(start, start + perLine).flatMap((text, offset): readonly Painted[] => {
      const isAt = start + offset === overlay.at;
      return [[" "], isAt ? [text, style.inverse] : [text], [" ".repeat(width - text.length - 1)]];
    });
    lines.push(joined(cells, columns, style));
  }
  return [
    joined([[`Do what to ${namesOf(state, overlay.ids)}?`, style.palette.header]], columns, style),
    ...lines,
  ];
}

function dialogLines(
  state: State,
  { action, ids, stage, question, typed }: Extract<Overlay, { kind: "dialog" }>,
  style: ViewStyle,
): readonly string[] {
  const { columns } = state.size;
  const what = `${action.label} ${namesOf(state, ids)}`;
  const cursor: Painted = [" ", style.inverse];
  if (stage === "input" && action.input !== undefined)
    return [
      joined([[what, style.palette.header]], columns, style),
      joined(
        [
          [`${action.input.label}: `],
          [style.tail(typed, Math.max(4, columns - action.input.label.length - 4))],
          cursor,
        ],
        columns,
        style,
      ),
    ];
  const risk = action.operation.confirm === undefined ? style.palette.header : style.palette.removed;
  const warning = action.warning?.(machinesOf(state, ids));
  const warned = warning === undefined ? [] : [joined([[warning, style.palette.changed]], columns, style)];
  if (question === "yes") return [...warned, joined([[`${what}? [y/n]`, risk]], columns, style)];
  return [
    ...warned,
    joined([[`${what}?`, risk]], columns, style),
    joined([[`type ${ids.length} to continue: `], [typed], cursor], columns, style),
  ];
}

function namesOf(state: State, ids: readonly string[]): string {
  const machines = machinesOf(state, ids);
  const names = machines.slice(0, 3).map(({ cells }) => cells.name);
  const some = machines.length > 3 ? ` (${names.join(", ")}, \u2026)` : "";
  return machines.length > 3 ? `${machines.length} machines${some}` : names.join(", ");
}

interface Binding {
  readonly keys: string;
  readonly help: string;
  /** For the bottom line; absent for less important keys. */
  readonly brief?: string;
}

const tableBindings: readonly Binding[] = [
  { keys: "?", help: "show this help", brief: "help" },
  { keys: "enter", help: "show all about the machine, with its last events", brief: "details" },
  { keys: "a", help: "choose an action for the machine, or for the marked ones", brief: "actions" },
  { keys: "/", help: "filter: words, column:word, !word for machines without it", brief: "filter" },
  { keys: "space", help: "mark the machine, or take the mark off", brief: "mark" },
  { keys: "s S", help: "sort by the next column, by the one before", brief: "sort" },
  { keys: "q", help: "leave; so does Ctrl-C", brief: "quit" },
  { keys: "R", help: "reverse the order" },
  { keys: "*", help: "mark all machines that are shown" },
  { keys: "escape", help: "clear the message, the marks, the filter" },
  { keys: "up down j k", help: "move; page up, page down, home and end too" },
  { keys: "r", help: "read the machines now" },
  { keys: "Ctrl-Z", help: "stop svc; fg goes on" },
  { keys: "Ctrl-L", help: "draw the screen again" },
];

const detailsKeys = "up/down scroll  a actions  r read again  esc back";
const helpKeys = "up/down scroll  esc back";
const filterKeys = "enter keep  esc cancel  name:word  !word";
const menuKeys = "press a key, or choose by arrows and enter; esc cancels";
const inputKeys = "enter go on  esc cancel";
const yesKeys = "y yes  n no";
const countKeys = "enter confirm  esc cancel";
