import { addTo, groupBy } from "../core/grouping.ts";
import type { Entry } from "./entry.ts";
import type { Observed } from "./observed.ts";

/** Names by which objects of one machine refer to each other: `sda`, `sda-part1`, `md0`, `vg0-data`. */
export interface UsedNames {
  /** All objects of this name, for example a RAID and its block device. */
  objectsNamed(holder: Holder | undefined, name: string): readonly Entry[];
  siblingsOf(entry: Entry): readonly Entry[];
  /** Objects with which the service creates and deletes this one. */
  creatorsOf(entry: Entry): readonly Entry[];
}

export interface Holder {
  readonly key: string | undefined;
}

export function usedNames(entries: readonly Entry[]): UsedNames {
  const siblings = groupBy(
    entries.filter(({ kind }) => kind.kind.isNumbered),
    siblingKey,
  );
  const entriesByName = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = referenceNameOf(entry);
    if (name !== undefined) addTo(entriesByName, nameKey(outermostOf(entry), name), entry);
  }
  const objectsNamed: UsedNames["objectsNamed"] = (holder, name) =>
    entriesByName.get(nameKey(holder, name.trim())) ?? [];
  return {
    objectsNamed,
    siblingsOf: (entry) => siblings.get(siblingKey(entry)) ?? [],
    creatorsOf: (entry) => {
      const { pairedKinds = [] } = entry.kind.kind;
      if (pairedKinds.length === 0) return [];
      const name = referenceNameOf(entry) ?? "";
      return objectsNamed(outermostOf(entry), name).filter(({ kind }) => pairedKinds.includes(kind.name));
    },
  };
}

const siblingKey = ({ kind, parent, object }: Entry): string =>
  `${kind.name}\0${parent?.key ?? object?.parent?.key}`;

const nameKey = (holder: Holder | undefined, name: string): string => `${holder?.key}\0${name}`;

export function referenceNameOf({ kind, parent, object, ownName }: Entry): string | undefined {
  const parentName = parent?.ownName ?? object?.parent?.ownName ?? "";
  return kind.kind.referenceName?.replace("{parent}", () => parentName).replace("{name}", () => ownName);
}

export function outermostOf({ parent, object }: Entry): Entry | Observed | undefined {
  let ancestor: Entry | Observed | undefined = parent ?? object?.parent;
  for (; ancestor?.parent !== undefined; ancestor = ancestor.parent);
  return ancestor;
}
