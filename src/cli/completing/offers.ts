import type { NamedSource } from "../../catalogue/commands/command-spec.ts";
import { kindsOfFields, type NameKind } from "../../catalogue/named.ts";
import { type StatusValue, statuses, statusesOfKind } from "../../catalogue/statuses.ts";
import { type Name, nameIn, statusIn } from "../names-cache/name.ts";

export interface Offer {
  readonly word: string;
  readonly about: string;
}

export interface OfferFilter {
  readonly part: string;
  readonly excluded: ReadonlySet<string>;
  /** Statuses of machines, by value; empty for all. */
  readonly statuses: readonly string[];
}

/** Whether the statuses in a list are reliable. */
export interface Listed {
  readonly ageMs: number;
  readonly isChanged: boolean;
}

export function kindsOf(of: NamedSource): readonly NameKind[] {
  if (of === "series") return ["boot-resources"];
  if (of === "nodes") return ["nodes", "machines", "devices"];
  return of === "profiles" || of === "aliases" || of === "where" ? [] : [of];
}

export const sourceOfFilter = (field: string): NamedSource | undefined =>
  field === "hostname" || field === "not_hostname"
    ? "machines"
    : Object.hasOwn(kindsOfFields, field)
      ? kindsOfFields[field]
      : undefined;

/**
 * Names that begin with the typed text, else objects with another matching word. Machines that the command
 * applies to, or all if it applies to none.
 */
export function offersFrom(
  lines: readonly string[],
  { part, excluded, statuses }: OfferFilter,
  { ageMs, isChanged }: Listed,
): readonly Offer[] {
  const fits = isChanged ? () => true : fitnessOf(statuses, ageMs);
  const begins = (word: string) => word.startsWith(part);
  const free = (name: Name) => !isTaken(name, excluded);
  const isNamed = ({ word }: Name) => begins(word);
  const fit = namesWith(lines, (line) => begins(line) && fits(statusIn(line)), isNamed).filter(free);
  if (fit.length > 0) return offered(fit);
  const matches = namesWith(lines, begins, isNamed);
  if (matches.length > 0) return offered(matches.filter(free));
  if (part === "") return [];
  const isMeant = ({ otherNames: also }: Name) => also.some(begins);
  const other = distinct(namesWith(lines, (line) => line.includes(`\t${part}`), isMeant)).filter(free);
  const otherFit = other.filter(({ status }) => fits(status));
  return (otherFit.length > 0 ? otherFit : other).map(({ word, otherNames: also, about }) => ({
    word: also.find(begins) ?? word,
    about: about === "" ? word : `${word} ${about}`,
  }));
}

/** Lists are long: only lines that may match are parsed. */
function namesWith(
  lines: readonly string[],
  mayHold: (line: string) => boolean,
  holds: (name: Name) => boolean,
): readonly Name[] {
  const names: Name[] = [];
  for (const line of lines) {
    const name = mayHold(line) ? nameIn(line) : undefined;
    if (name !== undefined && holds(name)) names.push(name);
  }
  return names;
}

function distinct(names: readonly Name[]): readonly Name[] {
  const byId = new Map<string, Name>();
  for (const name of names) {
    const id = name.otherNames[0] || `\t${name.word}`;
    if (name.about !== "" || !byId.has(id)) byId.set(id, name);
  }
  return byId.size === names.length ? names : [...byId.values()];
}

const isTaken = ({ word, otherNames: [first, second] }: Name, excluded: ReadonlySet<string>): boolean =>
  excluded.has(word) || (first !== "" && excluded.has(first)) || (second !== "" && excluded.has(second));

/** A listed machine counts as in progress for this long, in milliseconds. */
const maxProgressMs = 60_000;

const numberOf = (value: StatusValue): string => String(statuses[value].id);

const progressNumbers = statusesOfKind("progress").map(numberOf);

/** Tells machines the command applies to, or whose status may have changed since, from the others. */
function fitnessOf(requestedStatuses: readonly string[], ageMs: number): (status: string) => boolean {
  const statusValues = requestedStatuses.filter((value): value is StatusValue =>
    Object.hasOwn(statuses, value),
  );
  if (statusValues.length === 0) return () => true;
  const numbers = new Set(statusValues.map(numberOf));
  if (ageMs > maxProgressMs) for (const number of progressNumbers) numbers.add(number);
  return (status) => numbers.has(status);
}

/** Each word once; machines with the same host name appear by FQDN. */
function offered(names: readonly Name[]): readonly Offer[] {
  if (wordCounts(names).size === names.length) return names;
  const objects = distinct(names);
  const counts = wordCounts(objects);
  const offers = new Map<string, Offer>();
  for (const { word, otherNames: also, about } of objects) {
    const offer = counts.get(word) !== 1 && also[1] !== "" ? also[1] : word;
    offers.set(offer, { word: offer, about });
  }
  return [...offers.values()];
}

function wordCounts(names: readonly Name[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of names) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Operating system series from the boot resources: `jammy`, or `ubuntu/jammy` if typed that way. */
export function seriesFrom(lines: readonly string[], { part, excluded }: OfferFilter): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const line of lines) {
    const full = nameIn(line)?.otherNames[0] ?? "";
    const [os = "", series = ""] = full.split("/");
    if (series === "" || excluded.has(series) || excluded.has(full)) continue;
    if (series.startsWith(part)) offers.set(series, { word: series, about: os });
    else if (full.startsWith(part)) offers.set(full, { word: full, about: "" });
  }
  return [...offers.values()];
}
