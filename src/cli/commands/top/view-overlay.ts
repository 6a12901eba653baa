import { oneLine } from "../../waiting/one-line.ts";
import { pageLines } from "../describe-node/page.ts";
import { actions } from "./actions.ts";
import { tableBindings } from "./bindings.ts";
import { allowedActions, machinesOf } from "./dialog-keys.ts";
import type { Overlay, State } from "./state.ts";
import { joined, type Painted, type ViewStyle } from "./text-line.ts";

/** All about a machine, scrolled; the end stays at the bottom of the window. */
export function detailLines(
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

/** The keys and the actions, from the tables that decide on them. */
export function helpLines(
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

/** What is asked at the bottom, over the end of the table: the menu of actions, or a question. */
export function panelLines(state: State, most: number, style: ViewStyle): readonly string[] {
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

/** The names of a few machines, or how many there are. */
function namesOf(state: State, ids: readonly string[]): string {
  const machines = machinesOf(state, ids);
  const names = machines.slice(0, 3).map(({ cells }) => cells.name);
  const some = machines.length > 3 ? ` (${names.join(", ")}, \u2026)` : "";
  return machines.length > 3 ? `${machines.length} machines${some}` : names.join(", ");
}
