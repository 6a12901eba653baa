import { raidLevels } from "../../catalogue/groups/volumes.ts";
import {
  addBcache,
  addCacheSet,
  chooseExtent,
  moveBacking,
  moveCache,
  removeBcache,
  removeCacheSet,
  renameDevice,
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
  type GroupChange,
  isBackedBy,
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
import type { Node } from "../state/node.ts";
import { invalidChoice, invalidField, invalidForm, requiredMessage } from "../state/service-error.ts";
import {
  type CacheSet,
  cacheModes,
  extentsOf,
  isFree,
  type LocatedExtent,
  membersOf,
  type Storage,
  type StorageGroup,
} from "../state/storage.ts";
import { requireById } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { alignmentBytes } from "../values/quantities.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm, uuidRule } from "../wire/form-reader.ts";
import { nodeOf, storageMachineOf } from "./nodes.ts";
import { resource, withoutContent } from "./resource.ts";
import { readSize } from "./storage-devices.ts";

const storageOf = (call: Call): Storage => nodeOf(call).storage;

function readExtents(
  form: FormReader,
  allowedExtents: readonly LocatedExtent[],
  devices: string,
  partitions: string,
): LocatedExtent[] {
  return [devices, partitions].flatMap((field) =>
    [...new Set(form.list(field))].flatMap((text) => {
      const match = allowedExtents.find(
        ({ partition, extent }) =>
          (partition !== undefined) === (field === partitions) && String(extent.id) === text,
      );
      if (match === undefined) form.addError(field, invalidChoice(text));
      return match ?? [];
    }),
  );
}

function readMembers(form: FormReader, call: Call, current?: StorageGroup): GroupChange {
  const storage = storageOf(call);
  const withoutExtents = (extents: readonly LocatedExtent[], others: readonly LocatedExtent[]) =>
    extents.filter(({ extent }) => !others.some((other) => other.extent === extent));
  const freeExtents = extentsOf(storage).filter(
    (each) => isFree(each) && (current === undefined || !isBackedBy(storage, each, current.id)),
  );
  const members = current === undefined ? [] : membersOf(storage, current);
  const spares = current === undefined ? [] : membersOf(storage, current, "spare");
  const prefix = current === undefined ? "" : "add_";
  const added = readExtents(form, freeExtents, `${prefix}block_devices`, `${prefix}partitions`);
  return {
    added,
    addedSpares: readExtents(
      form,
      withoutExtents(freeExtents, added),
      `${prefix}spare_devices`,
      `${prefix}spare_partitions`,
    ),
    removed: [
      ...readExtents(form, withoutExtents(members, spares), "remove_block_devices", "remove_partitions"),
      ...readExtents(form, spares, "remove_spare_devices", "remove_spare_partitions"),
    ],
    ...form.values({ name: "nonEmptyText", uuid: "nonEmptyText" }),
  };
}

/** Finds, lists, serializes and removes one kind of object in a machine's storage, if the user may change it. */
const storageRows = <Row extends { readonly id: number }>(
  rowsOf: (storage: Storage) => readonly Row[],
  type: string,
  serialize: (world: World, node: Node, row: Row) => unknown,
  remove: (storage: Storage, row: Row) => void,
) => ({
  permit: storageMachineOf,
  rows: (call: Call) => rowsOf(storageOf(call)),
  find: (call: Call) => requireById(rowsOf(storageOf(call)), call.path.id, type),
  serialize: (world: World, row: Row, call: Call) => serialize(world, nodeOf(call), row),
  remove: (_world: World, row: Row, call: Call) => remove(storageOf(call), row),
});

const volumeGroupRows = storageRows(
  ({ volumeGroups }) => volumeGroups,
  "VolumeGroup",
  serializeVolumeGroup,
  removeVolumeGroup,
);

const groupForm = { rules: [uuidRule], read: readMembers } as const;

export const storageGroups = {
  ...resource(["raids", "raid"], {
    ...storageRows(({ raids }) => raids, "RAID", serializeRaid, removeRaid),
    ...groupForm,
    create(call, change) {
      const level = raidLevels.find((each) => each === call.form.get("level")?.trim()) ?? "raid-0";
      return addRaid(call.world, storageOf(call), level, change);
    },
    update: (call, raid, change) => changeRaid(call.world, storageOf(call), raid, change),
  }),
  ...resource(["volume-groups", "volume-group"], {
    ...volumeGroupRows,
    ...groupForm,
    create: (call, change) => addVolumeGroup(call.world, storageOf(call), change),
    update: (call, group, change) => changeVolumeGroup(call.world, storageOf(call), group, change),
  }),
  ...resource(["vmfs-datastores", "vmfs-datastore"], {
    ...storageRows(({ datastores }) => datastores, "VMFS", serializeDatastore, removeDatastore),
    ...groupForm,
    create: (call, change) => addDatastore(call.world, storageOf(call), change),
    update: (call, store, change) => changeDatastore(call.world, storageOf(call), store, change),
  }),
  "volume-group.create_logical_volume"(call) {
    const group = volumeGroupRows.find(call);
    const node = storageMachineOf(call);
    const form = readForm(call, [uuidRule]);
    const sizeBytes = readSize(form, "size", alignmentBytes);
    form.throwErrors();
    const spec = { name: form.text("name") ?? "", sizeBytes, ...form.values({ uuid: "nonEmptyText" }) };
    return json(serializeVolume(call.world, node, addVolume(call.world, node.storage, group, spec)));
  },
  "volume-group.delete_logical_volume": withoutContent((call) => {
    const group = volumeGroupRows.find(call);
    const node = storageMachineOf(call);
    const form = readForm(call);
    const id = form.text("id") ?? "";
    if (id !== "" && !/^\d{1,15}$/.test(id)) form.addError("id", "Enter a whole number.");
    form.throwErrors();
    removeVolume(node.storage, group, id);
  }),
  ...resource(["bcaches", "bcache"], {
    ...storageRows(({ bcaches }) => bcaches, "Bcache", serializeBcache, removeBcache),
    rules: [uuidRule, { name: "cache_mode", type: "string" }],
    read: readBcache,
    create(call, values) {
      const storage = storageOf(call);
      const backing = requireExtent("backing", readExtent(call, "backing"));
      const cacheSet = values.cacheSet ?? defaultCacheSet(storage);
      return addBcache(call.world, storage, { cacheMode: "WRITETHROUGH", ...values, backing, cacheSet });
    },
    update(call, bcache, { name, cacheSet, ...changes }) {
      const storage = storageOf(call);
      const backing = readExtent(call, "backing", membersOf(storage, bcache, "backing")[0]);
      if (name !== undefined && name !== bcache.name) requireFreeName(storage, name);
      if (backing !== undefined) moveBacking(call.world, storage, bcache, backing);
      if (name !== undefined) renameDevice(storage, bcache.deviceId, name);
      Object.assign(bcache, changes, cacheSet && { cacheSetId: cacheSet.id });
    },
  }),
  ...resource(["bcache-cache-sets", "bcache-cache-set"], {
    ...storageRows(({ cacheSets }) => cacheSets, "CacheSet", serializeCacheSet, removeCacheSet),
    create: (call) =>
      addCacheSet(call.world, storageOf(call), requireExtent("cache", readExtent(call, "cache"))),
    update(call, cacheSet) {
      const storage = storageOf(call);
      const extent = readExtent(call, "cache", membersOf(storage, cacheSet, "cache")[0]);
      if (extent !== undefined) moveCache(call.world, storage, cacheSet, extent);
    },
  }),
} satisfies HandlersOf<"raids" | "volume-groups" | "vmfs-datastores" | "bcaches" | "bcache-cache-sets">;

type Role = "cache" | "backing";

const readExtent = (call: Call, role: Role, current?: LocatedExtent) => {
  const [device, partition] = ["device", "partition"].map(
    (each) => call.form.get(`${role}_${each}`) || undefined,
  );
  return chooseExtent(storageOf(call), role, device, partition, current);
};

function requireExtent(role: Role, extent: LocatedExtent | undefined): LocatedExtent {
  if (extent !== undefined) return extent;
  throw invalidForm(`Either ${role}_device or ${role}_partition must be specified.`);
}

function readBcache(form: FormReader, call: Call) {
  const { cacheSets } = storageOf(call);
  const mode = form.text("cache_mode") || undefined;
  const isLowerCase = mode === mode?.toLowerCase();
  const isAccepted = isLowerCase || !usesDeployedStyle(call.world, "cache-mode");
  const cacheMode = isAccepted ? cacheModes.find((each) => each === mode?.toUpperCase()) : undefined;
  if (mode !== undefined && cacheMode === undefined)
    form.addError("cache_mode", invalidChoice(mode, cacheModes));
  const cacheSetText = form.text("cache_set") || undefined;
  const cacheSet = cacheSets.find(({ id, name }) => String(id) === cacheSetText || name === cacheSetText);
  const ids = cacheSets.map(({ id }) => String(id));
  if (cacheSetText !== undefined && cacheSet === undefined)
    form.addError("cache_set", invalidChoice(cacheSetText, ids));
  return {
    ...withoutUndefined({ cacheMode, cacheSet }),
    ...form.values({ name: "nonEmptyText", uuid: "nonEmptyText" }),
  };
}

function defaultCacheSet({ cacheSets }: Storage): CacheSet {
  const [first, second] = cacheSets;
  if (first !== undefined && second === undefined) return first;
  throw invalidField("cache_set", requiredMessage);
}
