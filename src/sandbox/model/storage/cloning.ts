import type { Node } from "../../state/node.ts";
import {
  type BlockDevice,
  type Claim,
  type Filesystem,
  type Partition,
  physicalDisks,
  type Storage,
} from "../../state/storage.ts";
import type { World } from "../../state/world.ts";
import { bareStorage } from "./disks.ts";

const disksBySize = (storage: Storage): BlockDevice[] =>
  physicalDisks(storage).sort((a, b) => b.sizeBytes - a.sizeBytes);

export function storageCloneProblem(source: Node, destination: Node): string | undefined {
  const [sourceDisks, destinationDisks] = [disksBySize(source.storage), disksBySize(destination.storage)];
  if (destinationDisks.length < sourceDisks.length)
    return `source machine has ${sourceDisks.length} physical disks, destination ${destination.systemId} has ${destinationDisks.length}`;
  const tooLargeDisk = sourceDisks.find(
    (disk, index) => (destinationDisks[index]?.sizeBytes ?? 0) < disk.sizeBytes,
  );
  return (
    tooLargeDisk &&
    `destination ${destination.systemId} has no disk as large as ${tooLargeDisk.name} of the source`
  );
}

export function cloneStorage(world: World, source: Node, destination: Node): void {
  const copy = bareStorage(destination.storage);
  const disks = disksBySize(copy);
  const ids = makeIdMapping(world, source.storage);
  const copyClaim = (claim: Claim | null) => claim && ids.claim(claim);

  for (const [index, sourceDisk] of disksBySize(source.storage).entries()) {
    const targetDisk = disks[index];
    if (targetDisk === undefined) continue;
    ids.devices.set(sourceDisk.id, targetDisk.id);
    targetDisk.partitions.push(...sourceDisk.partitions.map((each) => copyPartition(world, each, copyClaim)));
    targetDisk.filesystem = copyFilesystem(world, sourceDisk.filesystem);
    targetDisk.claim = copyClaim(sourceDisk.claim);
  }
  for (const device of source.storage.devices) {
    if (device.type === "physical") continue;
    const id = ++world.state.storageIds.device;
    ids.devices.set(device.id, id);
    copy.devices.push({
      ...device,
      id,
      uuid: world.random.uuid(),
      tags: [...device.tags],
      partitions: device.partitions.map((each) => copyPartition(world, each, copyClaim)),
      filesystem: copyFilesystem(world, device.filesystem),
      claim: copyClaim(device.claim),
    });
  }
  copyGroups(world, source.storage, copy, ids);
  destination.storage = copy;
  destination.specialFilesystems = source.specialFilesystems.map((each) => ({ ...each }));
}

/** The devices must be copied first, because groups refer to their new ids. */
function copyGroups(world: World, from: Storage, to: Storage, ids: ReturnType<typeof makeIdMapping>): void {
  const newDeviceId = (id: number) => ids.devices.get(id) ?? id;
  to.cacheSets.push(...from.cacheSets.map((each) => ({ ...each, id: ids.cacheSet(each.id) })));
  for (const each of from.bcaches) {
    const cacheSetId = ids.cacheSet(each.cacheSetId);
    const [id, uuid, deviceId] = [ids.group(each.id), world.random.uuid(), newDeviceId(each.deviceId)];
    to.bcaches.push({ ...each, id, uuid, cacheSetId, deviceId });
  }
  for (const each of from.volumeGroups) {
    const [id, uuid] = [ids.group(each.id), world.random.uuid()];
    to.volumeGroups.push({ ...each, id, uuid, volumeIds: each.volumeIds.map(newDeviceId) });
  }
  for (const each of from.raids) {
    const [id, uuid] = [ids.group(each.id), world.random.uuid()];
    to.raids.push({ ...each, id, uuid, deviceId: newDeviceId(each.deviceId) });
  }
  for (const each of from.datastores)
    to.datastores.push({ ...each, id: ids.group(each.id), uuid: world.random.uuid() });
  if (from.bootDiskId !== null) to.bootDiskId = newDeviceId(from.bootDiskId);
}

/** Ids are unique across all machines, so a copy needs new ids. */
function makeIdMapping(world: World, source: Storage) {
  const { storageIds } = world.state;
  const groups = new Map(
    [...source.bcaches, ...source.volumeGroups, ...source.raids, ...source.datastores].map(({ id }) => [
      id,
      ++storageIds.group,
    ]),
  );
  const cacheSets = new Map(source.cacheSets.map(({ id }) => [id, ++storageIds.cacheSet]));
  const group = (id: number) => groups.get(id) ?? id;
  const cacheSet = (id: number) => cacheSets.get(id) ?? id;
  const claim = (original: Claim): Claim => {
    if (original.kind === "cache") return { kind: "cache", cacheSetId: cacheSet(original.cacheSetId) };
    if (original.kind === "backing") return { kind: "backing", bcacheId: group(original.bcacheId) };
    if (original.kind === "volume") return { ...original, volumeGroupId: group(original.volumeGroupId) };
    return { ...original, groupId: group(original.groupId) };
  };
  return { devices: new Map<number, number>(), group, cacheSet, claim };
}

const copyFilesystem = (world: World, from: Filesystem | null): Filesystem | null =>
  from && { ...from, uuid: world.random.uuid() };

const copyPartition = (
  world: World,
  from: Partition,
  copyClaim: (claim: Claim | null) => Claim | null,
): Partition => ({
  ...from,
  id: ++world.state.storageIds.partition,
  uuid: world.random.uuid(),
  tags: [...from.tags],
  filesystem: copyFilesystem(world, from.filesystem),
  claim: copyClaim(from.claim),
});
