import type { NamedSource } from "../../catalogue/commands/command-spec.ts";
import type { NameSource } from "../../catalogue/commands/name-source.ts";
import type { NumberList } from "../../catalogue/number-lists.ts";
import type { Values } from "../../client/http/call.ts";
import { findProfile, profileNames } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { changedAtMs, namesFolder } from "../names-cache/freshness.ts";
import { lineOf } from "../names-cache/name.ts";
import { readNames, requestedAtMs } from "../names-cache/store.ts";
import { kindsOf, type Offer, type OfferFilter, offersFrom, seriesFrom } from "./offers.ts";
import { globalsOf, serviceOf } from "./service.ts";
import { readUserAliases } from "./typed-line.ts";

export interface LineContext {
  readonly words: readonly string[];
  /** Identifiers on the line, for lists below these objects. */
  readonly identifiers: Values;
  readonly context: Context;
  /** Deadline by the monotonic clock, in milliseconds. */
  readonly endMs: number;
  /** Asks the service even if names are cached. */
  readonly isFresh?: true;
}

/** Milliseconds after which cached names are read again. */
const maxAgeMs = 3_600_000;

/** Milliseconds before completion sends another request after one without a result. */
const pauseMs = { withNames: 600_000, withoutNames: 60_000 };

export async function namedOffers(source: NameSource["source"], filter: OfferFilter, line: LineContext) {
  const isMatch = ({ word }: Offer) => word.startsWith(filter.part) && !filter.excluded.has(word);
  if (typeof source === "object") return (await listedOffers(source, line)).filter(isMatch);
  if (source === "aliases") return aliasOffers(line.words, line.context).filter(isMatch);
  if (source === "profiles") return (await profileOffers(line)).filter(isMatch);
  const slash = filter.part.indexOf("/");
  const isNode = source === "machines" || source === "devices" || source === "nodes";
  const offers = isNode && slash > 0 ? await offersAtSite(source, slash, filter, line) : undefined;
  return offers ?? (await objectOffers(source, filter, line));
}

/** For `east/web-`, offers names at the site before the slash; undefined unless that is a profile. */
async function offersAtSite(
  source: NamedSource,
  slash: number,
  { part, excluded, statuses }: OfferFilter,
  line: LineContext,
): Promise<readonly Offer[] | undefined> {
  const { configDir } = await globalsOf(line.words, line.context);
  const site = part.slice(0, slash);
  const { profiles } = readProfiles(configFolder(configDir, line.context.env));
  if (findProfile(profiles, site) === undefined) return undefined;
  const excludedHere = [...excluded].flatMap((word) =>
    word.startsWith(`${site}/`) ? [word.slice(slash + 1)] : [],
  );
  const offers = await objectOffers(
    source,
    { part: part.slice(slash + 1), excluded: new Set(excludedHere), statuses },
    {
      ...line,
      words: ["--profile", site, ...(configDir === undefined ? [] : ["--config-dir", configDir])],
      context: Object.create(line.context, {
        env: { value: { ...line.context.env, SVC_URL: undefined, SVC_API_KEY: undefined } },
      }),
    },
  );
  return offers.map(({ word, about }) => ({ word: `${site}/${word}`, about }));
}

export const aliasOffers = (words: readonly string[], context: Context): readonly Offer[] =>
  [...readUserAliases(words, context)].map(([word, text]) => ({ word, about: plainAbout(`svc ${text}`) }));

async function profileOffers({ words, context }: LineContext): Promise<readonly Offer[]> {
  const { configDir } = await globalsOf(words, context);
  const { profiles } = readProfiles(configFolder(configDir, context.env));
  return profileNames(profiles)
    .filter((name) => /^[\w.-]+$/.test(name))
    .map((word) => ({ word, about: plainAbout(findProfile(profiles, word)?.url ?? "") }));
}

export const plainAbout = (text: string): string => (/^[ -~]{1,200}$/.test(text) ? text : "");

/** Rows below an object change often, so they are not cached. */
async function listedOffers(list: NumberList, { words, identifiers, context, endMs }: LineContext) {
  const service = await serviceOf(words, context);
  if (service === undefined) return [];
  const { askForListed } = await import("./ask.ts");
  return await askForListed(service, list, identifiers, context, endMs);
}

async function objectOffers(
  source: NamedSource,
  filter: OfferFilter,
  { words, context, endMs, isFresh }: LineContext,
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
    return isFresh === true || (ageMs(listedAtMs) > maxAgeMs && ageMs(requestedAtMs(folder, kind)) > pause);
  });
  if (outdatedLists.length > 0) {
    const { askForNames } = await import("./ask.ts");
    const outdatedKinds = outdatedLists.map(({ kind }) => kind);
    const receivedNames = await askForNames(service, folder, outdatedKinds, context, endMs);
    lists = readLists().map((each) =>
      each.lines.length > 0 ? each : { ...each, lines: (receivedNames.get(each.kind) ?? []).map(lineOf) },
    );
  }
  const lines = lists.flatMap((each) => each.lines);
  if (source === "series") return seriesFrom(lines, filter);
  const listedAtMs = Math.min(...lists.map((each) => each.listedAtMs));
  const isChanged = kinds.some((kind) => changedAtMs(folder, kind) >= listedAtMs);
  return offersFrom(lines, filter, { ageMs: ageMs(listedAtMs), isChanged });
}
