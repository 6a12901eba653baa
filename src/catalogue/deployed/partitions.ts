import { boolean, text } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";
import { bytes, deviceId, mountFields, storageNotes as notes, partitionId } from "./filesystems.ts";

const devicePath = "/nodes/{system_id}/blockdevices/{device_id}";
const deviceParameters = [nodeId, deviceId("device_id")] as const;
const all = deployed(`${devicePath}/partitions/`, deviceParameters);
const example = { system_id: "db-01", device_id: "sda", id: "sda-part2" };
const one = deployed(`${devicePath}/partition/{id}`, [...deviceParameters, partitionId], { example });

const changeOptions = { notes, answersWith: "id" } as const;

export const partitionOperations = nameOperations({
  "partitions.list": all.list("anyone", "List the partitions of a block device", {
    example: { system_id: "db-01", device_id: "sda" },
  }),
  "partitions.create": all.create("owner", "Create a partition", {
    notes,
    fields: [
      bytes("size", "size in bytes, or with a unit: 5G; default: all free space"),
      text("uuid", "UUID; a new one by default"),
      boolean("bootable", "make the partition bootable", { default: "false" }),
    ],
    example: { system_id: "db-01", device_id: "sdb", size: "100G" },
  }),
  "partition.mount": one.post("owner", "Mount a formatted partition", {
    ...changeOptions,
    fields: mountFields,
    example: { ...example, mount_point: "/srv" },
    examplePreparation: "svc partitions unmount db-01 sda sda-part2",
  }),
  "partition.remove_tag": one.post("owner", "Remove a tag from a partition", {
    notes,
    ...tagging("id", { ...example, tag: "scratch" }),
  }),
  "partition.unformat": one.post("owner", "Remove the file system of a partition", {
    ...changeOptions,
    confirm: "destroys",
    examplePreparation: "svc partitions unmount db-01 sda sda-part2",
  }),
  "partition.unmount": one.post("owner", "Unmount a partition", changeOptions),
} as const satisfies Readonly<Record<string, Operation>>);
