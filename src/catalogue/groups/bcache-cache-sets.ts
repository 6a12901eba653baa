import { diskOrPartition, storageStatuses } from "../deployed/filesystems.ts";
import { text, textId } from "../field.ts";
import { nodeId } from "../fields.ts";
import { cacheSets, disks, partitions } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";
import { anyOf, exclusive } from "../rule.ts";

const parameters = [nodeId, textId("id", "id or name of the cache set", cacheSets)] as const;

const cacheFields: readonly Field[] = [
  text("cache_device", "block device for the cache", { list: disks }),
  text("cache_partition", "partition for the cache", { list: partitions }),
];

const notBoth = exclusive("cache_device", "cache_partition");
const all = resource("/nodes/{system_id}/bcache-cache-sets/", [nodeId]);
const one = resource("/nodes/{system_id}/bcache-cache-set/{id}/", parameters);

export const group = {
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
    "bcache-cache-sets.list": all.list("anyone", "List the bcache cache sets of a machine"),
    "bcache-cache-sets.create": all.create("admin", "Create a bcache cache set", {
      notes: ["The machine must be ready."],
      fields: cacheFields,
      rules: [notBoth, anyOf("give --cache-device or --cache-partition", "cache_device", "cache_partition")],
      example: { system_id: "db-01", cache_device: "sdb" },
    }),
    "bcache-cache-set.delete": one.remove("owner", "Delete a bcache cache set", {
      notes: ["The machine must be ready. Deleting a cache set that is in use fails with 400."],
      example: { system_id: "arm-01", id: "2" },
    }),
    "bcache-cache-set.read": one.read("anyone", "Show a bcache cache set", {
      example: { system_id: "gpu-01", id: "1" },
    }),
    "bcache-cache-set.update": one.update("owner", "Change the device of a bcache cache set", {
      notes: ["The machine must be ready."],
      fields: cacheFields,
      rules: [notBoth],
      example: { system_id: "arm-01", id: "2", cache_device: "sdb" },
    }),
  },
} as const satisfies GroupDefinition;
