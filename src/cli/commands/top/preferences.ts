import type { Context } from "../../../context.ts";
import { Failure } from "../../../core/failure.ts";
import { shellWords } from "../../../core/text/shell-words.ts";
import { choiceHint } from "../../../core/text/word-lists.ts";
import type { Globals } from "../../invocation/invocation.ts";
import { profileSettings } from "../../invocation/stored-options.ts";
import { type Column, columns, type Order, plainNameOf, type TopMachine } from "./machines.ts";

export interface MachineCommand {
  readonly key: string;
  readonly help: string;
  /** Short form for the bottom line. */
  readonly brief?: string;
  /** Arguments of svc; `{id}` and `{name}` are replaced by those of the machine. */
  readonly words: readonly string[];
  readonly isFromProfile?: true;
  /** Its output stays on the terminal until a key is pressed. */
  readonly pauses?: true;
}

export const machineCommands: readonly MachineCommand[] = [
  { key: "s", help: "log in with ssh", brief: "ssh", words: ["machines", "ssh", "{id}"] },
  { key: "w", help: "why it failed", brief: "why", words: ["machines", "why", "{id}"], pauses: true },
  { key: "l", help: "output of its last scripts", words: ["machines", "logs", "{id}"], pauses: true },
  {
    key: "e",
    help: "follow its events; Ctrl-C ends",
    words: ["events", "query", "--id", "{id}", "--follow"],
  },
  { key: "c", help: "open its serial console", words: ["machines", "console", "{id}"] },
  { key: "o", help: "show it as JSON", words: ["machines", "get", "{id}", "-o", "json"], pauses: true },
];

export const commandWords = (
  words: readonly string[],
  machine: Pick<TopMachine, "systemId" | "hostname">,
): readonly string[] =>
  words.map((word) =>
    word.replace(/\{(?:name|id)\}/g, (part) => (part === "{id}" ? machine.systemId : plainNameOf(machine))),
  );

/** Settings of a profile for svc top: `columns.top`, `sort.top` and `key.X`. */
export interface Preferences {
  readonly columns: readonly Column[];
  readonly order: Order;
  readonly commands: readonly MachineCommand[];
}

export const defaultPreferences: Preferences = {
  columns,
  order: { column: "name", isDescending: false },
  commands: machineCommands,
};

/** Ignores settings that this version does not know. */
export function readPreferences(globals: Globals, env: Context["env"]): Preferences {
  const settings = profileSettings(globals, env);
  const requestedColumns = (settings["columns.top"]?.split(",") ?? []).flatMap(
    (word) => columnNamed(word) ?? [],
  );
  const fixedColumns = columns.filter(
    ({ id }) => id === "site" || (id === "name" && !requestedColumns.some((column) => column.id === id)),
  );
  const sort = settings["sort.top"] ?? "";
  const column = columnNamed(sort.replace(/^-/, ""));
  return {
    columns: requestedColumns.length === 0 ? columns : [...new Set([...fixedColumns, ...requestedColumns])],
    order:
      column === undefined
        ? defaultPreferences.order
        : { column: column.id, isDescending: sort.startsWith("-") },
    commands: [...profileCommands(settings), ...machineCommands],
  };
}

const columnNamed = (word: string): Column | undefined =>
  columns.find(({ header }) => header === word.trim().toUpperCase());

export const sortText = ({ column, isDescending }: Order): string =>
  `${isDescending ? "-" : ""}${column.toUpperCase()}`;

/** Keys that svc top uses itself. */
export const tableKeys: ReadonlySet<string> = new Set([..."?haqrySRgGjk><*/ "]);

const isReserved = (key: string): boolean =>
  tableKeys.has(key) || machineCommands.some((command) => command.key === key);

const profileCommands = (settings: Readonly<Record<string, string>>): readonly MachineCommand[] =>
  Object.entries(settings).flatMap(([setting, text]): readonly MachineCommand[] => {
    const key = setting.slice("key.".length);
    const words = shellWords(text);
    if (!setting.startsWith("key.") || words === undefined || isReserved(key)) return [];
    const brief = words.slice(0, 2).findLast((word) => /^[a-z][\w-]*$/.test(word)) ?? "";
    return [{ key, help: `svc ${text}`, brief, words, isFromProfile: true, pauses: true }];
  });

export function checkPreference(kind: string, name: string, value: string): void {
  if (kind === "key") checkKey(name, value);
  else checkColumns(kind, value);
}

function checkColumns(kind: string, value: string): void {
  const words = value.split(",");
  if (kind === "sort" && words.length > 1)
    throw new Failure("usage", "sort.top takes one column: svc top sorts by it, then by name");
  for (const word of words) {
    const header = kind === "sort" ? word.replace(/^-/, "") : word;
    if (columnNamed(header) !== undefined) continue;
    const headers = columns.map((column) => column.header);
    const hint = choiceHint(header, headers) ?? `columns: ${headers.join(", ")}`;
    throw new Failure("usage", `svc top has no column '${header}'`, { hint });
  }
}

function checkKey(key: string, value: string): void {
  if (!/^[!-~]$/.test(key))
    throw new Failure("usage", `key.${key} does not name a key`, {
      hint: "a key is one character: key.D='machines describe {name}'",
    });
  if (isReserved(key))
    throw new Failure("usage", `${key} is a key of svc top itself`, {
      hint: "'?' in svc top shows its keys",
    });
  const words = shellWords(value);
  if (words === undefined || words.length === 0)
    throw new Failure("usage", `key.${key} takes a command line of svc with balanced quotes`);
  const unknownPlaceholder = /\{(?!name\}|id\})[^}]*\}?/.exec(value)?.[0];
  if (unknownPlaceholder !== undefined)
    throw new Failure(
      "usage",
      `key.${key} contains ${unknownPlaceholder}: only {name} and {id} are replaced`,
    );
}
