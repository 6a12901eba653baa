import { editLine, type Key } from "../../terminal/keys.ts";
import { allowedActions, handleDialogKey, handleMenuKey, machinesOf } from "./actions.ts";
import { nameOf, plainNameOf, withAges } from "./machines.ts";
import {
  alignCursor,
  columnsOf,
  type EventOf,
  type Message,
  moveCursor,
  type Overlay,
  type OverlayOf,
  rearrange,
  type SiteReading,
  type State,
  selectedIds,
  type TopEvent,
  tableHeight,
  withEffect,
  withNote,
} from "./state.ts";

export function update(previous: State, event: TopEvent): State {
  const state: State = { ...previous, effects: [] };
  switch (event.kind) {
    case "key":
      return handleKey(dismissMessage(state), event.key);
    case "resized":
      return alignCursor({ ...state, size: event.size });
    case "ticked":
      return { ...state, now: event.now };
    case "identified":
      return withReading(state, event.site, { user: event.user });
    case "message":
      return withNote(state, event.text);
    case "read":
      return applyReading(state, event);
    case "agesRead":
      return withMachines(state, withAges(state.machines, event.ages));
    case "readFailed":
      return withReading(state, event.site, {
        error: { text: event.text, count: (state.readings.get(event.site)?.error?.count ?? 0) + 1 },
      });
    case "described":
      return withDescription(state, event);
    case "actionFinished":
      return { ...state, busy: new Map([...state.busy].filter(([id]) => id !== event.id)) };
    case "allActionsFinished":
      return withOutcome(state, event);
  }
}

const dismissMessage = (state: State): State =>
  state.message === undefined || state.message.kind === "error" ? state : { ...state, message: undefined };

function handleKey(state: State, key: string): State {
  if (key === "ctrl-c") return quit(state, "interrupt");
  if (key === "ctrl-z") return withEffect(state, { kind: "suspend" });
  if (key === "ctrl-l") return withEffect(state, { kind: "redraw" });
  const { overlay } = state;
  switch (overlay?.kind) {
    case undefined:
      return key === "q" ? quit(state, "quit") : handleTableKey({ ...state, isLeaving: false }, key);
    case "filter":
      return handleFilterKey(state, overlay, key);
    case "help":
      return handleHelpKey(state, overlay, key);
    case "details":
      return handleDetailsKey(state, overlay, key);
    case "menu":
      return handleMenuKey(state, overlay, key);
    case "dialog":
      return handleDialogKey(state, overlay, key);
  }
}

/** The first attempt to quit while actions are running only warns. */
function quit(state: State, by: "quit" | "interrupt"): State {
  const count = state.busy.size;
  if (count === 0 || state.isLeaving) return withEffect(state, { kind: "leave", by });
  const text = `${count} ${count === 1 ? "action is" : "actions are"} in progress: press again to quit anyway`;
  return withNote({ ...state, isLeaving: true }, text);
}

const withReading = (state: State, site: string, change: SiteReading): State => ({
  ...state,
  readings: new Map(state.readings).set(site, { ...state.readings.get(site), ...change }),
});

function applyReading(previous: State, { site, ...event }: EventOf<"read">) {
  const state = withReading(previous, site, { isRead: true, error: undefined });
  const machines = [...state.machines.filter((machine) => machine.site !== site), ...event.machines];
  return withMachines({ ...state, now: event.now, readAt: event.at }, machines);
}

function withMachines(state: State, machines: State["machines"]): State {
  const ids = new Set(machines.map(({ id }) => id));
  const marked = new Set([...state.marked].filter((id) => ids.has(id)));
  return noteGoneMachines(state, ids, rearrange(state, { machines, marked }));
}

/** Closes the menu and the question about machines that are gone, and names the selected machine if it left the table. */
function noteGoneMachines(previous: State, presentIds: ReadonlySet<string>, state: State): State {
  const { overlay, cursor, matches, filter } = state;
  const isPanel = overlay?.kind === "menu" || overlay?.kind === "dialog";
  const ids = isPanel ? overlay.ids : cursor === undefined ? [] : [cursor];
  const [goneMachine, ...others] = machinesOf(previous, ids).filter(({ id }) => !presentIds.has(id));
  const hasLeft = (id: string): boolean => !matches.some((each) => each.id === id);
  const hiddenMachine = isPanel ? undefined : previous.matches.find(({ id }) => id === cursor && hasLeft(id));
  const machine = goneMachine ?? hiddenMachine;
  if (machine === undefined) return state;
  const text =
    others.length > 0
      ? `${others.length + 1} machines are gone`
      : `${nameOf(machine)} ${machine === goneMachine ? "is gone" : `no longer matches the filter '${filter}'`}`;
  const newState = { ...state, overlay: isPanel ? undefined : overlay };
  return state.message?.kind === "error" ? newState : withNote(newState, text);
}

/** If a reading failed, the sections that were read before stay visible. */
function withDescription(state: State, { id, sections, error }: EventOf<"described">): State {
  const { overlay } = state;
  if (overlay?.kind !== "details" || overlay.id !== id) return state;
  return { ...state, overlay: { ...overlay, sections: sections ?? overlay.sections, error } };
}

function withOutcome(state: State, { label, done, errors }: EventOf<"allActionsFinished">): State {
  const [firstError] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const message: Message =
    firstError === undefined
      ? { text: done === 1 ? `${label}: sent` : `${label}: sent to ${done} machines`, kind: "done" }
      : { text: `${label}: ${done === 0 ? "" : `${done} sent, `}${firstError}${more}`, kind: "error" };
  return withEffect({ ...state, message, isLeaving: false }, { kind: "read" });
}

function handleTableKey(state: State, key: Key): State {
  const rowOffset = offsetOf(key, tableHeight(state) - 1);
  if (rowOffset !== undefined) return moveCursor(state, rowOffset);
  if (actsOnGoneMachine(state, key)) return withNote(state, "the machine is gone: choose another");
  switch (key) {
    case "enter":
    case "right":
      return openDetails(state);
    case " ":
      return moveCursor(toggleMark(state), 1);
    case "*":
      return { ...state, marked: new Set(state.matches.map(({ id }) => id)) };
    case "escape":
      return clearNext(state);
    case ">":
    case "<":
    case "R":
      return changeOrder(state, key);
    case "/":
      return alignCursor({ ...state, overlay: { kind: "filter", previousFilter: state.filter } });
    case "a":
      return openMenu(state, selectedIds(state));
    case "r":
      return withEffect(state, { kind: "read" });
    case "S":
      return withEffect(state, { kind: "storeOrder", order: state.order });
    case "?":
    case "h":
      return { ...state, overlay: { kind: "help", top: 0 } };
    default:
      return handleCommandKey(state, state.cursor, key) ?? state;
  }
}

function actsOnGoneMachine(state: State, key: Key): boolean {
  const { cursor, marked, commands } = state;
  if (cursor === undefined || machinesOf(state, [cursor]).length > 0) return false;
  return (
    /^(?:enter|right| |y)$/.test(key) ||
    (key === "a" && marked.size === 0) ||
    commands.some((command) => command.key === key)
  );
}

function handleCommandKey(state: State, id: string | undefined, key: Key): State | undefined {
  const [machine] = id === undefined ? [] : machinesOf(state, [id]);
  if (id === undefined || machine === undefined) return undefined;
  if (key === "y") {
    const text = nameOf({ ...machine, hostname: plainNameOf(machine) });
    return withNote(withEffect(state, { kind: "copy", text }), `copied ${text}, if the terminal allows it`);
  }
  const command = state.commands.find((each) => each.key === key);
  return command && withEffect(state, { kind: "run", command, machine });
}

function openDetails(state: State): State {
  const id = state.cursor;
  if (id === undefined) return state;
  const overlay: Overlay = { kind: "details", id, sections: undefined, error: undefined, top: 0 };
  return withEffect({ ...state, overlay }, { kind: "describe", id });
}

function toggleMark(state: State): State {
  const { cursor } = state;
  if (cursor === undefined) return state;
  const marked = new Set(state.marked);
  if (!marked.delete(cursor)) marked.add(cursor);
  return { ...state, marked };
}

/** Clears only the first that is present: the message, the marks, the filter. */
function clearNext(state: State): State {
  if (state.message !== undefined) return { ...state, message: undefined };
  if (state.marked.size > 0) return { ...state, marked: new Set() };
  return rearrange(state, { filter: "" });
}

function changeOrder(state: State, key: ">" | "<" | "R"): State {
  const { column, isDescending } = state.order;
  if (key === "R") return rearrange(state, { order: { column, isDescending: !isDescending } });
  const columns = columnsOf(state);
  const at = columns.findIndex(({ id }) => id === column);
  const next = columns[(at + (key === ">" ? 1 : columns.length - 1)) % columns.length];
  return rearrange(state, { order: { column: next?.id ?? "name", isDescending: false } });
}

function openMenu(state: State, ids: readonly string[]): State {
  if (ids.length === 0) return state;
  if (allowedActions(state, ids).length === 0) return withNote(state, "no action is possible in this status");
  return { ...state, message: undefined, overlay: { kind: "menu", ids, at: undefined } };
}

function handleFilterKey(state: State, overlay: OverlayOf<"filter">, key: Key): State {
  const closedState: State = { ...state, overlay: undefined };
  if (key === "enter") return alignCursor(closedState);
  if (key === "escape") return rearrange(closedState, { filter: overlay.previousFilter });
  if (key === "up" || key === "down") return moveCursor(state, key === "up" ? -1 : 1);
  const filter = editLine(state.filter, key);
  if (filter === undefined) return state;
  return rearrange({ ...state, at: 0, cursor: undefined }, { filter });
}

const closingKeys: ReadonlySet<Key> = new Set(["escape", "q", "left", "enter", "?", "h"]);

function handleHelpKey(state: State, overlay: OverlayOf<"help">, key: Key): State {
  if (closingKeys.has(key)) return { ...state, overlay: undefined };
  return { ...state, overlay: { ...overlay, top: scroll(overlay.top, key, state.size.rows) } };
}

function handleDetailsKey(state: State, overlay: OverlayOf<"details">, key: Key): State {
  if (key === "escape" || key === "q" || key === "left" || key === "enter")
    return withEffect({ ...state, overlay: undefined }, { kind: "read" });
  if (key === "r") return withEffect(state, { kind: "describe", id: overlay.id });
  if (key === "a") return openMenu(state, [overlay.id]);
  const top = scroll(overlay.top, key, state.size.rows);
  return handleCommandKey(state, overlay.id, key) ?? { ...state, overlay: { ...overlay, top } };
}

/** Returns the index of the first visible line; the view limits it to the last page. */
function scroll(top: number, key: Key, rows: number): number {
  const offset = offsetOf(key === " " ? "pagedown" : key, rows - 4) ?? 0;
  return Math.max(0, Math.min(maxScrollTop, top + offset));
}

function offsetOf(key: Key, pageHeight: number): number | undefined {
  const page = Math.max(1, pageHeight);
  const offsets: Readonly<Record<string, number>> = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -page,
    pagedown: page,
    home: Number.NEGATIVE_INFINITY,
    g: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
    G: Number.POSITIVE_INFINITY,
  };
  return offsets[key];
}

/** More lines than any page has. */
const maxScrollTop = 10_000;
