import { addTo, groupBy } from "../core/grouping.ts";
import { primitiveText } from "../core/json-record.ts";
import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { currentValueOf, type Entry, outermost, type ServiceObject } from "./service-objects.ts";
import { textsOf } from "./values.ts";

type NamedParent = ParentKey & { readonly name: string };

export interface EntryIndex {
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  readonly entries: readonly Entry[];
  entryOf(item: Item): Entry | undefined;
  entryFor(object: ServiceObject): Entry | undefined;
  find(kind: string, text: string): Entry | undefined;
  findNamed(
    kind: LoadedKind,
    field: string,
    text: string,
    parent: NamedParent | undefined,
  ): Entry | undefined;
  /** The entry that `findNamed` returns, then the other entries that this name covers. */
  allNamed(kind: LoadedKind, field: string, text: string, parent: NamedParent | undefined): readonly Entry[];
  readonly references: ReferenceNames;
  canonicalText(kind: string, text: string): string;
  /** Must be called when the objects of a kind have changed. */
  forget(kind: string): void;
}

export function dependenciesOfObject(entry: Entry, entryIndex: EntryIndex): readonly Entry[] {
  const { kind, object } = entry;
  if (object === undefined) return [];
  const referencedEntries = Object.entries(kind.spec.references ?? {}).flatMap(([field, referencedKind]) => {
    const texts = [currentValueOf(object, field) ?? []].flat();
    return texts.flatMap((text) => {
      const matches = entryIndex.allNamed(kind, field, primitiveText(text), object.parent);
      return matches.length > 0
        ? matches
        : (namedEntry(referencedKind, primitiveText(text), entryIndex) ?? []);
    });
  });
  const domain = domainOf(entry, entryIndex);
  const parentEntry = object.parent === undefined ? undefined : entryIndex.entryFor(object.parent);
  return [
    ...referencedEntries,
    ...[domain, parentEntry].filter((each) => each !== undefined),
    ...baseObjects(entry, entryIndex),
  ];
}

/** An object's dependencies and the objects that contain these: a subnet uses its VLAN and the VLAN's fabric. */
export function usedEntries(entry: Entry, entryIndex: EntryIndex): ReadonlySet<Entry> {
  const entries = new Set(dependenciesOfObject(entry, entryIndex));
  for (const { object } of entries) {
    const parent = object?.parent && entryIndex.entryFor(object.parent);
    if (parent !== undefined) entries.add(parent);
  }
  return entries;
}

function namedEntry(kind: string, text: string, entryIndex: EntryIndex): Entry | undefined {
  const slash = text.lastIndexOf("/");
  const parentKind = entryIndex.kinds.get(kind)?.spec.parent?.kind;
  const hasParent = parentKind !== undefined && slash > 0;
  return (
    entryIndex.find(kind, text) ?? (hasParent ? entryIndex.find(parentKind, text.slice(0, slash)) : undefined)
  );
}

export function dependentsOf(entryIndex: EntryIndex): ReadonlyMap<Entry, readonly Entry[]> {
  const dependentsByEntry = new Map<Entry, Entry[]>();
  for (const entry of entryIndex.entries)
    for (const target of entry.item === undefined ? [] : dependenciesOfItem(entry, entry.item, entryIndex))
      addTo(dependentsByEntry, target, entry);
  return dependentsByEntry;
}

function domainOf({ kind, key = "" }: Entry, entryIndex: EntryIndex): Entry | undefined {
  const [, domainField = ""] = kind.spec.joinedFields?.fields ?? [];
  const referredKind = kind.spec.references?.[domainField];
  if (referredKind === undefined) return undefined;
  const labels = (key.split("\0")[0] ?? "").split(".");
  const candidates = labels.map((_, start) => entryIndex.find(referredKind, labels.slice(start).join(".")));
  return candidates.find((entry) => entry !== undefined);
}

export function dependenciesOfItem(entry: Entry, item: Item, entryIndex: EntryIndex): readonly Entry[] {
  const { kind, parent } = entry;
  const referredEntries = [...item.fields.keys()].flatMap((name) => {
    const referredKind = kind.fields.get(name)?.referredKind;
    return referredKind === undefined
      ? []
      : textsOf(kind, item, name).flatMap((text) => entryIndex.allNamed(kind, name, text, parent));
  });
  return [
    ...referredEntries,
    ...[parent, previousSibling(entry, entryIndex)].filter((each) => each !== undefined),
    ...entryIndex.references.creatorsOf(entry),
    ...baseObjects(entry, entryIndex),
  ];
}

export function baseObjects({ kind, key }: Entry, entryIndex: EntryIndex): readonly Entry[] {
  const { baseKind } = kind.spec;
  const [name] = key?.split("\0") ?? [];
  const base = baseKind === undefined || name === undefined ? undefined : entryIndex.find(baseKind, name);
  return base === undefined ? [] : [base];
}

export type ReferenceNames = ReturnType<typeof referenceNames>;

export interface ParentKey {
  readonly key: string | undefined;
}

/** Names by which objects of one machine refer to each other: `sda`, `sda-part1`, `md0`, `vg0-data`. */
export function referenceNames(entries: readonly Entry[]) {
  const siblings = groupBy(
    entries.filter(({ kind }) => kind.spec.isNumbered),
    siblingKey,
  );
  const entriesByName = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = referenceNameOf(entry);
    if (name !== undefined) addTo(entriesByName, nameKey(outermostOf(entry), name), entry);
  }
  /** All objects of this name, for example a RAID and its block device. */
  const objectsNamed = (holder: ParentKey | undefined, name: string): readonly Entry[] =>
    entriesByName.get(nameKey(holder, name.trim())) ?? [];
  return {
    objectsNamed,
    siblingsOf: (entry: Entry): readonly Entry[] => siblings.get(siblingKey(entry)) ?? [],
    /** Objects that the service creates and deletes together with this one. */
    creatorsOf: (entry: Entry): readonly Entry[] => {
      const { pairedKinds = [] } = entry.kind.spec;
      if (pairedKinds.length === 0) return [];
      const name = referenceNameOf(entry) ?? "";
      return objectsNamed(outermostOf(entry), name).filter(({ kind }) => pairedKinds.includes(kind.name));
    },
  };
}

const siblingKey = ({ kind, parent, object }: Entry): string =>
  `${kind.name}\0${parent?.key ?? object?.parent?.key}`;

const nameKey = (holder: ParentKey | undefined, name: string): string => `${holder?.key}\0${name}`;

export function referenceNameOf({ kind, parent, object, ownName }: Entry): string | undefined {
  const parentName = parent?.ownName ?? object?.parent?.ownName ?? "";
  return kind.spec.referenceName?.replace("{parent}", () => parentName).replace("{name}", () => ownName);
}

export function outermostOf({ parent, object }: Entry): Entry | ServiceObject | undefined {
  const holder = parent ?? object?.parent;
  return holder && outermost<Entry | ServiceObject>(holder);
}

const numberOf = ({ ownName }: { readonly ownName: string }): number => Number(ownName);

/**
 * Services number some objects, such as partitions, in the order of their creation. To recreate one, svc deletes its
 * later siblings and recreates them too.
 */
export function laterSiblings(newEntries: readonly Entry[], entryIndex: EntryIndex): readonly Entry[] {
  return newEntries
    .filter(({ kind }) => kind.spec.isNumbered)
    .flatMap((entry) =>
      entryIndex.references
        .siblingsOf(entry)
        .filter((each) => each.item !== undefined && isAfter(each, entry)),
    );
}

const isAfter = (one: Entry, other: Entry): boolean => numberOf(one) > numberOf(other);

export function previousSibling(entry: Entry, entryIndex: EntryIndex): Entry | undefined {
  if (!entry.kind.spec.isNumbered) return undefined;
  return entryIndex.references.siblingsOf(entry).find((each) => numberOf(each) === numberOf(entry) - 1);
}

export function numberingProblem(entry: Entry, entryIndex: EntryIndex, prunes: boolean): string | undefined {
  if (!entry.kind.spec.isNumbered) return undefined;
  const siblings = entryIndex.references.siblingsOf(entry);
  const laterSibling = siblings.find((each) => each.item === undefined && isAfter(each, entry));
  if (laterSibling !== undefined && !prunes)
    return `${laterSibling.name} was created later and is not in the files: add that one, or delete it with --prune`;
  const numbers = new Set(
    siblings.filter(({ item }) => item !== undefined || !prunes).map((each) => numberOf(each)),
  );
  for (let number = 1; number < numberOf(entry); number += 1)
    if (!numbers.has(number))
      return `the service numbers ${entry.kind.name} in the order of their creation, and number ${number} is missing`;
  return undefined;
}
