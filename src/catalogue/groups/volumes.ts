import { anyOf, idOrName, integer, list, text } from "../field.ts";
import { nodeId } from "../fields.ts";
import type { GroupDefinition, Kind } from "../group.ts";
import {
  datastores,
  disks,
  type LookupList,
  logicalVolumes,
  partitions,
  raids,
  volumeGroups,
} from "../number-lists.ts";
import type { Column, Field, Rule } from "../operation.ts";
import { liveOnly, nameOperations } from "../resource.ts";
import { bytes, kindsBuiltOnDisks, lastPathPart, storageNotes, storageStatuses } from "./filesystems.ts";

const membersByField = {
  block_devices: ["block devices", disks],
  partitions: ["partitions", partitions],
  spare_devices: ["spare block devices", disks],
  spare_partitions: ["spare partitions", partitions],
} as const satisfies Readonly<Record<string, readonly [words: string, list: LookupList]>>;

type MemberField = keyof typeof membersByField;

const raidMembers = ["block_devices", "partitions", "spare_devices", "spare_partitions"] as const;
const groupMembers = ["block_devices", "partitions"] as const;

const memberFields = (names: readonly MemberField[], verb?: "add" | "remove"): readonly Field[] =>
  names.map((name) => {
    const [words, numbers] = membersByField[name];
    const [prefix, helpPrefix] = verb === undefined ? ["", ""] : [`${verb}_`, `${verb} these `];
    return list(`${prefix}${name}`, `${helpPrefix}${words}, by id or name`, { list: numbers });
  });

const needsMembers: readonly Rule[] = [
  anyOf("give --block-devices or --partitions", "block_devices", "partitions"),
];

function kindWithMembers(single: "raid" | "volume-group", rows: string, names: readonly MemberField[]) {
  const byField = <Value>(value: (name: string) => Value) =>
    Object.fromEntries(names.map((name) => [name, value(name)]));
  const isPartition = (name: string) => name.endsWith("partitions");
  return {
    key: ["name"],
    parent: { kind: "machines", parameter: "system_id", rows },
    ignoredFields: ["uuid", ...names.flatMap((name) => [`add_${name}`, `remove_${name}`])],
    memberPaths: byField((name) => [`${name.startsWith("spare_") ? "spare_" : ""}devices.path`]),
    textPatterns: byField(() => lastPathPart),
    memberTypes: byField((name) => (isPartition(name) ? ["partition"] : ["physical", "virtual"])),
    references: byField((name) => (isPartition(name) ? "partitions" : "block-devices")),
    siblings: names,
    setBy: byField((name) => ({
      operation: `${single}.update`,
      field: `add_${name}`,
      removeField: `remove_${name}`,
    })),
    changeableStatuses: storageStatuses,
  } satisfies Kind;
}

const volumeColumns = {
  name: { header: "NAME", path: "name", rank: "key" },
  size: { header: "SIZE", path: "size", as: "bytes" },
  devices: { header: "DEVICES", path: "devices.path", as: "pathEnd" },
  id: { header: "ID", path: "id", wide: true },
  uuid: { header: "UUID", path: "uuid", wide: true },
} as const satisfies Readonly<Record<string, Column>>;

export const raidLevels = ["raid-0", "raid-1", "raid-5", "raid-6", "raid-10"] as const;

const allRaids = liveOnly("/nodes/{system_id}/raids/", [nodeId]);
const oneRaid = liveOnly("/nodes/{system_id}/raid/{id}/", [nodeId, idOrName("RAID", raids)], {
  example: { system_id: "gpu-01", id: "md0" },
  examplePreparation:
    "svc machines set-storage-layout gpu-01 --storage-layout blank --yes && " +
    "svc raids create gpu-01 --name md0 --level raid-1 --block-devices sda,sdb",
});

const name = text("name", "name; md0, md1 and so on by default");
const uuid = text("uuid", "UUID; a new one by default");

export const raidGroup = {
  columns: [
    volumeColumns.name,
    { header: "LEVEL", path: "level" },
    volumeColumns.size,
    volumeColumns.devices,
    { header: "SPARES", path: "spare_devices.path", as: "pathEnd" },
    { header: "FS", path: "virtual_device.filesystem.fstype" },
    { header: "MOUNT", path: "virtual_device.filesystem.mount_point" },
    volumeColumns.id,
    volumeColumns.uuid,
  ],
  kind: {
    ...kindWithMembers("raid", "raids", raidMembers),
    referenceName: "{name}",
    blockedBy: kindsBuiltOnDisks,
  },
  operations: {
    "raids.list": allRaids.list("anyone", "List the RAIDs of a machine"),
    "raids.create": allRaids.create("owner", "Create a RAID from block devices and partitions", {
      notes: [
        ...storageNotes,
        "The RAID becomes a block device with this name, which can be formatted and mounted.",
      ],
      fields: [
        text("level", "RAID level", { required: true, choices: raidLevels }),
        name,
        ...memberFields(raidMembers),
        uuid,
      ],
      rules: needsMembers,
      example: { system_id: "gpu-01", name: "md0", level: "raid-1", block_devices: "sdb,sdc" },
      examplePreparation: "svc machines set-storage-layout gpu-01 --storage-layout blank --yes",
    }),
    "raid.delete": oneRaid.remove("owner", "Delete a RAID", { notes: storageNotes }),
    "raid.read": oneRaid.read("anyone", "Show a RAID"),
    "raid.update": oneRaid.update("owner", "Change the name or the devices of a RAID", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...memberFields(raidMembers, "add"),
        ...memberFields(raidMembers, "remove"),
        text("uuid", "UUID"),
      ],
      example: { system_id: "gpu-01", id: "md0", add_spare_devices: "sdc" },
    }),
  },
} as const satisfies GroupDefinition;

const allDatastores = liveOnly("/nodes/{system_id}/vmfs-datastores/", [nodeId]);
const oneDatastore = liveOnly(
  "/nodes/{system_id}/vmfs-datastore/{id}/",
  [nodeId, idOrName("datastore", datastores)],
  {
    example: { system_id: "db-01", id: "datastore2" },
    examplePreparation: "svc vmfs-datastores create db-01 --name datastore2 --block-devices sdb",
  },
);

export const datastoreGroup = {
  columns: [
    volumeColumns.name,
    volumeColumns.size,
    { header: "FS", path: "filesystem.fstype" },
    { header: "MOUNT", path: "filesystem.mount_point" },
    volumeColumns.devices,
    volumeColumns.id,
    volumeColumns.uuid,
  ],
  operations: {
    "vmfs-datastores.list": allDatastores.list("anyone", "List the VMFS datastores of a machine"),
    "vmfs-datastores.create": allDatastores.create("owner", "Create a VMFS datastore", {
      notes: storageNotes,
      fields: [
        text("name", "name", { required: true }),
        ...memberFields(groupMembers),
        text("uuid", "UUID; a new one by default"),
      ],
      rules: needsMembers,
      example: { system_id: "db-01", name: "datastore2", block_devices: "sdb" },
    }),
    "vmfs-datastore.delete": oneDatastore.remove("owner", "Delete a VMFS datastore", { notes: storageNotes }),
    "vmfs-datastore.read": oneDatastore.read("anyone", "Show a VMFS datastore"),
    "vmfs-datastore.update": oneDatastore.update("owner", "Rename or extend a VMFS datastore", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...memberFields(groupMembers, "add"),
        ...memberFields(["partitions"], "remove"),
        text("uuid", "UUID"),
      ],
      example: { system_id: "db-01", id: "datastore2", name: "images" },
    }),
  },
} as const satisfies GroupDefinition;

const example = { system_id: "db-01", id: "vg0" };
const createCommand = "svc volume-groups create db-01 --name vg0 --block-devices sdb";

const allGroups = liveOnly("/nodes/{system_id}/volume-groups/", [nodeId]);
const oneGroup = liveOnly(
  "/nodes/{system_id}/volume-group/{id}/",
  [nodeId, idOrName("volume group", volumeGroups)],
  {
    example,
    examplePreparation: createCommand,
  },
);

export const lvmGroup = {
  columns: [
    volumeColumns.name,
    volumeColumns.size,
    { header: "FREE", path: "available_size", as: "bytes" },
    { header: "LVS", path: "logical_volumes.name" },
    volumeColumns.devices,
    volumeColumns.id,
    volumeColumns.uuid,
  ],
  kind: {
    ...kindWithMembers("volume-group", "volume_groups", groupMembers),
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
    "volume-groups.list": allGroups.list("anyone", "List the volume groups of a machine"),
    "volume-groups.create": allGroups.create("owner", "Create a volume group (LVM)", {
      notes: storageNotes,
      fields: [
        text("name", "name", { required: true }),
        ...memberFields(groupMembers),
        text("uuid", "UUID; a new one by default"),
      ],
      rules: needsMembers,
      example: { system_id: "db-01", name: "vg0", block_devices: "sdb" },
    }),
    "volume-group.delete": oneGroup.remove("owner", "Delete an empty volume group", {
      notes: storageNotes,
    }),
    "volume-group.read": oneGroup.read("anyone", "Show a volume group"),
    "volume-group.update": oneGroup.update("owner", "Change the name or the devices of a volume group", {
      notes: storageNotes,
      fields: [
        text("name", "new name"),
        ...memberFields(groupMembers, "add"),
        ...memberFields(groupMembers, "remove"),
        text("uuid", "UUID"),
      ],
      example: { ...example, name: "data" },
    }),
    "volume-group.create_logical_volume": oneGroup.post("owner", "Create a logical volume", {
      answersWith: "id",
      notes: [
        ...storageNotes,
        "The volume becomes the block device GROUP-NAME, which can be formatted and mounted.",
      ],
      fields: [
        text("name", "name in the volume group", { required: true }),
        bytes("size", "size in bytes, or with a unit: 5G; default: all free space"),
        text("uuid", "UUID; a new one by default"),
      ],
      columns: [
        { header: "ID", path: "id" },
        volumeColumns.name,
        volumeColumns.size,
        { header: "FREE", path: "available_size", as: "bytes" },
      ],
      example: { ...example, name: "data", size: "20G" },
    }),
    "volume-group.delete_logical_volume": oneGroup.post("owner", "Delete a logical volume", {
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
