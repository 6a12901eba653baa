import type { Operation } from "../../../catalogue/operation.ts";
import type { Key } from "../../terminal/keys.ts";
import type { ScreenSize } from "../../terminal/screen.ts";
import type { Section } from "../describe-node/page.ts";
import {
  type Age,
  type Column,
  filterMachines,
  type Order,
  sortMachines,
  type TopMachine,
} from "./machines.ts";
import type { MachineCommand, Preferences } from "./preferences.ts";

export interface TopAction {
  readonly key: string;
  readonly label: string;
  readonly operation: Operation;
  allows(machine: TopMachine): boolean;
  /** Needs no confirmation unless machines are at risk. */
  readonly isHarmless?: true;
  readonly input?: { readonly field: string; readonly label: string };
}

export type Confirmation = "none" | "key" | "count";

export type Overlay =
  | { readonly kind: "filter"; readonly previousFilter: string }
  | { readonly kind: "help"; readonly top: number }
  | {
      readonly kind: "details";
      readonly id: string;
      readonly sections: readonly Section[] | undefined;
      readonly error: string | undefined;
      readonly top: number;
    }
  /** `at` is undefined until a key selects an action, so that pressing Enter twice does nothing. */
  | { readonly kind: "menu"; readonly ids: readonly string[]; readonly at: number | undefined }
  | {
      readonly kind: "dialog";
      readonly action: TopAction;
      readonly ids: readonly string[];
      /** If the action takes a value, the user types it first and then answers the question. */
      readonly stage: "input" | "question";
      readonly input: string;
      readonly confirmation: Confirmation;
      readonly draft: string;
    };

export type OverlayOf<Kind extends Overlay["kind"]> = Extract<Overlay, { readonly kind: Kind }>;

export interface Message {
  readonly text: string;
  readonly kind: "done" | "note" | "error";
}

export interface SiteReading {
  readonly isRead?: boolean;
  /** Why the last reading failed, and the number of consecutive failures. */
  readonly error?: { readonly text: string; readonly count: number } | undefined;
  /** The user of the API key; undefined if unknown. */
  readonly user?: string | undefined;
}

/** Everything that the screen shows: `update` computes the next state, and `viewLines` draws it. */
export interface State extends Preferences {
  readonly size: ScreenSize;
  /** In the order of the service's list. */
  readonly machines: readonly TopMachine[];
  /** The machines that match the filter, in the order of the table. */
  readonly matches: readonly TopMachine[];
  readonly filter: string;
  /** The id of the selected machine, even after it has left the table, so that keys never act on another. */
  readonly cursor: string | undefined;
  /** The index of the cursor in `matches`. */
  readonly at: number;
  /** The index of the first visible row in `matches`. */
  readonly top: number;
  readonly marked: ReadonlySet<string>;
  readonly overlay: Overlay | undefined;
  readonly message: Message | undefined;
  /** By site; if the screen shows a single service, its name is empty. */
  readonly readings: ReadonlyMap<string, SiteReading>;
  /** The service's time of the last reading, in milliseconds since the epoch; 0 before the first. */
  readonly readAt: number;
  /** The monotonic clock, in milliseconds. */
  readonly now: number;
  /** Labels of running actions, by machine id. */
  readonly busy: ReadonlyMap<string, string>;
  /** The user has quit while actions are running. */
  readonly isLeaving: boolean;
  /** What the session does after the last event. */
  readonly effects: readonly Effect[];
}

export type TopEvent =
  | { readonly kind: "key"; readonly key: Key }
  | { readonly kind: "resized"; readonly size: ScreenSize }
  | { readonly kind: "ticked"; readonly now: number }
  | {
      readonly kind: "read";
      readonly site: string;
      readonly machines: readonly TopMachine[];
      readonly at: number;
      readonly now: number;
    }
  | { readonly kind: "agesRead"; readonly ages: ReadonlyMap<string, Age> }
  | { readonly kind: "readFailed"; readonly site: string; readonly text: string }
  | {
      readonly kind: "described";
      readonly id: string;
      readonly sections?: readonly Section[];
      readonly error?: string;
    }
  | { readonly kind: "actionFinished"; readonly id: string }
  | {
      readonly kind: "allActionsFinished";
      readonly label: string;
      readonly done: number;
      readonly errors: readonly string[];
    }
  | { readonly kind: "identified"; readonly site: string; readonly user: string | undefined }
  | { readonly kind: "message"; readonly text: string };

export type EventOf<Kind extends TopEvent["kind"]> = Extract<TopEvent, { readonly kind: Kind }>;

export type Effect =
  | { readonly kind: "read" }
  | { readonly kind: "describe"; readonly id: string }
  | {
      readonly kind: "act";
      readonly action: TopAction;
      readonly machines: readonly TopMachine[];
      readonly input: string;
    }
  | { readonly kind: "run"; readonly command: MachineCommand; readonly machine: TopMachine }
  | { readonly kind: "copy"; readonly text: string }
  | { readonly kind: "storeOrder"; readonly order: Order }
  | { readonly kind: "redraw" }
  | { readonly kind: "suspend" }
  | { readonly kind: "leave"; readonly by: "quit" | "interrupt" };

export const withEffect = (state: State, effect: Effect): State => ({ ...state, effects: [effect] });

export const withNote = (state: State, text: string): State => ({
  ...state,
  message: { text, kind: "note" },
});

export const initialState = (
  size: ScreenSize,
  preferences: Preferences,
  sites: readonly string[] = [""],
): State => ({
  ...preferences,
  size,
  machines: [],
  matches: [],
  filter: "",
  cursor: undefined,
  at: 0,
  top: 0,
  marked: new Set(),
  overlay: undefined,
  message: undefined,
  readings: new Map(sites.map((site) => [site, {}])),
  readAt: 0,
  now: 0,
  busy: new Map(),
  isLeaving: false,
  effects: [],
});

export const minSize = { columns: 30, rows: 6 } as const;

const minStatusLineRows = 14;

export const columnsOf = ({ readings, columns }: State): readonly Column[] =>
  readings.has("") ? columns.filter(({ id }) => id !== "site") : columns;

export const hasStatusLine = ({ size, filter, overlay }: State): boolean =>
  size.rows >= minStatusLineRows || filter !== "" || overlay?.kind === "filter";

/** Number of lines for machines: the screen without head, header, message and keys. */
export const tableHeight = (state: State): number =>
  Math.max(1, state.size.rows - (hasStatusLine(state) ? 5 : 4));

export function alignCursor(state: State): State {
  const { matches, cursor } = state;
  const height = tableHeight(state);
  const index = cursor === undefined ? -1 : matches.findIndex(({ id }) => id === cursor);
  const at = Math.max(0, Math.min(index === -1 ? state.at : index, matches.length - 1));
  const maxTop = Math.max(0, matches.length - height);
  const top = Math.max(0, Math.min(state.top, at, maxTop), at - height + 1);
  return { ...state, at, top, cursor: cursor ?? matches[at]?.id };
}

export function moveCursor(state: State, rowOffset: number): State {
  const isAtNextMachine = rowOffset > 0 && state.matches[state.at]?.id !== state.cursor;
  const from = isAtNextMachine ? state.at - 1 : state.at;
  const at = Math.max(0, Math.min(from + rowOffset, state.matches.length - 1));
  return alignCursor({ ...state, at, cursor: state.matches[at]?.id });
}

/** The cursor stays on its machine while the machine is shown. */
export function rearrange(state: State, change: Partial<State>): State {
  const changedState = { ...state, ...change };
  return alignCursor({
    ...changedState,
    matches: sortMachines(filterMachines(changedState.machines, changedState.filter), changedState.order),
  });
}

export function selectedIds(state: State): readonly string[] {
  if (state.marked.size > 0) return [...state.marked];
  return state.cursor === undefined ? [] : [state.cursor];
}
