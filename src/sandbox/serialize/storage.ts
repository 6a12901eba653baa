import { availableBytes, usedBytes, volumeGroupBytes } from "../model/storage/disks.ts";
import { allocatedBytes, volumesOf } from "../model/storage/groups.ts";
import type { Node, SpecialFilesystem } from "../state/node.ts";
import {
  type Bcache,
  type BlockDevice,
  type CacheSet,
  deviceById,
  devicePath,
  type Extent,
  type Filesystem,
  type LocatedExtent,
  membersOf,
  type Partition,
  partitionPath,
  type Raid,
  type Storage,
  type StorageGroup,
  type VolumeGroup,
} from "../state/storage.ts";
import type { World } from "../state/world.ts";
import { humanSize } from "../values/quantities.ts";
import { fieldsOf, type Json, mergeInto, orNull, resourceUri } from "./references.ts";

const nodeUri = (world: World, node: Node, ...segments: readonly (string | number)[]) =>
  resourceUri(world, "nodes", node.systemId, ...segments);

const filesystemFields = fieldsOf<Filesystem>("fstype", "label", "uuid", "mountPoint", "mountOptions");

const memberFilesystemTypes = {
  raid: "raid",
  spare: "raid-spare",
  volume: "lvm-pv",
  datastore: "vmfs6",
} as const;

function serializeFilesystem({ filesystem, claim }: Extent): Json | null {
  if (filesystem !== null) return filesystemFields(filesystem);
  if (claim === null || !("uuid" in claim)) return null;
  const fstype = memberFilesystemTypes[claim.kind];
  return { fstype, label: null, uuid: claim.uuid, mount_point: null, mount_options: null };
}

const specialFields = fieldsOf<SpecialFilesystem>("fstype", "mountPoint", "mountOptions");

function usedFor(storage: Storage, extent: Extent, partitionCount: number): string {
  const { claim, filesystem } = extent;
  const nameIn = (rows: readonly CacheSet[], id: number) => rows.find((each) => each.id === id)?.name;
  switch (claim?.kind) {
    case "backing":
      return `Backing device for ${nameIn(storage.bcaches, claim.bcacheId)}`;
    case "cache":
      return `Cache device for ${nameIn(storage.cacheSets, claim.cacheSetId)}`;
    case "volume":
      return `LVM volume for ${nameIn(storage.volumeGroups, claim.volumeGroupId)}`;
    case "datastore":
      return `VMFS extent for ${nameIn(storage.datastores, claim.groupId)}`;
  }
  if (claim !== null) {
    const raid = storage.raids.find(({ id }) => id === claim.groupId);
    return `${claim.kind === "raid" ? "Active" : "Spare"} ${raid?.level} device for ${raid?.name}`;
  }
  if (filesystem !== null) {
    return filesystem.mountPoint === null
      ? `Unmounted ${filesystem.fstype} formatted filesystem`
      : `${filesystem.fstype} formatted filesystem mounted at ${filesystem.mountPoint}`;
  }
  if (partitionCount > 0)
    return `GPT partitioned with ${partitionCount} partition${partitionCount === 1 ? "" : "s"}`;
  return "Unused";
}

export function serializePartition(world: World, node: Node, device: BlockDevice, partition: Partition) {
  const { id, uuid, bootable, tags } = partition;
  const uri = nodeUri(world, node, "blockdevices", device.id, "partition", id).slice(0, -1);
  return mergeInto(
    { uuid, size: partition.sizeBytes, bootable, tags, type: "partition", device_id: device.id },
    { system_id: node.systemId, used_for: usedFor(node.storage, partition, 0), id },
    { filesystem: serializeFilesystem(partition), path: partitionPath(device, partition), resource_uri: uri },
  );
}

export function serializeDevice(world: World, node: Node, device: BlockDevice): Json {
  const { id, type, name, tags, uuid, partitions, model, serial } = device;
  const isVirtual = type === "virtual";
  return mergeInto(
    { id, system_id: node.systemId, type, name, id_path: device.idPath || null, size: device.sizeBytes },
    { block_size: device.blockSizeBytes, available_size: availableBytes(device), tags, uuid },
    { used_size: usedBytes(device), used_for: usedFor(node.storage, device, partitions.length) },
    { partitions: partitions.map((partition) => serializePartition(world, node, device, partition)) },
    { filesystem: serializeFilesystem(device), model: isVirtual ? model || null : model },
    { serial: isVirtual ? serial || null : serial, storage_pool: null, numa_node: isVirtual ? null : 0 },
    { partition_table_type: partitions.length > 0 ? "GPT" : null, path: devicePath(device) },
    { resource_uri: nodeUri(world, node, "blockdevices", id) },
  );
}

const serializeExtent = (world: World, node: Node, { device, partition }: LocatedExtent): Json =>
  partition === undefined
    ? serializeDevice(world, node, device)
    : serializePartition(world, node, device, partition);

export const serializeCacheSet = (world: World, node: Node, cacheSet: CacheSet): Json => ({
  id: cacheSet.id,
  system_id: node.systemId,
  name: cacheSet.name,
  cache_device: orNull(membersOf(node.storage, cacheSet, "cache")[0], (row) =>
    serializeExtent(world, node, row),
  ),
  resource_uri: nodeUri(world, node, "bcache-cache-set", cacheSet.id),
});

const bcacheFields = fieldsOf<Bcache>("id", "uuid", "name", "cacheMode");

export const serializeBcache = (world: World, node: Node, bcache: Bcache): Json => {
  const { storage } = node;
  const [backing] = membersOf(storage, bcache, "backing");
  const cacheSet = storage.cacheSets.find(({ id }) => id === bcache.cacheSetId);
  const virtualDevice = deviceById(storage, bcache.deviceId);
  const size = virtualDevice?.sizeBytes ?? 0;
  return {
    ...bcacheFields(bcache),
    system_id: node.systemId,
    size,
    human_size: humanSize(size),
    cache_set: orNull(cacheSet, (row) => serializeCacheSet(world, node, row)),
    backing_device: orNull(backing, (row) => serializeExtent(world, node, row)),
    virtual_device: orNull(virtualDevice, (row) => serializeDevice(world, node, row)),
    resource_uri: nodeUri(world, node, "bcache", bcache.id),
  };
};

/** Live services add the firmware version to members that are whole disks. */
const serializeMember = (world: World, node: Node, member: LocatedExtent): Json => ({
  ...(member.partition === undefined && member.device.type === "physical"
    ? { firmware_version: member.device.firmwareVersion ?? null }
    : {}),
  ...serializeExtent(world, node, member),
});

const groupFields = (world: World, node: Node, group: StorageGroup, segment: string, size: number): Json => ({
  ...{ id: group.id, system_id: node.systemId, uuid: group.uuid, name: group.name },
  ...{ size, human_size: humanSize(size) },
  resource_uri: nodeUri(world, node, segment, group.id),
});

export const serializeVolumeGroup = (world: World, node: Node, group: VolumeGroup): Json => {
  const { storage } = node;
  const size = volumeGroupBytes(storage, group);
  const allocated = allocatedBytes(storage, group);
  return {
    ...groupFields(world, node, group, "volume-group", size),
    devices: membersOf(storage, group, "volume").map((member) => serializeMember(world, node, member)),
    ...{ available_size: size - allocated, human_available_size: humanSize(size - allocated) },
    ...{ used_size: allocated, human_used_size: humanSize(allocated) },
    logical_volumes: volumesOf(storage, group).map((device) => serializeDevice(world, node, device)),
  };
};

/** The answer to creating a logical volume has only these members. */
export function serializeVolume(world: World, node: Node, device: BlockDevice): Json {
  const row = serializeDevice(world, node, device);
  const { id, used_size, name, system_id, size, uuid, available_size, resource_uri } = row;
  return { id, used_size, name, system_id, size, uuid, available_size, resource_uri };
}

export const serializeRaid = (world: World, node: Node, raid: Raid): Json => {
  const { storage } = node;
  const virtualDevice = deviceById(storage, raid.deviceId);
  const members = (kind: "raid" | "spare") =>
    membersOf(storage, raid, kind).map((member) => serializeMember(world, node, member));
  return {
    ...groupFields(world, node, raid, "raid", virtualDevice?.sizeBytes ?? 0),
    level: raid.level,
    devices: members("raid"),
    spare_devices: members("spare"),
    virtual_device: orNull(virtualDevice, (row) => serializeDevice(world, node, row)),
  };
};

export const serializeDatastore = (world: World, node: Node, datastore: StorageGroup): Json => {
  const members = membersOf(node.storage, datastore);
  const size = members.reduce((sum, { extent }) => sum + extent.sizeBytes, 0);
  return {
    ...groupFields(world, node, datastore, "vmfs-datastore", size),
    devices: members.map((member) => serializeMember(world, node, member)),
    filesystem: { fstype: "vmfs6", mount_point: `/vmfs/volumes/${datastore.name}` },
  };
};

export function serializeStorage(world: World, node: Node): Json {
  const { storage } = node;
  const devices = storage.devices.map((device) =>
    mergeInto({ firmware_version: device.firmwareVersion ?? null }, serializeDevice(world, node, device)),
  );
  const devicesOfType = (type: BlockDevice["type"]) =>
    devices.filter((_, index) => storage.devices[index]?.type === type);
  const bootDiskIndex = storage.devices.findIndex(({ id }) => id === storage.bootDiskId);
  return {
    blockdevice_set: devices,
    physicalblockdevice_set: devicesOfType("physical"),
    virtualblockdevice_set: devicesOfType("virtual"),
    boot_disk: devices[bootDiskIndex] ?? null,
    bcaches: storage.bcaches.map((bcache) => serializeBcache(world, node, bcache)),
    cache_sets: storage.cacheSets.map((cacheSet) => serializeCacheSet(world, node, cacheSet)),
    volume_groups: storage.volumeGroups.map((group) => serializeVolumeGroup(world, node, group)),
    raids: storage.raids.map((raid) => serializeRaid(world, node, raid)),
    special_filesystems: node.specialFilesystems.map((each) => ({
      ...specialFields(each),
      label: "",
      uuid: null,
    })),
    storage: totalMegabytes(storage),
  };
}

/** MB (10^6 bytes), with one decimal. */
const totalMegabytes = (storage: Storage): number =>
  Math.round(
    storage.devices.reduce((sum, device) => sum + (device.type === "physical" ? device.sizeBytes : 0), 0) /
      100_000,
  ) / 10;
