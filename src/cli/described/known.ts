import type { DescribedCatalogue, DescribedEntry } from "../../catalogue/described.ts";
import { readCatalogue } from "../../client/description/cache.ts";
import type { Context } from "../../context.ts";
import type { Place } from "./place.ts";

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
