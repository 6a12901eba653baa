import type { Observed } from "../observed.ts";
import type { Collected } from "./collect.ts";

/** An object, and the fields that its item does without. */
export interface Distinct extends Collected {
  readonly without: readonly string[];
}

/**
 * Siblings as items tell them apart. Of several with the same key, those that another field identifies are told
 * apart by that; the others cannot be named, and `note` says so.
 */
export function distinctObjects(
  siblings: readonly Collected[],
  note: (text: string) => void,
): readonly Distinct[] {
  const counts = new Map<string, number>();
  for (const { object } of siblings) counts.set(object.key, (counts.get(object.key) ?? 0) + 1);
  const isUnclear = ({ object }: Collected) => (counts.get(object.key) ?? 0) > 1 || lacksKey(object);
  const lost = new Set(siblings.filter((each) => isUnclear(each) && !hasOtherKey(each.object)));
  for (const { object } of new Map([...lost].map((each) => [each.object.key, each])).values()) {
    const reason = lacksKey(object) ? "it has no name" : `there are ${counts.get(object.key)} of this name`;
    note(`${object.kind.name} ${object.name || object.id}: left out, as ${reason}`);
  }
  return siblings
    .filter((each) => !lost.has(each))
    .map((each) => ({ ...each, without: isUnclear(each) ? each.object.kind.kind.key : [] }));
}

const lacksKey = ({ kind, values }: Observed): boolean =>
  kind.kind.key.some((field) => {
    const read = values.get(field)?.[0];
    return typeof read === "string" && read.trim() === "";
  });

function hasOtherKey({ kind, values }: Observed): boolean {
  return (kind.kind.otherKeys ?? []).some((field) => {
    const read = values.get(field)?.[0];
    return Array.isArray(read) ? read.length > 0 : read !== undefined && read !== null && read !== "";
  });
}
