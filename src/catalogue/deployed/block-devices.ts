import { list, text } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";
import { bytes, deviceId, formatFields, mountFields, storageNotes as notes } from "./filesystems.ts";

const example = { system_id: "db-01", id: "sdb" };
const one = deployed("/nodes/{system_id}/blockdevices/{id}/", [nodeId, deviceId("id")], { example });

const changeOptions = { notes, answersWith: "id" } as const;
const formatCommand = "svc block-devices format db-01 sdb --fstype ext4 --yes";

/** Operations on one device. The API documentation contains only the list of devices. */
export const blockDeviceOperations = nameOperations({
  "block-device.delete": one.remove("owner", "Delete an unused block device", {
    effects: [{ template: "its partitions are deleted too" }],
    notes: [...notes, "Deleting the boot disk makes another disk the boot disk."],
  }),
  "block-device.read": one.read("anyone", "Show a block device"),
  "block-device.update": one.update("owner", "Change a block device", {
    notes: [...notes, "The size of a device in use cannot be changed."],
    fields: [
      text("name", "new name"),
      text("model", "model of a physical device"),
      text("serial", "serial number of a physical device"),
      text("id_path", "stable path of a physical device"),
      bytes("size", "size in bytes, or with a unit: 500G"),
      bytes("block_size", "size of a block in bytes"),
      text("uuid", "UUID of a virtual device"),
      text("firmware_version", "firmware version of a physical device", { undocumented: true }),
      list("tags", "tags; they replace the current tags", { undocumented: true }),
    ],
    example: { ...example, name: "data0" },
  }),
  "block-device.add_tag": one.post(
    "admin",
    "Add a tag to a block device",
    tagging("id", { ...example, tag: "scratch" }),
  ),
  "block-device.format": one.post("owner", "Format a block device", {
    ...changeOptions,
    fields: formatFields,
    confirm: "destroys",
    example: { ...example, fstype: "xfs", label: "data" },
  }),
  "block-device.mount": one.post("owner", "Mount a formatted block device", {
    ...changeOptions,
    fields: mountFields,
    example: { ...example, mount_point: "/srv", mount_options: "noatime" },
    examplePreparation: formatCommand,
  }),
  "block-device.remove_tag": one.post(
    "admin",
    "Remove a tag from a block device",
    tagging("id", { ...example, tag: "rotary" }),
  ),
  "block-device.set_boot_disk": one.post("owner", "Boot from a block device", { notes, result: "text" }),
  "block-device.unformat": one.post("owner", "Remove the file system of a block device", {
    ...changeOptions,
    confirm: "destroys",
    examplePreparation: formatCommand,
  }),
  "block-device.unmount": one.post("owner", "Unmount a block device", {
    ...changeOptions,
    examplePreparation: `${formatCommand} && svc block-devices mount db-01 sdb --mount-point /srv`,
  }),
} as const satisfies Readonly<Record<string, Operation>>);
