import { idOrName, integer, text } from "../field.ts";
import { nodeId } from "../fields.ts";
import { logicalVolumes, volumeGroups } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed, nameOperations } from "../resource.ts";
import { bytes, kindsBuiltOnDisks, storageNotes, storageStatuses } from "./filesystems.ts";
import {
  addFields,
  memberColumns,
  memberFields,
  memberKind,
  needsMembers,
  removeFields,
} from "./storage-members.ts";

const members = ["block_devices", "partitions"] as const;
const example = { system_id: "db-01", id: "vg0" };
const createCommand = "svc volume-groups create db-01 --name vg0 --block-devices sdb";

const all = deployed("/nodes/{system_id}/volume-groups/", [nodeId]);
const one = deployed(
  "/nodes/{system_id}/volume-group/{id}/",
  [nodeId, idOrName("volume group", volumeGroups)],
  {
    example,
    examplePreparation: createCommand,
  },
);

export const group = {
  columns: [
    memberColumns.name,
    memberColumns.size,
    { header: "FREE", path: "available_size", as: "bytes" },
    { header: "LVS", path: "logical_volumes.name" },
    memberColumns.devices,
    memberColumns.id,
    memberColumns.uuid,
  ],
  kind: {
    ...memberKind("volume-group", "volume_groups"),
    children: { logical_volumes: "logical-volumes" },
    childPaths: { logical_volumes: ["logical_volumes"] },
    deletedFirst: "logical_volumes",
  },
  parts: {
    "logical-volumes": {
      key: ["name"],
      parent: { kind: "volume-groups", parameter: "id", rows: "logical_volumes" },
      operations: {
        create: "volume-group.create_logical_volume",
        remove: "volume-group.delete_logical_volume",
      },
      removeIdField: "logical_volume_id",
      prefixedField: "name",
      ignoredFields: ["uuid"],
      comparisons: { size: "bytes" },
      neverEmpty: ["size"],
      referenceName: "{parent}-{name}",
      blockedBy: kindsBuiltOnDisks,
      changeableStatuses: storageStatuses,
    },
  },
  operations: nameOperations({
    "volume-groups.list": all.list("anyone", "List the volume groups of a machine"),
    "volume-groups.create": all.create("owner", "Create a volume group (LVM)", {
      notes: storageNotes,
      fields: [
        text("name", "name", { required: true }),
        ...memberFields(...members),
        text("uuid", "UUID; a new one by default"),
      ],
      rules: needsMembers,
      example: { system_id: "db-01", name: "vg0", block_devices: "sdb" },
    }),
    "volume-group.delete": one.remove("owner", "Delete an empty volume group", { notes: storageNotes }),
    "volume-group.read": one.read("anyone", "Show a volume group"),
    "volume-group.update": one.update("owner", "Change the name or the devices of a volume group", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...addFields(...members),
        ...removeFields(...members),
        text("uuid", "UUID"),
      ],
      example: { ...example, name: "data" },
    }),
    "volume-group.create_logical_volume": one.post("owner", "Create a logical volume", {
      answersWith: "id",
      notes: [
        ...storageNotes,
        "The volume is the block device GROUP-NAME, which can be formatted and mounted.",
      ],
      fields: [
        text("name", "name in the volume group", { required: true }),
        bytes("size", "size in bytes, or with a unit: 5G; default: all free space"),
        text("uuid", "UUID; a new one by default"),
      ],
      columns: [
        { header: "ID", path: "id" },
        memberColumns.name,
        memberColumns.size,
        { header: "FREE", path: "available_size", as: "bytes" },
      ],
      example: { ...example, name: "data", size: "20G" },
    }),
    "volume-group.delete_logical_volume": one.post("owner", "Delete a logical volume", {
      success: 204,
      result: "none",
      confirm: "destroys",
      notes: [...storageNotes, "It is not an error to delete a volume that the group does not have."],
      fields: [
        integer("logical_volume_id", "logical volume, such as vg0-data", {
          required: true,
          sentAs: "id",
          alsoName: true,
          list: logicalVolumes,
          form: "id|name",
        }),
      ],
      example: { ...example, logical_volume_id: "vg0-data" },
      examplePreparation: `${createCommand} && svc volume-groups create-logical-volume db-01 vg0 --name data`,
    }),
  }),
} as const satisfies GroupDefinition;
