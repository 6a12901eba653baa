import { dialogKey, menuKey } from "./dialog-keys.ts";
import { matching, sorted } from "./filter.ts";
import type { Effect, Message, State, Step, TopEvent } from "./state.ts";
import { withTable } from "./table.ts";
import { detailsKey, filterKey, helpKey, tableKey } from "./table-keys.ts";

/** The next state, and what is to be done outside. A pure function. */
export function update(state: State, event: TopEvent): Step {
  switch (event.kind) {
    case "key":
      return keyed(state, event.key);
    case "resized":
      return only(withTable({ ...state, size: event.size }));
    case "ticked":
      return only({ ...state, now: event.now });
    case "said":
      return only({ ...state, message: { text: event.text, kind: "note" } });
    case "read":
      return only(
        withMachines({ ...state, now: event.now, readAt: event.at, readError: undefined }, event.machines),
      );
    case "readFailed":
      return only({
        ...state,
        readError: { text: event.text, count: (state.readError?.count ?? 0) + 1 },
      });
    case "described":
    case "describeFailed":
      return only(described(state, event));
    case "acted":
      return only({ ...state, busy: without(state.busy, event.id) });
    case "actedAll":
      return acted(state, event);
  }
}

const only = (state: State): Step => ({ state, effects: [] });

/** What was said is gone with the next key, but for what went wrong. */
const heard = (state: State): State =>
  state.message === undefined || state.message.kind === "error" ? state : { ...state, message: undefined };

function keyed(earlier: State, key: string): Step {
  const state = heard(earlier);
  if (key === "ctrl-c") return leaving(state, "interrupt");
  if (key === "ctrl-z") return { state, effects: [{ kind: "suspend" }] };
  if (key === "ctrl-l") return { state, effects: [{ kind: "redraw" }] };
  const { overlay } = state;
  switch (overlay?.kind) {
    case undefined:
      return key === "q" ? leaving(state, "quit") : tableKey({ ...state, isLeaving: false }, key);
    case "filter":
      return only(filterKey(state, overlay, key));
    case "help":
      return only(helpKey(state, overlay, key));
    case "details":
      return detailsKey(state, overlay, key);
    case "menu":
      return menuKey(state, overlay, key);
    case "dialog":
      return dialogKey(state, overlay, key);
  }
}

/** While actions are under way, the first wish to leave is answered by saying so. */
function leaving(state: State, by: "quit" | "interrupt"): Step {
  if (state.busy.size === 0 || state.isLeaving) return { state, effects: [{ kind: "leave", by }] };
  const count = state.busy.size;
  const text = `${count} ${count === 1 ? "action is" : "actions are"} under way: once more leaves all the same`;
  return only({ ...state, isLeaving: true, message: { text, kind: "note" } });
}

/** Takes in a new list: order and filter are applied, marks of machines that are gone are taken off. */
function withMachines(state: State, machines: State["machines"]): State {
  const ids = new Set(machines.map(({ systemId }) => systemId));
  const marked = new Set([...state.marked].filter((id) => ids.has(id)));
  const shown = sorted(matching(machines, state.filter), state.order);
  return withTable({ ...state, machines, marked, shown });
}

function described(
  state: State,
  event: Extract<TopEvent, { readonly kind: "described" | "describeFailed" }>,
): State {
  const { overlay } = state;
  if (overlay?.kind !== "details" || overlay.id !== event.id) return state;
  return {
    ...state,
    overlay:
      event.kind === "described"
        ? { ...overlay, sections: event.sections, error: undefined }
        : { ...overlay, error: event.text },
  };
}

function acted(state: State, event: Extract<TopEvent, { readonly kind: "actedAll" }>): Step {
  const { label, done, errors } = event;
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const message: Message =
    first === undefined
      ? { text: done === 1 ? `${label}: sent` : `${label}: sent to ${done} machines`, kind: "done" }
      : { text: `${label}: ${done === 0 ? "" : `${done} sent, `}${first}${more}`, kind: "error" };
  const effects: readonly Effect[] = [{ kind: "read" }];
  return { state: { ...state, message, isLeaving: false }, effects };
}

const without = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));
