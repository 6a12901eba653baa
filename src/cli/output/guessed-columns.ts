import { isRecord } from "../../core/json-record.ts";
import type { ShownColumn } from "./shape.ts";

/** Members that name an object, the best one first. */
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

/** Scalars that are mostly long. */
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
export const guessedEntries = (
  row: Readonly<Record<string, unknown>>,
  identity: string,
): readonly ShownColumn[] =>
  orderedKeys(row, identity).map((key) => {
    const column = columnOf(key, row[key], false);
    return isListOfNames(row[key]) ? { ...column, as: undefined } : column;
  });

/** Texts, numbers, and objects that have a name. */
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
export const memberOfHeader = (header: string): string =>
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
