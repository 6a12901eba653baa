import type { DescribedCatalogue, DescribedEntry } from "../../catalogue/described.ts";
import { readCatalogue } from "../../client/description/cache.ts";
import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import { normaliseBaseUrl } from "../../client/http/address.ts";
import { type Connection, resolveConnection } from "../../client/profiles/connection.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { readGlobals, requireSettings } from "../invocation/globals.ts";
import type { Globals } from "../invocation/invocation.ts";
import type { ScannedLine } from "../line/scan.ts";

/** The service that a line means, and where what is known of it is kept. */
export interface Place {
  /** Without a key: a description is asked for without one. */
  readonly connection: Connection;
  readonly globals: Globals;
  /** Undefined where the environment names no folder. */
  readonly folder: string | undefined;
}

/**
 * The service that the line, the environment and the profiles mean; no key is read for it. Undefined where they
 * mean none, or where something about them is wrong: the command that uses them says what.
 */
export async function placeOf(
  scanned: Pick<ScannedLine, "typed">,
  context: Context,
): Promise<Place | undefined> {
  const place = await findPlace(scanned, context);
  return place instanceof Failure ? undefined : place;
}

/** The same with the `Failure` of a command that uses them in the place of undefined. */
export async function findPlace(
  { typed }: Pick<ScannedLine, "typed">,
  context: Context,
): Promise<Place | Failure> {
  try {
    const globals = await readGlobals(typed, context.env);
    requireSettings(globals, ["url"]);
    const baseUrl = globals.url === undefined ? undefined : normaliseBaseUrl(globals.url);
    const stored = readProfiles(configFolder(globals.configDir, context.env));
    const connection = resolveConnection({ ...globals, baseUrl }, undefined, stored.profiles);
    return placeAt(connection, globals, context);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The same for a connection that is known already. */
export function placeAt({ endpoint, ...connection }: Connection, globals: Globals, context: Context): Place {
  const cache = cacheFolder(context.env);
  return {
    connection: { ...connection, endpoint: { ...endpoint, credentials: undefined } },
    globals,
    folder: cache === undefined ? undefined : descriptionFolder(cache, endpoint.baseUrl),
  };
}

/** What is known of the service that a line means. */
export interface Known extends Pick<DescribedCatalogue, "absent" | "dropped"> {
  readonly entries: readonly DescribedEntry[];
  /** The service answered that it describes nothing of itself. */
  readonly isAbsent: boolean;
  /** It is to be asked again before a described command runs. */
  readonly isStale: boolean;
}

/** A service without a description may have been upgraded since, after this time in milliseconds. */
const maxAbsenceMs = 24 * 3_600_000;

/** What is kept of the service; undefined where nothing is. */
export function readKnown({ folder, connection }: Place, { clock }: Context): Known | undefined {
  const kept = folder === undefined ? undefined : readCatalogue(folder, connection.endpoint.baseUrl);
  if (kept === undefined) return undefined;
  const isOld = kept.isAbsent && Math.abs(clock.now() - kept.fetchedAtMs) > maxAbsenceMs;
  return { ...knownOf(kept), isStale: kept.isOutdated || isOld };
}

/** What a service has just said of itself, as `readKnown` answers it. */
export const knownOf = (learned: DescribedCatalogue & { readonly isAbsent: boolean }): Known => ({
  ...learned,
  entries: learned.groups.map((group) => ({ ...group, load: async () => group })),
  isStale: false,
});
