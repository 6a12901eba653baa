import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { matchNames } from "../../client/names/resolve.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { asFailure, Failure, isNotFound, withFallback } from "../../core/failure.ts";
import { once } from "../../core/once.ts";
import { isGlob } from "../../core/text/glob.ts";
import { dispatch } from "../dispatch.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Run } from "../invocation/invocation.ts";
import { openInvocation } from "../invocation/open.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import { expandRanges } from "../parsing/ranges.ts";
import { nodesOfPatterns } from "../values/filters.ts";
import { namesIn, readStandardInput } from "../values/inputs.ts";
import type { SiteEnd as SiteOutcome } from "./outcome.ts";
import { emptyLine, runAtSites, type SiteLine } from "./run-sites.ts";
import {
  isPiped,
  lineFor,
  namesInOptions,
  type SiteSelection,
  selectSites,
  withNames,
} from "./site-lines.ts";

/** Returns false, and runs nothing, if the line names no site. */
export async function dispatchAtSites(line: ScannedLine, context: Context, run: Run): Promise<boolean> {
  const folder = configFolder(valueIn(line, "config-dir"), context.env);
  const readProfilesOnce = once(() => readProfiles(folder).profiles);
  const siteSelection = selectSites(line, context.env, readProfilesOnce);
  if (siteSelection === undefined) return false;
  if (siteSelection.words.some(({ name }) => name === "-") || namesInOptions(line).some(isPiped)) {
    const names = namesIn((await readStandardInput(context, "-")).toString("utf8"));
    return await dispatchAtSites(withNames(line, names), context, run);
  }
  const [onlySite] = siteSelection.sites;
  if (onlySite !== undefined && siteSelection.sites.length === 1 && !siteSelection.isMultiSite) {
    const names = namesAt(siteSelection, onlySite);
    await dispatch(
      lineFor(line, { ...siteSelection, isVariadic: false }, onlySite, names),
      context,
      run,
    ).catch((error) => {
      const isUnknownName = error instanceof Failure && error.kind === "notFound";
      throw isUnknownName ? error.with({}, `${onlySite}: ${error.message}`) : error;
    });
    return true;
  }
  const lines = await siteLines(line, siteSelection, context, run);
  await runAtSites({ line, selection: siteSelection, lines, context, run, profiles: readProfilesOnce() });
  return true;
}

const namesAt = ({ words }: SiteSelection, targetSite: string): readonly string[] =>
  words.flatMap(({ site, name }) => (site === targetSite || site === undefined ? [name] : []));

/** Finds the sites that have the names given without a site. To read a single name, the line runs at every site instead. */
async function siteLines(line: ScannedLine, siteSelection: SiteSelection, context: Context, run: Run) {
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
  const matches = new Map(
    await Promise.all(
      sites.map(
        async (site) => [site, await findWords(site, line, kind, wordsWithoutSite, context, run)] as const,
      ),
    ),
  );
  refuseAmbiguousWords(wordsWithoutSite, matches, siteSelection);
  return sites.flatMap((site): readonly (SiteLine | SiteOutcome)[] => {
    const wordsHere = matches.get(site);
    if (wordsHere instanceof Failure) return [{ site, failure: wordsHere }];
    const names = words.flatMap((word) =>
      word.site === site || (word.site === undefined && wordsHere?.has(word.name)) ? [word.name] : [],
    );
    return names.length === 0 ? [] : [{ site, line: lineFor(line, siteSelection, site, names) }];
  });
}

/** Returns the words for which the site has a node, or why it could not be read. */
async function findWords(
  site: string,
  line: ScannedLine,
  kind: IdentifierKind,
  words: readonly string[],
  context: Context,
  run: Run,
): Promise<ReadonlySet<string> | Failure> {
  const globals = await readGlobals({ ...line.optionValues, profile: [site] }, context.env);
  const { connect, close } = openInvocation(context, { ...globals, quiet: true }, emptyLine, run);
  try {
    return await findMatchingWords(await connect(), kind, words);
  } catch (error) {
    return asFailure(error);
  } finally {
    await close();
  }
}

async function findMatchingWords(client: Client, kind: IdentifierKind, words: readonly string[]) {
  const ranges = words.filter((word) => !isGlob(word)).map((word) => ({ word, names: expandRanges(word) }));
  const allNames = [...new Set(ranges.flatMap((each) => each.names))];
  const matches =
    allNames.length === 0 ? new Map<string, readonly unknown[]>() : await matchNames(client, kind, allNames);
  const matchingWords = new Set(
    ranges
      .filter((each) => each.names.some((name) => matches.get(name)?.length !== 0))
      .map(({ word }) => word),
  );
  for (const pattern of words.filter(isGlob))
    if ((await matchesOf(client, kind, pattern)).length > 0) matchingWords.add(pattern);
  return matchingWords;
}

const matchesOf = (client: Client, kind: IdentifierKind, pattern: string): Promise<readonly MachineView[]> =>
  withFallback([], () => nodesOfPatterns(client, kind, [pattern], new Set([pattern])), isNotFound);

function refuseAmbiguousWords(
  words: readonly string[],
  matches: ReadonlyMap<string, ReadonlySet<string> | Failure>,
  { isLookUp, form, kind }: Pick<SiteSelection, "isLookUp" | "form" | "kind">,
): void {
  const failures = [...matches].flatMap(([site, result]) =>
    result instanceof Failure ? [{ site, failure: result }] : [],
  );
  const [unreadSite] = failures;
  const hasReadSome = failures.length < matches.size;
  for (const word of words) {
    const sites = [...matches].flatMap(([site, result]) =>
      !(result instanceof Failure) && result.has(word) ? [site] : [],
    );
    // For a pattern, the unreadable site is left out; the confirmation mentions it.
    if (form === "change" && unreadSite !== undefined && (!isGlob(word) || !hasReadSome)) {
      const { site, failure } = unreadSite;
      const hint = `'${word}' may be there too: name its site, as in ${sites[0] ?? "west"}/${word}`;
      throw new Failure(hasReadSome ? "someFailed" : failure.kind, `${site}: ${failure.message}`, {
        ...failure.details,
        hint,
        outcome: "not_sent",
      });
    }
    if (sites.length === 0 && unreadSite === undefined)
      throw new Failure("notFound", `no ${kind} is called '${word}' at ${[...matches.keys()].join(", ")}`);
    if (sites.length < 2 || isLookUp || isGlob(word)) continue;
    throw new Failure("usage", `'${word}' is at ${sites.length} sites`, {
      lines: sites.map((site) => `${site}/${word}`),
      hint: "name one of them",
    });
  }
}
