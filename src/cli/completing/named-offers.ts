import type { NamedSource } from "../../catalogue/commands/command-spec.ts";
import type { NameSource } from "../../catalogue/commands/name-source.ts";
import { type KindId, kindsOfFields } from "../../catalogue/named.ts";
import type { LookupList } from "../../catalogue/number-lists.ts";
import { type StatusValue, statuses, statusesOfKind } from "../../catalogue/statuses.ts";
import type { Values } from "../../client/http/call.ts";
import { findProfile, profileNames } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { countOccurrences } from "../../core/grouping.ts";
import { changedAtMs, namesFolder } from "../names-cache/freshness.ts";
import { lineOf, type Name, nameIn, readNames, requestedAtMs, statusIn } from "../names-cache/names.ts";
import type { Offer } from "./shell-protocol.ts";
import { globalsOf, readUserAliases, serviceOf } from "./typed-line.ts";

interface LineContext {
  readonly words: readonly string[];
  /** The identifiers on the line, needed to list nested objects. */
  readonly identifiers: Values;
  readonly context: Context;
  /** Deadline by the monotonic clock, in milliseconds. */
  readonly endMs: number;
  /** Asks the service even if names are cached. */
  readonly mustReadAgain?: true;
}

/** Milliseconds after which cached names are read again. */
const maxAgeMs = 3_600_000;

/** Milliseconds after a failed request before completion sends another. */
const pauseMs = { withNames: 600_000, withoutNames: 60_000 };

export async function namedOffers(source: NameSource["source"], filter: OfferFilter, line: LineContext) {
  const isMatch = ({ word }: Offer) => word.startsWith(filter.part) && !filter.excludedWords.has(word);
  if (typeof source === "object") return (await nestedObjectOffers(source, line)).filter(isMatch);
  if (source === "aliases") return aliasOffers(line.words, line.context).filter(isMatch);
  if (source === "profiles") return (await profileOffers(line)).filter(isMatch);
  const slash = filter.part.indexOf("/");
  const isNode = source === "machines" || source === "devices" || source === "nodes";
  const offers = isNode && slash > 0 ? await offersAtSite(source, slash, filter, line) : undefined;
  return offers ?? (await objectOffers(source, filter, line));
}

/** For `east/web-`, offers names at the site `east`; undefined unless that is the name of a profile. */
async function offersAtSite(
  source: NamedSource,
  slash: number,
  { part, excludedWords, statuses }: OfferFilter,
  line: LineContext,
): Promise<readonly Offer[] | undefined> {
  const { configDir } = await globalsOf(line.words, line.context);
  const site = part.slice(0, slash);
  const { profiles } = readProfiles(configFolder(configDir, line.context.env));
  if (findProfile(profiles, site) === undefined) return undefined;
  const excludedHere = [...excludedWords].flatMap((word) =>
    word.startsWith(`${site}/`) ? [word.slice(slash + 1)] : [],
  );
  const offers = await objectOffers(
    source,
    { part: part.slice(slash + 1), excludedWords: new Set(excludedHere), statuses },
    {
      ...line,
      words: ["--profile", site, ...(configDir === undefined ? [] : ["--config-dir", configDir])],
      context: Object.create(line.context, {
        env: { value: { ...line.context.env, SVC_URL: undefined, SVC_API_KEY: undefined } },
      }),
    },
  );
  return offers.map(({ word, description }) => ({ word: `${site}/${word}`, description }));
}

export const aliasOffers = (words: readonly string[], context: Context): readonly Offer[] =>
  [...readUserAliases(words, context)].map(([word, text]) => ({
    word,
    description: plainDescription(`svc ${text}`),
  }));

async function profileOffers({ words, context }: LineContext): Promise<readonly Offer[]> {
  const { configDir } = await globalsOf(words, context);
  const { profiles } = readProfiles(configFolder(configDir, context.env));
  return profileNames(profiles)
    .filter((name) => /^[\w.-]+$/.test(name))
    .map((word) => ({ word, description: plainDescription(findProfile(profiles, word)?.url ?? "") }));
}

export const plainDescription = (text: string): string => (/^[ -~]{1,200}$/.test(text) ? text : "");

/** Lists of nested objects change often, so they are not cached. */
async function nestedObjectOffers(list: LookupList, { words, identifiers, context, endMs }: LineContext) {
  const service = await serviceOf(words, context);
  if (service === undefined) return [];
  const { askForRows } = await import("./ask.ts");
  return await askForRows({ ...service, context, endMs }, list, identifiers);
}

async function objectOffers(
  source: NamedSource,
  filter: OfferFilter,
  { words, context, endMs, mustReadAgain }: LineContext,
): Promise<readonly Offer[]> {
  const service = await serviceOf(words, context);
  const folder = service && namesFolder(context.env, service.connection.endpoint);
  if (service === undefined || folder === undefined) return [];
  const kinds = kindsOf(source);
  const nowMs = context.clock.now();
  // Times may be in the future after a clock was set back.
  const ageMs = (atMs: number) => Math.abs(nowMs - atMs);
  const readLists = () => kinds.map((kind) => ({ kind, ...readNames(folder, kind) }));
  let lists = readLists();
  const outdatedLists = lists.filter(({ kind, listedAtMs, lines }) => {
    const pause = lines.length > 1 ? pauseMs.withNames : pauseMs.withoutNames;
    return (
      mustReadAgain === true || (ageMs(listedAtMs) > maxAgeMs && ageMs(requestedAtMs(folder, kind)) > pause)
    );
  });
  if (outdatedLists.length > 0) {
    const { askForNames } = await import("./ask.ts");
    const outdatedKinds = outdatedLists.map(({ kind }) => kind);
    const receivedNames = await askForNames({ ...service, context, endMs }, folder, outdatedKinds);
    lists = readLists().map((each) =>
      each.lines.length > 0 ? each : { ...each, lines: (receivedNames.get(each.kind) ?? []).map(lineOf) },
    );
  }
  const lines = lists.flatMap((each) => each.lines);
  if (source === "series") return seriesFrom(lines, filter);
  const listedAtMs = Math.min(...lists.map((each) => each.listedAtMs));
  const mayBeOutdated = kinds.some((kind) => changedAtMs(folder, kind) >= listedAtMs);
  return offersFrom(lines, filter, { ageMs: ageMs(listedAtMs), mayBeOutdated });
}

export interface OfferFilter {
  /** The beginning that was typed. */
  readonly part: string;
  readonly excludedWords: ReadonlySet<string>;
  /** Statuses of machines, by value; empty for all. */
  readonly statuses: readonly string[];
}

/** Facts that decide whether the statuses in a cached list are reliable. */
interface ListState {
  readonly ageMs: number;
  readonly mayBeOutdated: boolean;
}

function kindsOf(source: NamedSource): readonly KindId[] {
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

/**
 * Prefers machines to which the command applies, and offers all if it applies to none. Parses only lines that may match,
 * because lists are long.
 */
function offersFrom(
  lines: readonly string[],
  { part, excludedWords, statuses }: OfferFilter,
  { ageMs, mayBeOutdated }: ListState,
): readonly Offer[] {
  const isSuitable = mayBeOutdated ? () => true : suitabilityTest(statuses, ageMs);
  const startsWithPart = (word: string) => word.startsWith(part);
  const isUnused = (name: Name) => !isUsed(name, excludedWords);
  const suitableNames = namesIn(
    lines.filter((line) => startsWithPart(line) && isSuitable(statusIn(line))),
  ).filter(isUnused);
  if (suitableNames.length > 0) return distinctOffers(suitableNames);
  const matches = namesIn(lines.filter(startsWithPart));
  if (matches.length > 0) return distinctOffers(matches.filter(isUnused));
  if (part === "") return [];
  const candidates = namesIn(lines.filter((line) => line.includes(`\t${part}`)));
  const otherMatches = distinctObjects(
    candidates.filter(({ otherNames }) => otherNames.some(startsWithPart)),
  ).filter(isUnused);
  const suitableMatches = otherMatches.filter(({ status }) => isSuitable(status));
  const offeredNames = suitableMatches.length > 0 ? suitableMatches : otherMatches;
  return offeredNames.map(({ word, otherNames, description }) => ({
    word: otherNames.find(startsWithPart) ?? word,
    description: description === "" ? word : `${word} ${description}`,
  }));
}

const namesIn = (lines: readonly string[]): readonly Name[] =>
  lines.map(nameIn).filter((name) => name !== undefined);

function distinctObjects(names: readonly Name[]): readonly Name[] {
  const byId = new Map<string, Name>();
  for (const name of names) {
    const id = name.otherNames[0] || `\t${name.word}`;
    if (name.description !== "" || !byId.has(id)) byId.set(id, name);
  }
  return byId.size === names.length ? names : [...byId.values()];
}

const isUsed = ({ word, otherNames: [first, second] }: Name, excludedWords: ReadonlySet<string>): boolean =>
  excludedWords.has(word) ||
  (first !== "" && excludedWords.has(first)) ||
  (second !== "" && excludedWords.has(second));

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
  for (const { word, otherNames, description } of objects) {
    const offer = counts.get(word) !== 1 && otherNames[1] !== "" ? otherNames[1] : word;
    offers.set(offer, { word: offer, description });
  }
  return [...offers.values()];
}

/** Offers operating system series of the boot resources: `jammy`, or `ubuntu/jammy` if typed that way. */
function seriesFrom(lines: readonly string[], { part, excludedWords }: OfferFilter): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const line of lines) {
    const fullName = nameIn(line)?.otherNames[0] ?? "";
    const [os = "", series = ""] = fullName.split("/");
    if (series === "" || excludedWords.has(series) || excludedWords.has(fullName)) continue;
    if (series.startsWith(part)) offers.set(series, { word: series, description: os });
    else if (fullName.startsWith(part)) offers.set(fullName, { word: fullName, description: "" });
  }
  return [...offers.values()];
}
