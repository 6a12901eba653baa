import type { Client } from "../../client/http/call.ts";
import type { Profiles } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { dispatch } from "../dispatch.ts";
import { readGlobals } from "../invocation/globals.ts";
import type { Run } from "../invocation/invocation.ts";
import { openInvocation } from "../invocation/open.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import { readStandardInput } from "../values/inputs.ts";
import { namesIn } from "../values/piped-names.ts";
import { findSites, refuseUnclearWords } from "./locate.ts";
import { isPiped, namesInOptions, withNames } from "./node-options.ts";
import type { SiteEnd } from "./outcome.ts";
import { noLine, runAtSites, type SiteLine } from "./run-sites.ts";
import { lineFor, type SitesOfLine, sitesOfLine } from "./site-lines.ts";

/** Returns false, and runs nothing, if the line is about one site. */
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

/** Finds the sites of names without a site. To read a single name, no search is needed: the line runs at every site. */
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
    const connectors = new Map<string, () => Promise<Client>>(
      [...invocations].map(([site, { connect }]) => [site, () => connect()]),
    );
    const matches = await findSites(wordsWithoutSite, kind, connectors);
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
