import { formatAge } from "../../../core/text/units.ts";
import { none, type Paint, type Palette } from "../../output/palette.ts";
import type { TextWidth } from "../../output/text-width.ts";
import type { ColumnId, TopMachine } from "./machines.ts";
import { columnsOf, type State } from "./state.ts";

const gap = "  ";
/** In terminal columns; longer texts are cut. */
const maxWidths: Readonly<Partial<Record<ColumnId, number>>> = {
  site: 16,
  name: 32,
  tags: 24,
  owner: 14,
  pool: 16,
  zone: 16,
  os: 12,
  arch: 16,
};
const minNameWidth = 8;
const rightAligned: ReadonlySet<ColumnId> = new Set(["cpus", "ram"]);
const measuredRows = 2_000;

interface PlacedColumn {
  readonly id: ColumnId;
  readonly header: string;
  readonly width: number;
}

/** Shows the cursor's row even if a panel covers the last `panelHeight` lines. */
export function tableLines(state: State, height: number, panelHeight: number, style: ViewStyle) {
  const { matches, top, at, size, cursor } = state;
  const places = placeColumns(state, style);
  const room = Math.max(1, height - panelHeight);
  const firstRow = Math.max(top, at - room + 1);
  const header = places.map(({ id, header: text, width }): Painted => {
    const arrow = id === state.order.column ? (state.order.isDescending ? "\u2193" : "\u2191") : "";
    return [pad(`${text}${arrow}`, width, rightAligned.has(id), style)];
  });
  const lines = matches
    .slice(firstRow, firstRow + room)
    .map((machine) => rowLine(machine, places, state, machine.id === cursor, style));
  const emptyText =
    state.readAt === 0
      ? "reading the machines \u2026"
      : state.machines.length === 0
        ? "no machines"
        : "no machine matches the filter; esc clears it";
  const headerText = joinParts([[gap], ...withGaps(header)], size.columns, style);
  return [
    style.palette.header(headerText),
    ...(lines.length === 0 ? [`  ${style.measure.cutTo(emptyText, size.columns - 2)}`] : lines),
  ];
}

function rowLine(
  machine: TopMachine,
  places: readonly PlacedColumn[],
  state: State,
  isCursor: boolean,
  style: ViewStyle,
): string {
  const { palette, measure } = style;
  const isMarked = state.marked.has(machine.id);
  const cells = places.map(({ id, width }): Painted => {
    const text = cellOf(machine, id, state);
    const form = id === "status" || id === "power" ? id : undefined;
    const paint = isCursor ? none : palette.cell(form, text);
    return [pad(text, width, rightAligned.has(id), style), paint];
  });
  const sign = machine.needsAttention ? "!" : machine.isInProgress ? "~" : " ";
  const paintOfMark = machine.needsAttention && !isMarked ? palette.removed : palette.changed;
  const mark: Painted = [`${isMarked ? "*" : " "}${sign}`, isCursor ? none : paintOfMark];
  const line = joinParts([mark, ...withGaps(cells)], state.size.columns, style);
  if (!isCursor) return line;
  const unpaintedLine = joinParts([[mark[0]], ...withGaps(cells)], state.size.columns, style);
  return style.inverse(
    unpaintedLine + " ".repeat(Math.max(0, state.size.columns - measure.widthOf(unpaintedLine))),
  );
}

function cellOf(machine: TopMachine, id: ColumnId, { busy, now }: State): string {
  if (id !== "for") return machine.cells[id];
  const action = busy.get(machine.id);
  if (action !== undefined) return `${action}\u2026`;
  if (machine.changedAt === undefined) return machine.cells.for;
  const age = formatAge(Math.max(0, now - machine.changedAt));
  return machine.locked ? `${age} locked` : age;
}

const withGaps = (cells: readonly Painted[]): readonly Painted[] =>
  cells.flatMap((cell, at): readonly Painted[] => (at === 0 ? [cell] : [[gap], cell]));

function pad(text: string, width: number, alignsRight: boolean, { measure }: ViewStyle): string {
  const cutText = measure.cutTo(text, width);
  const room = " ".repeat(Math.max(0, width - measure.widthOf(cutText)));
  return alignsRight ? room + cutText : cutText + room;
}

/** Drops the least important columns first, then cuts names. */
function placeColumns(state: State, style: ViewStyle): readonly PlacedColumn[] {
  const { matches, at, size } = state;
  const start = Math.max(0, Math.min(at - measuredRows / 2, matches.length - measuredRows));
  const rows = matches.slice(start, start + measuredRows);
  const places = columnsOf(state).map(({ id, header, drop }) => {
    const naturalWidth = rows.reduce(
      (width, row) => Math.max(width, style.measure.widthOf(cellOf(row, id, state))),
      0,
    );
    const minWidth = Math.max(header.length + 1, id === "for" ? 6 : 0);
    const width = Math.max(minWidth, Math.min(naturalWidth, maxWidths[id] ?? naturalWidth));
    return { id, header, drop, width };
  });
  const total = () => places.reduce((sum, { width }) => sum + width + gap.length, 0);
  while (total() > size.columns) {
    const highestDrop = Math.max(...places.map(({ drop }) => drop));
    if (highestDrop === 0) break;
    places.splice(
      places.findLastIndex(({ drop }) => drop === highestDrop),
      1,
    );
  }
  const name = places.find(({ id }) => id === "name");
  if (name !== undefined && total() > size.columns)
    name.width = Math.max(minNameWidth, name.width - (total() - size.columns));
  return places;
}

export interface ViewStyle {
  readonly palette: Palette;
  readonly measure: TextWidth;
  /** Visible even without colours. */
  readonly inverse: Paint;
  readonly dim: Paint;
  tail(text: string, width: number): string;
}

export type Painted = readonly [text: string, paint?: Paint];

function joinParts(parts: readonly Painted[], width: number, { measure }: ViewStyle): string {
  let line = "";
  let remaining = width;
  for (const [text, paint = none] of parts) {
    if (remaining <= 0) break;
    const cutText = measure.cutTo(text, remaining);
    line += cutText === "" ? "" : paint(cutText);
    remaining -= measure.widthOf(cutText);
  }
  return line;
}

export const lineFor =
  ({ size }: State, style: ViewStyle) =>
  (...parts: readonly Painted[]): string =>
    joinParts(parts, size.columns, style);

export const fillHeight = (lines: readonly string[], height: number): readonly string[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => lines[at] ?? "");
