import { idOrName, text } from "../field.ts";
import { nodeId } from "../fields.ts";
import { datastores } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";
import { storageNotes } from "./filesystems.ts";
import { addFields, memberColumns, memberFields, needsMembers, removeFields } from "./storage-members.ts";

const all = deployed("/nodes/{system_id}/vmfs-datastores/", [nodeId]);
const one = deployed("/nodes/{system_id}/vmfs-datastore/{id}/", [nodeId, idOrName("datastore", datastores)], {
  example: { system_id: "db-01", id: "datastore2" },
  examplePreparation: "svc vmfs-datastores create db-01 --name datastore2 --block-devices sdb",
});

export const group = {
  columns: [
    memberColumns.name,
    memberColumns.size,
    { header: "FS", path: "filesystem.fstype" },
    { header: "MOUNT", path: "filesystem.mount_point" },
    memberColumns.devices,
    memberColumns.id,
    memberColumns.uuid,
  ],
  operations: {
    "vmfs-datastores.list": all.list("anyone", "List the VMFS datastores of a machine"),
    "vmfs-datastores.create": all.create("owner", "Create a VMFS datastore", {
      notes: storageNotes,
      fields: [
        text("name", "name", { required: true }),
        ...memberFields("block_devices", "partitions"),
        text("uuid", "UUID; a new one by default"),
      ],
      rules: needsMembers,
      example: { system_id: "db-01", name: "datastore2", block_devices: "sdb" },
    }),
    "vmfs-datastore.delete": one.remove("owner", "Delete a VMFS datastore", { notes: storageNotes }),
    "vmfs-datastore.read": one.read("anyone", "Show a VMFS datastore"),
    "vmfs-datastore.update": one.update("owner", "Rename or extend a VMFS datastore", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...addFields("block_devices", "partitions"),
        ...removeFields("partitions"),
        text("uuid", "UUID"),
      ],
      example: { system_id: "db-01", id: "datastore2", name: "images" },
    }),
  },
} as const satisfies GroupDefinition;
