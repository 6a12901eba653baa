import { describeMachine, effectTexts, ownersLine } from "../../operation/confirmation.ts";
import { oneLine } from "../../output/escape.ts";
import type { Paint, Palette } from "../../output/palette.ts";
import { foldText, type TextMeasure } from "../../output/text-width.ts";
import { foldMessage } from "../../terminal/report.ts";
import { pageLines } from "../describe-node/page.ts";
import { actions, allowedActions, machinesOf } from "./actions.ts";
import { nameOf } from "./machines.ts";
import type { MachineCommand } from "./preferences.ts";
import type { Overlay, OverlayOf, State, TopAction } from "./state.ts";

export interface ViewStyle {
  readonly palette: Palette;
  readonly measure: TextMeasure;
  /** Visible even without colours. */
  readonly inverse: Paint;
  readonly dim: Paint;
}

export type PaintedText = readonly [text: string, paint?: Paint];

export interface View extends ViewStyle {
  /** Cuts the parts where the screen ends. */
  line(...parts: readonly PaintedText[]): string;
}

/** Cuts the beginning of a typed text, so that the cursor at its end stays visible. */
export function tailOf(text: string, width: number, { measure }: ViewStyle): string {
  let rest = text;
  while (measure.widthOf(rest) > width)
    rest = rest.slice(String.fromCodePoint(rest.codePointAt(0) ?? 0).length);
  return rest;
}

export const fillHeight = (lines: readonly string[], height: number): readonly string[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => lines[at] ?? "");

export function panelLines(state: State, maxLines: number, view: View): readonly string[] {
  const { overlay } = state;
  if (overlay?.kind === "menu") return menuLines(state, overlay, view).slice(0, maxLines);
  if (overlay?.kind === "dialog") return dialogLines(state, overlay, view).slice(-maxLines);
  return [];
}

function menuLines(state: State, overlay: OverlayOf<"menu">, view: View) {
  const { columns } = state.size;
  const menuActions = allowedActions(state, overlay.ids);
  const texts = menuActions.map(({ action, ids }) => {
    const countText = ids.length === overlay.ids.length ? "" : ` (${ids.length} of ${overlay.ids.length})`;
    return `${action.key} ${action.label}${countText}`;
  });
  const width = Math.max(...texts.map((text) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(columns / width));
  const lines: string[] = [];
  for (let start = 0; start < texts.length; start += perLine) {
    const cells = texts.slice(start, start + perLine).flatMap((text, offset): readonly PaintedText[] => {
      const isSelected = start + offset === overlay.at;
      return [[" "], isSelected ? [text, view.inverse] : [text], [" ".repeat(width - text.length - 1)]];
    });
    lines.push(view.line(...cells));
  }
  return [view.line([`Which action for ${namesOf(state, overlay.ids)}?`, view.palette.header]), ...lines];
}

function dialogLines(
  state: State,
  { action, ids, stage, confirmation, draft }: OverlayOf<"dialog">,
  view: View,
): readonly string[] {
  const { palette, inverse } = view;
  const subject = `${action.label} ${namesOf(state, ids)}`;
  const cursor: PaintedText = [" ", inverse];
  if (stage === "input" && action.input !== undefined) {
    const { label } = action.input;
    const room = Math.max(4, state.size.columns - label.length - 4);
    return [
      view.line([subject, palette.header]),
      view.line([`${label}: `], [tailOf(draft, room, view)], cursor),
    ];
  }
  const questionPaint = action.operation.confirm === undefined ? palette.header : palette.removed;
  const foldedLines = (text: string, paint: Paint) =>
    foldMessage(text, state.size.columns, view.measure).map((each) => view.line([each, paint]));
  const facts = questionFacts(state, action, ids).flatMap((fact) =>
    foldedLines(oneLine(fact), palette.changed),
  );
  if (confirmation === "key") return [...facts, ...foldedLines(`${subject}? [y/N]`, questionPaint)];
  return [
    ...facts,
    ...foldedLines(`${subject}?`, questionPaint),
    view.line([`type ${ids.length} to continue: `], [draft], cursor),
  ];
}

function questionFacts(state: State, { operation }: TopAction, ids: readonly string[]): readonly string[] {
  const machines = machinesOf(state, ids);
  const [onlyMachine] = machines.length === 1 ? machines : [];
  const ownerLines = [...state.readings].flatMap(([site, { user }]) => {
    const siteMachines = machines.filter((machine) => machine.site === site);
    const lines =
      onlyMachine === undefined
        ? ownersLine(siteMachines, user)
        : siteMachines.map((machine) => describeMachine(machine, user));
    return site === "" ? lines : lines.map((text) => `${site}: ${text}`);
  });
  return [...ownerLines, ...effectTexts({ ...operation, values: {}, machines })];
}

function namesOf(state: State, ids: readonly string[]): string {
  const machines = machinesOf(state, ids);
  const names = machines.slice(0, 3).map((machine) => oneLine(nameOf(machine)));
  const namesText = names.join(", ");
  return machines.length > 3 ? `${machines.length} machines (${namesText}, \u2026)` : namesText;
}

export function keysLine(state: State, view: View): string {
  const { overlay, size } = state;
  const text = overlayKeys(overlay);
  if (text !== undefined) return view.line([text, view.dim]);
  const parts: PaintedText[] = [];
  let usedWidth = 0;
  for (const { keys, brief } of bindingsOf(state)) {
    if (brief === undefined) continue;
    const key = keys.split(" ")[0] ?? "";
    const width = key.length + brief.length + 3;
    if (usedWidth + width > size.columns) break;
    usedWidth += width;
    parts.push([key, view.palette.header], [` ${brief}  `, view.dim]);
  }
  return view.line(...parts);
}

function overlayKeys(overlay: Overlay | undefined): string | undefined {
  if (overlay?.kind !== "dialog") return overlay && keyTexts[overlay.kind];
  return keyTexts[overlay.stage === "input" ? "input" : overlay.confirmation === "key" ? "key" : "count"];
}

export function detailLines(
  state: State,
  overlay: OverlayOf<"details">,
  height: number,
  view: View,
): readonly string[] {
  const { sections, error } = overlay;
  const problem =
    error === undefined ? [] : [view.line([`could not read: ${oneLine(error)}`, view.palette.removed])];
  if (sections === undefined) {
    const [machine] = machinesOf(state, [overlay.id]);
    const name = oneLine(machine === undefined ? overlay.id : nameOf(machine));
    return problem.length > 0 ? problem : [view.line([`reading ${name} \u2026`])];
  }
  const lines = pageLines(sections, { ...view, width: state.size.columns });
  return [...problem, ...sliceFrom(lines, overlay.top, height - problem.length)];
}

export function helpLines(
  state: State,
  { top }: OverlayOf<"help">,
  height: number,
  view: View,
): readonly string[] {
  const bindings = bindingsOf(state);
  const width = Math.max(...bindings.map(({ keys }) => keys.length));
  const hangingIndent = width + 4;
  const row = (keys: string, help: string): readonly string[] =>
    foldText(help, { width: state.size.columns, measure: view.measure }, hangingIndent, hangingIndent).map(
      (text, index) =>
        view.line([`  ${(index === 0 ? keys : "").padEnd(width)}`, view.palette.key], [`  ${text}`]),
    );
  const title = (text: string) => view.line([text, view.palette.header]);
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

const keyTexts = {
  details: "up/down scroll  a actions  r read again  esc back",
  help: "up/down scroll  esc back",
  filter: "enter keep  esc cancel  column:word  !word",
  menu: "press a key, or choose with arrows and enter; esc cancels",
  input: "enter continue  esc cancel",
  key: "y yes  n no",
  count: "enter confirm  esc cancel",
} as const;
