import type { CellForm, Column } from "../../catalogue/operation.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { isoSeconds, parseTime } from "../../core/text/times.ts";
import { binaryUnits, decimalUnits, formatSize, type SizeUnits } from "../../core/text/units.ts";
import { nameList } from "../../core/text/word-lists.ts";
import { type LookUp, lookedUpForms } from "./columns.ts";
import { escapeLine } from "./escape.ts";

/** Lists are traversed, a number picks one element, `a.b/a.c` joins two values, `b|c` takes the first with a value. */
export function valuesAt(row: unknown, path: string): readonly unknown[] {
  if (path.includes("/")) {
    const parts = path.split("/").map((part) => valuesAt(row, part)[0] ?? "");
    return parts.includes("") ? [] : [parts.map(scalarText).join("/")];
  }
  let values: unknown[] = [row];
  for (const name of path.split(".")) values = values.flatMap((value) => stepInto(value, name));
  return values.flatMap((value) => (Array.isArray(value) ? value : [value]));
}

function stepInto(value: unknown, name: string): unknown[] {
  if (Array.isArray(value))
    return /^\d+$/.test(name)
      ? value.slice(Number(name), Number(name) + 1)
      : value.flatMap((item) => stepInto(item, name));
  // Some services send the name of an object instead of the object.
  if (typeof value === "string" && identifyingMembers.has(name)) return [value];
  if (!isRecord(value)) return [];
  if (Object.hasOwn(value, name)) return [value[name]];
  const member = name.split("|").find((key) => (value[key] ?? null) !== null);
  return member === undefined ? [] : [value[member]];
}

const identifyingMembers: ReadonlySet<string> = new Set([
  "name",
  "hostname",
  "username",
  "cidr",
  "system_id",
]);

/** Formats a cell for people as one escaped line; `-` if empty. The form `age` needs `now`, in milliseconds. */
export function cellText(row: unknown, path: string, form: CellForm | undefined, now?: number): string {
  if (form === "count") return countAt(row, path);
  if (form === "services") return servicesAt(row, path);
  if (form !== undefined && path.includes("/")) {
    const parts = path.split("/").map((part) => cellText(row, part, form, now));
    return parts.includes("-") ? "-" : parts.join("/");
  }
  // For a run without scripts, services send status -1 with the name of another status.
  if (form === "outcome" && isRecord(row) && row["status"] === -1) return "-";
  if (form === "vid" && valuesAt(row, path)[0] === null) return "untagged";
  const values = valuesAt(row, path).filter((value) => value !== null && value !== "");
  const text =
    form === "names"
      ? nameList(values.map(scalarText))
      : form === undefined
        ? briefText(values.length === 1 ? values[0] : values)
        : values.map((value) => formattedText(value, form, now)).join(form === "words" ? " " : ",");
  return text.trimEnd() === "" ? "-" : escapeLine(text.trimEnd());
}

/** Formats a cell for programs: the service's values unchanged, and an empty text for a missing value. */
export const rawText = (row: unknown, path: string): string => valuesAt(row, path).map(scalarText).join(",");

export function scalarText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? stringifyExact(value) : String(value);
}

const nameMembers = ["name", "fqdn", "hostname", "display_name", "username", "system_id", "cidr", "ip", "id"];
const maxBriefMembers = 6;

function briefText(value: unknown): string {
  if (Array.isArray(value)) {
    const names = value.map((item) =>
      isRecord(item) ? nameOf(item) : Array.isArray(item) ? undefined : scalarText(item),
    );
    return names.every((name) => name !== undefined) ? names.join(",") : `${value.length} items`;
  }
  if (!isRecord(value)) return scalarText(value);
  const members = Object.entries(value);
  if (members.length === 0) return "";
  const isSmall =
    members.length <= maxBriefMembers &&
    members.every(([, member]) => typeof member !== "object" || member === null);
  return (
    nameOf(value) ??
    (isSmall
      ? members.map(([key, member]) => `${key}=${scalarText(member)}`).join(",")
      : `${members.length} fields`)
  );
}

function nameOf(record: Readonly<Record<string, unknown>>): string | undefined {
  for (const member of nameMembers) {
    const name = record[member];
    if ((typeof name === "string" && name !== "") || typeof name === "number") return String(name);
  }
  return undefined;
}

function countAt(row: unknown, path: string): string {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  const parents = parts.length === 0 ? [row] : valuesAt(row, parts.join("."));
  const countedValues = parents.flatMap((parent) => stepInto(parent, last)).filter((value) => value !== null);
  if (countedValues.length === 0) return "-";
  return escapeLine(
    countedValues
      .map((value) =>
        Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : scalarText(value),
      )
      .join(","),
  );
}

function servicesAt(row: unknown, path: string): string {
  const byStatus = groupBy(valuesAt(row, path).filter(isRecord), ({ status }) => scalarText(status));
  const texts = [...byStatus].map(([status, services]) =>
    status === "running" || services.length > maxNamedServices
      ? `${services.length} ${status}`
      : `${services.map(({ name }) => scalarText(name)).join(" and ")} ${status}`,
  );
  return texts.length === 0 ? "-" : escapeLine(texts.join(", "));
}

/** More services with the same status are counted instead of named. */
const maxNamedServices = 2;

function formattedText(value: unknown, form: CellForm, now: number | undefined): string {
  switch (form) {
    case "hardware":
      return value === "Unknown" ? "" : briefText(value);
    case "outcome":
    case "boolean":
      return value === true ? "yes" : value === false ? "no" : briefText(value);
    case "bytes":
      return sizeText(value, 1, decimalUnits);
    case "megabytes":
      return sizeText(value, 1000 ** 2, decimalUnits);
    case "mebibytes":
      return sizeText(value, 1024 ** 2, binaryUnits);
    case "percent":
      return typeof value === "number" ? `${Math.round(value * 1000) / 10}%` : briefText(value);
    case "exitStatus":
      return typeof value === "number" ? (value === 0 ? "passed" : `failed (${value})`) : briefText(value);
    case "scriptType":
      return (typeof value === "number" ? scriptTypes[value] : undefined) ?? briefText(value);
    case "addressType":
      return (typeof value === "number" ? addressTypes[value] : undefined) ?? briefText(value);
    case "pathEnd":
      return briefText(value).split("/").at(-1) ?? "";
    case "space":
      return value === "undefined" ? "" : briefText(value);
    case "time":
      return typeof value === "string" ? timeText(value) : briefText(value);
    case "age":
      return typeof value === "string" ? ageText(value, now) : briefText(value);
    default:
      return briefText(value);
  }
}

const addressTypes: Readonly<Partial<Record<number, string>>> = {
  0: "automatic",
  1: "static",
  4: "user reserved",
  5: "dhcp",
  6: "discovered",
};
const scriptTypes: readonly string[] = ["commissioning", "installation", "testing", "release"];

/** `value` counts units of `unitBytes` bytes, as a number or as text. */
function sizeText(value: unknown, unitBytes: number, units: SizeUnits): string {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return briefText(value);
  return formatSize(number * unitBytes, units);
}

/** In UTC, to the second; unknown formats stay unchanged. */
export function timeText(text: string): string {
  const ms = parseTime(text);
  return ms === undefined ? text : isoSeconds(ms).replace("T", " ");
}

const secondMs = 1000;
/** Because clocks differ, a time up to this far in the future counts as now. */
const maxAheadMs = 60 * secondMs;
const ageUnits: readonly (readonly [unit: string, ms: number, upToMs: number])[] = [
  ["s", secondMs, 60 * secondMs],
  ["m", 60 * secondMs, 3600 * secondMs],
  ["h", 3600 * secondMs, 24 * 3600 * secondMs],
  ["d", 24 * 3600 * secondMs, 730 * 24 * 3600 * secondMs],
  ["y", 365 * 24 * 3600 * secondMs, Number.POSITIVE_INFINITY],
];

/** Returns the time itself if `now` is undefined, the time is in the future, or its format is unknown. */
export function ageText(text: string, now: number | undefined): string {
  const time = parseTime(text);
  if (now === undefined || time === undefined || now - time <= -maxAheadMs) return timeText(text);
  const ageMs = now - time;
  const positiveAgeMs = Math.max(0, ageMs);
  const [unit, ms] = ageUnits.find(([, , upToMs]) => positiveAgeMs < upToMs) ?? ["y", 1];
  return `${Math.floor(positiveAgeMs / ms)}${unit}`;
}

export const isLookedUp = ({ as }: Column): boolean => lookedUpForms.some((form) => form === as);

/** Replaces values with the looked-up texts. Without a text, a system id stays and any other value becomes `-`. */
export async function replaceLookedUp(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  lookUp: LookUp | undefined,
): Promise<readonly (readonly string[])[]> {
  let result = rows;
  for (const form of lookedUpForms) {
    const hasForm = columns.map(({ as }) => as === form);
    const values = rows.flatMap((cells) =>
      cells.flatMap((cell, at) => (hasForm[at] && cell !== "-" ? cell.split(",") : [])),
    );
    if (lookUp === undefined || values.length === 0) continue;
    const texts = await lookUp(form, [...new Set(values)]);
    const textOf = (value: string) => escapeLine(texts.get(value) ?? (form === "node" ? value : "-"));
    result = result.map((cells) =>
      cells.map((cell, at) => (hasForm[at] ? cell.split(",").map(textOf).join(",") : cell)),
    );
  }
  return result;
}
