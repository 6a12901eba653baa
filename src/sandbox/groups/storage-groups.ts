import { raidLevels } from "../../catalogue/groups/volumes.ts";
import {
  addBcache,
  addCacheSet,
  backingExtent,
  cacheExtent,
  chooseExtent,
  moveBacking,
  moveCache,
  removeBcache,
  removeCacheSet,
  renameBcache,
  requireFreeName,
} from "../model/storage/bcache.ts";
import {
  addDatastore,
  addRaid,
  addVolume,
  addVolumeGroup,
  changeDatastore,
  changeRaid,
  changeVolumeGroup,
  type GroupNames,
  liesOn,
  type MemberKind,
  membersOf,
  removeDatastore,
  removeRaid,
  removeVolume,
  removeVolumeGroup,
} from "../model/storage/groups.ts";
import {
  serializeBcache,
  serializeCacheSet,
  serializeDatastore,
  serializeRaid,
  serializeVolume,
  serializeVolumeGroup,
} from "../serialize/storage.ts";
import { invalid, invalidChoice, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import {
  type Bcache,
  type CacheSet,
  cacheModes,
  extentsOf,
  isFree,
  type LocatedExtent,
  type MemberGroup,
  type Raid,
  type Storage,
  type VolumeGroup,
} from "../state/storage.ts";
import { requireItem } from "../state/table.ts";
import { usesDeployedStyle } from "../state/world.ts";
import { alignmentBytes } from "../values/quantities.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm, uuidRule } from "../wire/form-reader.ts";
import { nodeOf, storageMachineOf } from "./nodes.ts";
import { resource, withoutContent } from "./resource.ts";
import { readSize } from "./storage-devices.ts";

const storageOf = (call: Call): Storage => nodeOf(call).storage;

interface MemberChanges extends GroupNames {
  readonly added: readonly LocatedExtent[];
  readonly addedSpares: readonly LocatedExtent[];
  readonly removed: readonly LocatedExtent[];
}

function readExtents(
  form: FormReader,
  storage: Storage,
  fields: readonly [devices: string, partitions: string],
  isAllowed: (extent: LocatedExtent) => boolean,
): LocatedExtent[] {
  const allowedExtents = extentsOf(storage).filter(isAllowed);
  return fields.flatMap((field, index) =>
    [...new Set(form.list(field))].flatMap((text) => {
      const match = allowedExtents.find(
        ({ partition, extent }) => (partition !== undefined) === (index === 1) && String(extent.id) === text,
      );
      if (match === undefined) form.fail(field, invalidChoice(text));
      return match ?? [];
    }),
  );
}

function readMembers(form: FormReader, call: Call, current?: MemberGroup): MemberChanges {
  const storage = storageOf(call);
  const canBeAdded = (candidate: LocatedExtent) =>
    isFree(candidate) && (current === undefined || !liesOn(storage, candidate, current.id));
  const memberTest = (kind?: MemberKind) => {
    const members = current === undefined ? [] : membersOf(storage, current, kind);
    return (candidate: LocatedExtent) => members.some(({ extent }) => extent === candidate.extent);
  };
  const prefix = current === undefined ? "" : "add_";
  const added = readExtents(form, storage, [`${prefix}block_devices`, `${prefix}partitions`], canBeAdded);
  const addedSpares = readExtents(
    form,
    storage,
    [`${prefix}spare_devices`, `${prefix}spare_partitions`],
    (each) => canBeAdded(each) && !added.some(({ extent }) => extent === each.extent),
  );
  const [isMember, isSpare] = [memberTest(), memberTest("spare")];
  const removed = [
    ...readExtents(
      form,
      storage,
      ["remove_block_devices", "remove_partitions"],
      (each) => isMember(each) && !isSpare(each),
    ),
    ...readExtents(form, storage, ["remove_spare_devices", "remove_spare_partitions"], isSpare),
  ];
  return { added, addedSpares, removed, ...form.values({ name: "word", uuid: "word" }) };
}

const sharedActions = { permit: storageMachineOf, rules: [uuidRule], read: readMembers } as const;

const volumeGroupOf = (call: Call) => requireItem(storageOf(call).volumeGroups, call.path.id, "VolumeGroup");

export const storageGroups = {
  ...resource(["raids", "raid"], {
    ...sharedActions,
    serialize: (world, raid: Raid, call) => serializeRaid(world, nodeOf(call), raid),
    rows: (call) => storageOf(call).raids,
    find: (call) => requireItem(storageOf(call).raids, call.path.id, "RAID"),
    create(call, { added, addedSpares, ...names }) {
      const level = raidLevels.find((each) => each === call.form.get("level")?.trim()) ?? "raid-0";
      return addRaid(call.world, storageOf(call), level, { active: added, spares: addedSpares }, names);
    },
    update: (call, raid, { added, addedSpares, removed, ...names }) =>
      changeRaid(call.world, storageOf(call), raid, { active: added, spares: addedSpares }, removed, names),
    remove: (_world, raid, call) => removeRaid(storageOf(call), raid),
  }),
  ...resource(["volume-groups", "volume-group"], {
    ...sharedActions,
    serialize: (world, group: VolumeGroup, call) => serializeVolumeGroup(world, nodeOf(call), group),
    rows: (call) => storageOf(call).volumeGroups,
    find: volumeGroupOf,
    create: (call, { added, ...names }) => addVolumeGroup(call.world, storageOf(call), added, names),
    update: (call, group, { added, removed, ...names }) =>
      changeVolumeGroup(call.world, storageOf(call), group, added, removed, names),
    remove: (_world, group, call) => removeVolumeGroup(storageOf(call), group),
  }),
  ...resource(["vmfs-datastores", "vmfs-datastore"], {
    ...sharedActions,
    serialize: (world, store: MemberGroup, call) => serializeDatastore(world, nodeOf(call), store),
    rows: (call) => storageOf(call).datastores,
    find: (call) => requireItem(storageOf(call).datastores, call.path.id, "VMFS"),
    create: (call, { added, ...names }) => addDatastore(call.world, storageOf(call), added, names),
    update: (call, store, { added, removed, ...names }) =>
      changeDatastore(call.world, storageOf(call), store, added, removed, names),
    remove: (_world, store, call) => removeDatastore(storageOf(call), store),
  }),
  "volume-group.create_logical_volume"(call) {
    const group = volumeGroupOf(call);
    const node = storageMachineOf(call);
    const form = readForm(call, [uuidRule]);
    const sizeBytes = readSize(form, "size", alignmentBytes);
    form.check();
    const uuid = form.text("uuid") || undefined;
    const spec = { name: form.text("name") ?? "", uuid, sizeBytes };
    return json(serializeVolume(call.world, node, addVolume(call.world, node.storage, group, spec)));
  },
  "volume-group.delete_logical_volume": withoutContent((call) => {
    const group = volumeGroupOf(call);
    const node = storageMachineOf(call);
    const form = readForm(call);
    const id = form.text("id") ?? "";
    if (id !== "" && !/^\d{1,15}$/.test(id)) form.fail("id", "Enter a whole number.");
    form.check();
    removeVolume(node.storage, group, id);
  }),
} satisfies HandlersOf<"raids"> & HandlersOf<"volume-groups"> & HandlersOf<"vmfs-datastores">;

export const bcaches = {
  ...resource(["bcaches", "bcache"], {
    permit: storageMachineOf,
    serialize: (world, bcache: Bcache, call) => serializeBcache(world, nodeOf(call), bcache),
    rows: (call) => nodeOf(call).storage.bcaches,
    find: (call) => requireItem(nodeOf(call).storage.bcaches, call.path.id, "Bcache"),
    rules: [uuidRule, { name: "cache_mode", type: "string" }],
    read: readBcache,
    create(call, values) {
      const node = nodeOf(call);
      const backing = requireExtent("backing", readExtent(call, node, "backing"));
      const cacheSet = values.cacheSet ?? defaultCacheSet(node);
      return addBcache(call.world, node.storage, { cacheMode: "WRITETHROUGH", ...values, backing, cacheSet });
    },
    update(call, bcache, { name, cacheSet, ...changes }) {
      const node = nodeOf(call);
      const { storage } = node;
      const backing = readExtent(call, node, "backing", backingExtent(storage, bcache.id));
      if (name !== undefined && name !== bcache.name) requireFreeName(storage, name);
      if (backing !== undefined) moveBacking(storage, bcache, backing);
      if (name !== undefined) renameBcache(storage, bcache, name);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
    remove: (_world, bcache, call) => removeBcache(nodeOf(call).storage, bcache),
  }),
  ...resource(["bcache-cache-sets", "bcache-cache-set"], {
    permit: storageMachineOf,
    serialize: (world, cacheSet: CacheSet, call) => serializeCacheSet(world, nodeOf(call), cacheSet),
    rows: (call) => nodeOf(call).storage.cacheSets,
    find: (call) => requireItem(nodeOf(call).storage.cacheSets, call.path.id, "CacheSet"),
    create(call) {
      const node = nodeOf(call);
      const extent = requireExtent("cache", readExtent(call, node, "cache"));
      return addCacheSet(call.world, node.storage, extent);
    },
    update(call, cacheSet) {
      const node = nodeOf(call);
      const extent = readExtent(call, node, "cache", cacheExtent(node.storage, cacheSet.id));
      if (extent !== undefined) moveCache(node.storage, cacheSet, extent);
    },
    remove: (_world, cacheSet, call) => removeCacheSet(nodeOf(call).storage, cacheSet),
  }),
} satisfies HandlersOf<"bcaches"> & HandlersOf<"bcache-cache-sets">;

type Role = "cache" | "backing";

const readExtent = ({ form }: Call, { storage }: Node, role: Role, current?: LocatedExtent) => {
  const [device, partition] = ["device", "partition"].map((each) => form.get(`${role}_${each}`) || undefined);
  return chooseExtent(storage, role, device, partition, current);
};

function requireExtent(role: Role, extent: LocatedExtent | undefined): LocatedExtent {
  if (extent !== undefined) return extent;
  throw invalid({ __all__: [`Either ${role}_device or ${role}_partition must be specified.`] });
}

function readBcache(form: FormReader, call: Call) {
  const { cacheSets } = nodeOf(call).storage;
  const mode = form.text("cache_mode") || undefined;
  const isLowerCase = mode === mode?.toLowerCase();
  const isAccepted = isLowerCase || !usesDeployedStyle(call.world, "cache-mode");
  const cacheMode = isAccepted ? cacheModes.find((each) => each === mode?.toUpperCase()) : undefined;
  if (mode !== undefined && cacheMode === undefined) form.fail("cache_mode", invalidChoice(mode, cacheModes));
  const cacheSetText = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === cacheSetText || name === cacheSetText);
  if (cacheSetText !== undefined && cacheSet === undefined)
    form.fail(
      "cache_set",
      invalidChoice(
        cacheSetText,
        cacheSets.map(({ id }) => String(id)),
      ),
    );
  return { ...withoutUndefined({ cacheMode, cacheSet }), ...form.values({ name: "word", uuid: "word" }) };
}

function defaultCacheSet(node: Node): CacheSet {
  const [first, second] = node.storage.cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}
