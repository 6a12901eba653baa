import type { OutputFormat } from "../../catalogue/commands/options.ts";
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
  /** True: all of it is secret; names: these members and those with telling names; false: nothing. */
  readonly sensitive?: boolean | readonly string[];
  /** Rows have a `value` that belongs to the item in `name`, whose name tells if it is secret. */
  readonly listsItems?: true;
  /** What a single value is, for the note that it is masked. */
  readonly valueName?: string;
  /** Unknown rows: the first decides the columns and what `-o name` prints. */
  readonly isUnknown?: true;
  readonly listName?: string;
  readonly nameArguments?: readonly string[];
  readonly maxRows?: number;
  /** Called if a list has more rows than `maxRows`. */
  readonly onCut?: () => void;
  /** The default, before the profile's. */
  readonly format?: OutputFormat;
  /** The member with the time of a row: rows of several sites are merged by it. */
  readonly latestBy?: string;
}

/** What a row does not have itself: the host name of a system id, how much of a subnet is in use, the address of a BMC. */
export const lookedUpForms = ["node", "subnetUse", "bmcAddress"] as const satisfies readonly CellForm[];
export type LookedUpForm = (typeof lookedUpForms)[number];

/** Never rejects; what cannot be read is missing. `site`: where the rows come from, if several are asked. */
export type LookUp = (
  form: LookedUpForm,
  values: readonly string[],
  site?: string,
) => Promise<ReadonlyMap<string, string>>;

/** Observes an answer as it is printed; must not fail. */
export interface AnswerWatch {
  row(row: AnswerRow): void;
  piece(bytes: Uint8Array): void;
}

export interface OutputSettings {
  readonly format: OutputFormat;
  /** Headers or dotted paths; undefined: the shape's columns. */
  readonly columns?: readonly string[] | undefined;
  /** Headers or paths, by priority; `-` before one for descending. */
  readonly sort?: readonly string[] | undefined;
  readonly header: boolean;
  readonly query?: string | undefined;
  readonly showSecrets: boolean;
  /** Masks the secrets given to the command in plain text. */
  readonly maskKnown?: ((text: string) => string) | undefined;
  readonly color: boolean | undefined;
  /** `TERM`; `dumb` has no colours. */
  readonly term?: string | undefined;
  /** Shared by tables of one stream; the first decides. */
  readonly layout?: TableLayout;
  /** Called for an empty table; true if the message replaces the header. */
  readonly noteEmpty?: (() => boolean) | undefined;
  readonly noteHidden?: ((headers: readonly string[]) => void) | undefined;
  readonly note?: ((text: string) => void) | undefined;
  /** Reports what was masked, once in a run. */
  readonly noteMasked?: ((text: string) => void) | undefined;
  /** The service's time in milliseconds since the epoch, for ages. */
  readonly now?: (() => number) | undefined;
  readonly lookUp?: LookUp | undefined;
  readonly watch?: AnswerWatch | undefined;
  /** One stream for all sites, if several are asked. */
  readonly openJoint?: ((shape: Shape) => RowStream) | undefined;
}

/** A list that grows as rows come. */
export interface RowStream {
  write(rows: readonly unknown[]): Promise<void>;
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
 * The requested columns, else the shape's. If a row has no member of those (another answer shape, a query's
 * result), its own members.
 */
export function columnsFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return settings.columns.map((name) => columnNamed(name, shape));
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedAfter(shape.columns, row, shape, settings.format === "wide");
  const shapeColumns = columnsOfShape(shape, settings);
  if (row === undefined || shapeColumns.some((column) => hasMember(row, column.path)))
    return shapeColumns.map(withoutConditions);
  return isRecord(row) ? Object.keys(row).map(columnOfMember) : [];
}

function columnsOfShape(shape: Shape, { format, query }: OutputSettings): readonly Column[] {
  return query === undefined
    ? shape.columns.filter(
        (column) =>
          (format === "wide" || column.wide !== true) &&
          column.onRequest !== true &&
          (column.as !== "subnetUse" || format === "table" || format === "wide"),
      )
    : [];
}

/** The known columns, then those guessed from the first row. */
function guessedAfter(
  declared: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  { identity }: Shape,
  isWide: boolean,
): readonly ShownColumn[] {
  const first = declared.filter(({ path }) => Object.hasOwn(row, path));
  if (first.length === 0) return guessedColumns(row, identity, isWide);
  const rest = Object.fromEntries(
    Object.entries(row).filter(([key]) => !first.some(({ path }) => path === key)),
  );
  return [...first.map(withoutConditions), ...guessedColumns(rest, identity, isWide)];
}

/** The entries of one object: known columns that it has, and with `wide` all other members. */
export function entriesFor(shape: Shape, settings: OutputSettings, row: unknown): readonly ShownColumn[] {
  if (settings.columns !== undefined) return columnsFor(shape, settings, row);
  if (shape.isUnknown === true && settings.query === undefined && isRecord(row))
    return guessedEntries(row, shape.identity);
  const columns = columnsFor(shape, settings, row).filter((column) => hasMember(row, column.path));
  if (settings.format !== "wide" || !isRecord(row)) return columns;
  const covered = new Set(columns.flatMap(({ path }) => membersAt(path)));
  return [
    ...columns,
    ...Object.keys(row)
      .filter((key) => !covered.has(key))
      .map(columnOfMember),
  ];
}

/**
 * A header in any case, else a path into the JSON (`zone.name`, `ip_addresses[0]`, `.member`), whether or not
 * it exists. Headers of unknown rows are made of their members.
 */
export function columnNamed(name: string, shape: Pick<Shape, "columns" | "isUnknown">): ShownColumn {
  const column = columnWithHeader(name, shape.columns);
  if (column !== undefined) return withoutConditions(column);
  const path = pathOf(shape.isUnknown === true ? memberOfHeader(name) : name);
  return { ...columnOfMember(name), path };
}

function columnWithHeader(name: string, columns: readonly Column[]): Column | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[ _]/g, "-");
  return columns.find(({ header }) => plain(header) === plain(name));
}

function pathOf(name: string): string {
  return name
    .replace(/\[(\d*)\]/g, (_, index: string) => (index === "" ? "" : `.${index}`))
    .replace(/^\./, "");
}

/**
 * Names that are neither a header nor a path, which has a dot or bracket or is a member that a column shows.
 * A bare word may still be a member of the answer.
 */
export function unknownColumns(names: readonly string[], columns: readonly Column[]): readonly string[] {
  return names.filter(
    (name) =>
      !/[.[]/.test(name) &&
      columnWithHeader(name, columns) === undefined &&
      !columns.some(({ path }) => path === name || membersAt(path).includes(name)),
  );
}

/** The members of a row that a path begins with: several if it joins values. */
export const membersAt = (path: string): readonly string[] =>
  path.split("/").map((part) => part.split(".", 1)[0] ?? "");

function hasMember(row: unknown, path: string): boolean {
  return isRecord(row) && membersAt(path).every((name) => Object.hasOwn(row, name));
}

function withoutConditions({ wide: _, onRequest: _onRequest, as, ...column }: Column): ShownColumn {
  return { ...column, as };
}

function columnOfMember(path: string): ShownColumn {
  return { header: path.toUpperCase(), path, as: undefined };
}

const names = ["name", "hostname", "username", "title", "label", "cidr", "ip", "mac_address"];

const identifiers = ["id", "system_id", "uuid", "name", "username", "hostname", "cidr", "vid", "key", "ip"];

/** Scalars to show first; others follow alphabetically. */
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

/** Limit for guessed columns; `-o wide` has all. */
const maxColumns = 8;

const maxHeldText = 200;

/**
 * Guesses columns from the first row: names and identifiers, other scalars, objects by name, flags, texts,
 * list lengths; no links. Independent of the order of members. A name replaces its number (`status_name` for
 * `status`).
 */
export function guessedColumns(
  row: Readonly<Record<string, unknown>>,
  identity: string,
  isWide: boolean,
): readonly ShownColumn[] {
  const columns = orderedKeys(row, identity)
    .filter((key) => isWide || (isBrief(row[key]) && !Object.hasOwn(row, `${key}_name`)))
    .flatMap((key) => columnsOf(key, row[key], key === identity || names.includes(key)));
  return isWide ? columns : columns.slice(0, maxColumns);
}

const guessedEntries = (row: Readonly<Record<string, unknown>>, identity: string): readonly ShownColumn[] =>
  orderedKeys(row, identity).flatMap((key) => {
    const columns = columnsOf(key, row[key], false);
    return isListOfNames(row[key]) ? columns.map((column) => ({ ...column, as: undefined })) : columns;
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

/** What `-o name` prints: the member at the path, else a common identifier. */
export const guessedIdentity = (row: unknown, identity: string): string =>
  isRecord(row) && !Object.hasOwn(row, identity)
    ? (identifiers.find((key) => Object.hasOwn(row, key) && typeof row[key] !== "object") ?? identity)
    : identity;

/** Links repeat the identifier. */
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
  typeof value === "string" &&
  /^(?:\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2}\.? \d{4} )\d\d:\d\d:\d\d/.test(value);

/** Nameless objects and long texts make poor cells. */
function isBrief(value: unknown): boolean {
  if (typeof value === "string") return value.length <= maxHeldText && !value.includes("\n");
  return !isRecord(value) || nameOf(value) !== undefined;
}

const nameOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  [...names, "id"].find((key) => Object.hasOwn(value, key) && typeof value[key] !== "object");

const headerOf = (key: string): string => key.toUpperCase().replaceAll("_", " ");

/** Unchanged if it is not the header of a guessed column. */
const memberOfHeader = (header: string): string =>
  /\p{Ll}/u.test(header) ? header : header.toLowerCase().replaceAll(" ", "_");

function columnsOf(key: string, value: unknown, isName: boolean): readonly ShownColumn[] {
  const header = headerOf(key);
  if (Array.isArray(value))
    return [{ header, path: key, as: value.some(isRecord) ? "count" : undefined, rank: "minor" }];
  if (isRecord(value)) {
    const name = nameOf(value);
    const path = name === undefined ? key : `${key}.${name}`;
    return [{ header, path, as: undefined, rank: "minor" }];
  }
  const as = formOf(key, value);
  return [isName ? { header, path: key, as, rank: "key" } : { header, path: key, as }];
}

function formOf(key: string, value: unknown): CellForm | undefined {
  if (typeof value === "boolean") return "boolean";
  if (isTime(value)) return "age";
  if (typeof value !== "number") return undefined;
  if (/(?:^|_)size$/.test(key)) return "bytes";
  return /(?:^|_)usage$/.test(key) && value >= 0 && value <= 1 ? "percent" : undefined;
}
