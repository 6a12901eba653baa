import type { IdentifierKind } from "../catalogue/operation.ts";
import type { Client } from "../client/http/call.ts";
import { isSystemId } from "../client/names/names.ts";
import { matchNames } from "../client/names/resolve.ts";
import { Failure, withFallback } from "../core/failure.ts";
import { addTo, groupBy } from "../core/grouping.ts";
import { isRecord, primitiveText } from "../core/json-record.ts";
import { inParallel } from "../core/parallel.ts";
import { type Blockers, readBlockers } from "./deletions.ts";
import type { EntryIndex } from "./dependencies.ts";
import { makeEntryIndex } from "./entry-index.ts";
import type { Item, ItemSet } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import { normalText } from "./normal-text.ts";
import type { Caller } from "./plan-notices.ts";
import {
  childrenOf,
  findObjects,
  listObjects,
  type Reader,
  readEach,
  readItem,
  unlistedFields,
  withUnlistedFields,
} from "./read-objects.ts";
import { currentValueOf, outermost, readRow, type ServiceObject, type State } from "./service-objects.ts";
import { comparisonOf, isSame, plainValue, textsOf } from "./values.ts";

export interface Observation {
  readonly state: State;
  readonly entryIndex: EntryIndex;
  readonly blockers?: Blockers;
  readonly caller?: Caller | undefined;
}

/**
 * Reads the kinds that the files mention: one list per kind or parent. Reads more only for unresolved references, and
 * for fields that are not in lists. With `prunes`, reads all objects of each scope. Throws the `Failure` of a list that
 * cannot be read.
 */
export async function observe(
  reader: Reader,
  kinds: ReadonlyMap<string, LoadedKind>,
  desired: ItemSet,
  prunes: boolean,
): Promise<Observation> {
  const observer = createObserver(reader, kinds, desired);
  const scopedKinds = new Set(prunes ? desired.scopes.map(({ kind }) => kind) : []);
  const mentionedKinds = [...kinds.values()].filter(
    ({ name }) => scopedKinds.has(name) || desired.items.some((item) => item.kind === name),
  );
  const topKinds = mentionedKinds.filter(({ spec }) => spec.parent === undefined && spec.map === undefined);
  await inParallel(topKinds, reader.parallel, (kind) => observer.readList(kind, scopedKinds.has(kind.name)));
  for (const kind of mentionedKinds) if (kind.spec.map !== undefined) await observer.readMembers(kind);
  await observer.readDetails();
  const { kindsUsingNames } = observer;
  const referringKinds = mentionedKinds.some((kind) => kindsUsingNames.has(kind)) ? kindsUsingNames : [];
  const nestedKinds = [...new Set([...mentionedKinds, ...referringKinds])].filter(
    ({ spec }) => spec.parent !== undefined,
  );
  for (const level of groupByDepth(kinds, nestedKinds)) await observer.readChildren(level, scopedKinds);
  await observer.readReferences();
  if (prunes) {
    await observer.readBlockingKinds(mentionedKinds);
    await observer.protectCaller(mentionedKinds);
  }
  const caller = await observer.readCaller();
  const blockers = await observer.readBlockers(prunes ? mentionedKinds : []);
  return { ...(await observer.observation()), blockers, caller };
}

/** True for storage kinds, whose objects refer to each other by name. */
const refersByName = (kinds: ReadonlyMap<string, LoadedKind>, { spec }: LoadedKind): boolean =>
  spec.referenceName !== undefined ||
  (spec.siblings ?? []).some(
    (field) => kinds.get(spec.references?.[field] ?? "")?.spec.referenceName !== undefined,
  );

function groupByDepth(
  kinds: ReadonlyMap<string, LoadedKind>,
  mentionedKinds: readonly LoadedKind[],
): readonly (readonly LoadedKind[])[] {
  const levels = groupBy(mentionedKinds, (kind) => depthOf(kinds, kind));
  return [...levels].sort(([a], [b]) => a - b).map(([, level]) => level);
}

const depthOf = (kinds: ReadonlyMap<string, LoadedKind>, { spec }: LoadedKind): number => {
  const parentKind = kinds.get(spec.parent?.kind ?? "");
  return parentKind === undefined ? 0 : depthOf(kinds, parentKind) + 1;
};

function createObserver(reader: Reader, kinds: ReadonlyMap<string, LoadedKind>, { items, scopes }: ItemSet) {
  const objects = new Map<string, readonly ServiceObject[]>();
  const entryIndex = makeEntryIndex(kinds, items, { objects });
  const kindsUsingNames = new Set([...kinds.values()].filter((kind) => refersByName(kinds, kind)));
  const store = (kind: LoadedKind, kindObjects: readonly ServiceObject[]) => {
    objects.set(kind.name, kindObjects);
    entryIndex.forget(kind.name);
  };
  const undeclaredObjects = (kind: LoadedKind) =>
    entryIndex.entries.flatMap((entry) =>
      entry.kind === kind && entry.item === undefined && entry.object?.isBuiltIn === false
        ? [entry.object]
        : [],
    );
  const itemsOf = (kind: LoadedKind) => items.filter((item) => item.kind === kind.name);
  const scopedChildMembers = ({ spec }: LoadedKind) =>
    Object.entries(spec.children ?? {}).flatMap(([member, name]) =>
      scopes.some((scope) => scope.kind === name) ? [member] : [],
    );
  const objectOf = (item: Item | undefined) => item && entryIndex.entryOf(item)?.object;
  const machinesUsingNames = (): ReadonlySet<unknown> => {
    const usesNamesOfOthers = ({ kind }: Item) => [...kindsUsingNames].some(({ name }) => name === kind);
    const machines = new Set(items.flatMap((item) => (usesNamesOfOthers(item) ? outermost(item) : [])));
    return new Set([...machines].map((item) => entryIndex.entryOf(item)?.key));
  };

  const allObjects = async (kind: LoadedKind): Promise<readonly ServiceObject[]> => {
    const fields = new Set(kind.spec.key);
    const parentKind = kinds.get(kind.spec.parent?.kind ?? "");
    if (parentKind === undefined) return await listObjects(reader, kind, { fields });
    if (!objects.has(parentKind.name)) store(parentKind, await allObjects(parentKind));
    const parents = objects.get(parentKind.name) ?? [];
    return await readEach(reader, parents, (parent) => childrenOf(reader, kind, parent, fields));
  };

  const unresolvedKinds = (): readonly string[] =>
    [...changedNames(kinds, items, entryIndex)]
      .filter(({ item, kind, field: { name, referredKind, definition }, object }) => {
        // Nodes are looked up by name, without a list of all nodes.
        if (definition.kind !== undefined) return false;
        if (kind.spec.siblings?.includes(name)) return false;
        // A part of the object's own name is already in its key.
        const isOwnKey = object !== undefined && kind.spec.key.includes(name) && !object.values.has(name);
        const texts = textsOf(kind, item, name).filter((text) => text.trim() !== "");
        return !isOwnKey && texts.some((text) => entryIndex.find(referredKind ?? "", text) === undefined);
      })
      .flatMap(({ field }) => field.referredKind ?? []);

  return {
    kindsUsingNames,
    async readList(kind: LoadedKind, readsAll: boolean) {
      store(kind, await listMentioned(reader, kind, itemsOf(kind), readsAll, scopedChildMembers(kind)));
    },
    async readMembers(kind: LoadedKind) {
      store(kind, await readEach(reader, itemsOf(kind), (item) => readItem(reader, kind, item)));
    },
    async readChildren(level: readonly LoadedKind[], scopedKinds: ReadonlySet<string>) {
      const machines = level.some((kind) => kindsUsingNames.has(kind)) ? machinesUsingNames() : new Set();
      const readings = level.map((kind) => {
        const kindScopes = scopedKinds.has(kind.name)
          ? scopes.filter((scope) => scope.kind === kind.name)
          : [];
        const mentionedParents = [...itemsOf(kind), ...kindScopes].map(({ parent }) => objectOf(parent));
        const possibleParents = kindsUsingNames.has(kind)
          ? (objects.get(kind.spec.parent?.kind ?? "") ?? [])
          : [];
        const machineParents = possibleParents.filter((object) => machines.has(outermost(object).key));
        return {
          kind,
          parents: [...new Set([...mentionedParents, ...machineParents])].filter(
            (parent) => parent !== undefined,
          ),
        };
      });
      for (const { kind, parents } of readings) {
        const fields = fieldsToKeep(kind, itemsOf(kind));
        store(kind, await readEach(reader, parents, (parent) => childrenOf(reader, kind, parent, fields)));
      }
    },
    async readReferences() {
      const readKinds = new Set(
        [...objects.keys()].filter((name) => kinds.get(name)?.spec.parent === undefined),
      );
      for (;;) {
        const neededKinds = new Set(unresolvedKinds().filter((name) => !readKinds.has(name)));
        if (neededKinds.size === 0) return;
        for (const name of neededKinds) {
          const kind = kinds.get(name);
          readKinds.add(name);
          if (kind === undefined) continue;
          const objectByKey = new Map((objects.get(name) ?? []).map((object) => [object.key, object]));
          const all = await allObjects(kind);
          store(
            kind,
            all.map((object) => objectByKey.get(object.key) ?? object),
          );
        }
      }
    },
    async readBlockingKinds(prunedKinds: readonly LoadedKind[]) {
      const names = prunedKinds.flatMap((kind) =>
        undeclaredObjects(kind).length > 0 ? (kind.spec.blockedBy ?? []) : [],
      );
      for (const name of new Set(names)) {
        const kind = kinds.get(name);
        if (kind === undefined || objects.has(name)) continue;
        store(kind, await listObjects(reader, kind, { fields: fieldsToKeep(kind, []) }));
      }
    },
    /** Marks the caller's own objects as built in, so that they stay. */
    async protectCaller(prunedKinds: readonly LoadedKind[]) {
      for (const kind of prunedKinds) {
        const operation = kind.group.operations[kind.spec.callerOperation ?? ""];
        if (operation === undefined || undeclaredObjects(kind).length === 0) continue;
        const answer = await reader.client.call(operation, {}, { signal: reader.signal });
        const callerObject = readRow(kind, await answer.value());
        const protectedObjects = objects
          .get(kind.name)
          ?.map((object) => (object.key === callerObject?.key ? { ...object, isBuiltIn: true } : object));
        store(kind, protectedObjects ?? []);
      }
    },
    async readCaller(): Promise<Caller | undefined> {
      const users = kinds.get("users");
      const operation = users?.group.operations[users.spec.callerOperation ?? ""];
      const hasOwner = items.some((item) => {
        const owner = objectOf(item)?.childRows["owner"];
        return typeof owner === "string" && owner !== "";
      });
      if (operation === undefined || !hasOwner) return undefined;
      const row = await withFallback(undefined, async () => {
        const answer = await reader.client.call(operation, {}, { signal: reader.signal });
        return await answer.value();
      });
      if (!isRecord(row) || typeof row["username"] !== "string") return undefined;
      return { name: row["username"], isAdministrator: row["is_superuser"] === true };
    },
    readBlockers: (prunedKinds: readonly LoadedKind[]): Promise<Blockers> =>
      readBlockers(reader, new Map(prunedKinds.map((kind) => [kind, undeclaredObjects(kind)]))),
    async readDetails() {
      for (const [name, all] of objects) {
        const kind = kinds.get(name);
        if (kind === undefined || unlistedFields(kind).length === 0) continue;
        const itemOf = new Map(itemsOf(kind).map((item) => [objectOf(item), item]));
        const neededFields = (object: ServiceObject) => itemOf.get(object)?.fields.keys() ?? [];
        store(kind, await withUnlistedFields(reader, kind, all, neededFields));
      }
    },
    async observation(): Promise<Observation> {
      return {
        state: { objects, ...(await resolveNodes(reader.client, kinds, items, entryIndex)) },
        entryIndex,
      };
    },
  };
}

const fieldsToKeep = ({ spec }: LoadedKind, items: readonly Item[]): ReadonlySet<string> =>
  new Set([
    ...items.flatMap(({ fields }) => [...fields.keys()]),
    ...Object.keys(spec.references ?? {}),
    ...(spec.keptByField === undefined ? [] : [spec.keptByField]),
  ]);

/** With more items, reading the whole list is cheaper than filters with 50 values per request. */
const maxFilteredItems = 200;

async function listMentioned(
  reader: Reader,
  kind: LoadedKind,
  items: readonly Item[],
  readsAll: boolean,
  extraFields: readonly string[],
): Promise<readonly ServiceObject[]> {
  const { listFilters, comparisons } = kind.spec;
  const fields = new Set([...fieldsToKeep(kind, items), ...extraFields]);
  if (listFilters === undefined || readsAll || items.length > maxFilteredItems)
    return await listObjects(reader, kind, { fields });
  const matches = new Map<string, ServiceObject>();
  let missingItems = items;
  for (const [field, filter] of Object.entries(listFilters)) {
    const texts = missingItems.flatMap((item) => textsOf(kind, item, field));
    if (texts.length === 0) continue;
    const values = texts.map((text) => normalText(text, comparisons?.[field]).toLowerCase());
    const readOptions = { fields: new Set([...fields, field]) };
    for (const object of await findObjects(reader, kind, filter, values, readOptions))
      matches.set(object.id, object);
    const objects = new Map([[kind.name, [...matches.values()]]]);
    const entryIndex = makeEntryIndex(new Map([[kind.name, kind]]), items, { objects });
    missingItems = items.filter((item) => entryIndex.entryOf(item)?.object === undefined);
  }
  return [...matches.values()];
}

function* changedNames(
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  entryIndex: EntryIndex,
) {
  for (const item of items) {
    const kind = kinds.get(item.kind);
    const object = entryIndex.entryOf(item)?.object;
    for (const [name, value] of item.fields) {
      const field = kind?.fields.get(name);
      if (kind === undefined || field === undefined) continue;
      if (field.referredKind === undefined && field.definition.kind === undefined) continue;
      const spellings = object?.values.get(name) ?? [];
      if (!isSame(plainValue(field.definition, value), spellings, comparisonOf(kind, field)))
        yield { item, kind, field, object };
    }
  }
}

async function resolveNodes(
  client: Client,
  kinds: ReadonlyMap<string, LoadedKind>,
  items: readonly Item[],
  entryIndex: EntryIndex,
): Promise<Pick<State, "nodes" | "hostnames">> {
  const words = new Map<IdentifierKind, string[]>();
  const replacedIds = new Set<string>();
  for (const { item, kind, field, object } of changedNames(kinds, items, entryIndex)) {
    const nodeKind = field.definition.kind;
    if (nodeKind === undefined) continue;
    const ids = [currentValueOf(object, field.name) ?? []].flat().map(primitiveText).filter(isSystemId);
    for (const id of ids) replacedIds.add(id);
    const texts = textsOf(kind, item, field.name).filter((text) => text.trim() !== "");
    addTo(words, nodeKind, ...texts, ...ids);
  }
  const nodes = new Map<string, string>();
  const hostnames = new Map<string, string>();
  for (const [kind, names] of words)
    for (const [word, matches] of await matchNames(client, kind, [...new Set(names)])) {
      if (matches.length > 1)
        throw new Failure("notFound", `${matches.length} ${kind}s are called '${word}'`);
      const [match] = matches;
      if (match === undefined) continue;
      nodes.set(word, match.view.systemId);
      if (replacedIds.has(word)) hostnames.set(word, match.view.hostname);
    }
  return { nodes, hostnames };
}
