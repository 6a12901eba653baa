import type { Key } from "../../terminal/keys.ts";
import { allowedActions } from "./dialog-keys.ts";
import { columns } from "./machines.ts";
import type { Overlay, State, Step } from "./state.ts";
import { arranged, chosen, moved, tableHeight, withTable } from "./table.ts";
import { withKey } from "./typing.ts";

const only = (state: State): Step => ({ state, effects: [] });

/** A key while the table is shown alone. */
export function tableKey(state: State, key: Key): Step {
  const page = Math.max(1, tableHeight(state) - 1);
  const steps: Readonly<Record<string, number>> = {
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
  const by = steps[key];
  if (by !== undefined) return only(moved(state, by));
  switch (key) {
    case "enter":
    case "right":
      return detailed(state);
    case " ":
      return only(moved(marking(state), 1));
    case "*":
      return only({ ...state, marked: new Set(state.shown.map(({ systemId }) => systemId)) });
    case "escape":
      return only(cleared(state));
    case "s":
    case "S":
    case "R":
      return only(reordered(state, key));
    case "/":
      return only(withTable({ ...state, overlay: { kind: "filter", before: state.filter } }));
    case "a":
      return only(menued(state));
    case "r":
      return { state, effects: [{ kind: "read" }] };
    case "?":
    case "h":
      return only({ ...state, overlay: { kind: "help", top: 0 } });
    default:
      return only(state);
  }
}

function detailed(state: State): Step {
  const id = state.cursor;
  if (id === undefined) return only(state);
  const overlay: Overlay = { kind: "details", id, sections: undefined, error: undefined, top: 0 };
  return { state: { ...state, overlay }, effects: [{ kind: "describe", id }] };
}

function marking(state: State): State {
  const { cursor } = state;
  if (cursor === undefined) return state;
  const marked = new Set(state.marked);
  if (!marked.delete(cursor)) marked.add(cursor);
  return { ...state, marked };
}

/** What was set last is taken back first: the message, the marks, the filter. */
function cleared(state: State): State {
  if (state.message !== undefined) return { ...state, message: undefined };
  if (state.marked.size > 0) return { ...state, marked: new Set() };
  return arranged(state, { filter: "" });
}

function reordered(state: State, key: "s" | "S" | "R"): State {
  const { column, isDescending } = state.order;
  if (key === "R") return arranged(state, { order: { column, isDescending: !isDescending } });
  const at = columns.findIndex(({ id }) => id === column);
  const next = columns[(at + (key === "s" ? 1 : columns.length - 1)) % columns.length];
  return arranged(state, { order: { column: next?.id ?? "name", isDescending: false } });
}

function menued(state: State): State {
  const ids = chosen(state);
  if (ids.length === 0) return state;
  if (allowedActions(state, ids).length === 0)
    return { ...state, message: { text: "nothing can be done to it in this status", kind: "note" } };
  return { ...state, message: undefined, overlay: { kind: "menu", ids, at: 0 } };
}

/** A key while the filter is typed: the table follows each of them. */
export function filterKey(state: State, overlay: Extract<Overlay, { kind: "filter" }>, key: Key): State {
  const { overlay: _open, ...rest } = state;
  const closed: State = { ...rest, overlay: undefined };
  if (key === "enter") return withTable(closed);
  if (key === "escape") return arranged(closed, { filter: overlay.before });
  if (key === "up" || key === "down") return moved(state, key === "up" ? -1 : 1);
  const filter = withKey(state.filter, key);
  if (filter === undefined) return state;
  return arranged({ ...state, at: 0, cursor: undefined }, { filter });
}

const back: ReadonlySet<Key> = new Set(["escape", "q", "left", "enter", "?", "h"]);

export function helpKey(state: State, overlay: Extract<Overlay, { kind: "help" }>, key: Key): State {
  if (back.has(key)) return { ...state, overlay: undefined };
  return { ...state, overlay: { ...overlay, top: scrolled(overlay.top, key, state.size.rows) } };
}

/** Details stay where they are until `escape`; `a` offers the actions for this machine. */
export function detailsKey(state: State, overlay: Extract<Overlay, { kind: "details" }>, key: Key): Step {
  if (key === "escape" || key === "q" || key === "left" || key === "enter")
    return { state: { ...state, overlay: undefined }, effects: [{ kind: "read" }] };
  if (key === "r") return { state, effects: [{ kind: "describe", id: overlay.id }] };
  if (key === "a") {
    const ids = [overlay.id];
    if (allowedActions(state, ids).length === 0) return only(state);
    return only({ ...state, overlay: { kind: "menu", ids, at: 0 } });
  }
  return only({ ...state, overlay: { ...overlay, top: scrolled(overlay.top, key, state.size.rows) } });
}

/** The first line that is shown; where the text ends is for the view to say. */
function scrolled(top: number, key: Key, rows: number): number {
  const page = Math.max(1, rows - 4);
  const by: Readonly<Record<string, number>> = {
    ...{ up: -1, k: -1, down: 1, j: 1, pageup: -page, pagedown: page, " ": page },
    ...{ home: Number.NEGATIVE_INFINITY, g: Number.NEGATIVE_INFINITY },
    ...{ end: maxLines, G: maxLines },
  };
  return Math.max(0, Math.min(maxLines, top + (by[key] ?? 0)));
}

/** No page is longer. */
const maxLines = 10_000;
