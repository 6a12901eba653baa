import { integerId, nodeId } from "../fields.ts";
import type { Group } from "../operation.ts";

const parameters = [
  nodeId,
  integerId("device_id", "id of the block device"),
  integerId("id", "id of the partition"),
] as const;

/** Paths without a slash at the end or before `op-`. */
export const group = {
  name: "partitions",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "PATH", path: "path" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "FS", path: "filesystem.fstype" },
    { header: "MOUNT", path: "filesystem.mount_point" },
    { header: "BOOT", path: "bootable", as: "boolean" },
    { header: "TAGS", path: "tags" },
    { header: "USED FOR", path: "used_for", wide: true },
    { header: "UUID", path: "uuid", wide: true },
  ],
  operations: {
    "partition.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/nodes/{system_id}/blockdevices/{device_id}/partition/{id}",
      who: "owner",
      summary: "Delete a partition",
      parameters,
      confirm: "destroys",
      success: 200,
      errors: [404],
      result: "none",
    },
    "partition.read": {
      verb: "get",
      method: "GET",
      path: "/nodes/{system_id}/blockdevices/{device_id}/partition/{id}",
      who: "anyone",
      summary: "Show a partition",
      parameters,
      success: 200,
      errors: [404],
      result: "json",
    },
    "partition.add_tag": {
      verb: "add-tag",
      method: "POST",
      path: "/nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-add_tag",
      who: "owner",
      summary: "Add a tag to a partition",
      parameters,
      fields: [{ name: "tag", type: "string", required: true, help: "tag to add" }],
      example: { tag: "scratch" },
      success: 200,
      errors: [403, 404],
      result: "json",
    },
    "partition.format": {
      verb: "format",
      method: "POST",
      path: "/nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-format",
      who: "owner",
      summary: "Format a partition",
      parameters,
      notes: ["The documents show neither fields nor answers: send fields with --set name=value."],
      confirm: "destroys",
      success: 200,
      result: "json",
    },
  },
} as const satisfies Group;
