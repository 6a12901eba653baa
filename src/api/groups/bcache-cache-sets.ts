import { nodeId, textId } from "../fields.ts";
import type { Field, Group, Rule } from "../operation.ts";
import { resource } from "../resource.ts";

const parameters = [nodeId, textId("id", "id of the cache set")] as const;

const cacheFields = [
  { name: "cache_device", type: "string", help: "block device to cache on" },
  { name: "cache_partition", type: "string", help: "partition to cache on" },
] as const satisfies readonly Field[];

const notBoth = {
  kind: "exclusive",
  fields: ["cache_device", "cache_partition"],
  says: "--cache-device and --cache-partition cannot be combined",
} as const satisfies Rule;

const bcacheCacheSets = resource("/nodes/{system_id}/bcache-cache-sets/", nodeId);
const bcacheCacheSet = resource("/nodes/{system_id}/bcache-cache-set/{id}/", ...parameters);

export const group = {
  name: "bcache-cache-sets",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "DEVICE", path: "cache_device.path" },
    { header: "SIZE", path: "cache_device.size", as: "bytes" },
    { header: "NODE", path: "system_id", as: "node" },
  ],
  operations: {
    "bcache-cache-sets.list": bcacheCacheSets.list({
      who: "anyone",
      summary: "List the bcache cache sets of a machine",
    }),
    "bcache-cache-sets.create": bcacheCacheSets.create({
      who: "owner",
      summary: "Create a bcache cache set",
      notes: ["The machine must be ready."],
      fields: cacheFields,
      rules: [
        notBoth,
        {
          kind: "any",
          fields: ["cache_device", "cache_partition"],
          says: "give --cache-device or --cache-partition",
        },
      ],
      errors: [404, 409],
      example: { system_id: "db-01", cache_device: "sdb" },
    }),
    "bcache-cache-set.delete": bcacheCacheSet.remove({
      who: "owner",
      summary: "Delete a bcache cache set",
      notes: ["The machine must be ready. A cache set in use is a 400."],
      errors: [400, 404, 409],
      example: { system_id: "arm-01", id: "2" },
    }),
    "bcache-cache-set.read": bcacheCacheSet.read({
      who: "anyone",
      summary: "Show a bcache cache set",
      example: { system_id: "gpu-01", id: "1" },
    }),
    "bcache-cache-set.update": bcacheCacheSet.update({
      who: "owner",
      summary: "Replace what a bcache cache set caches on",
      notes: ["The machine must be ready."],
      fields: cacheFields,
      rules: [notBoth],
      errors: [404, 409],
      example: { system_id: "arm-01", id: "2", cache_device: "sdb" },
    }),
  },
} as const satisfies Group;
