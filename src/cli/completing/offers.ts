import type { NamedSource } from "../../catalogue/commands/name-source.ts";
import { kindsOfFields, type NameKind } from "../../catalogue/named.ts";
import { type StatusValue, statuses, statusesOfKind } from "../../catalogue/statuses.ts";
import { type Name, nameIn, statusIn } from "../names-cache/name.ts";

/** A word that a shell offers, and what it says about it. */
export interface Offer {
  readonly word: string;
  readonly about: string;
}

/** What is looked for among the names of a kind. */
export interface Wanted {
  /** What is typed of the word. */
  readonly part: string;
  /** Words that stand on the line already. */
  readonly taken: ReadonlySet<string>;
  /** Statuses of machines, by value; all where it is empty. */
  readonly statuses: readonly string[];
}

/** How far the statuses in a list can be relied on. */
export interface Listed {
  readonly ageMs: number;
  /** svc has changed objects of the kind since. */
  readonly isChanged: boolean;
}

/** The kinds of objects that a source is about. */
export function kindsOf(of: NamedSource): readonly NameKind[] {
  if (of === "series") return ["boot-resources"];
  if (of === "nodes") return ["nodes", "machines", "devices"];
  return of === "profiles" || of === "aliases" || of === "where" ? [] : [of];
}

/** The kind of source that a list filter's values are; undefined where nothing is known of them. */
export const sourceOfFilter = (field: string): NamedSource | undefined =>
  field === "hostname" || field === "not_hostname"
    ? "machines"
    : Object.hasOwn(kindsOfFields, field)
      ? kindsOfFields[field]
      : undefined;

/**
 * Offers from the lines that are kept of a kind: names that begin with what is typed, else objects by another word. Of
 * machines those that the command is for; all where it is for none of them.
 */
export function offersFrom(
  lines: readonly string[],
  { part, taken, statuses: wanted }: Wanted,
  { ageMs, isChanged }: Listed,
): readonly Offer[] {
  const fits = isChanged ? () => true : fitnessOf(wanted, ageMs);
  const begins = (word: string) => word.startsWith(part);
  const free = (name: Name) => !isTaken(name, taken);
  const isNamed = ({ word }: Name) => begins(word);
  const fit = namesWith(lines, (line) => begins(line) && fits(statusIn(line)), isNamed).filter(free);
  if (fit.length > 0) return offered(fit);
  const named = namesWith(lines, begins, isNamed);
  if (named.length > 0) return offered(named.filter(free));
  if (part === "") return [];
  const isMeant = ({ also }: Name) => also.some(begins);
  const other = distinct(namesWith(lines, (line) => line.includes(`\t${part}`), isMeant)).filter(free);
  const otherFit = other.filter(({ status }) => fits(status));
  return (otherFit.length > 0 ? otherFit : other).map(({ word, also, about }) => ({
    word: also.find(begins) ?? word,
    about: about === "" ? word : `${word} ${about}`,
  }));
}

/** Lines are many: only one that may hold what is wanted is read. */
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

/** Each object once: a machine is among the nodes too, and says more about itself among the machines. */
function distinct(names: readonly Name[]): readonly Name[] {
  const byId = new Map<string, Name>();
  for (const name of names) {
    const id = name.also[0] || `\t${name.word}`;
    if (name.about !== "" || !byId.has(id)) byId.set(id, name);
  }
  return byId.size === names.length ? names : [...byId.values()];
}

const isTaken = ({ word, also: [first, second] }: Name, taken: ReadonlySet<string>): boolean =>
  taken.has(word) || (first !== "" && taken.has(first)) || (second !== "" && taken.has(second));

/** How long a machine is taken to be in progress after a list has shown it so, in milliseconds. */
const maxProgressMs = 60_000;

const numberOf = (value: StatusValue): string => String(statuses[value].id);

const progressNumbers = statusesOfKind("progress").map(numberOf);

/** Tells machines that a command is for, and those whose status may have changed since they were listed, from others. */
function fitnessOf(wanted: readonly string[], ageMs: number): (status: string) => boolean {
  const known = wanted.filter((value): value is StatusValue => Object.hasOwn(statuses, value));
  if (known.length === 0) return () => true;
  const numbers = new Set(known.map(numberOf));
  if (ageMs > maxProgressMs) for (const number of progressNumbers) numbers.add(number);
  return (status) => numbers.has(status);
}

/** Each word once; host names that two machines have are told apart by their FQDNs. */
function offered(names: readonly Name[]): readonly Offer[] {
  if (wordCounts(names).size === names.length) return names;
  const objects = distinct(names);
  const counts = wordCounts(objects);
  const offers = new Map<string, Offer>();
  for (const { word, also, about } of objects) {
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

/** Series of operating systems from the lines of the boot resources: `jammy`, and `ubuntu/jammy` for who types it. */
export function seriesFrom(lines: readonly string[], { part, taken }: Wanted): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const line of lines) {
    const full = nameIn(line)?.also[0] ?? "";
    const [os = "", series = ""] = full.split("/");
    if (series === "" || taken.has(series) || taken.has(full)) continue;
    if (series.startsWith(part)) offers.set(series, { word: series, about: os });
    else if (full.startsWith(part)) offers.set(full, { word: full, about: "" });
  }
  return [...offers.values()];
}
