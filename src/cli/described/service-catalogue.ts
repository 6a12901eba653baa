import { readCatalogue } from "../../client/description/cache.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import {
  allSites,
  type Connection,
  isSiteList,
  nameAtSite,
  resolveConnection,
  selectProfiles,
} from "../../client/profiles/connection.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { readGlobals, requireSettings } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import { describeHint, hasFlag, isAboutCommands, type ScannedLine, scanLine, valueIn } from "../line/scan.ts";
import { commandTree, findRoot } from "../tree/command-tree.ts";

export type ServiceLocation = ReturnType<typeof locationOf>;

/** Undefined if the settings are wrong; the command that needs the service reports the reason. */
export async function locateService({ optionValues }: Pick<ScannedLine, "optionValues">, context: Context) {
  const location = await resultOrFailure(async () => {
    const globals = await readGlobals(optionValues, context.env);
    requireSettings(globals, ["url"]);
    const stored = readProfiles(configFolder(globals.configDir, context.env));
    const connection = resolveConnection(globals, undefined, stored.profiles);
    return locationOf(connection, globals, context);
  });
  return location instanceof Failure ? undefined : location;
}

export function locationOf({ endpoint, ...connection }: Connection, globals: Globals, context: Context) {
  const cache = cacheFolder(context.env);
  return {
    connection: { ...connection, endpoint: { ...endpoint, credentials: undefined } },
    globals,
    folder: cache === undefined ? undefined : descriptionFolder(cache, endpoint.baseUrl),
  };
}

/** How long in milliseconds a missing description is cached; an upgrade of the service may add it. */
const maxAbsenceMs = 24 * 3_600_000;

/** `isStale` means that the description must be read again before a described command runs. */
export function readCachedCatalogue({ folder, connection }: ServiceLocation, { clock }: Context) {
  const catalogue = folder === undefined ? undefined : readCatalogue(folder, connection.endpoint.baseUrl);
  if (catalogue === undefined) return undefined;
  const hasExpired = catalogue.isAbsent && Math.abs(clock.now() - catalogue.fetchedAtMs) > maxAbsenceMs;
  return { ...catalogue, isStale: catalogue.isOutdated || hasExpired };
}

/** Sends no request, so that typing errors are reported immediately. */
export async function scanDescribed(line: ScannedLine, context: Context): Promise<ScannedLine> {
  const location = await resultOrFailure(() => locateService(atFirstSite(line, context), context));
  if (location === undefined || location instanceof Failure) return line;
  const catalogue = readCachedCatalogue(location, context);
  if (catalogue === undefined) return withoutDescription(line);
  const rescannedLine = await scanLine(context.argv, commandTree(line.tree.builtins, catalogue.groups));
  const { target } = rescannedLine;
  const isDescribed = target.kind === "operation" && target.entry.operation.described === true;
  if (isDescribed && catalogue.isStale && !isAboutCommands(line) && !hasFlag(line, "quiet"))
    context.stderr.write("warning: the service's description has changed: 'svc describe' reads it again\n");
  return rescannedLine;
}

/** Treats the first site on the line as the profile. A command for one site rejects such a line later. */
function atFirstSite(line: ScannedLine, { env }: Context): Pick<ScannedLine, "optionValues"> {
  const profile = valueIn(line, "profile") ?? (env["SVC_PROFILE"] || "");
  const isAll = hasFlag(line, "all-profiles");
  const words = line.words.filter((word) => word.indexOf("/") > 0);
  if (!isAll && !isSiteList(profile) && words.length === 0) return line;
  const { profiles } = readProfiles(configFolder(valueIn(line, "config-dir"), env));
  const [siteInWords] = words.flatMap((word) => nameAtSite(word, profiles)?.site ?? []);
  const [first] = isAll ? allSites(profiles) : isSiteList(profile) ? selectProfiles(profile, profiles) : [];
  const site = siteInWords ?? first;
  return site === undefined ? line : { optionValues: { ...line.optionValues, profile: [site] } };
}

/** The service may know the word or option, so the hint names the command that reads its description. */
function withoutDescription(line: ScannedLine): ScannedLine {
  const { failure } = line;
  if (failure === undefined) return { ...line, isUndescribed: true };
  const { hint: currentHint = "" } = failure.details;
  // A hint that gives advice or a complete command stays unchanged.
  const [, root = ""] = /^did you mean 'svc ([^ ']+)'\?$/.exec(currentHint) ?? [];
  const isGuess = /^$|--help' lists |^did you mean (?!'svc )/.test(currentHint);
  if (!isGuess && findRoot(line.tree, root)?.kind !== "group") return line;
  const hint = `${currentHint}${currentHint.endsWith("?") ? " " : "; "}${describeHint}`;
  return { ...line, failure: failure.with({ hint }) };
}
