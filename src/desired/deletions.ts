import { nodeGroup } from "../catalogue/groups/nodes.ts";
import type { Operation } from "../catalogue/operation.ts";
import { listedRows } from "../client/json/elements.ts";
import { namesPerRequest } from "../client/names/find-nodes.ts";
import { withFallback } from "../core/failure.ts";
import { addTo } from "../core/grouping.ts";
import { recordsIn } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import { nameList } from "../core/text/word-lists.ts";
import type { Step } from "./change.ts";
import { baseObjects, dependentsOf, type EntryIndex, usedEntries } from "./dependencies.ts";
import type { ItemSet } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import type { Reader } from "./read-objects.ts";
import { currentValueOf, type Entry, entryLabel, memberAt, type ServiceObject } from "./service-objects.ts";

/** The hosts and reserved addresses that use an object: until they are gone, the service refuses to delete it. */
export type Blockers = ReadonlyMap<ServiceObject, readonly string[]>;

export async function readBlockers(
  reader: Reader,
  objectsByKind: ReadonlyMap<LoadedKind, readonly ServiceObject[]>,
): Promise<Blockers> {
  const blockers = new Map<ServiceObject, string[]>();
  for (const [kind, objects] of objectsByKind) {
    await addBlockingNodes(reader, kind, objects, blockers);
    const operation = kind.group.operations[kind.spec.blockedByAddresses ?? ""];
    if (operation === undefined) continue;
    await inParallel(objects, reader.parallel, async (object) => {
      const addresses = await withFallback([], () => reservedAddresses(reader, operation, object));
      addTo(blockers, object, ...addresses);
    });
  }
  return blockers;
}

async function reservedAddresses(
  { client, signal }: Reader,
  operation: Operation,
  { identifiers }: ServiceObject,
): Promise<readonly string[]> {
  const rows = recordsIn(await (await client.call(operation, identifiers, { signal })).value());
  return rows.flatMap(({ ip, alloc_type, node_summary }) =>
    typeof ip === "string" && alloc_type !== observedAddressType && !node_summary ? [ip] : [],
  );
}

const observedAddressType = 6;

async function addBlockingNodes(
  { client, signal }: Reader,
  { spec: { blockedByNodes } }: LoadedKind,
  objects: readonly ServiceObject[],
  blockers: Map<ServiceObject, string[]>,
): Promise<void> {
  if (blockedByNodes === undefined) return;
  const { filter, path } = blockedByNodes;
  const members = path.split(".");
  for (const chunk of chunksOf(objects, namesPerRequest))
    await withFallback(undefined, async () => {
      const objectByName = new Map(chunk.map((object) => [object.ownName, object]));
      const list = nodeGroup.operations["nodes.list"];
      const answer = await client.call(list, { [filter]: [...objectByName.keys()] }, { signal });
      for await (const row of listedRows(answer, ["hostname", members[0] ?? ""])) {
        const hostname = memberAt(row, ["hostname"]);
        if (typeof hostname !== "string") continue;
        for (const name of new Set([memberAt(row, members)].flat(members.length))) {
          const object = typeof name === "string" ? objectByName.get(name) : undefined;
          if (object !== undefined) addTo(blockers, object, hostname);
        }
      }
    });
}

export function planDeletions(
  desired: ItemSet,
  entryIndex: EntryIndex,
  blockers: Blockers = new Map(),
): { readonly steps: readonly Step[]; readonly warnings: readonly string[] } {
  const dependentsByEntry = keptBy(entryIndex);
  const unidentifiedItems = desired.items.filter((item) => entryIndex.entryOf(item)?.key === undefined);
  const warnings: string[] = [];
  const steps = entryIndex.entries.flatMap((entry): readonly Step[] => {
    const { kind, object, item, name } = entry;
    if (item !== undefined || object === undefined || object.isBuiltIn) return [];
    if (kind.spec.createOnDemand === true || kind.operations.remove === undefined) return [];
    const scope = desired.scopes.find(
      ({ kind: scopedKind, parent }) =>
        scopedKind === kind.name && (parent && entryIndex.entryOf(parent)?.object) === object.parent,
    );
    if (scope === undefined) return [];
    const possibleItem = unidentifiedItems.find(
      (each) => each.kind === kind.name && each.parent === scope.parent,
    );
    const dependent = dependentsByEntry.get(entry)?.at(-1);
    const reason =
      (possibleItem && `it may be the item at ${possibleItem.place.file}:${possibleItem.place.line}`) ??
      (dependent && `${entryLabel(dependent)} needs it`);
    if (reason === undefined) return [{ action: "delete", kind, name, entry, place: undefined, changes: [] }];
    warnings.push(`${kind.name} ${name} stays: ${reason}`);
    return [];
  });
  const blockersByEntry = blockedEntries(new Set(steps.map(({ entry }) => entry)), entryIndex, blockers);
  for (const [{ kind, name }, labels] of blockersByEntry)
    warnings.push(
      `${kind.name} ${name} stays, because the service refuses to delete it while it has ${nameList(labels)}`,
    );
  return { steps: steps.filter(({ entry }) => !blockersByEntry.has(entry)), warnings };
}

function blockedEntries(
  deletedEntries: ReadonlySet<Entry>,
  entryIndex: EntryIndex,
  blockers: Blockers,
): ReadonlyMap<Entry, readonly string[]> {
  const blockersByEntry = new Map<Entry, string[]>();
  const dependentsByBase = new Map<Entry, Entry[]>();
  for (const entry of entryIndex.entries)
    if (entry.object !== undefined)
      for (const base of baseObjects(entry, entryIndex)) addTo(dependentsByBase, base, entry);
  for (const entry of entryIndex.entries) {
    if (deletedEntries.has(entry) || entry.item !== undefined) continue;
    if (isDeletedWith(dependentsByBase.get(entry) ?? [], entry, deletedEntries)) continue;
    for (const target of usedEntries(entry, entryIndex))
      if (deletedEntries.has(target) && target.kind.spec.blockedBy?.includes(entry.kind.name) === true)
        addTo(blockersByEntry, target, entryLabel(entry));
  }
  for (const entry of deletedEntries)
    for (const hostname of (entry.object && blockers.get(entry.object)) ?? []) {
      const node = entryIndex.find("devices", hostname) ?? entryIndex.find("machines", hostname);
      const isMoved = node?.item?.fields.has(entry.kind.spec.blockedByNodes?.filter ?? "") === true;
      if (!isMoved && !(node !== undefined && deletedEntries.has(node)))
        addTo(blockersByEntry, entry, hostname);
    }
  return blockersByEntry;
}

/** Entries that items refer to, or would still refer to, because fields that an item does not mention stay as they are. */
function keptBy(entryIndex: EntryIndex): ReadonlyMap<Entry, readonly Entry[]> {
  const dependentsByEntry = new Map(
    [...dependentsOf(entryIndex)].map(([target, dependents]) => [target, [...dependents]]),
  );
  for (const entry of entryIndex.entries) {
    const { item, object } = entry;
    if (item === undefined || object === undefined) continue;
    const values = new Map([...object.values].filter(([name]) => !item.fields.has(name)));
    for (const target of usedEntries({ ...entry, object: { ...object, values } }, entryIndex))
      addTo(dependentsByEntry, target, entry);
  }
  return dependentsByEntry;
}

/** True if the service deletes the object itself, with the last of the objects that depend on it. */
function isDeletedWith(
  dependents: readonly Entry[],
  { kind: { spec }, object }: Entry,
  deletedEntries: ReadonlySet<Entry>,
): boolean {
  const { keptByField } = spec;
  if (keptByField === undefined || object === undefined || dependents.length === 0) return false;
  const isEmpty = [currentValueOf(object, keptByField) ?? []].flat().length === 0;
  return isEmpty && dependents.every((other) => deletedEntries.has(other));
}
