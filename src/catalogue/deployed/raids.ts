import { idOrName, text } from "../field.ts";
import { nodeId } from "../fields.ts";
import { raids } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";
import { kindsBuiltOnDisks, storageNotes } from "./filesystems.ts";
import {
  addFields,
  memberColumns,
  memberFields,
  memberKind,
  needsMembers,
  removeFields,
} from "./storage-members.ts";

export const raidLevels = ["raid-0", "raid-1", "raid-5", "raid-6", "raid-10"] as const;

const all = deployed("/nodes/{system_id}/raids/", [nodeId]);
const one = deployed("/nodes/{system_id}/raid/{id}/", [nodeId, idOrName("RAID", raids)], {
  example: { system_id: "gpu-01", id: "md0" },
  examplePreparation:
    "svc machines set-storage-layout gpu-01 --storage-layout blank --yes && " +
    "svc raids create gpu-01 --name md0 --level raid-1 --block-devices sda,sdb",
});

const name = text("name", "name; md0, md1 and so on by default");
const uuid = text("uuid", "UUID; a new one by default");
const kinds = ["block_devices", "partitions", "spare_devices", "spare_partitions"] as const;

export const group = {
  columns: [
    memberColumns.name,
    { header: "LEVEL", path: "level" },
    memberColumns.size,
    memberColumns.devices,
    { header: "SPARES", path: "spare_devices.path", as: "pathEnd" },
    { header: "FS", path: "virtual_device.filesystem.fstype" },
    { header: "MOUNT", path: "virtual_device.filesystem.mount_point" },
    memberColumns.id,
    memberColumns.uuid,
  ],
  kind: { ...memberKind("raid", "raids"), referenceName: "{name}", blockedBy: kindsBuiltOnDisks },
  operations: {
    "raids.list": all.list("anyone", "List the RAIDs of a machine"),
    "raids.create": all.create("owner", "Create a RAID from block devices and partitions", {
      notes: [
        ...storageNotes,
        "The RAID is a block device of that name, which can be formatted and mounted.",
      ],
      fields: [
        text("level", "RAID level", { required: true, choices: raidLevels }),
        name,
        ...memberFields(...kinds),
        uuid,
      ],
      rules: needsMembers,
      example: { system_id: "gpu-01", name: "md0", level: "raid-1", block_devices: "sdb,sdc" },
      examplePreparation: "svc machines set-storage-layout gpu-01 --storage-layout blank --yes",
    }),
    "raid.delete": one.remove("owner", "Delete a RAID", { notes: storageNotes }),
    "raid.read": one.read("anyone", "Show a RAID"),
    "raid.update": one.update("owner", "Change the name or the devices of a RAID", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...addFields(...kinds),
        ...removeFields(...kinds),
        text("uuid", "UUID"),
      ],
      example: { system_id: "gpu-01", id: "md0", add_spare_devices: "sdc" },
    }),
  },
} as const satisfies GroupDefinition;
