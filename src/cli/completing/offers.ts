import type { NamedSource } from "../../catalogue/commands/command-spec.ts";
import { type KindId, kindsOfFields } from "../../catalogue/named.ts";
import { type StatusValue, statuses, statusesOfKind } from "../../catalogue/statuses.ts";
import { countOccurrences } from "../../core/grouping.ts";
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

/** Decides whether the statuses in a cached list are reliable. */
export interface ListState {
  readonly ageMs: number;
  readonly isChanged: boolean;
}

export function kindsOf(source: NamedSource): readonly KindId[] {
  if (source === "series") return ["boot-resources"];
  if (source === "nodes") return ["nodes", "machines", "devices"];
  return source === "profiles" || source === "aliases" || source === "where" ? [] : [source];
}

export const sourceOfFilter = (field: string): NamedSource | undefined =>
  field === "hostname" || field === "not_hostname"
    ? "machines"
    : Object.hasOwn(kindsOfFields, field)
      ? kindsOfFields[field]
      : undefined;

/** Prefers machines to which the command applies, and offers all if it applies to none. */
export function offersFrom(
  lines: readonly string[],
  { part, excluded, statuses }: OfferFilter,
  { ageMs, isChanged }: ListState,
): readonly Offer[] {
  const isSuitable = isChanged ? () => true : suitabilityTest(statuses, ageMs);
  const startsWithPart = (word: string) => word.startsWith(part);
  const isUnused = (name: Name) => !isUsed(name, excluded);
  const hasMatchingWord = ({ word }: Name) => startsWithPart(word);
  const suitableNames = namesWith(
    lines,
    (line) => startsWithPart(line) && isSuitable(statusIn(line)),
    hasMatchingWord,
  ).filter(isUnused);
  if (suitableNames.length > 0) return distinctOffers(suitableNames);
  const matches = namesWith(lines, startsWithPart, hasMatchingWord);
  if (matches.length > 0) return distinctOffers(matches.filter(isUnused));
  if (part === "") return [];
  const hasMatchingName = ({ otherNames }: Name) => otherNames.some(startsWithPart);
  const others = distinctObjects(
    namesWith(lines, (line) => line.includes(`\t${part}`), hasMatchingName),
  ).filter(isUnused);
  const suitableOthers = others.filter(({ status }) => isSuitable(status));
  return (suitableOthers.length > 0 ? suitableOthers : others).map(({ word, otherNames, about }) => ({
    word: otherNames.find(startsWithPart) ?? word,
    about: about === "" ? word : `${word} ${about}`,
  }));
}

/** Parses only lines that may match, because lists are long. */
function namesWith(
  lines: readonly string[],
  mayMatch: (line: string) => boolean,
  isMatch: (name: Name) => boolean,
): readonly Name[] {
  const names: Name[] = [];
  for (const line of lines) {
    const name = mayMatch(line) ? nameIn(line) : undefined;
    if (name !== undefined && isMatch(name)) names.push(name);
  }
  return names;
}

function distinctObjects(names: readonly Name[]): readonly Name[] {
  const byId = new Map<string, Name>();
  for (const name of names) {
    const id = name.otherNames[0] || `\t${name.word}`;
    if (name.about !== "" || !byId.has(id)) byId.set(id, name);
  }
  return byId.size === names.length ? names : [...byId.values()];
}

const isUsed = ({ word, otherNames: [first, second] }: Name, excluded: ReadonlySet<string>): boolean =>
  excluded.has(word) || (first !== "" && excluded.has(first)) || (second !== "" && excluded.has(second));

/** Milliseconds for which a status in progress is considered current. */
const maxProgressMs = 60_000;

const statusNumber = (value: StatusValue): string => String(statuses[value].id);

const progressNumbers = statusesOfKind("progress").map(statusNumber);

function suitabilityTest(requestedStatuses: readonly string[], ageMs: number): (status: string) => boolean {
  const statusValues = requestedStatuses.filter((value): value is StatusValue =>
    Object.hasOwn(statuses, value),
  );
  if (statusValues.length === 0) return () => true;
  const numbers = new Set(statusValues.map(statusNumber));
  if (ageMs > maxProgressMs) for (const number of progressNumbers) numbers.add(number);
  return (status) => numbers.has(status);
}

function distinctOffers(names: readonly Name[]): readonly Offer[] {
  if (new Set(names.map(({ word }) => word)).size === names.length) return names;
  const objects = distinctObjects(names);
  const counts = countOccurrences(objects.map(({ word }) => word));
  const offers = new Map<string, Offer>();
  for (const { word, otherNames, about } of objects) {
    const offer = counts.get(word) !== 1 && otherNames[1] !== "" ? otherNames[1] : word;
    offers.set(offer, { word: offer, about });
  }
  return [...offers.values()];
}

/** Offers operating system series of the boot resources: `jammy`, or `ubuntu/jammy` if typed that way. */
export function seriesFrom(lines: readonly string[], { part, excluded }: OfferFilter): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const line of lines) {
    const fullName = nameIn(line)?.otherNames[0] ?? "";
    const [os = "", series = ""] = fullName.split("/");
    if (series === "" || excluded.has(series) || excluded.has(fullName)) continue;
    if (series.startsWith(part)) offers.set(series, { word: series, about: os });
    else if (fullName.startsWith(part)) offers.set(fullName, { word: fullName, about: "" });
  }
  return [...offers.values()];
}
