import { type Key, withKey } from "../../terminal/keys.ts";
import { allowedActions, handleDialogKey, handleMenuKey, machinesOf } from "./actions.ts";
import { filterMachines, nameOf, plainNameOf, sortMachines, withAges } from "./machines.ts";
import {
  alignCursor,
  columnsOf,
  type Message,
  moveCursor,
  type Overlay,
  rearrange,
  type SiteReading,
  type State,
  type Step,
  selectedIds,
  type TopEvent,
  tableHeight,
  withoutEffects,
} from "./state.ts";

export function update(state: State, event: TopEvent): Step {
  switch (event.kind) {
    case "key":
      return handleKey(state, event.key);
    case "resized":
      return withoutEffects(alignCursor({ ...state, size: event.size }));
    case "ticked":
      return withoutEffects({ ...state, now: event.now });
    case "identified":
      return withoutEffects(withReading(state, event.site, { user: event.user }));
    case "message":
      return withoutEffects({ ...state, message: { text: event.text, kind: "note" } });
    case "read":
      return withoutEffects(applyReading(state, event));
    case "agesRead":
      return withoutEffects(withMachines(state, withAges(state.machines, event.ages)));
    case "readFailed":
      return withoutEffects(
        withReading(state, event.site, {
          error: { text: event.text, count: (state.readings.get(event.site)?.error?.count ?? 0) + 1 },
        }),
      );
    case "described":
      return withoutEffects(withDescription(state, event));
    case "actionFinished":
      return withoutEffects({ ...state, busy: withoutKey(state.busy, event.id) });
    case "allActionsFinished":
      return withOutcome(state, event);
  }
}

const dismissMessage = (state: State): State =>
  state.message === undefined || state.message.kind === "error" ? state : { ...state, message: undefined };

function handleKey(previous: State, key: string): Step {
  const state = dismissMessage(previous);
  if (key === "ctrl-c") return quit(state, "interrupt");
  if (key === "ctrl-z") return { state, effects: [{ kind: "suspend" }] };
  if (key === "ctrl-l") return { state, effects: [{ kind: "redraw" }] };
  const { overlay } = state;
  switch (overlay?.kind) {
    case undefined:
      return key === "q" ? quit(state, "quit") : handleTableKey({ ...state, isLeaving: false }, key);
    case "filter":
      return withoutEffects(handleFilterKey(state, overlay, key));
    case "help":
      return withoutEffects(handleHelpKey(state, overlay, key));
    case "details":
      return handleDetailsKey(state, overlay, key);
    case "menu":
      return handleMenuKey(state, overlay, key);
    case "dialog":
      return handleDialogKey(state, overlay, key);
  }
}

/** The first attempt to quit while actions are running only warns. */
function quit(state: State, by: "quit" | "interrupt"): Step {
  if (state.busy.size === 0 || state.isLeaving) return { state, effects: [{ kind: "leave", by }] };
  const count = state.busy.size;
  const text = `${count} ${count === 1 ? "action is" : "actions are"} in progress: press again to quit anyway`;
  return withoutEffects({ ...state, isLeaving: true, message: { text, kind: "note" } });
}

const withReading = (state: State, site: string, change: SiteReading): State => ({
  ...state,
  readings: new Map(state.readings).set(site, { ...state.readings.get(site), ...change }),
});

function applyReading(previous: State, { site, ...event }: Extract<TopEvent, { readonly kind: "read" }>) {
  const state = withReading(previous, site, { isRead: true, error: undefined });
  const machines = [...state.machines.filter((machine) => machine.site !== site), ...event.machines];
  return withMachines({ ...state, now: event.now, readAt: event.at }, machines);
}

function withMachines(state: State, machines: State["machines"]): State {
  const ids = new Set(machines.map(({ id }) => id));
  const marked = new Set([...state.marked].filter((id) => ids.has(id)));
  const matches = sortMachines(filterMachines(machines, state.filter), state.order);
  return withoutGone(state, ids, alignCursor({ ...state, machines, marked, matches }));
}

/** Closes the menu and the question about machines that are gone, and names the selected machine if it left the table. */
function withoutGone(previous: State, presentIds: ReadonlySet<string>, state: State): State {
  const { overlay, cursor, matches, filter } = state;
  const isPanel = overlay?.kind === "menu" || overlay?.kind === "dialog";
  const ids = isPanel ? overlay.ids : cursor === undefined ? [] : [cursor];
  const [gone, ...others] = machinesOf(previous, ids).filter(({ id }) => !presentIds.has(id));
  const hasLeft = (id: string): boolean => !matches.some((each) => each.id === id);
  const hidden = isPanel ? undefined : previous.matches.find(({ id }) => id === cursor && hasLeft(id));
  const machine = gone ?? hidden;
  if (machine === undefined) return state;
  const text =
    others.length > 0
      ? `${others.length + 1} machines are gone`
      : `${nameOf(machine)} ${machine === gone ? "is gone" : `no longer matches the filter '${filter}'`}`;
  const message: Message = state.message?.kind === "error" ? state.message : { text, kind: "note" };
  return { ...state, message, overlay: isPanel ? undefined : overlay };
}

/** If a reading failed, the sections that were read before stay. */
function withDescription(
  state: State,
  { id, sections, error }: Extract<TopEvent, { readonly kind: "described" }>,
): State {
  const { overlay } = state;
  if (overlay?.kind !== "details" || overlay.id !== id) return state;
  return { ...state, overlay: { ...overlay, sections: sections ?? overlay.sections, error } };
}

function withOutcome(state: State, event: Extract<TopEvent, { readonly kind: "allActionsFinished" }>): Step {
  const { label, done, errors } = event;
  const [firstError] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const message: Message =
    firstError === undefined
      ? { text: done === 1 ? `${label}: sent` : `${label}: sent to ${done} machines`, kind: "done" }
      : { text: `${label}: ${done === 0 ? "" : `${done} sent, `}${firstError}${more}`, kind: "error" };
  return { state: { ...state, message, isLeaving: false }, effects: [{ kind: "read" }] };
}

const withoutKey = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));

function handleTableKey(state: State, key: Key): Step {
  const rowCount = offsetOf(key, tableHeight(state) - 1);
  if (rowCount !== undefined) return withoutEffects(moveCursor(state, rowCount));
  if (isAboutGone(state, key)) {
    const message: Message = { text: "the machine is gone: choose another", kind: "note" };
    return withoutEffects({ ...state, message });
  }
  switch (key) {
    case "enter":
    case "right":
      return openDetails(state);
    case " ":
      return withoutEffects(moveCursor(toggleMark(state), 1));
    case "*":
      return withoutEffects({ ...state, marked: new Set(state.matches.map(({ id }) => id)) });
    case "escape":
      return withoutEffects(clearOne(state));
    case ">":
    case "<":
    case "R":
      return withoutEffects(changeOrder(state, key));
    case "/":
      return withoutEffects(
        alignCursor({ ...state, overlay: { kind: "filter", previousFilter: state.filter } }),
      );
    case "a":
      return withoutEffects(openMenu(state));
    case "r":
      return { state, effects: [{ kind: "read" }] };
    case "S":
      return { state, effects: [{ kind: "storeOrder", order: state.order }] };
    case "?":
    case "h":
      return withoutEffects({ ...state, overlay: { kind: "help", top: 0 } });
    default:
      return handleCommandKey(state, state.cursor, key) ?? withoutEffects(state);
  }
}

function isAboutGone(state: State, key: Key): boolean {
  const { cursor, marked, commands } = state;
  if (cursor === undefined || machinesOf(state, [cursor]).length > 0) return false;
  return (
    /^(?:enter|right| |y)$/.test(key) ||
    (key === "a" && marked.size === 0) ||
    commands.some((command) => command.key === key)
  );
}

function handleCommandKey(state: State, id: string | undefined, key: Key): Step | undefined {
  const [machine] = id === undefined ? [] : machinesOf(state, [id]);
  if (id === undefined || machine === undefined) return undefined;
  if (key === "y") {
    const text = nameOf({ ...machine, hostname: plainNameOf(machine) });
    const message: Message = { text: `copied ${text}, if the terminal allows it`, kind: "note" };
    return { state: { ...state, message }, effects: [{ kind: "copy", text }] };
  }
  const command = state.commands.find((each) => each.key === key);
  return command && { state, effects: [{ kind: "run", command, machine }] };
}

function openDetails(state: State): Step {
  const id = state.cursor;
  if (id === undefined) return withoutEffects(state);
  const overlay: Overlay = { kind: "details", id, sections: undefined, error: undefined, top: 0 };
  return { state: { ...state, overlay }, effects: [{ kind: "describe", id }] };
}

function toggleMark(state: State): State {
  const { cursor } = state;
  if (cursor === undefined) return state;
  const marked = new Set(state.marked);
  if (!marked.delete(cursor)) marked.add(cursor);
  return { ...state, marked };
}

function clearOne(state: State): State {
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

function openMenu(state: State): State {
  const ids = selectedIds(state);
  if (ids.length === 0) return state;
  if (allowedActions(state, ids).length === 0)
    return { ...state, message: { text: "no action is possible in this status", kind: "note" } };
  return { ...state, message: undefined, overlay: { kind: "menu", ids, at: undefined } };
}

function handleFilterKey(state: State, overlay: Extract<Overlay, { kind: "filter" }>, key: Key): State {
  const closedState: State = { ...state, overlay: undefined };
  if (key === "enter") return alignCursor(closedState);
  if (key === "escape") return rearrange(closedState, { filter: overlay.previousFilter });
  if (key === "up" || key === "down") return moveCursor(state, key === "up" ? -1 : 1);
  const filter = withKey(state.filter, key);
  if (filter === undefined) return state;
  return rearrange({ ...state, at: 0, cursor: undefined }, { filter });
}

const closingKeys: ReadonlySet<Key> = new Set(["escape", "q", "left", "enter", "?", "h"]);

function handleHelpKey(state: State, overlay: Extract<Overlay, { kind: "help" }>, key: Key): State {
  if (closingKeys.has(key)) return { ...state, overlay: undefined };
  return { ...state, overlay: { ...overlay, top: scroll(overlay.top, key, state.size.rows) } };
}

function handleDetailsKey(state: State, overlay: Extract<Overlay, { kind: "details" }>, key: Key): Step {
  if (key === "escape" || key === "q" || key === "left" || key === "enter")
    return { state: { ...state, overlay: undefined }, effects: [{ kind: "read" }] };
  if (key === "r") return { state, effects: [{ kind: "describe", id: overlay.id }] };
  if (key === "a") {
    const ids = [overlay.id];
    if (allowedActions(state, ids).length === 0) return withoutEffects(state);
    return withoutEffects({ ...state, overlay: { kind: "menu", ids, at: undefined } });
  }
  const top = scroll(overlay.top, key, state.size.rows);
  return (
    handleCommandKey(state, overlay.id, key) ?? withoutEffects({ ...state, overlay: { ...overlay, top } })
  );
}

/** Returns the index of the first visible line; the view limits it to the last page. */
function scroll(top: number, key: Key, rows: number): number {
  const offset = offsetOf(key === " " ? "pagedown" : key, rows - 4) ?? 0;
  return Math.max(0, Math.min(maxLines, top + offset));
}

function offsetOf(key: Key, pageHeight: number): number | undefined {
  const page = Math.max(1, pageHeight);
  const offsets: Readonly<Record<string, number>> = {
    ...{ up: -1, k: -1, down: 1, j: 1, pageup: -page, pagedown: page },
    ...{ home: Number.NEGATIVE_INFINITY, g: Number.NEGATIVE_INFINITY },
    ...{ end: Number.POSITIVE_INFINITY, G: Number.POSITIVE_INFINITY },
  };
  return offsets[key];
}

/** More lines than any page has. */
const maxLines = 10_000;
