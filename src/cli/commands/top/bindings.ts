/** The keys of `svc top`, for its help and the line at the bottom. */
export interface Binding {
  readonly keys: string;
  readonly help: string;
  /** A word or two for the line at the bottom; left out where there are more important ones. */
  readonly brief?: string;
}

export const tableBindings: readonly Binding[] = [
  { keys: "?", help: "show this help", brief: "help" },
  { keys: "enter", help: "show all about the machine, with its last events", brief: "details" },
  { keys: "a", help: "choose an action for the machine, or for the marked ones", brief: "actions" },
  { keys: "/", help: "filter: words, column:word, !word for machines without it", brief: "filter" },
  { keys: "space", help: "mark the machine, or take the mark off", brief: "mark" },
  { keys: "s S", help: "sort by the next column, by the one before", brief: "sort" },
  { keys: "q", help: "leave; so does Ctrl-C", brief: "quit" },
  { keys: "R", help: "reverse the order" },
  { keys: "*", help: "mark all machines that are shown" },
  { keys: "escape", help: "clear the message, the marks, the filter" },
  { keys: "up down j k", help: "move; page up, page down, home and end too" },
  { keys: "r", help: "read the machines now" },
  { keys: "Ctrl-Z", help: "stop svc; fg goes on" },
  { keys: "Ctrl-L", help: "draw the screen again" },
];

export const detailsKeys = "up/down scroll  a actions  r read again  esc back";
export const helpKeys = "up/down scroll  esc back";
export const filterKeys = "enter keep  esc cancel  name:word  !word";
export const menuKeys = "press a key, or choose by arrows and enter; esc cancels";
export const inputKeys = "enter go on  esc cancel";
export const yesKeys = "y yes  n no";
export const countKeys = "enter confirm  esc cancel";
