import { boolean, integerId, text } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Field, Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const deviceId = textOrNumber("id", "number or name of the block device");
const device = resource("/nodes/{system_id}/blockdevices/{id}/", [nodeId, deviceId]);
const partitionsPath = "/nodes/{system_id}/blockdevices/{device_id}/partitions/";
const partitions = resource(partitionsPath, [
  nodeId,
  textOrNumber("device_id", "number or name of the block device"),
]);
const partition = resource("/nodes/{system_id}/blockdevices/{device_id}/partition/{id}", [
  nodeId,
  integerId("device_id", "number of the block device"),
  integerId("id", "number of the partition"),
]);

function textOrNumber(name: string, help: string) {
  return { name, type: "string", help } as const;
}

const tag = text("tag", "tag", { required: true });
const uuid = text("uuid", "UUID; a new one by default");
const format: readonly Field[] = [
  text("fstype", "type of the file system", { required: true }),
  uuid,
  text("label", "label of the file system"),
];
const mount: readonly Field[] = [
  text("mount_point", "where to mount the file system; none for swap", { required: true }),
  text("mount_options", "options of the mount"),
];

/** Block devices and partitions beyond what the documents offer of them. */
export const group = {
  name: "storage",
  identity: "id",
  columns: [],
  operations: {
    "block-device.read": device.read("anyone", "Show a block device"),
    "block-device.update": device.update("owner", "Change a block device", {
      fields: [
        text("name", "new name"),
        text("model", "model of a physical device"),
        text("serial", "serial number of a physical device"),
        text("id_path", "stable path of a physical device"),
        text("size", "size in bytes of a physical device that nothing lies on"),
        text("block_size", "size of a block of a physical device, in bytes"),
        text("uuid", "UUID of a virtual device"),
      ],
    }),
    "block-device.delete": device.remove("owner", "Delete a block device that nothing is made of", {
      success: 204,
    }),
    "block-device.add_tag": device.post("add_tag", "admin", "Add a tag to a block device", { fields: [tag] }),
    "block-device.remove_tag": device.post("remove_tag", "admin", "Remove a tag from a block device", {
      fields: [tag],
    }),
    "block-device.format": device.post("format", "owner", "Format a block device", { fields: format }),
    "block-device.unformat": device.post("unformat", "owner", "Remove the file system of a block device"),
    "block-device.mount": device.post("mount", "owner", "Mount the file system of a block device", {
      fields: mount,
    }),
    "block-device.unmount": device.post("unmount", "owner", "Unmount the file system of a block device"),
    "block-device.set_boot_disk": device.post("set_boot_disk", "owner", "Boot from a block device", {
      result: "text",
    }),
    "partitions.list": partitions.list("anyone", "List the partitions of a block device"),
    "partitions.create": partitions.create("owner", "Create a partition", {
      fields: [
        text("size", "size in bytes; all that is left by default"),
        uuid,
        boolean("bootable", "whether the partition can be booted from"),
      ],
    }),
    "partition.remove_tag": partition.post("remove_tag", "owner", "Remove a tag from a partition", {
      fields: [tag],
    }),
    "partition.unformat": partition.post("unformat", "owner", "Remove the file system of a partition"),
    "partition.mount": partition.post("mount", "owner", "Mount the file system of a partition", {
      fields: mount,
    }),
    "partition.unmount": partition.post("unmount", "owner", "Unmount the file system of a partition"),
  },
} as const satisfies Group;
