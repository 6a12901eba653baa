import type { SiteRead } from "../../catalogue/site-copy.ts";
import { isRecord, recordsIn } from "../../core/json-record.ts";
import { findRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { apiName } from "../values/spellings.ts";
import { callOperation, type PathValues, type Service } from "../wire/call.ts";

/** A JSON object of another service. Any member can be missing or have another type. */
export type Row = Readonly<Record<string, unknown>>;

/** Replaces lone surrogates, because the sandbox writes names into URLs. */
export function textIn(row: Row, name: string, fallback = ""): string {
  const value = row[name];
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "number" ? String(value) : fallback;
}

export const textOrNull = (row: Row, name: string): string | null => textIn(row, name) || null;

export function numberIn(row: Row, name: string, fallback = 0): number {
  const value = row[name];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : fallback;
}

export function flagIn(row: Row, name: string, fallback = false): boolean {
  const value = row[name];
  return typeof value === "boolean" ? value : fallback;
}

export const textsIn = (row: Row, name: string): string[] => {
  const value = row[name];
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  return texts.map((text) => text.toWellFormed());
};

export const rowsIn = (row: Row, name: string): readonly Row[] => recordsIn(row[name]);

export const rowIn = (row: Row, name: string): Row => {
  const value = row[name];
  return isRecord(value) ? value : {};
};

export function idIn(row: Row, name = "id"): number | undefined {
  const value = row[name];
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

type DefaultValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

type Fields<Defaults extends DefaultValues> = {
  -readonly [Name in keyof Defaults]: null extends Defaults[Name]
    ? string | null
    : Defaults[Name] extends string
      ? string
      : Defaults[Name] extends number
        ? number
        : Defaults[Name] extends boolean
          ? boolean
          : string[];
};

export const fieldsIn = <const Defaults extends DefaultValues>(row: Row, defaults: Defaults) =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, fieldIn(row, apiName(name), fallback)]),
  ) as Fields<Defaults>;

function fieldIn(row: Row, name: string, fallback: DefaultValues[string]): unknown {
  if (fallback === null) return textOrNull(row, name);
  if (typeof fallback === "string") return textIn(row, name, fallback);
  if (typeof fallback === "number") return numberIn(row, name, fallback);
  return typeof fallback === "boolean" ? flagIn(row, name, fallback) : textsIn(row, name);
}

export const numberOrNull = (row: Row, name: string): number | null => {
  const value = row[name];
  return typeof value === "number" ? value : null;
};

/** Milliseconds since the epoch, from any time format of a service; a time without a zone is in UTC. */
export function timeIn(row: Row, name: string, fallback: number): number {
  const text = textIn(row, name).replace(/^(\w+, \d+ \w+)\. /, "$1 ");
  const isZoned = /(?:Z|GMT|[+-]\d\d:?\d\d)$/.test(text);
  const ms = Date.parse(isZoned ? text : `${text}${text.includes(",") ? " GMT" : "Z"}`);
  return Number.isFinite(ms) ? ms : fallback;
}

export interface CopyTarget {
  readonly world: World;
  readonly username: string;
  leaveOut(subject: string, why: string): void;
}

/** Makes one of the requests that copy a site, but to the sandbox itself. */
export const readSandbox = (
  service: Service,
  { id, values, adminValues }: SiteRead,
  username: string,
  path: PathValues,
  includesAdminValues = true,
): Promise<unknown> =>
  callOperation(
    service,
    id,
    { username, email: "", isAdministrator: true, tokens: [] },
    path,
    Object.entries({ ...values, ...(includesAdminValues ? adminValues : {}) }).map(([name, value]) => [
      name,
      String(value),
    ]),
  );

export type Importer = (target: CopyTarget, row: Row, parentId: string) => void;

export type Importers = Readonly<Record<string, Importer>>;

/** Stores an object under the id of its row, or under a new one. */
export function putRow<Item>(table: Table<Item>, row: Row, item: (id: number) => Item): void {
  const id = idIn(row) ?? table.nextId;
  table.rows[id] = item(id);
  table.nextId = Math.max(table.nextId, id + 1);
}

export function idOf<Item>(table: Table<Item>, nested: Row): number | undefined {
  const id = nested["id"];
  return typeof id === "number" && findRow(table, id) !== undefined ? id : undefined;
}

export const spaceIdOf = ({ state }: World, row: Row): number | null =>
  rowsOf(state.networks.spaces).find(({ name }) => name === textIn(row, "space"))?.id ?? null;
