import { type Key, withKey } from "../../terminal/keys.ts";
import { actions, confirmationFor, type TopAction } from "./actions.ts";
import type { TopMachine } from "./machines.ts";
import { type Effect, type Overlay, type State, type Step, withoutEffects } from "./state.ts";

interface AllowedAction {
  readonly action: TopAction;
  readonly ids: readonly string[];
}

export function allowedActions(state: State, ids: readonly string[]): readonly AllowedAction[] {
  const machines = machinesOf(state, ids);
  return actions.flatMap((action) => {
    const allowedIds = machines.filter((machine) => action.allows(machine)).map(({ id }) => id);
    return allowedIds.length === 0 ? [] : [{ action, ids: allowedIds }];
  });
}

export function machinesOf({ machines }: State, ids: readonly string[]): readonly TopMachine[] {
  const requestedIds = new Set(ids);
  return machines.filter(({ id }) => requestedIds.has(id));
}

const menuOffsets: Readonly<Record<string, number>> = {
  up: -1,
  left: -1,
  backtab: -1,
  down: 1,
  right: 1,
  tab: 1,
};

export function handleMenuKey(state: State, overlay: Extract<Overlay, { kind: "menu" }>, key: Key): Step {
  const menuActions = allowedActions(state, overlay.ids);
  if (key === "escape" || key === "q" || menuActions.length === 0)
    return withoutEffects({ ...state, overlay: undefined });
  const offset = menuOffsets[key];
  if (offset !== undefined) {
    const from = overlay.at ?? (offset > 0 ? -1 : 0);
    const at = (from + offset + menuActions.length) % menuActions.length;
    return withoutEffects({ ...state, overlay: { ...overlay, at } });
  }
  const pickedAction =
    key === "enter" ? menuActions[overlay.at ?? -1] : menuActions.find(({ action }) => action.key === key);
  return pickedAction === undefined ? withoutEffects(state) : openDialog(state, pickedAction);
}

function openDialog(state: State, { action, ids }: AllowedAction): Step {
  const confirmation = confirmationFor(action, machinesOf(state, ids));
  if (action.input === undefined && confirmation === "none") return send(state, action, ids, "");
  const stage = action.input === undefined ? "question" : "input";
  return withoutEffects({
    ...state,
    overlay: { kind: "dialog", action, ids, stage, input: "", confirmation, draft: "" },
  });
}

export function handleDialogKey(state: State, overlay: Extract<Overlay, { kind: "dialog" }>, key: Key): Step {
  const { action, ids, stage, confirmation, draft } = overlay;
  if (key === "escape") return decline(state, action);
  const editDraft = () =>
    withoutEffects({ ...state, overlay: { ...overlay, draft: withKey(draft, key) ?? draft } });
  if (stage === "input") {
    if (key !== "enter") return editDraft();
    if (confirmation === "none") return send(state, action, ids, draft.trim());
    return withoutEffects({
      ...state,
      overlay: { ...overlay, stage: "question", input: draft.trim(), draft: "" },
    });
  }
  if (confirmation === "key") {
    if (key === "y" || key === "Y") return send(state, action, ids, overlay.input);
    return key === "n" || key === "N" || key === "q" ? decline(state, action) : withoutEffects(state);
  }
  if (key !== "enter") return editDraft();
  return draft.trim() === String(ids.length)
    ? send(state, action, ids, overlay.input)
    : decline(state, action, `: you did not type ${ids.length}`);
}

const decline = (state: State, { label }: TopAction, reason = ""): Step =>
  withoutEffects({
    ...state,
    overlay: undefined,
    message: { text: `${label}: not sent${reason}`, kind: "note" },
  });

function send(state: State, action: TopAction, ids: readonly string[], input: string): Step {
  const machines = machinesOf(state, ids).filter(
    (machine) => action.allows(machine) && !state.busy.has(machine.id),
  );
  const closedState: State = { ...state, overlay: undefined };
  if (machines.length === 0) {
    const text = `${action.label}: no longer possible: the machine's status has changed`;
    return withoutEffects({ ...closedState, message: { text, kind: "note" } });
  }
  const busy = new Map([...state.busy, ...machines.map(({ id }) => [id, action.label] as const)]);
  const effects: readonly Effect[] = [{ kind: "act", action, machines, input }];
  return { state: { ...closedState, busy, marked: new Set(), message: undefined }, effects };
}
