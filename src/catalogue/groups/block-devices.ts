import { blockDeviceOperations } from "../deployed/block-devices.ts";
import { storageKind } from "../deployed/filesystems.ts";
import { text } from "../field.ts";
import { nodeId } from "../fields.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

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
  operations: {
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
          message: "--id-path is used only when --model and --serial cannot be given",
        },
      ],
      example: { name: "sdc", size: "60000000000", block_size: "512", model: "QEMU", serial: "QM00003" },
    }),
    ...blockDeviceOperations,
  },
} as const satisfies GroupDefinition;
