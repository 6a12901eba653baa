import { invalid, invalidChoice, invalidField, invalidForm } from "../../state/service-error.ts";
import {
  type Bcache,
  type BlockDevice,
  type CacheMode,
  type CacheSet,
  type Claim,
  deviceById,
  extentsOf,
  isFree,
  type LocatedExtent,
  makeClaim,
  membersOf,
  physicalDisks,
  type Storage,
} from "../../state/storage.ts";
import { nextName, removeFrom } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { addVirtualDevice } from "./disks.ts";

/** The extent must be free or `current`. A cache must be on a physical disk, which makes cycles impossible. */
export function chooseExtent(
  storage: Storage,
  role: "cache" | "backing",
  device: string | undefined,
  partition: string | undefined,
  current?: LocatedExtent,
): LocatedExtent | undefined {
  if (device !== undefined && partition !== undefined)
    throw invalidForm(`Either ${role}_device or ${role}_partition must be specified, not both.`);
  const choice = device ?? partition;
  if (choice === undefined) return undefined;
  const field = device === undefined ? `${role}_partition` : `${role}_device`;
  const match = extentsOf(storage).find(
    (each) =>
      (each.partition === undefined) === (device !== undefined) &&
      (role === "backing" || each.device.type === "physical") &&
      (String(each.extent.id) === choice || (device !== undefined && each.device.name === choice)),
  );
  if (match === undefined) throw invalidField(field, invalidChoice(choice));
  if (match.extent !== current?.extent && !isFree(match))
    throw invalidField(field, `Select a valid choice. ${choice} is in use.`);
  return match;
}

export function addCacheSet(world: World, storage: Storage, extent: LocatedExtent): CacheSet {
  const id = ++world.state.storageIds.cacheSet;
  const cacheSet: CacheSet = { id, name: nextName(storage.cacheSets, "cache") };
  claimAs(world, "cache", id, [extent]);
  storage.cacheSets.push(cacheSet);
  return cacheSet;
}

export function removeCacheSet(storage: Storage, cacheSet: CacheSet): void {
  if (storage.bcaches.some((bcache) => bcache.cacheSetId === cacheSet.id))
    throw invalid("Cannot delete cache set; it's currently in use.");
  unclaim(membersOf(storage, cacheSet, "cache"));
  removeFrom(storage.cacheSets, cacheSet);
}

interface BcacheSpec extends Readonly<Partial<Pick<Bcache, "name" | "uuid">>> {
  readonly backing: LocatedExtent;
  readonly cacheSet: CacheSet;
  readonly cacheMode: CacheMode;
}

export function addBcache(world: World, storage: Storage, spec: BcacheSpec): Bcache {
  const name = spec.name ?? nextName(storage.devices, "bcache");
  requireFreeName(storage, name);
  const id = ++world.state.storageIds.group;
  const device = addVirtualDevice(world, storage, { name, sizeBytes: spec.backing.extent.sizeBytes });
  claimAs(world, "backing", id, [spec.backing]);
  const bcache: Bcache = {
    id,
    uuid: spec.uuid ?? world.random.uuid(),
    name,
    cacheMode: spec.cacheMode,
    cacheSetId: spec.cacheSet.id,
    deviceId: device.id,
  };
  storage.bcaches.push(bcache);
  return bcache;
}

export function requireFreeName(storage: Storage, name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(name))
    throw invalidField("name", "Enter a valid name: letters, digits, '.', '_' and '-'.");
  if (storage.devices.some((device) => device.name === name))
    throw invalidField("name", `Block device with this Name already exists: ${name}.`);
}

export function claimAs(
  world: World,
  kind: Claim["kind"],
  id: number,
  members: readonly LocatedExtent[],
): void {
  for (const { extent } of members) extent.claim = makeClaim(kind, id, world.random.uuid);
}

export function unclaim(members: readonly LocatedExtent[]): void {
  for (const { extent } of members) extent.claim = null;
}

/** Removes a group, its virtual device, and the claims of its members. */
export function removeGroup<Group extends { readonly id: number; readonly deviceId?: number }>(
  storage: Storage,
  groups: Group[],
  group: Group,
): void {
  unclaim(membersOf(storage, group));
  removeFrom(groups, group);
  const device = group.deviceId === undefined ? undefined : deviceById(storage, group.deviceId);
  if (device !== undefined) removeFrom(storage.devices, device);
}

export function removeBcache(storage: Storage, bcache: Bcache): void {
  requireUnclaimed(storage, bcache.deviceId, "Cannot delete bcache; its device is currently in use.");
  removeGroup(storage, storage.bcaches, bcache);
}

export function moveBacking(world: World, storage: Storage, bcache: Bcache, backing: LocatedExtent): void {
  const previousExtents = membersOf(storage, bcache, "backing");
  if (previousExtents[0]?.extent === backing.extent) return;
  if (backing.device.id === bcache.deviceId) throw invalidForm("A bcache cannot back itself.");
  requireUnclaimed(storage, bcache.deviceId, "Cannot change the backing; the bcache is currently in use.");
  unclaim(previousExtents);
  claimAs(world, "backing", bcache.id, [backing]);
  const index = storage.devices.findIndex(({ id }) => id === bcache.deviceId);
  const device = storage.devices[index];
  const { sizeBytes } = backing.extent;
  if (device !== undefined)
    storage.devices[index] = { ...device, sizeBytes, partitions: [], filesystem: null };
}

export function moveCache(world: World, storage: Storage, cacheSet: CacheSet, extent: LocatedExtent): void {
  unclaim(membersOf(storage, cacheSet, "cache"));
  claimAs(world, "cache", cacheSet.id, [extent]);
}

export function requireUnclaimed(storage: Storage, deviceId: number, message: string): void {
  const device = deviceById(storage, deviceId);
  if (device === undefined) return;
  if ([device, ...device.partitions].some(({ claim }) => claim !== null)) throw invalid(message);
}

export function removeDevice(storage: Storage, device: BlockDevice): void {
  requireUnclaimed(storage, device.id, "Cannot delete block device; it's currently in use.");
  if (storage.bcaches.some(({ deviceId }) => deviceId === device.id))
    throw invalid("Cannot delete block device; it is the device of a bcache, which can be deleted.");
  if (storage.raids.some(({ deviceId }) => deviceId === device.id))
    throw invalid("Cannot delete block device; it is the device of a RAID, which can be deleted.");
  for (const { volumeIds } of storage.volumeGroups)
    if (volumeIds.includes(device.id)) removeFrom(volumeIds, device.id);
  removeFrom(storage.devices, device);
  if (storage.bootDiskId === device.id) storage.bootDiskId = physicalDisks(storage)[0]?.id ?? null;
}

/** A bcache or RAID has the name of its device. */
export function renameDevice({ devices, bcaches, raids }: Storage, id: number, name: string): void {
  for (const device of devices) if (device.id === id) device.name = name;
  for (const group of [...bcaches, ...raids]) if (group.deviceId === id) group.name = name;
}

export function setBootDisk(storage: Storage, id: number): void {
  const device = deviceById(storage, id);
  if (device?.type !== "physical")
    throw invalid(`Cannot set a ${device?.type} block device as the boot disk.`);
  storage.bootDiskId = id;
}
