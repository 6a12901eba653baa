import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import { matchNames } from "../../client/names/resolve.ts";
import { asFailure, Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { nodesOfPatterns } from "../selection/filters.ts";
import type { SitesOfLine } from "./site-lines.ts";

export interface SiteMatches {
  /** By site, the words for which it has a node. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly failures: ReadonlyMap<string, Failure>;
}

export async function findSites(
  words: readonly string[],
  kind: IdentifierKind,
  clients: ReadonlyMap<string, () => Promise<Client>>,
): Promise<SiteMatches> {
  const wordsBySite = new Map<string, ReadonlySet<string>>(
    [...clients.keys()].map((site) => [site, new Set()]),
  );
  const failures = new Map<string, Failure>();
  await Promise.all(
    [...clients].map(async ([site, connect]) => {
      try {
        wordsBySite.set(site, await wordsAt(await connect(), kind, words));
      } catch (error) {
        failures.set(site, asFailure(error));
        wordsBySite.delete(site);
      }
    }),
  );
  return { words: wordsBySite, failures };
}

async function wordsAt(client: Client, kind: IdentifierKind, words: readonly string[]) {
  const names = words.filter((word) => !isGlob(word)).map((word) => ({ word, names: expandRanges(word) }));
  const allNames = [...new Set(names.flatMap((each) => each.names))];
  const matches =
    allNames.length === 0 ? new Map<string, readonly unknown[]>() : await matchNames(client, kind, allNames);
  const matchingWords = new Set(
    names
      .filter((each) => each.names.some((name) => matches.get(name)?.length !== 0))
      .map(({ word }) => word),
  );
  for (const pattern of words.filter(isGlob))
    if (await hasMatch(client, kind, pattern)) matchingWords.add(pattern);
  return matchingWords;
}

async function hasMatch(client: Client, kind: IdentifierKind, pattern: string): Promise<boolean> {
  try {
    await nodesOfPatterns(client, kind, [pattern], new Set([pattern]));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound") return false;
    throw error;
  }
}

export function refuseUnclearWords(
  words: readonly string[],
  { words: wordsBySite, failures }: SiteMatches,
  { isLookUp, form, kind }: Pick<SitesOfLine, "isLookUp" | "form" | "kind">,
): void {
  for (const word of words) {
    const sites = [...wordsBySite].filter(([, siteWords]) => siteWords.has(word)).map(([site]) => site);
    const [unreadSite] = failures;
    // For a pattern, the unreadable site is left out; the confirmation mentions it.
    if (form === "change" && unreadSite !== undefined && (!isGlob(word) || wordsBySite.size === 0)) {
      const [site, failure] = unreadSite;
      const hint = `'${word}' may be there too: name its site, as in ${sites[0] ?? "west"}/${word}`;
      throw new Failure(wordsBySite.size === 0 ? failure.kind : "someFailed", `${site}: ${failure.message}`, {
        ...failure.details,
        hint,
        outcome: "not_sent",
      });
    }
    if (sites.length === 0 && failures.size === 0)
      throw new Failure(
        "notFound",
        `no ${kind} is called '${word}' at ${[...wordsBySite.keys()].join(", ")}`,
      );
    if (sites.length < 2 || isLookUp || isGlob(word)) continue;
    throw new Failure("usage", `'${word}' is at ${sites.length} sites`, {
      lines: sites.map((site) => `${site}/${word}`),
      hint: "name one of them",
    });
  }
}
