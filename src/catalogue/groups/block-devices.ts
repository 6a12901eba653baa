import { list, text } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import { liveOnly, nameOperations, resource } from "../resource.ts";
import {
  blockDeviceId,
  bytes,
  formatFields,
  mountFields,
  storageNotes as notes,
  storageKind,
} from "./filesystems.ts";

const example = { system_id: "db-01", id: "sdb" };
const one = liveOnly("/nodes/{system_id}/blockdevices/{id}/", [nodeId, blockDeviceId("id")], { example });

const changeOptions = { notes, answersWith: "id" } as const;
const formatCommand = "svc block-devices format db-01 sdb --fstype ext4 --yes";

const all = resource("/nodes/{system_id}/blockdevices/", [nodeId]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "FREE", path: "available_size", as: "bytes" },
    { header: "MODEL", path: "model", rank: "minor" },
    { header: "SERIAL", path: "serial", rank: "minor" },
    { header: "FS", path: "filesystem.fstype" },
    { header: "MOUNT", path: "filesystem.mount_point" },
    { header: "USED FOR", path: "used_for", rank: "minor" },
    { header: "PATH", path: "path", wide: true },
    { header: "TAGS", path: "tags", wide: true },
  ],
  kind: {
    ...storageKind("block-device"),
    key: ["name"],
    parent: { kind: "machines", parameter: "system_id", rows: "blockdevice_set" },
    children: { partitions: "partitions" },
    childPaths: { partitions: ["partitions"] },
    ignoredFields: ["uuid", "firmware_version"],
    setBy: {
      ...storageKind("block-device").setBy,
      boot: {
        operation: "block-device.set_boot_disk",
        overrides: { type: "boolean", help: "whether the machine boots from it", default: "false" },
      },
    },
    flagPaths: { boot: ["boot_disk.id"] },
    fieldsOfType: { physical: ["size", "block_size", "model", "serial", "id_path", "boot"] },
    comparisons: { size: "bytes", block_size: "bytes" },
    computedFrom: { id_path: "serial" },
    neverEmpty: ["size", "block_size"],
    builtinWhen: { type: ["physical", "virtual"] },
    referenceName: "{name}",
    pairedKinds: ["raids", "bcaches", "logical-volumes"],
  },
  operations: nameOperations({
    "block-devices.list": all.list("anyone", "List the block devices of a machine"),
    "block-devices.create": all.create("admin", "Create a physical block device", {
      fields: [
        text("name", "name, such as sdc", { required: true }),
        text("size", "size in bytes, or with a unit: 500G", { required: true, unit: "bytes" }),
        text("block_size", "size of a block in bytes", { required: true, unit: "bytes" }),
        text("model", "model"),
        text("serial", "serial number"),
        text("id_path", "stable path, for a device without model and serial number"),
      ],
      rules: [
        {
          kind: "notAll",
          fields: ["model", "serial", "id_path"],
          message: "--id-path cannot be combined with both --model and --serial",
        },
      ],
      example: { name: "sdc", size: "60000000000", block_size: "512", model: "QEMU", serial: "QM00003" },
    }),
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
    "block-device.set_boot_disk": one.post("owner", "Make a block device the boot disk", {
      notes,
      result: "text",
    }),
    "block-device.unformat": one.post("owner", "Remove the file system of a block device", {
      ...changeOptions,
      confirm: "destroys",
      examplePreparation: formatCommand,
    }),
    "block-device.unmount": one.post("owner", "Unmount a block device", {
      ...changeOptions,
      examplePreparation: `${formatCommand} && svc block-devices mount db-01 sdb --mount-point /srv`,
    }),
  }),
} as const satisfies GroupDefinition;
