import { boolean, integer, text } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import { liveOnly, nameOperations, resource } from "../resource.ts";
import {
  blockDeviceId,
  bytes,
  formatFields,
  kindsBuiltOnDisks,
  mountFields,
  storageNotes as notes,
  partitionId,
  storageKind,
} from "./filesystems.ts";

const devicePath = "/nodes/{system_id}/blockdevices/{device_id}";
const deviceParameters = [nodeId, blockDeviceId("device_id")] as const;
const allPartitions = liveOnly(`${devicePath}/partitions/`, deviceParameters);
const example = { system_id: "db-01", device_id: "sda", id: "sda-part2" };
const livePartition = liveOnly(`${devicePath}/partition/{id}`, [...deviceParameters, partitionId], {
  example,
});

const changeOptions = { notes, answersWith: "id" } as const;

/** Unlike other paths, these have no trailing slash, not even before `op-NAME`. */
const one = resource("/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
  nodeId,
  blockDeviceId("device_id"),
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
    "partitions.list": allPartitions.list("anyone", "List the partitions of a block device", {
      example: { system_id: "db-01", device_id: "sda" },
    }),
    "partitions.create": allPartitions.create("owner", "Create a partition", {
      notes,
      fields: [
        bytes("size", "size in bytes, or with a unit: 5G; default: all free space"),
        text("uuid", "UUID; a new one by default"),
        boolean("bootable", "make the partition bootable", { default: "false" }),
      ],
      example: { system_id: "db-01", device_id: "sdb", size: "100G" },
    }),
    "partition.mount": livePartition.post("owner", "Mount a formatted partition", {
      ...changeOptions,
      fields: mountFields,
      example: { ...example, mount_point: "/srv" },
      examplePreparation: "svc partitions unmount db-01 sda sda-part2",
    }),
    "partition.remove_tag": livePartition.post("owner", "Remove a tag from a partition", {
      notes,
      ...tagging("id", { ...example, tag: "scratch" }),
    }),
    "partition.unformat": livePartition.post("owner", "Remove the file system of a partition", {
      ...changeOptions,
      confirm: "destroys",
      examplePreparation: "svc partitions unmount db-01 sda sda-part2",
    }),
    "partition.unmount": livePartition.post("owner", "Unmount a partition", changeOptions),
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
