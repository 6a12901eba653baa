import { describeMachine, effectTexts, ownersLine } from "../../operation/confirmation.ts";
import { oneLine } from "../../output/escape.ts";
import type { Paint } from "../../output/palette.ts";
import { foldMessage } from "../../terminal/messages.ts";
import type { TopAction } from "./actions.ts";
import { nameOf } from "./machines.ts";
import { allowedActions, machinesOf } from "./menu.ts";
import type { Overlay, State } from "./state.ts";
import { lineFor, type Painted, type ViewStyle } from "./view-table.ts";

export function panelLines(state: State, maxLines: number, style: ViewStyle): readonly string[] {
  const { overlay } = state;
  if (overlay?.kind === "menu") return menuLines(state, overlay, style).slice(0, maxLines);
  if (overlay?.kind === "dialog") return dialogLines(state, overlay, style).slice(-maxLines);
  return [];
}

function menuLines(state: State, overlay: Extract<Overlay, { kind: "menu" }>, style: ViewStyle) {
  const { columns } = state.size;
  const line = lineFor(state, style);
  const menuActions = allowedActions(state, overlay.ids);
  const texts = menuActions.map(({ action, ids }) => {
    const countText = ids.length === overlay.ids.length ? "" : ` (${ids.length} of ${overlay.ids.length})`;
    return `${action.key} ${action.label}${countText}`;
  });
  const width = Math.max(...texts.map((text) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(columns / width));
  const lines: string[] = [];
  for (let start = 0; start < texts.length; start += perLine) {
    const cells = texts.slice(start, start + perLine).flatMap((text, offset): readonly Painted[] => {
      const isSelected = start + offset === overlay.at;
      return [[" "], isSelected ? [text, style.inverse] : [text], [" ".repeat(width - text.length - 1)]];
    });
    lines.push(line(...cells));
  }
  return [line([`Which action for ${namesOf(state, overlay.ids)}?`, style.palette.header]), ...lines];
}

function dialogLines(
  state: State,
  { action, ids, stage, confirmation, draft }: Extract<Overlay, { kind: "dialog" }>,
  style: ViewStyle,
): readonly string[] {
  const line = lineFor(state, style);
  const { palette, inverse, tail } = style;
  const subject = `${action.label} ${namesOf(state, ids)}`;
  const cursor: Painted = [" ", inverse];
  if (stage === "input" && action.input !== undefined) {
    const { label } = action.input;
    const room = Math.max(4, state.size.columns - label.length - 4);
    return [line([subject, palette.header]), line([`${label}: `], [tail(draft, room)], cursor)];
  }
  const questionPaint = action.operation.confirm === undefined ? palette.header : palette.removed;
  const foldedLines = (text: string, paint: Paint) =>
    foldMessage(text, state.size.columns, style.measure).map((each) => line([each, paint]));
  const facts = questionFacts(state, action, ids).flatMap((fact) =>
    foldedLines(oneLine(fact), palette.changed),
  );
  if (confirmation === "key") return [...facts, ...foldedLines(`${subject}? [y/N]`, questionPaint)];
  return [
    ...facts,
    ...foldedLines(`${subject}?`, questionPaint),
    line([`type ${ids.length} to continue: `], [draft], cursor),
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
  const namesText = machines.length > 3 ? ` (${names.join(", ")}, \u2026)` : "";
  return machines.length > 3 ? `${machines.length} machines${namesText}` : names.join(", ");
}
