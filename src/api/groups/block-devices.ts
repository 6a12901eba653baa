import { nodeId } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const blockDevices = resource("/nodes/{system_id}/blockdevices/", nodeId);

export const group = {
  name: "block-devices",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "TYPE", path: "type" },
    { header: "SIZE", path: "size", as: "bytes" },
    { header: "FREE", path: "available_size", as: "bytes" },
    { header: "MODEL", path: "model" },
    { header: "USED FOR", path: "used_for" },
    { header: "SERIAL", path: "serial", wide: true },
    { header: "PATH", path: "path", wide: true },
    { header: "TAGS", path: "tags", wide: true },
  ],
  operations: {
    "block-devices.list": blockDevices.list({
      who: "anyone",
      summary: "List the block devices of a machine",
    }),
    "block-devices.create": blockDevices.create({
      who: "admin",
      summary: "Create a physical block device",
      fields: [
        { name: "name", type: "string", required: true, help: "name, such as sdc" },
        { name: "size", type: "string", required: true, help: "size in bytes" },
        { name: "block_size", type: "string", required: true, help: "size of a block in bytes" },
        { name: "model", type: "string", help: "model" },
        { name: "serial", type: "string", help: "serial number" },
        {
          name: "id_path",
          type: "string",
          help: "stable path, for a device without model and serial number",
        },
      ],
      rules: [
        {
          kind: "notAll",
          fields: ["model", "serial", "id_path"],
          says: "--id-path is used only when --model and --serial cannot be given",
        },
      ],
      example: { name: "sdc", size: "60000000000", block_size: "512", model: "QEMU", serial: "QM00003" },
    }),
  },
} as const satisfies Group;
