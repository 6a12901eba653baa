import type { IdentifierKind } from "../catalogue/operation.ts";
import { isSystemId } from "../client/names/names.ts";
import { matchNames } from "../client/names/resolve.ts";
import { Failure } from "../core/failure.ts";
import { inParallel } from "../core/parallel.ts";
import { type Directory, makeDirectory, textsOf } from "./directory.ts";
import type { Desired, Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { normalText } from "./normal-text.ts";
import type { Observed, State } from "./observed.ts";
import {
  childrenOf,
  findObjects,
  furtherFields,
  listObjects,
  type Reader,
  readItem,
  withFurtherFields,
} from "./read-objects.ts";
import { comparisonOf, isSame } from "./same.ts";
import { plainValue } from "./values.ts";

/** Above this number of items the whole list costs less than the filters that find them, 50 a request. */
const maxNarrowed = 200;

/** What is read of the service for a plan. */
export interface Observation {
  readonly state: State;
  readonly directory: Directory;
}

/**
 * Reads what the service holds of the kinds that the files speak of: a list for each kind, or for each object that
 * holds some; more only for fields that lists lack and for references whose text is not that of the list. With
 * `isPruned` all of each scope is read. Throws the `Failure` of a list that cannot be read.
 */
export async function observe(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  desired: Desired,
  isPruned: boolean,
): Promise<Observation> {
  const objects = new Map<string, readonly Observed[]>();
  const scoped = new Set(isPruned ? desired.scopes.map(({ kind }) => kind) : []);
  const asked = [...kinds.values()].filter(
    ({ name }) => scoped.has(name) || desired.items.some((item) => item.kind === name),
  );
  const top = asked.filter(({ kind }) => kind.parent === undefined && kind.map === undefined);
  const lists = await inParallel(top, reader.parallel, async (kind) => {
    const items = desired.items.filter((item) => item.kind === kind.name);
    return await objectsOf(reader, kind, items, scoped.has(kind.name));
  });
  for (const [index, kind] of top.entries()) objects.set(kind.name, lists[index] ?? []);
  for (const kind of asked.filter((each) => each.kind.map !== undefined))
    objects.set(kind.name, await members(reader, kind, desired.items));
  for (const kind of asked.filter((each) => each.kind.parent !== undefined))
    objects.set(kind.name, await heldObjects(reader, kinds, kind, desired, objects, scoped.has(kind.name)));
  const directory = await withReferences(reader, kinds, desired.items, objects);
  return await withDetails(reader, kinds, desired.items, objects, directory);
}

/** The fields to keep of the objects of a kind: those that items give, and references that order what is deleted. */
const fieldsOf = (kind: LoadedKind, items: readonly Item[]): ReadonlySet<string> =>
  new Set([...items.flatMap(({ fields }) => [...fields.keys()]), ...Object.keys(kind.kind.references ?? {})]);

/** The objects that items mean, found by filters of the list where they are few; all of them where `isWhole`. */
async function objectsOf(
  reader: Reader,
  kind: LoadedKind,
  items: readonly Item[],
  isWhole: boolean,
): Promise<readonly Observed[]> {
  const { listFilters: narrow } = kind.kind;
  const fields = fieldsOf(kind, items);
  if (narrow === undefined || isWhole || items.length > maxNarrowed)
    return await listObjects(reader, kind, { fields });
  const found = new Map<string, Observed>();
  let missing = items;
  for (const [field, filter] of Object.entries(narrow)) {
    const texts = missing.flatMap((item) => textsOf(kind, item, field));
    if (texts.length === 0) continue;
    const wanted = { fields: new Set([...fields, field]) };
    for (const object of await findObjects(
      reader,
      kind,
      filter,
      texts.map((text) => normalText(text, kind.kind.comparisons?.[field]).toLowerCase()),
      wanted,
    ))
      found.set(object.id, object);
    const directory = makeDirectory(new Map([[kind.name, kind]]), items, {
      objects: new Map([[kind.name, [...found.values()]]]),
    });
    missing = items.filter((item) => directory.entryOf(item)?.object === undefined);
  }
  return [...found.values()];
}

/** The members of a kind that is one mapping, a request each. */
async function members(
  reader: Reader,
  kind: LoadedKind,
  items: readonly Item[],
): Promise<readonly Observed[]> {
  const own = items.filter((item) => item.kind === kind.name);
  const read = await inParallel(own, reader.parallel, (item) => readItem(reader, kind, item));
  return read.flatMap((object) => object ?? []);
}

/** The objects of a kind that stand within others, of those parents alone that the files ask about. */
async function heldObjects(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  kind: LoadedKind,
  desired: Desired,
  objects: ReadonlyMap<string, readonly Observed[]>,
  isScoped: boolean,
): Promise<readonly Observed[]> {
  const directory = makeDirectory(kinds, desired.items, { objects });
  const own = desired.items.filter((item) => item.kind === kind.name);
  const scopes = isScoped ? desired.scopes.filter((scope) => scope.kind === kind.name) : [];
  const parents = new Set(
    [...own, ...scopes].flatMap(({ parent }) => (parent && directory.entryOf(parent)?.object) ?? []),
  );
  const fields = fieldsOf(kind, own);
  const found = await inParallel([...parents], reader.parallel, (parent) =>
    childrenOf(reader, kind, parent, fields),
  );
  return found.flatMap((children) => children ?? []);
}

/** Reads the kinds that references name, as far as the rows at hand do not say what they mean. */
async function withReferences(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  objects: Map<string, readonly Observed[]>,
): Promise<Directory> {
  const whole = new Set([...objects.keys()].filter((name) => kinds.get(name)?.kind.parent === undefined));
  for (;;) {
    const directory = makeDirectory(kinds, items, { objects });
    const needed = neededKinds(kinds, items, directory).filter(({ name }) => !whole.has(name));
    if (needed.length === 0) return directory;
    for (const kind of needed) {
      const known = new Map((objects.get(kind.name) ?? []).map((object) => [object.key, object]));
      const all = await allObjects(reader, kinds, kind, objects);
      objects.set(
        kind.name,
        all.map((object) => known.get(object.key) ?? object),
      );
      whole.add(kind.name);
    }
  }
}

/** All objects of a kind, with what holds them. */
async function allObjects(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  kind: LoadedKind,
  objects: Map<string, readonly Observed[]>,
): Promise<readonly Observed[]> {
  const fields = new Set(kind.kind.key);
  const above = kind.kind.parent && kinds.get(kind.kind.parent.kind);
  if (above === undefined) return await listObjects(reader, kind, { fields });
  const parents = objects.get(above.name) ?? (await allObjects(reader, kinds, above, objects));
  objects.set(above.name, parents);
  const found = await inParallel(parents, reader.parallel, (parent) =>
    childrenOf(reader, kind, parent, fields),
  );
  return found.flatMap((children) => children ?? []);
}

/** The kinds of references that do not read as the object has them: by another spelling, or changed, or new. */
function neededKinds(
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  directory: Directory,
): readonly LoadedKind[] {
  const names = new Set<string>();
  for (const item of items) {
    const kind = kinds.get(item.kind);
    const object = directory.entryOf(item)?.object;
    if (kind === undefined) continue;
    for (const [name, value] of item.fields) {
      const field = kind.fields.get(name);
      if (field?.refers === undefined) continue;
      const plain = plainValue(field.field, value);
      const isPart = object !== undefined && kind.kind.key.includes(name) && !object.values.has(name);
      const isKnown =
        object !== undefined && isSame(plain, object.values.get(name) ?? [], comparisonOf(kind, field));
      const texts = textsOf(kind, item, name).filter((text) => text.trim() !== "");
      const isResolved = texts.every((text) => directory.find(field.refers ?? "", text) !== undefined);
      if (!isPart && !isKnown && !isResolved) names.add(field.refers);
    }
  }
  return [...names].flatMap((name) => kinds.get(name) ?? []);
}

/** Adds the fields that lists lack to the objects that items ask them of, and the ids of the nodes that items name. */
async function withDetails(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  objects: Map<string, readonly Observed[]>,
  directory: Directory,
): Promise<Observation> {
  const asked = new Map(
    items.flatMap((item): readonly [Observed, Item][] => {
      const object = directory.entryOf(item)?.object;
      const isAsked =
        object !== undefined && furtherFields(object.kind).some((name) => item.fields.has(name));
      return isAsked ? [[object, item]] : [];
    }),
  );
  for (const [name, all] of objects) {
    const kind = kinds.get(name);
    const few = all.filter((object) => asked.has(object));
    if (kind === undefined || few.length === 0) continue;
    const read = await withFurtherFields(
      reader,
      kind,
      few,
      (object) => asked.get(object)?.fields.keys() ?? [],
    );
    const fuller = new Map(few.map((object, index) => [object, read[index] ?? object]));
    objects.set(
      name,
      all.map((object) => fuller.get(object) ?? object),
    );
  }
  const state = { objects, ...(await namedNodes(reader, kinds, items, directory)) };
  return { state, directory: asked.size === 0 ? directory : makeDirectory(kinds, items, state) };
}

/** The system ids of the nodes that items name by another word than the service does, and the names of those they replace. */
async function namedNodes(
  { client }: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  directory: Directory,
): Promise<Pick<State, "nodes" | "hostnames">> {
  const names = new Map<IdentifierKind, Set<string>>();
  const held = new Set<string>();
  for (const item of items) {
    const kind = kinds.get(item.kind);
    const values = directory.entryOf(item)?.object?.values;
    for (const [name, value] of item.fields) {
      const field = kind?.fields.get(name);
      if (kind === undefined || field?.field.kind === undefined) continue;
      if (isSame(plainValue(field.field, value), values?.get(name) ?? [], comparisonOf(kind, field)))
        continue;
      const of = names.get(field.field.kind) ?? new Set();
      names.set(field.field.kind, of);
      for (const text of textsOf(kind, item, name)) if (text.trim() !== "") of.add(text);
      for (const id of [values?.get(name)?.[0] ?? []].flat().map(String).filter(isSystemId)) {
        held.add(id);
        of.add(id);
      }
    }
  }
  const nodes = new Map<string, string>();
  const hostnames = new Map<string, string>();
  for (const [kind, words] of names)
    for (const [word, matches] of await matchNames(client, kind, [...words])) {
      if (matches.length > 1)
        throw new Failure("notFound", `${matches.length} ${kind}s are called '${word}'`);
      const [match] = matches;
      if (match === undefined) continue;
      nodes.set(word, match.view.systemId);
      if (held.has(word)) hostnames.set(word, match.view.hostname);
    }
  return { nodes, hostnames };
}
