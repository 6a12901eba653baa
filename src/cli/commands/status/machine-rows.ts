import { formatAge } from "../../../core/text/duration.ts";
import { oneLine } from "../../waiting/one-line.ts";
import { type Attention, attentionKinds, type Progress } from "./attention.ts";
import type { PageStyle, Part } from "./parts.ts";
import type { FleetStatus } from "./read-status.ts";

/** A row about one machine: its name, status and time, and what else there is to say. */
interface MachineRow {
  readonly name: string;
  readonly status: string;
  readonly age: string;
  readonly text: string;
}

/** Of a list without a height to fit into, how many rows are shown. */
const restfulRows = 20;
/** Of so many rows of a list the columns are as wide as the widest. */
const measuredRows = 50;
const widestName = 30;
const leastName = 8;
const indent = "  ";
const gap = "  ";
/** What is said last is left out where there is less room for it. */
const leastText = 8;

/** The machines that need somebody, and those in progress, in the same columns. */
export function machineParts(status: FleetStatus, style: PageStyle): readonly Part[] {
  const attention = status.attention.map((each) => attentionRow(each, status.time));
  const progress = status.inProgress.map((each) => progressRow(each, status.time));
  const columns = columnsFor(
    [...attention.slice(0, measuredRows), ...progress.slice(0, measuredRows)],
    style,
  );
  const part = (title: string, rows: readonly MachineRow[], more: string): Part => ({
    wanted:
      rows.length === 0
        ? 0
        : 1 + (style.height === undefined ? Math.min(rows.length, restfulRows + 1) : rows.length),
    least: rows.length === 0 ? 0 : 1 + Math.min(rows.length, 3),
    lines: (height) => partLines(title, rows, more, height, columns, style),
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

function attentionRow({ machine, kind, since, reason }: Attention, now: number): MachineRow {
  const owner = machine.owner === undefined ? "" : `owner ${machine.owner}`;
  return {
    name: oneLine(machine.hostname),
    status: oneLine(machine.statusName),
    age: since === undefined ? "-" : formatAge(now - since),
    text: oneLine(kind === "power" ? `power error: ${reason ?? ""}` : (reason ?? owner)),
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

interface Columns {
  readonly name: number;
  readonly status: number;
  readonly age: number;
}

/** Names give way before statuses, and times are never cut. */
function columnsFor(rows: readonly MachineRow[], { width, measure }: PageStyle): Columns {
  const widest = (of: (row: MachineRow) => string) =>
    Math.max(0, ...rows.map((row) => measure.widthOf(of(row))));
  const age = widest((row) => row.age);
  const room = width - indent.length - age - gap.length * 2;
  const name = Math.min(
    widest((row) => row.name),
    widestName,
  );
  const status = Math.min(
    widest((row) => row.status),
    Math.max(leastName, room - Math.min(name, leastName)),
  );
  return { name: Math.max(1, Math.min(name, room - status)), status, age };
}

function partLines(
  title: string,
  rows: readonly MachineRow[],
  more: string,
  height: number,
  columns: Columns,
  style: PageStyle,
): readonly string[] {
  const { measure, palette, width } = style;
  const room = Math.max(1, height - 1);
  const shown = rows.length <= room ? rows : rows.slice(0, room - 1);
  const left = rows.length - shown.length;
  return [
    palette.header(measure.cutTo(title, width)),
    ...shown.map((row) => rowLine(row, columns, style)),
    ...(left === 0 ? [] : [measure.cutTo(`${indent}and ${left} more: ${more}`, width)]),
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
  const used = indent.length + columns.name + columns.status + columns.age + gap.length * 3;
  const room = width - used;
  // What goes to a file is not cut.
  const text = height === undefined ? row.text : room < leastText ? "" : measure.cutTo(row.text, room);
  return `${start}${gap}${text}`.trimEnd();
}
