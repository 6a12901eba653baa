import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import { matchNames } from "../../client/names/resolve.ts";
import type { Profiles } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { asFailure, Failure } from "../../core/failure.ts";
import { isGlob } from "../../core/text/glob.ts";
import { dispatch } from "../dispatch.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Invocation, Run } from "../invocation/invocation.ts";
import { openInvocation } from "../invocation/open.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { nodesOfPatterns } from "../values/filters.ts";
import { namesIn, readStandardInput } from "../values/inputs.ts";
import type { SiteEnd } from "./outcome.ts";
import { noLine, runAtSites, type SiteLine } from "./run-sites.ts";
import { isPiped, lineFor, namesInOptions, type SitesOfLine, sitesOfLine, withNames } from "./site-lines.ts";

/** Returns false, and runs nothing, if the line names no site. */
export async function dispatchAtSites(line: ScannedLine, context: Context, run: Run): Promise<boolean> {
  let profiles: Profiles | undefined;
  const readProfilesOnce = () => {
    profiles ??= readProfiles(configFolder(valueIn(line, "config-dir"), context.env)).profiles;
    return profiles;
  };
  const siteSelection = sitesOfLine(line, context.env, readProfilesOnce);
  if (siteSelection === undefined) return false;
  if (siteSelection.words.some(({ name }) => name === "-") || namesInOptions(line).some(isPiped)) {
    const names = namesIn((await readStandardInput(context, "-")).toString("utf8"));
    return await dispatchAtSites(withNames(line, names), context, run);
  }
  const [onlySite] = siteSelection.sites;
  if (onlySite !== undefined && siteSelection.sites.length === 1 && !siteSelection.isSeveral) {
    await dispatch(
      lineFor(line, { ...siteSelection, isVariadic: false }, onlySite, namesAt(siteSelection, onlySite)),
      context,
      run,
    );
    return true;
  }
  const lines = await siteLines(line, siteSelection, context, run);
  await runAtSites({ line, selection: siteSelection, lines, context, run, profiles: readProfilesOnce() });
  return true;
}

const namesAt = ({ words }: SitesOfLine, targetSite: string): readonly string[] =>
  words.flatMap(({ site, name }) => (site === targetSite || site === undefined ? [name] : []));

/** Finds the sites that have the names given without a site. To read a single name, the line runs at every site instead. */
async function siteLines(line: ScannedLine, siteSelection: SitesOfLine, context: Context, run: Run) {
  const { sites, words, kind, isLookUp } = siteSelection;
  const wordsWithoutSite = [
    ...new Set(words.flatMap(({ site, name }) => (site === undefined && name !== "-" ? [name] : []))),
  ];
  const isLookedUpEverywhere = isLookUp && words.length === 1;
  if (wordsWithoutSite.length === 0 || kind === undefined || isLookedUpEverywhere)
    return sites.map((site) => ({
      site,
      line: lineFor(line, siteSelection, site, namesAt(siteSelection, site)),
    }));
  const invocations = new Map<string, ReturnType<typeof openInvocation>>();
  for (const site of sites) {
    const globals = await readGlobals({ ...line.optionValues, profile: [site] }, context.env);
    invocations.set(site, openInvocation(context, { ...globals, quiet: true }, noLine, run));
  }
  try {
    const matches = await findSites(wordsWithoutSite, kind, invocations);
    refuseUnclearWords(wordsWithoutSite, matches, siteSelection);
    return sites.flatMap((site): readonly (SiteLine | SiteEnd)[] => {
      const failure = matches.failures.get(site);
      if (failure !== undefined) return [{ site, failure }];
      const names = words.flatMap((word) => {
        const isHere =
          word.site === site || (word.site === undefined && matches.words.get(site)?.has(word.name));
        return isHere === true ? [word.name] : [];
      });
      return names.length === 0 ? [] : [{ site, line: lineFor(line, siteSelection, site, names) }];
    });
  } finally {
    for (const { close } of invocations.values()) await close();
  }
}

/** By site: the words for which it has a node, or why it could not be read. */
async function findSites(
  words: readonly string[],
  kind: IdentifierKind,
  invocations: ReadonlyMap<string, Pick<Invocation, "connect">>,
) {
  const wordsBySite = new Map<string, ReadonlySet<string>>();
  const failures = new Map<string, Failure>();
  const findWords = ({ connect }: Pick<Invocation, "connect">) =>
    connect()
      .then((client) => wordsAt(client, kind, words))
      .catch(asFailure);
  const results = await Promise.all([...invocations.values()].map(findWords));
  for (const [at, site] of [...invocations.keys()].entries()) {
    const result = results[at];
    if (result instanceof Failure) failures.set(site, result);
    else if (result !== undefined) wordsBySite.set(site, result);
  }
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

function refuseUnclearWords(
  words: readonly string[],
  { words: wordsBySite, failures }: Awaited<ReturnType<typeof findSites>>,
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
