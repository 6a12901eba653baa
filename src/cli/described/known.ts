import type { DescribedCatalogue, DescribedEntry } from "../../catalogue/described.ts";
import { readIndex, readStoredGroup, type StoredIndex } from "../../client/description/cache.ts";
import type { Context } from "../../context.ts";
import type { Place } from "./place.ts";

/** What is known of the service that a line means. */
export interface Known extends Pick<DescribedCatalogue, "absent" | "dropped"> {
  readonly entries: readonly DescribedEntry[];
  /** The service answered that it describes nothing of itself. */
  readonly isAbsent: boolean;
  /** It is to be asked again before a described command runs. */
  isStale(): boolean;
}

/** A service without a description may have been upgraded since, after this time in milliseconds. */
const maxAbsenceMs = 24 * 3_600_000;

/** What is kept of the service; undefined where nothing is. */
export function readKnown({ folder, connection }: Place, { clock }: Context): Known | undefined {
  const index = folder === undefined ? undefined : readIndex(folder, connection.endpoint.baseUrl);
  if (folder === undefined || index === undefined) return undefined;
  let isDamaged = false;
  const entries = index.groups.map((entry): DescribedEntry => {
    let group: Promise<ReturnType<typeof readStoredGroup>> | undefined;
    const load = async () => {
      const read = readStoredGroup(folder, index, entry.name);
      isDamaged ||= read === undefined;
      return read;
    };
    return {
      ...entry,
      load: () => {
        group ??= load();
        return group;
      },
    };
  });
  return { ...index, entries, isStale: () => isDamaged || isStale(index, clock.now()) };
}

const isStale = ({ isOutdated, isAbsent, fetchedAtMs }: StoredIndex, nowMs: number): boolean =>
  isOutdated || (isAbsent && Math.abs(nowMs - fetchedAtMs) > maxAbsenceMs);

/** What a service has just said of itself, as `readKnown` answers it. */
export const knownOf = (learned: DescribedCatalogue & { readonly isAbsent: boolean }): Known => ({
  ...learned,
  entries: learned.groups.map((group) => ({ ...group, load: async () => group })),
  isStale: () => false,
});
