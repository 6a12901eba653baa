import { anyOf, exclusive, text, textId } from "../field.ts";
import { nodeId } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import { bcaches, cacheSets, disks, partitions } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { resource } from "../resource.ts";
import { diskOrPartition, kindsBuiltOnDisks, lastPathPart, storageStatuses } from "./filesystems.ts";

const cacheSetParameters = [nodeId, textId("id", "id or name of the cache set", cacheSets)] as const;

const cacheFields: readonly Field[] = [
  text("cache_device", "block device for the cache", { list: disks }),
  text("cache_partition", "partition for the cache", { list: partitions }),
];

const notBoth = exclusive("cache_device", "cache_partition");
const allCacheSets = resource("/nodes/{system_id}/bcache-cache-sets/", [nodeId]);
const oneCacheSet = resource("/nodes/{system_id}/bcache-cache-set/{id}/", cacheSetParameters);

export const cacheSetGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "DEVICE", path: "cache_device.path" },
    { header: "SIZE", path: "cache_device.size", as: "bytes" },
    { header: "NODE", path: "system_id", as: "node" },
  ],
  kind: {
    key: ["cache_device"],
    otherKeys: ["cache_partition"],
    otherKeyConditions: { cache_partition: {} },
    parent: { kind: "machines", parameter: "system_id", rows: "cache_sets" },
    ...diskOrPartition("cache_device", "cache_partition"),
    siblings: ["cache_device", "cache_partition"],
    blockedBy: ["bcaches"],
    changeableStatuses: storageStatuses,
  },
  operations: {
    "bcache-cache-sets.list": allCacheSets.list("anyone", "List the bcache cache sets of a machine"),
    "bcache-cache-sets.create": allCacheSets.create("admin", "Create a bcache cache set", {
      notes: ["The machine must be Ready."],
      fields: cacheFields,
      rules: [notBoth, anyOf("give --cache-device or --cache-partition", "cache_device", "cache_partition")],
      example: { system_id: "db-01", cache_device: "sdb" },
    }),
    "bcache-cache-set.delete": oneCacheSet.remove("owner", "Delete a bcache cache set", {
      notes: ["The machine must be Ready. Deleting a cache set that is in use fails with 400."],
      example: { system_id: "arm-01", id: "2" },
    }),
    "bcache-cache-set.read": oneCacheSet.read("anyone", "Show a bcache cache set", {
      example: { system_id: "gpu-01", id: "1" },
    }),
    "bcache-cache-set.update": oneCacheSet.update("owner", "Change the device of a bcache cache set", {
      notes: ["The machine must be Ready."],
      fields: cacheFields,
      rules: [notBoth],
      example: { system_id: "arm-01", id: "2", cache_device: "sdb" },
    }),
  },
} as const satisfies GroupDefinition;

const bcacheParameters = [nodeId, textId("id", "id or name of the bcache device", bcaches)] as const;

const bcacheFields: readonly Field[] = [
  text("backing_device", "backing block device", { list: disks }),
  text("backing_partition", "backing partition", { list: partitions }),
  text("cache_mode", "cache mode", {
    choices: ["WRITEBACK", "WRITETHROUGH", "WRITEAROUND"],
    lowerCase: true,
  }),
  text("cache_set", "id or name of the cache set", { list: cacheSets }),
  text("name", "name"),
  text("uuid", "UUID"),
];

const backingMembers = diskOrPartition("backing_device", "backing_partition");
const rules = [exclusive("backing_device", "backing_partition")];
const allBcaches = resource("/nodes/{system_id}/bcaches/", [nodeId]);
const oneBcache = resource("/nodes/{system_id}/bcache/{id}/", bcacheParameters, {
  example: { system_id: "gpu-01", id: "1" },
});

export const bcacheGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "MODE", path: "cache_mode" },
    { header: "BACKING", path: "backing_device.path" },
    { header: "CACHE SET", path: "cache_set.name" },
    { header: "UUID", path: "uuid", wide: true },
  ],
  kind: {
    key: ["name"],
    parent: { kind: "machines", parameter: "system_id", rows: "bcaches" },
    ignoredFields: ["uuid"],
    ...backingMembers,
    memberPaths: {
      ...backingMembers.memberPaths,
      cache_set: ["cache_set.cache_device.path", "cache_set.name", "cache_set.id"],
    },
    textPatterns: { ...backingMembers.textPatterns, cache_set: lastPathPart },
    references: { ...backingMembers.references, cache_set: "bcache-cache-sets" },
    referencesById: ["cache_set"],
    siblings: ["backing_device", "backing_partition", "cache_set"],
    comparisons: { cache_mode: "word" },
    neverEmpty: ["backing_device", "backing_partition", "cache_mode", "cache_set"],
    referenceName: "{name}",
    blockedBy: kindsBuiltOnDisks,
    changeableStatuses: storageStatuses,
  },
  operations: {
    "bcaches.list": allBcaches.list("anyone", "List the bcache devices of a machine"),
    "bcaches.create": allBcaches.create("owner", "Create a bcache device", {
      notes: ["The machine must be Ready."],
      fields: bcacheFields,
      rules,
      example: {
        system_id: "gpu-01",
        backing_device: "sdd",
        cache_set: "1",
        cache_mode: "WRITEBACK",
        name: "bcache1",
      },
    }),
    "bcache.delete": oneBcache.remove("owner", "Delete a bcache device", {
      notes: ["The machine must be Ready."],
    }),
    "bcache.read": oneBcache.read("anyone", "Show a bcache device"),
    "bcache.update": oneBcache.update("owner", "Change a bcache device", {
      notes: ["The machine must be Ready."],
      fields: bcacheFields,
      rules,
      example: { system_id: "gpu-01", id: "1", cache_mode: "WRITETHROUGH" },
    }),
  },
} as const satisfies GroupDefinition;
