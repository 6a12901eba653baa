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

export interface ServiceLocation {
  readonly connection: Connection;
  readonly globals: Globals;
  readonly folder: string | undefined;
}

/** Undefined if the settings are wrong; the command that needs the service reports the reason. */
export async function locateService({ optionValues }: Pick<ScannedLine, "optionValues">, context: Context) {
  const place = await orFailure(async () => {
    const globals = await readGlobals(optionValues, context.env);
    requireSettings(globals, ["url"]);
    const baseUrl = globals.url === undefined ? undefined : normaliseBaseUrl(globals.url);
    const stored = readProfiles(configFolder(globals.configDir, context.env));
    const connection = resolveConnection({ ...globals, baseUrl }, undefined, stored.profiles);
    return locationOf(connection, globals, context);
  });
  return place instanceof Failure ? undefined : place;
}

export function locationOf({ endpoint, ...connection }: Connection, globals: Globals, context: Context) {
  const cache = cacheFolder(context.env);
  return {
    connection: { ...connection, endpoint: { ...endpoint, credentials: undefined } },
    globals,
    folder: cache === undefined ? undefined : descriptionFolder(cache, endpoint.baseUrl),
  };
}

export interface ServiceCatalogue extends Pick<DescribedCatalogue, "absent" | "dropped"> {
  readonly entries: readonly DescribedEntry[];
  readonly isAbsent: boolean;
  /** True if the description must be read again before a described command runs. */
  readonly isStale: boolean;
}

/** Milliseconds for which the absence of a description is cached; an upgrade may add one. */
const maxAbsenceMs = 24 * 3_600_000;

export function readCachedCatalogue({ folder, connection }: ServiceLocation, { clock }: Context) {
  const catalogue = folder === undefined ? undefined : readCatalogue(folder, connection.endpoint.baseUrl);
  if (catalogue === undefined) return undefined;
  const isOld = catalogue.isAbsent && Math.abs(clock.now() - catalogue.fetchedAtMs) > maxAbsenceMs;
  return { ...serviceCatalogue(catalogue), isStale: catalogue.isOutdated || isOld };
}

export const serviceCatalogue = (catalogue: DescribedCatalogue & { readonly isAbsent: boolean }) => ({
  ...catalogue,
  entries: catalogue.groups.map((group) => ({ ...group, load: async () => group })),
  isStale: false,
});
