import type { Directory } from "./directory.ts";
import type { Entry } from "./entry.ts";

/**
 * Services number some objects, such as partitions, in the order of their creation. To recreate one, svc deletes its
 * later siblings and recreates them too.
 */

export const numberOf = ({ ownName }: { readonly ownName: string }): number => Number(ownName);

export function laterSiblings(newEntries: readonly Entry[], directory: Directory): readonly Entry[] {
  return newEntries
    .filter(({ kind }) => kind.kind.isNumbered)
    .flatMap((entry) =>
      directory.used.siblingsOf(entry).filter((each) => each.item !== undefined && isAfter(each, entry)),
    );
}

const isAfter = (one: Entry, other: Entry): boolean => numberOf(one) > numberOf(other);

export function previousSibling(entry: Entry, directory: Directory): Entry | undefined {
  if (!entry.kind.kind.isNumbered) return undefined;
  return directory.used.siblingsOf(entry).find((each) => numberOf(each) === numberOf(entry) - 1);
}

export function numberingProblem(entry: Entry, directory: Directory, prunes: boolean): string | undefined {
  if (!entry.kind.kind.isNumbered) return undefined;
  const siblings = directory.used.siblingsOf(entry);
  const later = siblings.find((each) => each.item === undefined && isAfter(each, entry));
  if (later !== undefined && !prunes)
    return `${later.name} was created after it and is not in the files: add it, or delete it with --prune`;
  const numbers = new Set(
    siblings.filter(({ item }) => item !== undefined || !prunes).map((each) => numberOf(each)),
  );
  for (let number = 1; number < numberOf(entry); number += 1)
    if (!numbers.has(number))
      return `the service numbers ${entry.kind.name} in the order of their creation, and number ${number} is missing`;
  return undefined;
}
