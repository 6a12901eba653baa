import { Failure } from "../core/failure.ts";
import { primitiveText } from "../core/json-record.ts";
import { type EntryIndex, type ParentKey, type ReferenceNames, referenceNames } from "./dependencies.ts";
import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { nameOf, normalText } from "./normal-text.ts";
import { currentValueOf, type Entry, type ServiceObject, type State } from "./service-objects.ts";
import { textsOf } from "./values.ts";

type KindIndex = ReturnType<typeof makeKindIndex>;

const emptyKindIndex: KindIndex = { entries: [], byItem: new Map(), byObject: new Map(), byName: new Map() };

export function makeEntryIndex(
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  { objects }: Pick<State, "objects">,
): EntryIndex {
  const kindIndexes = new Map<string, KindIndex>();
  let allEntries: readonly Entry[] | undefined;
  let names: ReferenceNames | undefined;
  const indexOf = (name: string): KindIndex => {
    const kind = kinds.get(name);
    const existingIndex = kindIndexes.get(name);
    if (existingIndex !== undefined || kind === undefined) return existingIndex ?? emptyKindIndex;
    // Ends the recursion of kinds whose keys refer to each other.
    kindIndexes.set(name, emptyKindIndex);
    const kindEntries = entriesOf(
      kind,
      items.filter((item) => item.kind === name),
      objects.get(name) ?? [],
      (parent) => indexOf(parent.kind).byItem.get(parent),
      (other, text) => find(other, text)?.name ?? text,
    );
    const index = makeKindIndex(kind, kindEntries);
    kindIndexes.set(name, index);
    return index;
  };
  const forget = (name: string) => {
    allEntries = undefined;
    names = undefined;
    if (!kindIndexes.delete(name)) return;
    for (const kind of kinds.values()) if (kindsInNames(kind).includes(name)) forget(kind.name);
  };
  const entries = () => {
    allEntries ??= sortKinds(kinds).flatMap(({ name }) => indexOf(name).entries);
    return allEntries;
  };
  const references = (): ReferenceNames => {
    names ??= referenceNames(entries());
    return names;
  };
  const find = (kind: string, text: string) => {
    const loaded = kinds.get(kind);
    return loaded && indexOf(kind).byName.get(referenceText(loaded, text));
  };
  const allNamed: EntryIndex["allNamed"] = (kind, field, text, parent) => {
    const isSibling = kind.spec.siblings?.includes(field) === true;
    const referredKind = kind.fields.get(field)?.referredKind ?? "";
    const sameNamed = isSibling ? references().objectsNamed(parent, text) : [];
    const candidates = sameNamed.filter((entry) => entry.kind.name === referredKind);
    const target = candidates[0] ?? find(referredKind, isSibling ? `${parent?.name}/${text}` : text);
    return [...new Set([...(target === undefined ? [] : [target]), ...sameNamed])];
  };
  return {
    kinds,
    get entries() {
      return entries();
    },
    entryOf: (item) => indexOf(item.kind).byItem.get(item),
    entryFor: (object) => indexOf(object.kind.name).byObject.get(object),
    find,
    findNamed: (...args) => allNamed(...args)[0],
    allNamed,
    canonicalText: (kind, text) => {
      const loaded = kinds.get(kind);
      return find(kind, text)?.key ?? (loaded === undefined ? normalText(text) : referenceText(loaded, text));
    },
    forget,
    get references() {
      return references();
    },
  };
}

function makeKindIndex(kind: LoadedKind, entries: readonly Entry[]) {
  const byObject = new Map<ServiceObject, Entry>();
  for (const entry of entries)
    if (entry.object !== undefined && !byObject.has(entry.object)) byObject.set(entry.object, entry);
  const byItem = new Map(entries.flatMap((entry) => (entry.item ? [[entry.item, entry] as const] : [])));
  return { entries, byItem, byObject, byName: entriesByName(kind, entries) };
}

/** Kinds whose objects' names are part of the names of this kind's objects. */
const kindsInNames = ({
  spec: { parent, key, references = {} },
}: LoadedKind): readonly (string | undefined)[] => [parent?.kind, ...key.map((field) => references[field])];

function sortKinds(kinds: ReadonlyMap<string, LoadedKind>): readonly LoadedKind[] {
  const ordered = new Set<LoadedKind>();
  const visit = (kind: LoadedKind, path: readonly LoadedKind[]) => {
    if (ordered.has(kind) || path.includes(kind)) return;
    for (const name of kindsInNames(kind)) {
      const partKind = name === undefined ? undefined : kinds.get(name);
      if (partKind !== undefined) visit(partKind, [...path, kind]);
    }
    ordered.add(kind);
  };
  for (const kind of kinds.values()) visit(kind, []);
  return [...ordered];
}

function entriesOf(
  kind: LoadedKind,
  items: readonly Item[],
  objects: readonly ServiceObject[],
  entryOf: (parent: Item) => Entry | undefined,
  nameIn: (kind: string, text: string) => string,
): readonly Entry[] {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const twins = new Map(
    objects.filter((object) => byKey.get(object.key)?.id !== object.id).map((object) => [object.key, object]),
  );
  const findByOtherKey = makeOtherKeySearch(kind, objects);
  const matchedObjects = new Set<ServiceObject>();
  const itemEntries = items.map((item): Entry => {
    const parent = item.parent && entryOf(item.parent);
    const objectName = nameOf(kind, (field) => keyTextOf(kind, item, field, nameIn));
    const key =
      objectName === undefined || (item.parent !== undefined && parent?.key === undefined)
        ? undefined
        : parent === undefined
          ? objectName.key
          : `${parent.key}\0${objectName.key}`;
    const keyMatch = key === undefined ? undefined : byKey.get(key);
    const twin = keyMatch && twins.get(keyMatch.key);
    const object = (twin === undefined ? keyMatch : undefined) ?? findByOtherKey(item, parent);
    if (keyMatch !== undefined && twin !== undefined && object === undefined)
      throw twinFailure(twin, keyMatch);
    if (object !== undefined) matchedObjects.add(object);
    const ownName = objectName?.name ?? object?.ownName ?? otherName(kind, item);
    return {
      kind,
      key: key ?? object?.key ?? otherKey(kind, item, parent),
      name: parent === undefined ? ownName : `${parent.name}/${ownName}`,
      ownName,
      item,
      ...(object && { object }),
      ...(parent && { parent }),
    };
  });
  const unmatchedEntries = objects
    .filter((object) => !matchedObjects.has(object))
    .map((object): Entry => ({ kind, key: object.key, name: object.name, ownName: object.ownName, object }));
  return [...itemEntries, ...unmatchedEntries];
}

function keyTextOf(
  kind: LoadedKind,
  item: Item,
  field: string,
  nameIn: (kind: string, text: string) => string,
): string | undefined {
  const [text] = textsOf(kind, item, field);
  const referredKind = kind.fields.get(field)?.referredKind;
  return text === undefined || referredKind === undefined ? text : nameIn(referredKind, text);
}

function makeOtherKeySearch(kind: LoadedKind, objects: readonly ServiceObject[]) {
  const { otherKeys = [], comparisons, otherKeyConditions: conditions } = kind.spec;
  if (otherKeys.length === 0) return () => undefined;
  const lookupKey = (field: string, text: string, parent: ParentKey | undefined) =>
    `${field}\0${parent?.key}\0${normalText(text, comparisons?.[field])}`;
  const holdsValues = (field: string, valueAt: (name: string) => unknown): boolean =>
    Object.entries(conditions?.[field] ?? {}).every(([name, value]) =>
      [value, ""].includes(normalText(primitiveText(valueAt(name)), comparisons?.[name])),
    );
  const byText = new Map<string, ServiceObject>();
  for (const object of objects)
    for (const field of otherKeys)
      for (const value of [currentValueOf(object, field) ?? []].flat())
        if (holdsValues(field, (name) => currentValueOf(object, name)))
          byText.set(lookupKey(field, primitiveText(value), object.parent), object);
  return (item: Item, parent: ParentKey | undefined): ServiceObject | undefined =>
    otherKeys
      .filter((field) => holdsValues(field, (name) => textsOf(kind, item, name)[0]))
      .flatMap((field) => textsOf(kind, item, field).map((text) => lookupKey(field, text, parent)))
      .map((text) => byText.get(text))
      .find((object) => object !== undefined);
}

export function findEntry(
  { kind, key, item, parent }: Entry,
  objects: readonly ServiceObject[],
): ServiceObject | undefined {
  const [match, ...others] = objects.filter((object) => object.key === key);
  const twin = match && others.find(({ id }) => id !== match.id);
  if (match !== undefined && twin !== undefined) throw twinFailure(match, twin);
  return match ?? (item === undefined ? undefined : makeOtherKeySearch(kind, objects)(item, parent));
}

const twinFailure = ({ kind, name, id }: ServiceObject, twin: ServiceObject): Failure =>
  new Failure("conflict", `two ${kind.name} are called ${name}: ids ${id} and ${twin.id}`, {
    hint: "rename or delete one of them by its id; nothing was changed",
    outcome: "not_sent",
  });

/** A key for items without one, such as a device whose host name the service makes up. */
function otherKey(kind: LoadedKind, item: Item, parent: Entry | undefined): string | undefined {
  if (kind.spec.key.some((field) => item.fields.has(field))) return undefined;
  const [field = ""] = kind.spec.otherKeys ?? [];
  const [text] = textsOf(kind, item, field);
  const key = text === undefined ? undefined : `\0${normalText(text, kind.spec.comparisons?.[field])}`;
  return key === undefined || parent === undefined ? key : `${parent.key}\0${key}`;
}

const otherName = (kind: LoadedKind, item: Item): string =>
  (kind.spec.otherKeys ?? []).flatMap((field) => textsOf(kind, item, field))[0] ?? "(secret)";

function entriesByName(kind: LoadedKind, entries: readonly Entry[]): Map<string, Entry> {
  const byName = new Map<string, Entry>();
  const add = (text: string, entry: Entry) => {
    const word = referenceText(kind, text);
    if (word !== "" && !byName.has(word)) byName.set(word, entry);
  };
  for (const entry of entries) add(entry.name, entry);
  for (const entry of entries)
    for (const prefix of parentPrefixes(entry))
      for (const name of [entry.ownName, ...alternativeNames(entry)]) add(`${prefix}${name}`, entry);
  for (const entry of entries) if (entry.object !== undefined) add(entry.object.id, entry);
  return byName;
}

function alternativeNames({ kind, item, object }: Entry): readonly string[] {
  const itemNames = (kind.spec.otherNameFields ?? []).flatMap((field) =>
    item === undefined ? [] : textsOf(kind, item, field),
  );
  return [...itemNames, ...(object?.spellings ?? [])];
}

function parentPrefixes({ item, object, parent }: Entry): readonly string[] {
  const holder = object?.parent;
  if (holder !== undefined) return [holder.name, ...holder.spellings, holder.id].map((word) => `${word}/`);
  return item?.parent === undefined ? [""] : [`${parent?.name ?? ""}/`];
}

function referenceText({ spec }: LoadedKind, text: string): string {
  const isHost =
    spec.joinedFields !== undefined || spec.key.some((field) => spec.comparisons?.[field] === "host");
  return normalText(text, isHost ? "host" : undefined);
}
