import {
  diskOrPartition,
  kindsBuiltOnDisks,
  lastPathPart,
  storageStatuses,
} from "../deployed/filesystems.ts";
import { text, textId } from "../field.ts";
import { nodeId } from "../fields.ts";
import { bcaches, cacheSets, disks, partitions } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";
import { exclusive } from "../rule.ts";

const parameters = [nodeId, textId("id", "id or name of the bcache device", bcaches)] as const;

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

const members = diskOrPartition("backing_device", "backing_partition");
const rules = [exclusive("backing_device", "backing_partition")];
const all = resource("/nodes/{system_id}/bcaches/", [nodeId]);
const one = resource("/nodes/{system_id}/bcache/{id}/", parameters, {
  example: { system_id: "gpu-01", id: "1" },
});

export const group = {
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
    ...members,
    memberPaths: {
      ...members.memberPaths,
      cache_set: ["cache_set.cache_device.path", "cache_set.name", "cache_set.id"],
    },
    textPatterns: { ...members.textPatterns, cache_set: lastPathPart },
    references: { ...members.references, cache_set: "bcache-cache-sets" },
    referencesById: ["cache_set"],
    siblings: ["backing_device", "backing_partition", "cache_set"],
    comparisons: { cache_mode: "word" },
    neverEmpty: ["backing_device", "backing_partition", "cache_mode", "cache_set"],
    referenceName: "{name}",
    blockedBy: kindsBuiltOnDisks,
    changeableStatuses: storageStatuses,
  },
  operations: {
    "bcaches.list": all.list("anyone", "List the bcache devices of a machine"),
    "bcaches.create": all.create("owner", "Create a bcache device", {
      notes: ["The machine must be ready."],
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
    "bcache.delete": one.remove("owner", "Delete a bcache device", { notes: ["The machine must be ready."] }),
    "bcache.read": one.read("anyone", "Show a bcache device"),
    "bcache.update": one.update("owner", "Change a bcache device", {
      notes: ["The machine must be ready."],
      fields: bcacheFields,
      rules,
      example: { system_id: "gpu-01", id: "1", cache_mode: "WRITETHROUGH" },
    }),
  },
} as const satisfies GroupDefinition;
