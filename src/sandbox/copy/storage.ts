import {
  type Claim,
  cacheModes,
  type Extent,
  emptyStorage,
  extentsOf,
  type Filesystem,
  type Partition,
  type Raid,
  type Storage,
} from "../state/storage.ts";
import type { World } from "../state/world.ts";
import { fieldsIn, idIn, numberIn, type Row, rowIn, rowsIn, textIn, textsIn } from "./row.ts";

export function storageOf(world: World, machine: Row): Storage {
  const ids = world.state.storageIds;
  const takeId = (kind: keyof typeof ids, row: Row): number => {
    const id = idIn(row) ?? ids[kind] + 1;
    ids[kind] = Math.max(ids[kind], id);
    return id;
  };
  const storage: Storage = {
    ...emptyStorage(),
    devices: rowsIn(machine, "blockdevice_set").map((row) => ({
      ...extentOf(row, takeId("device", row)),
      type: textIn(row, "type") === "virtual" ? "virtual" : "physical",
      ...fieldsIn(row, { uuid: null, name: "", model: "", serial: "", idPath: "" }),
      blockSizeBytes: numberIn(row, "block_size", 512),
      ...(textIn(row, "firmware_version") === "" ? {} : { firmwareVersion: textIn(row, "firmware_version") }),
      partitions: rowsIn(row, "partitions").map(
        (each, index): Partition => ({
          ...extentOf(each, takeId("partition", each)),
          ...fieldsIn(each, { uuid: "", bootable: false }),
          index: Number(/-part(\d+)$/.exec(textIn(each, "path"))?.[1] ?? index + 1),
        }),
      ),
    })),
    cacheSets: rowsIn(machine, "cache_sets").map((row) => ({
      ...{ id: takeId("cacheSet", row), name: textIn(row, "name") },
    })),
    bcaches: rowsIn(machine, "bcaches").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      cacheMode: cacheModes.find((mode) => mode === textIn(row, "cache_mode").toUpperCase()) ?? "WRITEBACK",
      cacheSetId: numberIn(rowIn(row, "cache_set"), "id"),
      deviceId: numberIn(rowIn(row, "virtual_device"), "id"),
    })),
    volumeGroups: rowsIn(machine, "volume_groups").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      volumeIds: rowsIn(row, "logical_volumes").map((each) => numberIn(each, "id")),
    })),
    raids: rowsIn(machine, "raids").map((row) => ({
      ...{ id: takeId("group", row), ...fieldsIn(row, { uuid: "", name: "" }) },
      level: textIn(row, "level") as Raid["level"],
      deviceId: numberIn(rowIn(row, "virtual_device"), "id"),
    })),
  };
  storage.bootDiskId = idIn(rowIn(machine, "boot_disk")) ?? storage.devices[0]?.id ?? null;
  claimMembers(storage, machine);
  return storage;
}

const extentOf = (row: Row, id: number): Extent => ({
  ...{ id, sizeBytes: numberIn(row, "size"), tags: textsIn(row, "tags"), claim: null },
  filesystem: filesystemOf(rowIn(row, "filesystem")),
});

function filesystemOf(row: Row): Filesystem | null {
  const fstype = textIn(row, "fstype");
  if (fstype === "") return null;
  return {
    ...{ fstype, ...fieldsIn(row, { label: "", uuid: "", mountPoint: null }) },
    mountOptions: typeof row["mount_options"] === "string" ? row["mount_options"] : null,
  };
}

/** The site's answer for a member does not name the group of the member, so the members are read from their groups. */
function claimMembers(storage: Storage, machine: Row): void {
  const claim = (member: Row, makeClaim: (uuid: string) => Claim) => {
    const isPartition = textIn(member, "type") === "partition";
    const match = extentsOf(storage).find(
      ({ extent, partition }) => extent.id === member["id"] && isPartition === (partition !== undefined),
    );
    if (match === undefined) return;
    const uuid = match.extent.filesystem?.uuid ?? "";
    match.extent.filesystem = null;
    match.extent.claim = makeClaim(uuid);
  };
  for (const row of rowsIn(machine, "cache_sets"))
    claim(rowIn(row, "cache_device"), () => ({ kind: "cache", cacheSetId: numberIn(row, "id") }));
  for (const row of rowsIn(machine, "bcaches"))
    claim(rowIn(row, "backing_device"), () => ({ kind: "backing", bcacheId: numberIn(row, "id") }));
  for (const row of rowsIn(machine, "volume_groups"))
    for (const member of rowsIn(row, "devices"))
      claim(member, (uuid) => ({ kind: "volume", volumeGroupId: numberIn(row, "id"), uuid }));
  for (const row of rowsIn(machine, "raids"))
    for (const [kind, list] of [
      ["raid", "devices"],
      ["spare", "spare_devices"],
    ] as const)
      for (const member of rowsIn(row, list))
        claim(member, (uuid) => ({ kind, groupId: numberIn(row, "id"), uuid }));
}
