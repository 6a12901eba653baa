import { nodeId, textId } from "../fields.ts";
import type { Field, Group, Rule } from "../operation.ts";
import { resource } from "../resource.ts";

const parameters = [nodeId, textId("id", "id of the bcache device")] as const;

const bcacheFields = [
  { name: "backing_device", type: "string", help: "block device to back it" },
  { name: "backing_partition", type: "string", help: "partition to back it" },
  {
    name: "cache_mode",
    type: "string",
    choices: ["WRITEBACK", "WRITETHROUGH", "WRITEAROUND"],
    lowerCase: true,
    help: "cache mode",
  },
  { name: "cache_set", type: "string", help: "id of the cache set" },
  { name: "name", type: "string", help: "name" },
  { name: "uuid", type: "string", help: "UUID" },
] as const satisfies readonly Field[];

const rules = [
  {
    kind: "exclusive",
    fields: ["backing_device", "backing_partition"],
    says: "--backing-device and --backing-partition cannot be combined",
  },
] as const satisfies readonly Rule[];

const bcaches = resource("/nodes/{system_id}/bcaches/", nodeId);
const bcache = resource("/nodes/{system_id}/bcache/{id}/", ...parameters);

export const group = {
  name: "bcaches",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "MODE", path: "cache_mode" },
    { header: "BACKING", path: "backing_device.path" },
    { header: "CACHE SET", path: "cache_set.name" },
    { header: "UUID", path: "uuid", wide: true },
  ],
  operations: {
    "bcaches.list": bcaches.list({ who: "anyone", summary: "List the bcache devices of a machine" }),
    "bcaches.create": bcaches.create({
      who: "owner",
      summary: "Create a bcache device",
      notes: ["The machine must be ready."],
      fields: bcacheFields,
      rules,
      errors: [404, 409],
      example: {
        system_id: "gpu-01",
        backing_device: "sdd",
        cache_set: "1",
        cache_mode: "WRITEBACK",
        name: "bcache1",
      },
    }),
    "bcache.delete": bcache.remove({
      who: "owner",
      summary: "Delete a bcache device",
      notes: ["The machine must be ready."],
      errors: [404, 409],
      example: { system_id: "gpu-01", id: "1" },
    }),
    "bcache.read": bcache.read({
      who: "anyone",
      summary: "Show a bcache device",
      example: { system_id: "gpu-01", id: "1" },
    }),
    "bcache.update": bcache.update({
      who: "owner",
      summary: "Change a bcache device",
      notes: ["The machine must be ready."],
      fields: bcacheFields,
      rules,
      errors: [404, 409],
      example: { system_id: "gpu-01", id: "1", cache_mode: "WRITETHROUGH" },
    }),
  },
} as const satisfies Group;
