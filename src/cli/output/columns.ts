import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { CellForm, Column } from "../../catalogue/operation.ts";
import type { Element } from "../../client/json/splitter.ts";
import { isRecord } from "../../core/json-record.ts";
import type { TableLayout } from "./fit.ts";

/** What an answer holds, in the words of the catalogue: how its rows are found, named and shown. */
export interface Shape {
  readonly columns: readonly Column[];
  /** The dotted path of what `-o name` prints. */
  readonly identity: string;
  /** The dotted path of the rows inside the answer, such as `events`. */
  readonly rows?: string;
  /** The answer, or the members of these names besides those whose names say it, are secret; false: nothing. */
  readonly sensitive?: boolean | readonly string[];
  /** The one value that was asked for by its name: a pipe gets it whole in every form. */
  readonly isNamedValue?: true;
  /** Nothing is known of the rows: the first of them decides on the columns and on what `-o name` prints. */
  readonly isUnknown?: true;
  /** What the rows of a list are called, such as `machines`. */
  readonly listed?: string;
  /** Names by which the rows were chosen, as they were typed. */
  readonly named?: readonly string[];
  /** At most so many rows of a list are shown, the first ones of its order. */
  readonly maxRows?: number;
  /** Called where there are more rows than that. */
  readonly onCut?: () => void;
  /** The form where neither line nor environment asks for one; before the profile's. */
  readonly format?: OutputFormat;
}

/** Host names by system id, as far as they are known; it never rejects. */
export type NodeNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Looks on while an answer is printed; it must not fail. */
export interface AnswerWatch {
  /** Called with each element of a list that is printed row by row. */
  row(element: Element): void;
  /** Called with each piece of an answer that is passed on as it is. */
  piece(bytes: Uint8Array): void;
}

/** How the operator wants it. */
export interface OutputSettings {
  readonly format: OutputFormat;
  /** Headers, or dotted paths into the JSON; undefined: the shape's own columns. */
  readonly columns?: readonly string[] | undefined;
  /** Headers or paths, the first one first; `-` before one turns its order round. */
  readonly sort?: readonly string[] | undefined;
  readonly header: boolean;
  /** A JMESPath expression. */
  readonly query?: string | undefined;
  readonly showSecrets: boolean;
  /** An answer of plain text without the secrets that the command was given. */
  readonly maskKnown?: ((text: string) => string) | undefined;
  /** Undefined: the stream decides. */
  readonly color: boolean | undefined;
  /** The `TERM` of the environment; `dumb` has no colours. */
  readonly term?: string | undefined;
  /** Where the columns of earlier tables of the same stream stand; the first table decides. */
  readonly layout?: TableLayout;
  /** Called where a table has no rows; true where that is said, and no header is needed. */
  readonly noteEmpty?: (() => boolean) | undefined;
  /** Called with the headers of columns that a terminal is too narrow for. */
  readonly noteHidden?: ((headers: readonly string[]) => void) | undefined;
  /** Called with what else could not be shown. */
  readonly note?: ((text: string) => void) | undefined;
  /** The service's time in milliseconds since the epoch, which ages are counted to. */
  readonly now?: (() => number) | undefined;
  /** For the columns of tables that hold system ids. */
  readonly nodeNames?: NodeNames | undefined;
  readonly watch?: AnswerWatch | undefined;
}

export interface ShownColumn {
  readonly header: string;
  readonly path: string;
  readonly as: CellForm | undefined;
  /** See `Column` of the catalogue. */
  readonly rank?: Column["rank"];
  readonly width?: number;
  readonly min?: number;
}

/**
 * The columns of a table: those asked for by header or path, else the shape's
 * own. Where a row has none of the members that those begin with (an answer
 * of another shape than the group's, the result of a query), its own members.
 */
export function columnsFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return settings.columns.map((name) => columnNamed(name, shape));
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedAfter(shape.columns, row, shape, settings.format === "wide");
  const own = ownColumns(shape, settings);
  if (row === undefined || own.some((column) => hasMember(row, column.path))) return own.map(shown);
  return isRecord(row) ? Object.keys(row).map(columnOfMember) : [];
}

function ownColumns(shape: Shape, { format, query }: OutputSettings): readonly Column[] {
  return query === undefined
    ? shape.columns.filter((column) => format === "wide" || column.wide !== true)
    : [];
}

/**
 * The members of a row that decide on the columns of all where it has one of them; none where all that a row has may
 * decide.
 */
export function decidingMembers(shape: Shape, settings: OutputSettings): readonly string[] {
  return shape.isUnknown === true ? [] : ownColumns(shape, settings).map(({ path }) => firstOf(path));
}

/** The columns that are known of rows that nothing else is known of, then those that follow from the first row. */
function guessedAfter(
  known: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  { identity }: Shape,
  isWide: boolean,
): readonly ShownColumn[] {
  const first = known.filter(({ path }) => Object.hasOwn(row, path));
  if (first.length === 0) return guessedColumns(row, identity, isWide);
  const rest = Object.fromEntries(
    Object.entries(row).filter(([key]) => !first.some(({ path }) => path === key)),
  );
  return [...first.map(shown), ...guessedColumns(rest, identity, isWide)];
}

/**
 * What a listing of one object shows: its columns without those that it has no member for and, when wide,
 * every member that no column shows.
 */
export function entriesFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return columnsFor(shape, settings, row);
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedEntries(row, shape.identity);
  const columns = columnsFor(shape, settings, row).filter((column) => hasMember(row, column.path));
  if (settings.format !== "wide" || !isRecord(row)) return columns;
  const covered = new Set(columns.map((column) => firstOf(column.path)));
  return [
    ...columns,
    ...Object.keys(row)
      .filter((key) => !covered.has(key))
      .map(columnOfMember),
  ];
}

/**
 * The column that an operator means: a header in any case, else a path into the JSON (`zone.name`,
 * `ip_addresses[0]`, `.member`), whether or not anything stands there. Of rows that nothing is known of the headers
 * are those that are made of their members.
 */
export function columnNamed(name: string, shape: Pick<Shape, "columns" | "isUnknown">): ShownColumn {
  const column = columnWithHeader(name, shape.columns);
  if (column !== undefined) return shown(column);
  const path = pathOf(shape.isUnknown === true ? memberOfHeader(name) : name);
  return { ...columnOfMember(name), path };
}

function columnWithHeader(name: string, columns: readonly Column[]): Column | undefined {
  const lower = name.toLowerCase();
  return columns.find(({ header }) => header.toLowerCase() === lower);
}

/** `a[0].b` and `.a.0.b` as `a.0.b`. */
function pathOf(name: string): string {
  return name
    .replace(/\[(\d*)\]/g, (_, index: string) => (index === "" ? "" : `.${index}`))
    .replace(/^\./, "");
}

/**
 * Those of the names that are neither a header nor a path: a path has a dot or a bracket, or is a member that
 * a column shows. A bare word may still be a member of the answer.
 */
export function unknownColumns(names: readonly string[], columns: readonly Column[]): readonly string[] {
  return names.filter(
    (name) =>
      !/[.[]/.test(name) &&
      columnWithHeader(name, columns) === undefined &&
      !columns.some(({ path }) => path === name || firstOf(path) === name),
  );
}

export function firstOf(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? path : path.slice(0, dot);
}

function hasMember(row: unknown, path: string): boolean {
  return isRecord(row) && Object.hasOwn(row, firstOf(path));
}

function shown({ wide: _, as, ...column }: Column): ShownColumn {
  return { ...column, as };
}

function columnOfMember(path: string): ShownColumn {
  return { header: path.toUpperCase(), path, as: undefined };
}

const names = ["name", "hostname", "username", "title", "label", "cidr", "ip", "mac_address"];

/** Members that identify an object where its path does not say which one does. */
const identifiers = ["id", "system_id", "uuid", "name", "username", "hostname", "cidr", "vid", "key", "ip"];

/** Scalars that say how an object is; others follow in the order of the alphabet. */
const early = [
  "start",
  "end",
  "type",
  "status_name",
  "status",
  "state",
  "power_state",
  "enabled",
  "version",
  "vid",
  "size",
];

const late = ["description", "comment", "definition", "message", "title"];

/** Columns of a table that nobody has chosen; `-o wide` has all. */
const maxColumns = 8;

const maxHeldText = 200;

/**
 * The columns of rows whose kind is not known, by the shape of the first: names and identifiers, other scalars,
 * objects by their names, flags, texts, lists by their length, and no addresses of the service. The same row gives the same
 * columns in whatever order its members stand. A number gives way to its own name (`status` to `status_name`).
 */
export function guessedColumns(
  row: Readonly<Record<string, unknown>>,
  identity: string,
  isWide: boolean,
): readonly ShownColumn[] {
  const columns = orderedKeys(row, identity)
    .filter((key) => isWide || (isBrief(row[key]) && !Object.hasOwn(row, `${key}_name`)))
    .map((key) => columnOf(key, row[key], key === identity || names.includes(key)));
  return isWide ? columns : columns.slice(0, maxColumns);
}

/** What a listing of one object of an unknown kind shows: all of it, lists by what is in them or their length. */
const guessedEntries = (row: Readonly<Record<string, unknown>>, identity: string): readonly ShownColumn[] =>
  orderedKeys(row, identity).map((key) => {
    const column = columnOf(key, row[key], false);
    return isListOfNames(row[key]) ? { ...column, as: undefined } : column;
  });

const isListOfNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item) =>
    isRecord(item) ? typeof item["name"] === "string" && item["name"] !== "" : !Array.isArray(item),
  );

const orderedKeys = (row: Readonly<Record<string, unknown>>, identity: string): readonly string[] =>
  Object.keys(row)
    .filter((key) => !isAddress(key, row[key]))
    .sort((a, b) => rankOf(a, row[a], identity) - rankOf(b, row[b], identity) || (a < b ? -1 : 1));

/** The member that `-o name` prints: the one that the path names, else one that identifies most objects. */
export const guessedIdentity = (row: unknown, identity: string): string =>
  isRecord(row) && !Object.hasOwn(row, identity)
    ? (identifiers.find((key) => Object.hasOwn(row, key) && typeof row[key] !== "object") ?? identity)
    : identity;

/** Links to objects of the service: they say nothing that an identifier does not. */
const isAddress = (key: string, value: unknown): boolean =>
  /(?:^|_)uri$/.test(key) || (typeof value === "string" && /^\/[^\s]*\/api\/2\.0\//.test(value));

function rankOf(key: string, value: unknown, identity: string): number {
  const name = names.indexOf(key);
  if (name !== -1) return name;
  if (key === identity || key === "id" || key === "system_id") return 20;
  if (Array.isArray(value)) return 400;
  if (isRecord(value)) return 220;
  const first = early.indexOf(key);
  if (first !== -1) return 100 + first;
  if (typeof value === "boolean") return 230;
  if (isTime(value)) return 240;
  return late.includes(key) ? 250 : 200;
}

const isTime = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value);

/** Objects without a name say nothing in a cell, and long texts too much. */
function isBrief(value: unknown): boolean {
  if (typeof value === "string") return value.length <= maxHeldText && !value.includes("\n");
  return !isRecord(value) || nameOf(value) !== undefined;
}

const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  [...names, "id"].find((key) => Object.hasOwn(value, key) && typeof value[key] !== "object");

const headerOf = (key: string): string => key.toUpperCase().replaceAll("_", " ");

/** The member that a header of a guessed table is made of; any other text as it is. */
const memberOfHeader = (header: string): string =>
  /\p{Ll}/u.test(header) ? header : header.toLowerCase().replaceAll(" ", "_");

function columnOf(key: string, value: unknown, isName: boolean): ShownColumn {
  const header = headerOf(key);
  if (Array.isArray(value)) return { header, path: key, as: "count", rank: "minor" };
  if (isRecord(value)) {
    const name = nameOf(value);
    return { header, path: name === undefined ? key : `${key}.${name}`, as: undefined, rank: "minor" };
  }
  const as = typeof value === "boolean" ? "boolean" : isTime(value) ? "age" : undefined;
  return isName ? { header, path: key, as, rank: "key" } : { header, path: key, as };
}
