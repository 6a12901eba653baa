import { matching, sorted } from "./filter.ts";
import type { State } from "./state.ts";

/** Below this size nothing can be shown. */
export const leastSize = { columns: 30, rows: 6 } as const;

/** A window of so many rows has a line for the statuses too. */
const roomyRows = 14;

export const hasStatusLine = ({ size, filter, overlay }: State): boolean =>
  size.rows >= roomyRows || filter !== "" || overlay?.kind === "filter";

/** Lines for machines: without the head, the header, the message and the keys. */
export const tableHeight = (state: State): number =>
  Math.max(1, state.size.rows - (hasStatusLine(state) ? 5 : 4));

/** The state with its cursor on a machine that is shown, and that line within the window. */
export function withTable(state: State): State {
  const { shown, cursor } = state;
  const height = tableHeight(state);
  const found = cursor === undefined ? -1 : shown.findIndex(({ systemId }) => systemId === cursor);
  const at = Math.max(0, Math.min(found === -1 ? state.at : found, shown.length - 1));
  const highest = Math.max(0, shown.length - height);
  const top = Math.max(0, Math.min(state.top, at, highest), at - height + 1);
  return { ...state, at, top, cursor: shown[at]?.systemId };
}

/** With the cursor so many machines further down. */
export function moved(state: State, by: number): State {
  const at = Math.max(0, Math.min(state.at + by, state.shown.length - 1));
  return withTable({ ...state, at, cursor: state.shown[at]?.systemId });
}

/** With another filter or order: the cursor stays on its machine where that is still shown. */
export function arranged(state: State, change: Partial<Pick<State, "filter" | "order">>): State {
  const next = { ...state, ...change };
  return withTable({ ...next, shown: sorted(matching(next.machines, next.filter), next.order) });
}

/** The machines that an action is about: the marked ones, else the one that the cursor is on. */
export function chosen(state: State): readonly string[] {
  if (state.marked.size > 0) return [...state.marked];
  return state.cursor === undefined ? [] : [state.cursor];
}
