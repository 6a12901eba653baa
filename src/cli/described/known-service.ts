import type { DescribedCatalogue, DescribedEntry } from "../../catalogue/described.ts";
import { readCatalogue } from "../../client/description/cache.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import { normaliseBaseUrl } from "../../client/http/address.ts";
import { type Connection, resolveConnection } from "../../client/profiles/connection.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure, orFailure } from "../../core/failure.ts";
import { readGlobals, requireSettings } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import type { ScannedLine } from "../line/scan.ts";

export interface Place {
  readonly connection: Connection;
  readonly globals: Globals;
  readonly folder: string | undefined;
}

/**
 * Reads no key. Undefined if the settings select no service or are wrong; the command that uses them reports
 * why.
 */
export async function placeOf(
  line: Pick<ScannedLine, "optionValues">,
  context: Context,
): Promise<Place | undefined> {
  const place = await findPlace(line, context);
  return place instanceof Failure ? undefined : place;
}

/** Like `placeOf`, but throws the `Failure`. */
export async function findPlace(
  { optionValues: typed }: Pick<ScannedLine, "optionValues">,
  context: Context,
): Promise<Place | Failure> {
  return await orFailure(async () => {
    const globals = await readGlobals(typed, context.env);
    requireSettings(globals, ["url"]);
    const baseUrl = globals.url === undefined ? undefined : normaliseBaseUrl(globals.url);
    const stored = readProfiles(configFolder(globals.configDir, context.env));
    const connection = resolveConnection({ ...globals, baseUrl }, undefined, stored.profiles);
    return placeAt(connection, globals, context);
  });
}

export function placeAt({ endpoint, ...connection }: Connection, globals: Globals, context: Context): Place {
  const cache = cacheFolder(context.env);
  return {
    connection: { ...connection, endpoint: { ...endpoint, credentials: undefined } },
    globals,
    folder: cache === undefined ? undefined : descriptionFolder(cache, endpoint.baseUrl),
  };
}

export interface Known extends Pick<DescribedCatalogue, "absent" | "dropped"> {
  readonly entries: readonly DescribedEntry[];
  readonly isAbsent: boolean;
  /** Must be read again before a described command runs. */
  readonly isStale: boolean;
}

/** A service without a description may since have been upgraded; milliseconds. */
const maxAbsenceMs = 24 * 3_600_000;

export function readKnown({ folder, connection }: Place, { clock }: Context): Known | undefined {
  const catalogue = folder === undefined ? undefined : readCatalogue(folder, connection.endpoint.baseUrl);
  if (catalogue === undefined) return undefined;
  const isOld = catalogue.isAbsent && Math.abs(clock.now() - catalogue.fetchedAtMs) > maxAbsenceMs;
  return { ...knownOf(catalogue), isStale: catalogue.isOutdated || isOld };
}

export const knownOf = (catalogue: DescribedCatalogue & { readonly isAbsent: boolean }): Known => ({
  ...catalogue,
  entries: catalogue.groups.map((group) => ({ ...group, load: async () => group })),
  isStale: false,
});
