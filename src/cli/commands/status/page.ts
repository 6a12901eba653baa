import { maskByForm } from "../../../core/secrets/text.ts";
import { isoSeconds } from "../../../core/text/times.ts";
import { formatAge } from "../../../core/text/units.ts";
import { oneLine } from "../../output/escape.ts";
import { colorless, type Palette, unpainted } from "../../output/palette.ts";
import { type Attention, attentionKinds, type Progress, powerCounts, type Tally } from "./attention.ts";
import { allotLines, chartsPart, maxUnboundedRows, type PagePart, type PageStyle } from "./charts.ts";
import type { FleetStatus } from "./read-status.ts";

interface PageHead {
  /** The profile's name or the service's address. */
  readonly service: string;
  readonly interval?: string | undefined;
}

export function pageLines(status: FleetStatus, head: PageHead, style: PageStyle): readonly string[] {
  const allParts = [...machineParts(status, style), chartsPart(status.tally, style)].filter(
    ({ preferredLines }) => preferredLines > 0,
  );
  const top = headLines(status, head, style);
  const bottom = footLines(status, style);
  const room = style.height === undefined ? undefined : style.height - top.length - bottom.length;
  const parts = partsThatFit(allParts, room);
  const availableLines = room === undefined ? undefined : room - parts.length;
  const heights = allotLines(parts, availableLines);
  return [...top, ...parts.flatMap((part, at) => ["", ...part.lines(heights[at] ?? 0)]), ...bottom];
}

/** Drops the last parts until the others fit with an empty line above each; always keeps the first. */
function partsThatFit(parts: readonly PagePart[], room: number | undefined): readonly PagePart[] {
  let count = parts.length;
  const minLines = () => parts.slice(0, count).reduce((sum, part) => sum + part.minLines + 1, 0);
  while (room !== undefined && count > 1 && minLines() > room) count -= 1;
  return parts.slice(0, count);
}

const minServiceWidth = 16;

function headLines(status: FleetStatus, head: PageHead, style: PageStyle): readonly string[] {
  const { service, interval } = head;
  const { measure, palette, width } = style;
  const time = isoSeconds(status.time).replace("T", " ");
  const suffix = [interval === undefined ? time : `${interval}, ${time}`, time].find(
    (text) => text.length + minServiceWidth + 2 <= width,
  );
  const title = measure.cutTo(oneLine(service), suffix === undefined ? width : width - suffix.length - 2);
  const space = " ".repeat(Math.max(0, width - measure.widthOf(title) - (suffix ?? "").length));
  return [
    suffix === undefined ? palette.header(title) : palette.header(title) + space + suffix,
    countsLine(status, style),
  ];
}

function countsLine({ tally, attention, inProgress }: FleetStatus, style: PageStyle): string {
  const { measure, palette, width } = style;
  const counts = { machines: tally.machines, issues: attention.length, progress: inProgress.length };
  for (const isBrief of [false, true]) {
    const text = fleetCounts(counts, colorless, isBrief);
    if (measure.widthOf(text) <= width) return fleetCounts(counts, palette, isBrief);
  }
  return measure.cutTo(fleetCounts(counts, colorless, true).replace(/, [^,]*$/, ""), width);
}

/** Returns for example `12 machines, 3 need attention, 1 in progress`. */
export function fleetCounts(
  { machines, issues, progress }: Readonly<Record<"machines" | "issues" | "progress", number>>,
  palette: Palette,
  isBrief = false,
): string {
  const fleet = `${machines} ${machines === 1 ? "machine" : "machines"}`;
  const progressText = progress === 0 ? "nothing in progress" : `${progress} in progress`;
  const [noneText, oneText, severalText] = isBrief
    ? ["no issues", "1 issue", `${issues} issues`]
    : ["nothing needs attention", "1 needs attention", `${issues} need attention`];
  const issuesText = issues === 0 ? noneText : issues === 1 ? oneText : severalText;
  const paintIssues = issues === 0 ? palette.added : palette.removed;
  const paintProgress = progress === 0 ? unpainted : palette.changed;
  return `${palette.header(fleet)}, ${paintIssues(issuesText)}, ${paintProgress(progressText)}`;
}

function footLines({ tally, isImporting, unread }: FleetStatus, style: PageStyle): readonly string[] {
  const { measure, width } = style;
  const facts = [
    ...powerLines(tally.byPower),
    ...(tally.locked.length === 0 ? [] : [`Locked: ${tally.locked.length}`]),
  ];
  const images =
    isImporting === undefined
      ? []
      : [`Images: ${isImporting ? "an import is running" : "no import is running"}`];
  const fullLine = [...facts, ...images].join(".  ");
  const factsLine = facts.join(".  ");
  const lines =
    measure.widthOf(fullLine) <= width ? [fullLine] : [factsLine, ...(isImporting === true ? images : [])];
  const notes = unread.map(({ message }) => `Not read: ${oneLine(message)}`);
  const all = [...lines, ...notes]
    .filter((line) => line !== "")
    .map((line) => (style.height === undefined ? line : measure.cutTo(line, width)));
  return all.length === 0 ? [] : ["", ...all];
}

/** Returns for example `Power: 3 off, 9 on`, or nothing without machines. */
export function powerLines(byPower: Tally["byPower"]): readonly string[] {
  const texts = powerCounts(byPower).map(([state, count]) => `${count} ${oneLine(state)}`);
  return texts.length === 0 ? [] : [`Power: ${texts.join(", ")}`];
}

interface MachineRow {
  readonly name: string;
  readonly status: string;
  readonly age: string;
  readonly text: string;
  /** The number of machines that the row represents. */
  readonly machines?: number;
}

/** Number of rows that are measured to find the column widths. */
const measuredRows = 50;
const maxNameWidth = 30;
const minNameWidth = 8;
const indent = "  ";
const gap = "  ";
/** If fewer columns remain, the reason is left out. */
const minTextWidth = 8;

function machineParts(status: FleetStatus, style: PageStyle): readonly PagePart[] {
  const attention = groupsOf(status.attention).map((each) => attentionRow(each, status.time, style));
  const progress = status.inProgress.map((each) => progressRow(each, status.time));
  const rowsToMeasure = [...attention.slice(0, measuredRows), ...progress.slice(0, measuredRows)];
  const columns = columnsFor(rowsToMeasure, style);
  const part = (title: string, rows: readonly MachineRow[], moreCommand: string): PagePart => ({
    preferredLines:
      rows.length === 0
        ? 0
        : 1 + (style.height === undefined ? Math.min(rows.length, maxUnboundedRows + 1) : rows.length),
    minLines: rows.length === 0 ? 0 : 1 + Math.min(rows.length, 3),
    lines: (height) => partLines(title, rows, moreCommand, height, columns, style),
  });
  return [
    part(titleOf(status.attention, style), attention, "svc machines issues"),
    part("In progress", progress, "svc machines list --watch"),
  ];
}

function titleOf(attention: readonly Attention[], { measure, width }: PageStyle): string {
  const counts = attentionKinds.flatMap((kind) => {
    const count = attention.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind === "rescue" ? "in rescue mode" : kind}`];
  });
  const title = `Needs attention: ${counts.join(", ")}`;
  return measure.widthOf(title) <= width ? title : "Needs attention";
}

/** Machines of a smaller group with the same reason are listed one by one. */
const minGroupSize = 3;

type Group = readonly [Attention, ...Attention[]];

function groupsOf(attention: readonly Attention[]): readonly Group[] {
  const groups = new Map<string, [Attention, ...Attention[]]>();
  for (const each of attention) {
    const key = JSON.stringify([each.kind, each.machine.status, each.reason]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].flatMap((group) =>
    group.length < minGroupSize ? group.map((each): Group => [each]) : [group],
  );
}

/** Number of names in a line that has no width limit. */
const maxListedNames = 5;

function attentionRow(group: Group, now: number, style: PageStyle): MachineRow {
  const [{ machine, kind, since, reason }, ...others] = group;
  const owner = machine.owner === undefined || others.length > 0 ? "" : `owner ${machine.owner}`;
  const reasonText = oneLine(
    maskByForm(kind === "power" ? `power error: ${reason ?? ""}` : (reason ?? owner)),
  );
  const names = group.map((each) => oneLine(each.machine.hostname));
  const visibleNames = style.height === undefined ? names.slice(0, maxListedNames) : names;
  const rest = visibleNames.length < names.length ? [`and ${names.length - visibleNames.length} more`] : [];
  const namesText = [...visibleNames, ...rest].join(", ");
  return {
    name: others.length === 0 ? (names[0] ?? "") : `${group.length} machines`,
    status: oneLine(machine.statusName),
    age: since === undefined ? "-" : formatAge(now - since),
    text: others.length === 0 ? reasonText : [reasonText, namesText].filter((text) => text !== "").join(": "),
    machines: group.length,
  };
}

function progressRow({ machine, since, limitMs }: Progress, now: number): MachineRow {
  const limit = limitMs === undefined ? [] : [`of ${limitMs / 60_000}m`];
  const owner = machine.owner === undefined ? [] : [`owner ${machine.owner}`];
  return {
    name: oneLine(machine.hostname),
    status: oneLine(machine.statusName),
    age: since === undefined ? "-" : formatAge(now - since),
    text: oneLine([...limit, ...owner].join(", ")),
  };
}

type Columns = ReturnType<typeof columnsFor>;

/** If room is short, names are cut first, then statuses; ages are never cut. */
function columnsFor(rows: readonly MachineRow[], { width, measure }: PageStyle) {
  const maxWidthOf = (textIn: (row: MachineRow) => string) =>
    Math.max(0, ...rows.map((row) => measure.widthOf(textIn(row))));
  const age = maxWidthOf((row) => row.age);
  const room = width - indent.length - age - gap.length * 2;
  const name = Math.min(
    maxWidthOf((row) => row.name),
    maxNameWidth,
  );
  const status = Math.min(
    maxWidthOf((row) => row.status),
    Math.max(minNameWidth, room - Math.min(name, minNameWidth)),
  );
  return { name: Math.max(1, Math.min(name, room - status)), status, age };
}

function partLines(
  title: string,
  rows: readonly MachineRow[],
  moreCommand: string,
  height: number,
  columns: Columns,
  style: PageStyle,
): readonly string[] {
  const { measure, palette, width } = style;
  const room = Math.max(1, height - 1);
  const visibleRows = rows.length <= room ? rows : rows.slice(0, room - 1);
  const hiddenCount = rows.slice(visibleRows.length).reduce((sum, { machines = 1 }) => sum + machines, 0);
  return [
    palette.header(measure.cutTo(title, width)),
    ...visibleRows.map((row) => rowLine(row, columns, style)),
    ...(hiddenCount === 0 ? [] : [measure.cutTo(`${indent}and ${hiddenCount} more: ${moreCommand}`, width)]),
  ];
}

function rowLine(row: MachineRow, columns: Columns, { width, measure, palette, height }: PageStyle): string {
  const name = measure.cutTo(row.name, columns.name);
  const status = measure.cutTo(row.status, columns.status);
  const start = [
    indent + name + " ".repeat(columns.name - measure.widthOf(name)),
    palette.cell("status", row.status)(status) + " ".repeat(columns.status - measure.widthOf(status)),
    row.age.padStart(columns.age),
  ].join(gap);
  const usedWidth = indent.length + columns.name + columns.status + columns.age + gap.length * 3;
  const room = width - usedWidth;
  // Output to a file is not cut.
  const text = height === undefined ? row.text : room < minTextWidth ? "" : measure.cutTo(row.text, room);
  return `${start}${gap}${text}`.trimEnd();
}
