import {
  deviceId,
  formatFields,
  kindsBuiltOnDisks,
  partitionId,
  storageKind,
} from "../deployed/filesystems.ts";
import { partitionOperations } from "../deployed/partitions.ts";
import { integer } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

/** Unlike other paths, these have no trailing slash, not even before `op-NAME`. */
const one = resource("/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
  nodeId,
  deviceId("device_id"),
  partitionId,
]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "path", as: "pathEnd", rank: "key" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "FS", path: "filesystem.fstype" },
    { header: "MOUNT", path: "filesystem.mount_point" },
    { header: "BOOT", path: "bootable", as: "boolean" },
    { header: "TAGS", path: "tags" },
    { header: "USED FOR", path: "used_for", wide: true },
    { header: "UUID", path: "uuid", wide: true },
  ],
  kind: {
    ...storageKind("partition"),
    key: ["number"],
    assignedFields: [integer("number", "number on its disk: 1 for sda-part1", { min: 1 })],
    isNumbered: true,
    parent: { kind: "block-devices", parameter: "device_id", rows: "partitions" },
    memberPaths: { ...storageKind("partition").memberPaths, number: ["path"] },
    textPatterns: { number: String.raw`-part(\d+)$` },
    ignoredFields: ["uuid"],
    comparisons: { size: "bytes" },
    neverEmpty: ["size"],
    referenceName: "{parent}-part{name}",
    blockedBy: kindsBuiltOnDisks,
  },
  operations: nameOperations({
    ...partitionOperations,
    "partition.delete": one.remove("owner", "Delete a partition"),
    "partition.read": one.read("anyone", "Show a partition"),
    "partition.add_tag": one.post("owner", "Add a tag to a partition", tagging("id", { tag: "scratch" })),
    "partition.format": one.post("owner", "Format a partition", {
      answersWith: "id",
      fields: formatFields.map(({ required: _required, ...field }) => ({ ...field, undocumented: true })),
      notes: ["Live services need --fstype."],
      confirm: "destroys",
    }),
  }),
} as const satisfies GroupDefinition;
