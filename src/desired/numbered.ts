import type { Directory, Entry } from "./directory.ts";

/**
 * Objects that the service numbers in the order of their creation, such as partitions: to create one anew, svc deletes
 * the later ones of its holder, and creates them again.
 */

export const numberOf = ({ ownName }: { readonly ownName: string }): number => Number(ownName);

/** Those with a higher number than one that is created, which files have too. */
export function laterSiblings(newEntries: readonly Entry[], directory: Directory): readonly Entry[] {
  return newEntries
    .filter(({ kind }) => kind.kind.isNumbered)
    .flatMap((entry) =>
      directory.used.siblingsOf(entry).filter((each) => each.item !== undefined && isAfter(each, entry)),
    );
}

const isAfter = (one: Entry, other: Entry): boolean => numberOf(one) > numberOf(other);

/** The object before it in the order of creation. */
export function previousOne(entry: Entry, directory: Directory): Entry | undefined {
  if (!entry.kind.kind.isNumbered) return undefined;
  return directory.used.siblingsOf(entry).find((each) => numberOf(each) === numberOf(entry) - 1);
}

/** Why the service would give a new object another number. */
export function numberingProblem(entry: Entry, directory: Directory, isPruned: boolean): string | undefined {
  if (!entry.kind.kind.isNumbered) return undefined;
  const siblings = directory.used.siblingsOf(entry);
  const later = siblings.find((each) => each.item === undefined && isAfter(each, entry));
  if (later !== undefined && !isPruned)
    return `${later.name} was created after it and is not in the files: add it, or delete it with --prune`;
  const numbers = new Set(
    siblings.filter(({ item }) => item !== undefined || !isPruned).map((each) => numberOf(each)),
  );
  for (let number = 1; number < numberOf(entry); number += 1)
    if (!numbers.has(number))
      return `the service numbers ${entry.kind.name} as they are created, and ${number} is missing`;
  return undefined;
}
