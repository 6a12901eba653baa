import { isTableForm, type OutputFormat } from "../../catalogue/commands/options.ts";
import type { CellForm, Column } from "../../catalogue/operation.ts";
import type { AnswerRow } from "../../client/json/elements.ts";
import { isRecord } from "../../core/json-record.ts";
import type { TableLayout } from "./fit.ts";

export interface Shape {
  readonly columns: readonly Column[];
  /** The dotted path that `-o name` prints. */
  readonly identity: string;
  /** The dotted path of the rows in the answer, such as `events`. */
  readonly rows?: string;
  /** `true`: everything is secret; `false`: nothing. A list: its members, and those whose names suggest a secret. */
  readonly sensitive?: boolean | readonly string[];
  /** Each row has a `name` and a `value`; the name decides whether the value is secret. */
  readonly listsItems?: true;
  /** What the note about masked values calls an answer that is a single value. */
  readonly valueName?: string;
  /** The members are not known in advance: the first row decides the columns and what `-o name` prints. */
  readonly hasUnknownMembers?: true;
  /** The group, for the message about an empty list and for the profile's settings of this list. */
  readonly listName?: string;
  readonly isChange?: true;
  /** The names by which the line selects rows, for the message about an empty list. */
  readonly nameArguments?: readonly string[];
  readonly maxRows?: number;
  /** Called if a list has more rows than `maxRows`. */
  readonly onCut?: () => void;
  /** The default format; it takes precedence over the profile's. */
  readonly format?: OutputFormat;
  /** The member with the time of a row, by which rows of several sites are merged. */
  readonly timeMember?: string;
}

/** Forms of cells that need further requests: host names of nodes, the use of subnets, addresses of BMCs. */
export const lookedUpForms = ["node", "subnetUse", "bmcAddress"] as const satisfies readonly CellForm[];
export type LookedUpForm = (typeof lookedUpForms)[number];

/** Never rejects; values that cannot be read are missing. `site` is set if the rows come from several sites. */
export type LookUp = (
  form: LookedUpForm,
  values: readonly string[],
  site?: string,
) => Promise<ReadonlyMap<string, string>>;

/** Observes an answer while it is printed, as rows or as unparsed bytes; its methods must not throw. */
export interface AnswerWatch {
  readonly row: (row: AnswerRow) => void;
  readonly piece: (bytes: Uint8Array) => void;
}

export interface OutputSettings {
  readonly format: OutputFormat;
  /** Headers or dotted paths; if undefined, the columns of the shape. */
  readonly columns?: readonly string[] | undefined;
  /** Headers or paths, most important first; a leading `-` reverses the order. */
  readonly sort?: readonly string[] | undefined;
  readonly hasHeader: boolean;
  readonly query?: string | undefined;
  readonly showSecrets: boolean;
  /** Masks secrets that were given to the command in plain text. */
  readonly maskTypedSecrets?: ((text: string) => string) | undefined;
  readonly color: boolean | undefined;
  /** The variable TERM; the terminal `dumb` has no colours. */
  readonly term?: string | undefined;
  /** Shared by the tables of one stream; the first table sets the column widths. */
  readonly layout?: TableLayout;
  /** Called for an empty table; true if the message replaces the header. */
  readonly noteEmpty?: (() => boolean) | undefined;
  readonly noteHiddenColumns?: ((headers: readonly string[]) => void) | undefined;
  readonly note?: ((text: string) => void) | undefined;
  /** Reports the masked members, once in a run. */
  readonly noteMasked?: ((text: string) => void) | undefined;
  /** The service's time in milliseconds since the epoch, for ages. */
  readonly now?: (() => number) | undefined;
  readonly lookUp?: LookUp | undefined;
  readonly watch?: AnswerWatch | undefined;
  /** Opens the stream that all sites share; set if the command runs at several sites. */
  readonly openSharedStream?: ((shape: Shape) => RowStream) | undefined;
}

export interface RowStream {
  write(rows: readonly unknown[]): Promise<void>;
}

/** If the row has no member of the shape's columns (another form of answer), each member gets a column. */
export function columnsFor(shape: Shape, settings: OutputSettings, row: unknown): readonly Column[] {
  if (settings.columns !== undefined) return settings.columns.map((name) => columnNamed(name, shape));
  if (shape.hasUnknownMembers === true && settings.query === undefined && isRecord(row))
    return declaredAndGuessedColumns(shape.columns, row, shape, settings.format === "wide");
  const shapeColumns = columnsOfShape(shape, settings);
  if (row === undefined || shapeColumns.some((column) => hasMember(row, column.path))) return shapeColumns;
  return isRecord(row) ? Object.keys(row).map(columnOfMember) : [];
}

function columnsOfShape(shape: Shape, { format, query }: OutputSettings): readonly Column[] {
  if (query !== undefined) return [];
  return shape.columns.filter(
    ({ wide, onRequest, as }) =>
      onRequest !== true &&
      (wide !== true || format === "wide") &&
      (as !== "subnetUse" || isTableForm(format)),
  );
}

function declaredAndGuessedColumns(
  declaredColumns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  { identity }: Shape,
  isWide: boolean,
): readonly Column[] {
  const presentColumns = declaredColumns.filter(({ path }) => Object.hasOwn(row, path));
  if (presentColumns.length === 0) return guessedColumns(row, identity, isWide);
  const otherMembers = Object.fromEntries(
    Object.entries(row).filter(([key]) => !presentColumns.some(({ path }) => path === key)),
  );
  return [...presentColumns, ...guessedColumns(otherMembers, identity, isWide)];
}

export function columnsForObject(shape: Shape, settings: OutputSettings, row: unknown) {
  if (settings.columns !== undefined) return columnsFor(shape, settings, row);
  if (shape.hasUnknownMembers === true && settings.query === undefined && isRecord(row))
    return guessedColumnsForObject(row, shape.identity);
  const columns = columnsFor(shape, settings, row).filter((column) => hasMember(row, column.path));
  if (settings.format !== "wide" || !isRecord(row)) return columns;
  const coveredMembers = new Set(columns.flatMap(({ path }) => membersAt(path)));
  return [
    ...columns,
    ...Object.keys(row)
      .filter((key) => !coveredMembers.has(key))
      .map(columnOfMember),
  ];
}

/** `name` is a header in any case, or a path into the JSON (`zone.name`, `ip_addresses[0]`), which need not exist. */
export function columnNamed(name: string, shape: Pick<Shape, "columns" | "hasUnknownMembers">): Column {
  const column = columnWithHeader(name, shape.columns);
  if (column !== undefined) return column;
  const path = pathOf(shape.hasUnknownMembers === true ? memberOfHeader(name) : name);
  return { ...columnOfMember(name), path };
}

function columnWithHeader(name: string, columns: readonly Column[]): Column | undefined {
  const normalize = (text: string) => text.toLowerCase().replace(/[ _]/g, "-");
  return columns.find(({ header }) => normalize(header) === normalize(name));
}

const pathOf = (name: string): string =>
  name.replace(/\[(\d*)\]/g, (_, index: string) => (index === "" ? "" : `.${index}`)).replace(/^\./, "");

/** A path has a dot or a bracket. A bare word may still be a member of the answer. */
export const unknownColumns = (names: readonly string[], columns: readonly Column[]): readonly string[] =>
  names.filter(
    (name) =>
      !/[.[]/.test(name) &&
      columnWithHeader(name, columns) === undefined &&
      !columns.some(({ path }) => path === name || membersAt(path).includes(name)),
  );

/** Returns the members with which a path begins: several if it joins values. */
export const membersAt = (path: string): readonly string[] =>
  path.split("/").map((part) => part.split(".", 1)[0] ?? "");

const hasMember = (row: unknown, path: string): boolean =>
  isRecord(row) && membersAt(path).every((name) => Object.hasOwn(row, name));

const columnOfMember = (path: string): Column => ({ header: path.toUpperCase(), path });

const nameMembers = ["name", "hostname", "username", "title", "label", "cidr", "ip", "mac_address"];

const idMembers = ["id", "system_id", "uuid", "name", "username", "hostname", "cidr", "vid", "key", "ip"];

/** Members that come first, in this order; others follow alphabetically. */
const firstMembers = [
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

const lastMembers = ["description", "comment", "definition", "message", "title"];

/** Does not apply to `-o wide`. */
const maxGuessedColumns = 8;

const maxCellLength = 200;

/** Links are left out, and a name replaces its number (`status_name` for `status`). */
export function guessedColumns(row: Readonly<Record<string, unknown>>, identity: string, isWide: boolean) {
  const columns = orderedKeys(row, identity)
    .filter((key) => isWide || (isBrief(row[key]) && !Object.hasOwn(row, `${key}_name`)))
    .map((key) => guessedColumn(key, row[key], key === identity || nameMembers.includes(key)));
  return isWide ? columns : columns.slice(0, maxGuessedColumns);
}

const guessedColumnsForObject = (row: Readonly<Record<string, unknown>>, identity: string) =>
  orderedKeys(row, identity).map((key) => {
    const column = guessedColumn(key, row[key], false);
    return isListOfNames(row[key]) ? { ...column, as: undefined } : column;
  });

const isListOfNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item) =>
    isRecord(item) ? typeof item["name"] === "string" && item["name"] !== "" : !Array.isArray(item),
  );

const orderedKeys = (row: Readonly<Record<string, unknown>>, identity: string): readonly string[] =>
  Object.keys(row)
    .filter((key) => !isLink(key, row[key]))
    .sort((a, b) => rankOf(a, row[a], identity) - rankOf(b, row[b], identity) || (a < b ? -1 : 1));

export const guessedIdentity = (row: unknown, identity: string): string =>
  isRecord(row) && !Object.hasOwn(row, identity)
    ? (idMembers.find((key) => Object.hasOwn(row, key) && typeof row[key] !== "object") ?? identity)
    : identity;

/** Links repeat the identifier. */
const isLink = (key: string, value: unknown): boolean =>
  /(?:^|_)uri$/.test(key) || (typeof value === "string" && /^\/[^\s]*\/api\/2\.0\//.test(value));

/** Members with lower ranks come first. */
function rankOf(key: string, value: unknown, identity: string): number {
  const nameRank = nameMembers.indexOf(key);
  if (nameRank !== -1) return nameRank;
  if (key === identity || key === "id" || key === "system_id") return 20;
  if (Array.isArray(value)) return 400;
  if (isRecord(value)) return 220;
  const firstRank = firstMembers.indexOf(key);
  if (firstRank !== -1) return 100 + firstRank;
  if (typeof value === "boolean") return 230;
  if (isTime(value)) return 240;
  return lastMembers.includes(key) ? 250 : 200;
}

const isTime = (value: unknown): boolean =>
  typeof value === "string" &&
  /^(?:\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2}\.? \d{4} )\d\d:\d\d:\d\d/.test(value);

/** False for objects without a name and for long texts, which do not fit into a cell. */
function isBrief(value: unknown): boolean {
  if (typeof value === "string") return value.length <= maxCellLength && !value.includes("\n");
  return !isRecord(value) || nameOf(value) !== undefined;
}

const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  [...nameMembers, "id"].find((key) => Object.hasOwn(value, key) && typeof value[key] !== "object");

const headerOf = (key: string): string => key.toUpperCase().replaceAll("_", " ");

const memberOfHeader = (header: string): string =>
  /\p{Ll}/u.test(header) ? header : header.toLowerCase().replaceAll(" ", "_");

function guessedColumn(key: string, value: unknown, isName: boolean): Column {
  const header = headerOf(key);
  if (Array.isArray(value))
    return { header, path: key, as: value.some(isRecord) ? "count" : undefined, rank: "minor" };
  if (isRecord(value)) {
    const name = nameOf(value);
    return { header, path: name === undefined ? key : `${key}.${name}`, rank: "minor" };
  }
  const column = { header, path: key, as: formOf(key, value) };
  return isName ? { ...column, rank: "key" } : column;
}

function formOf(key: string, value: unknown): CellForm | undefined {
  if (typeof value === "boolean") return "boolean";
  if (isTime(value)) return "age";
  if (typeof value !== "number") return undefined;
  if (/(?:^|_)size$/.test(key)) return "bytes";
  return /(?:^|_)usage$/.test(key) && value >= 0 && value <= 1 ? "percent" : undefined;
}
