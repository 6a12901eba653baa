import { formatDuration } from "../../../core/text/units.ts";
import { oneLine } from "../../output/escape.ts";
import { none, type Paint } from "../../output/palette.ts";
import { foldText } from "../../output/text-width.ts";
import { pageLines } from "../describe-node/page.ts";
import { actions } from "./actions.ts";
import type { MachineCommand } from "./commands.ts";
import { nameOf } from "./machines.ts";
import { machinesOf } from "./menu.ts";
import { hasStatusLine, minSize, type Overlay, type SiteReading, type State, tableHeight } from "./state.ts";
import { panelLines } from "./view-panel.ts";
import { fillHeight, lineFor, type Painted, tableLines, type ViewStyle } from "./view-table.ts";

export interface ViewHead {
  readonly title: string;
  readonly intervalMs: number;
}

export function viewLines(state: State, head: ViewHead, style: ViewStyle): readonly string[] {
  const { columns, rows } = state.size;
  if (columns < minSize.columns || rows < minSize.rows) return tooSmall(state, style);
  const lines = [headLine(state, head, style), ...bodyLines(state, style), messageLine(state, style)];
  return [...fillHeight(lines, rows - 1), keysLine(state, style)];
}

function tooSmall({ size: { columns, rows } }: State, { measure }: ViewStyle): readonly string[] {
  const text = `too small: ${minSize.columns}x${minSize.rows} is needed`;
  return fillHeight([measure.cutTo(text, columns), measure.cutTo("q quits", columns)].slice(0, rows), rows);
}

function bodyLines(state: State, style: ViewStyle): readonly string[] {
  const { overlay, size } = state;
  const height = size.rows - 3;
  if (overlay?.kind === "details") return fillHeight(detailLines(state, overlay, height, style), height);
  if (overlay?.kind === "help") return fillHeight(helpLines(state, overlay, height, style), height);
  const status = hasStatusLine(state) ? [statusLine(state, style)] : [];
  const panel = panelLines(state, Math.max(2, height - status.length - 2), style);
  const table = tableLines(state, tableHeight(state), panel.length, style);
  return [...status, ...fillHeight(table, height - status.length - panel.length), ...panel];
}

function headLine(state: State, { title, intervalMs }: ViewHead, style: ViewStyle): string {
  const { machines, size, readAt } = state;
  const { palette } = style;
  const line = lineFor(state, style);
  const issues = machines.filter(({ needsAttention }) => needsAttention).length;
  const inProgressCount = machines.filter(({ isInProgress }) => isInProgress).length;
  const counts: readonly Painted[] = [
    [`${machines.length} ${machines.length === 1 ? "machine" : "machines"}`],
    [", "],
    issues === 0
      ? ["no issues", palette.added]
      : [`${issues} ${issues === 1 ? "issue" : "issues"}`, palette.removed],
    [", "],
    inProgressCount === 0 ? ["nothing in progress"] : [`${inProgressCount} in progress`, palette.changed],
  ];
  const time = readAt === 0 ? "" : `${new Date(readAt).toISOString().slice(11, 19)}Z`;
  const missingSites = sitesWithoutCounts(state).flatMap((text): readonly Painted[] => [
    [", "],
    [text, palette.removed],
  ]);
  const countsWithoutName = readAt === 0 ? missingSites.slice(1) : [...counts, ...missingSites];
  const shortestCounts = readAt === 0 ? countsWithoutName : [...counts.slice(0, -2), ...missingSites];
  const leftParts: readonly Painted[] = [[`${oneLine(title)}  `, palette.header], ...countsWithoutName];
  const rightTexts = [`every ${formatDuration(intervalMs)}  ${time}`, time, ""];
  const widthOf = (parts: readonly Painted[]) => widthOfAll(parts, style);
  for (const parts of [leftParts, countsWithoutName, shortestCounts])
    for (const right of rightTexts.slice(parts === leftParts ? 0 : 1, parts === leftParts ? 2 : 3))
      if (widthOf(parts) + (right === "" ? 0 : right.length + 2) <= size.columns)
        return line(...parts, [" ".repeat(size.columns - widthOf(parts) - right.length)], [right]);
  return line(...countsWithoutName);
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

function statusLine(state: State, style: ViewStyle): string {
  const { filter, overlay, matches, machines, marked, size, order } = state;
  const line = lineFor(state, style);
  const isTyping = overlay?.kind === "filter";
  const marks: readonly Painted[] =
    marked.size === 0 ? [] : [[`  ${marked.size} marked`, style.palette.changed]];
  if (isTyping || filter !== "") {
    const cursor: readonly Painted[] = isTyping ? [[" ", style.inverse]] : [];
    const text = style.tail(filter, Math.floor(size.columns / 2));
    const matchCount: Painted = [`  ${matches.length} of ${machines.length} shown`];
    return line(["filter ", style.palette.header], [text], ...cursor, matchCount, ...marks);
  }
  const counts = new Map<string, number>();
  for (const { cells } of machines) counts.set(cells.status, (counts.get(cells.status) ?? 0) + 1);
  const statuses = [...counts]
    .map(([name, count]): Count => ({ name, count, paint: style.palette.cell("status", name) }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const sort: readonly Painted[] = order.column === "name" ? [] : [[`  by ${order.column}`]];
  const tail = [...sort, ...marks];
  return line(...countsThatFit(statuses, size.columns - widthOfAll(tail, style), style), ...tail);
}

interface Count {
  readonly name: string;
  readonly count: number;
  readonly paint: Paint;
}

const widthOfAll = (parts: readonly Painted[], { measure }: ViewStyle): number =>
  parts.reduce((sum, [text]) => sum + measure.widthOf(text), 0);

const isFailing = ({ name }: Count): boolean => /fail|broken|missing/i.test(name);

/** If there is not enough room, failing statuses come first, and the remaining ones are added up. */
function countsThatFit(all: readonly Count[], room: number, style: ViewStyle): readonly Painted[] {
  const urgentFirst = [...all.filter(isFailing), ...all.filter((count) => !isFailing(count))];
  const total = (name: string, summedCounts: readonly Count[], paint: Paint): readonly Count[] =>
    summedCounts.length === 0
      ? []
      : [{ name, count: summedCounts.reduce((sum, { count }) => sum + count, 0), paint }];
  let parts = countParts(all);
  for (let length = urgentFirst.length - 1; length >= 0 && widthOfAll(parts, style) > room; length -= 1) {
    const rest = urgentFirst.slice(length);
    const [failing, others] = [rest.filter(isFailing), rest.filter((count) => !isFailing(count))];
    parts = countParts([
      ...urgentFirst.slice(0, length),
      ...total(length > 0 ? "more failing" : "failing", failing, style.palette.removed),
      ...total("others", others, none),
    ]);
  }
  return parts;
}

const countParts = (counts: readonly Count[]): readonly Painted[] =>
  counts.flatMap(({ name, count, paint }, at): readonly Painted[] => [
    [at === 0 ? "" : "  "],
    [name, paint],
    [` ${count}`],
  ]);

function messageLine(state: State, style: ViewStyle): string {
  const { readings, message, busy } = state;
  const { palette } = style;
  const line = lineFor(state, style);
  const failedSite = [...readings].find(([, { error }]) => error !== undefined);
  // A site that does not answer for long must not hide messages about the others.
  if (failedSite?.[1].error !== undefined && (readings.size === 1 || message === undefined)) {
    const [site, { error }] = failedSite;
    const timesText = error.count === 1 ? "" : ` (${error.count} times)`;
    return line([
      `could not read${site === "" ? "" : ` ${oneLine(site)}`}${timesText}: ${oneLine(error.text)}`,
      palette.removed,
    ]);
  }
  if (message !== undefined) {
    const paint = message.kind === "error" ? palette.removed : message.kind === "done" ? palette.added : none;
    return line([oneLine(message.text), paint]);
  }
  const labels = [...new Set(busy.values())];
  return labels.length === 0 ? "" : line([`${labels.join(", ")}: ${busy.size} in progress`]);
}

function keysLine(state: State, style: ViewStyle): string {
  const { overlay, size } = state;
  const text = overlayKeys(overlay);
  const line = lineFor(state, style);
  if (text !== undefined) return line([text, style.dim]);
  const parts: Painted[] = [];
  let usedWidth = 0;
  for (const { keys, brief } of bindingsOf(state)) {
    if (brief === undefined) continue;
    const key = keys.split(" ")[0] ?? "";
    const width = key.length + brief.length + 3;
    if (usedWidth + width > size.columns) break;
    usedWidth += width;
    parts.push([key, style.palette.header], [` ${brief}  `, style.dim]);
  }
  return line(...parts);
}

function overlayKeys(overlay: Overlay | undefined): string | undefined {
  if (overlay?.kind !== "dialog") return overlay && keysOf[overlay.kind];
  return keysOf[overlay.stage === "input" ? "input" : overlay.confirmation === "key" ? "key" : "count"];
}

function detailLines(
  state: State,
  overlay: Extract<Overlay, { kind: "details" }>,
  height: number,
  style: ViewStyle,
): readonly string[] {
  const { sections, error } = overlay;
  const line = lineFor(state, style);
  const problem =
    error === undefined ? [] : [line([`could not read: ${oneLine(error)}`, style.palette.removed])];
  if (sections === undefined) {
    const [machine] = machinesOf(state, [overlay.id]);
    const name = oneLine(machine === undefined ? overlay.id : nameOf(machine));
    return problem.length > 0 ? problem : [line([`reading ${name} \u2026`])];
  }
  const lines = pageLines(sections, { ...style, width: state.size.columns });
  return [...problem, ...sliceFrom(lines, overlay.top, height - problem.length)];
}

function helpLines(
  state: State,
  { top }: Extract<Overlay, { kind: "help" }>,
  height: number,
  style: ViewStyle,
): readonly string[] {
  const bindings = bindingsOf(state);
  const width = Math.max(...bindings.map(({ keys }) => keys.length));
  const line = lineFor(state, style);
  const hangingIndent = width + 4;
  const row = (keys: string, help: string): readonly string[] =>
    foldText(help, { width: state.size.columns, measure: style.measure }, hangingIndent, hangingIndent).map(
      (text, index) =>
        line([`  ${(index === 0 ? keys : "").padEnd(width)}`, style.palette.key], [`  ${text}`]),
    );
  const title = (text: string) => line([text, style.palette.header]);
  const lines = [
    title("Keys"),
    ...bindings.flatMap(({ keys, help }) => row(keys, help)),
    "",
    title("Actions (press a): those that the status allows"),
    ...actions.flatMap(({ key, label }) => row(key, label)),
    "",
    title("Filters"),
    ...row("web ready", "machines with both words in any column"),
    ...row("status:ready", "the word in one column"),
    ...row("!pool:web", "machines without it"),
  ];
  return sliceFrom(lines, top, height);
}

function sliceFrom(lines: readonly string[], top: number, height: number): readonly string[] {
  const first = Math.max(0, Math.min(top, lines.length - height));
  return lines.slice(first, first + height);
}

interface Binding {
  readonly keys: string;
  readonly help: string;
  /** Short form for the bottom line; only important keys have one. */
  readonly brief?: string;
}

const bindingOf = ({ key, ...command }: MachineCommand): Binding => ({ ...command, keys: key });

/** Keys from the profile come first, so that the bottom line has room for them. */
const bindingsOf = ({ commands }: State): readonly Binding[] => [
  ...commands.filter(({ isFromProfile }) => isFromProfile === true).map(bindingOf),
  ...firstBindings,
  ...commands.filter(({ isFromProfile }) => isFromProfile !== true).map(bindingOf),
  ...lastBindings,
];

export const firstBindings: readonly Binding[] = [
  { keys: "?", help: "show this help", brief: "help" },
  { keys: "enter", help: "show everything about the machine, with its last events", brief: "details" },
  { keys: "a", help: "choose an action for the machine, or for the marked ones", brief: "actions" },
  { keys: "/", help: "filter: words, column:word, !word for machines without it", brief: "filter" },
  { keys: "space", help: "mark or unmark the machine", brief: "mark" },
];

export const lastBindings: readonly Binding[] = [
  { keys: "y", help: "copy its name" },
  { keys: "> <", help: "sort by the next or the previous column" },
  { keys: "q", help: "quit; so does Ctrl-C", brief: "quit" },
  { keys: "R", help: "reverse the order" },
  { keys: "S", help: "save the order in the profile" },
  { keys: "*", help: "mark all machines that are shown" },
  { keys: "escape", help: "clear the message, the marks, the filter" },
  { keys: "up down j k", help: "move; page up, page down, home and end too" },
  { keys: "r", help: "refresh now" },
  { keys: "Ctrl-Z", help: "suspend svc; fg resumes it" },
  { keys: "Ctrl-L", help: "redraw the screen" },
];

const keysOf = {
  details: "up/down scroll  a actions  r read again  esc back",
  help: "up/down scroll  esc back",
  filter: "enter keep  esc cancel  name:word  !word",
  menu: "press a key, or choose with arrows and enter; esc cancels",
  input: "enter continue  esc cancel",
  key: "y yes  n no",
  count: "enter confirm  esc cancel",
} as const;
