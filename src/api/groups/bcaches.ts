import { nodeId, textId } from "../fields.ts";
import type { Field, Group, Rule } from "../operation.ts";

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
    "bcaches.list": {
      verb: "list",
      method: "GET",
      path: "/nodes/{system_id}/bcaches/",
      who: "anyone",
      summary: "List the bcache devices of a machine",
      parameters: [nodeId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "bcaches.create": {
      verb: "create",
      method: "POST",
      path: "/nodes/{system_id}/bcaches/",
      who: "owner",
      summary: "Create a bcache device",
      parameters: [nodeId],
      notes: ["The machine must be ready."],
      fields: bcacheFields,
      rules,
      success: 200,
      errors: [404, 409],
      result: "json",
      example: {
        system_id: "gpu-01",
        backing_device: "sdd",
        cache_set: "1",
        cache_mode: "WRITEBACK",
        name: "bcache1",
      },
    },
    "bcache.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/nodes/{system_id}/bcache/{id}/",
      who: "owner",
      summary: "Delete a bcache device",
      parameters,
      notes: ["The machine must be ready."],
      confirm: "destroys",
      success: 200,
      errors: [404, 409],
      result: "none",
      example: { system_id: "gpu-01", id: "1" },
    },
    "bcache.read": {
      verb: "get",
      method: "GET",
      path: "/nodes/{system_id}/bcache/{id}/",
      who: "anyone",
      summary: "Show a bcache device",
      parameters,
      success: 200,
      errors: [404],
      result: "json",
      example: { system_id: "gpu-01", id: "1" },
    },
    "bcache.update": {
      verb: "update",
      method: "PUT",
      path: "/nodes/{system_id}/bcache/{id}/",
      who: "owner",
      summary: "Change a bcache device",
      parameters,
      notes: ["The machine must be ready."],
      fields: bcacheFields,
      rules,
      success: 200,
      errors: [404, 409],
      result: "json",
      example: { system_id: "gpu-01", id: "1", cache_mode: "WRITETHROUGH" },
    },
  },
} as const satisfies Group;
