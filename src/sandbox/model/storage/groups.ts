import { invalid, invalidField, invalidForm } from "../../state/service-error.ts";
import {
  type BlockDevice,
  deviceById,
  type LocatedExtent,
  membersOf,
  type Raid,
  type RaidLevel,
  type Storage,
  type StorageGroup,
  type VolumeGroup,
} from "../../state/storage.ts";
import { nextName } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { alignDown, alignmentBytes } from "../../values/quantities.ts";
import {
  claimAs,
  removeDevice,
  removeGroup,
  renameDevice,
  requireFreeName,
  requireUnclaimed,
  unclaim,
} from "./bcache.ts";
import { addVirtualDevice, usedBytes, volumeBytes, volumeGroupBytes } from "./disks.ts";
import { requireName } from "./layouts.ts";

type Members = readonly LocatedExtent[];

/** What a form sets or changes in a RAID, a volume group or a datastore. */
export interface GroupChange {
  readonly added: Members;
  readonly addedSpares: Members;
  readonly removed: Members;
  readonly name?: string;
  readonly uuid?: string;
}

export function isBackedBy(storage: Storage, { device }: LocatedExtent, groupId: number): boolean {
  const group =
    [...storage.raids, ...storage.bcaches].find(({ deviceId }) => deviceId === device.id) ??
    storage.volumeGroups.find(({ volumeIds }) => volumeIds.includes(device.id));
  if (group === undefined) return false;
  return group.id === groupId || membersOf(storage, group).some((each) => isBackedBy(storage, each, groupId));
}

const noDeviceMessage = "At least one valid block device or partition is required.";

function requireMember(members: Members, message = noDeviceMessage): void {
  if (members.length === 0) throw invalidForm(message);
}

const superblockBytes = 128 * 1024;

const levelRules: Readonly<
  Record<RaidLevel, { readonly minMembers: number; sizeFactor(count: number): number }>
> = {
  "raid-0": { minMembers: 2, sizeFactor: (count) => count },
  "raid-1": { minMembers: 2, sizeFactor: () => 1 },
  "raid-5": { minMembers: 3, sizeFactor: (count) => count - 1 },
  "raid-6": { minMembers: 4, sizeFactor: (count) => count - 2 },
  "raid-10": { minMembers: 3, sizeFactor: (count) => count / 2 },
};

function raidBytes(level: RaidLevel, active: Members, spares: Members): number {
  const { minMembers, sizeFactor } = levelRules[level];
  const hasSpares = level !== "raid-0";
  if (active.length < minMembers || (!hasSpares && spares.length > 0)) {
    const number = level.slice("raid-".length);
    const sparesText = `${hasSpares ? "any number of" : "no"} spares`;
    throw invalidForm(
      `RAID level ${number} must have at least ${minMembers} raid devices and ${sparesText}.`,
    );
  }
  const smallest = Math.min(...[...active, ...spares].map(({ extent }) => extent.sizeBytes));
  return Math.floor(Math.max(0, smallest - superblockBytes) * sizeFactor(active.length));
}

export function addRaid(world: World, storage: Storage, level: RaidLevel, change: GroupChange): Raid {
  const { added, addedSpares } = change;
  const { name = nextName(storage.devices, "md"), uuid = world.random.uuid() } = change;
  requireMember(
    [...added, ...addedSpares],
    "At least one block device or partition must be added to the array.",
  );
  const sizeBytes = raidBytes(level, added, addedSpares);
  requireFreeName(storage, name);
  const blockSizeBytes = added[0]?.device.blockSizeBytes ?? 512;
  const device = addVirtualDevice(world, storage, { name, sizeBytes, blockSizeBytes });
  const raid: Raid = { id: ++world.state.storageIds.group, uuid, name, level, deviceId: device.id };
  storage.raids.push(raid);
  claimAs(world, "raid", raid.id, added);
  claimAs(world, "spare", raid.id, addedSpares);
  return raid;
}

const withoutMembers = (members: Members, removed: Members): Members =>
  members.filter(({ extent }) => !removed.some((each) => each.extent === extent));

export function changeRaid(world: World, storage: Storage, raid: Raid, change: GroupChange): void {
  const { added, addedSpares, removed, name = raid.name, uuid = raid.uuid } = change;
  const active = [...withoutMembers(membersOf(storage, raid, "raid"), removed), ...added];
  const spares = [...withoutMembers(membersOf(storage, raid, "spare"), removed), ...addedSpares];
  const sizeBytes = raidBytes(raid.level, active, spares);
  const device = deviceById(storage, raid.deviceId);
  if (device !== undefined && sizeBytes < device.sizeBytes && usedBytes(device) > 0)
    throw invalidForm(`${device.name} is in use and cannot become smaller.`);
  if (name !== raid.name) requireFreeName(storage, name);
  unclaim(removed);
  claimAs(world, "raid", raid.id, added);
  claimAs(world, "spare", raid.id, addedSpares);
  raid.uuid = uuid;
  if (device === undefined) return;
  device.sizeBytes = sizeBytes;
  renameDevice(storage, raid.deviceId, name);
}

export function removeRaid(storage: Storage, raid: Raid): void {
  requireUnclaimed(storage, raid.deviceId, "Cannot delete RAID; its device is currently in use.");
  removeGroup(storage, storage.raids, raid);
}

const groupTypes = { volume: "Volume group", datastore: "VMFS datastore" } as const;

function addGroup<Group extends StorageGroup>(
  world: World,
  kind: keyof typeof groupTypes,
  groups: Group[],
  { added, name = "", uuid = world.random.uuid() }: GroupChange,
  make: (group: StorageGroup) => Group,
): Group {
  requireMember(added);
  requireFreeGroupName(groups, kind, name);
  const group = make({ id: ++world.state.storageIds.group, uuid, name });
  groups.push(group);
  claimAs(world, kind, group.id, added);
  return group;
}

function requireFreeGroupName(
  groups: readonly StorageGroup[],
  kind: keyof typeof groupTypes,
  name: string,
): void {
  requireName("name", name);
  if (groups.some((each) => each.name === name))
    throw invalidField("name", `${groupTypes[kind]} with this Name already exists.`);
}

function changeGroup(
  world: World,
  kind: keyof typeof groupTypes,
  group: StorageGroup,
  { added, removed, name = group.name, uuid = group.uuid }: GroupChange,
): void {
  unclaim(removed);
  claimAs(world, kind, group.id, added);
  Object.assign(group, { name, uuid });
}

export const addVolumeGroup = (world: World, storage: Storage, change: GroupChange): VolumeGroup =>
  addGroup(world, "volume", storage.volumeGroups, change, (group) => ({ ...group, volumeIds: [] }));

export const volumesOf = (storage: Storage, { volumeIds }: VolumeGroup): BlockDevice[] =>
  storage.devices.filter(({ id }) => volumeIds.includes(id));

export const allocatedBytes = (storage: Storage, group: VolumeGroup): number =>
  volumesOf(storage, group).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export function changeVolumeGroup(
  world: World,
  storage: Storage,
  group: VolumeGroup,
  change: GroupChange,
): void {
  const { added, removed, name = group.name } = change;
  const members = [...withoutMembers(membersOf(storage, group), removed), ...added];
  requireMember(members);
  if (volumeBytes(members) < allocatedBytes(storage, group))
    throw invalidForm("Volume group cannot be smaller than its logical volumes.");
  if (name !== group.name) {
    requireFreeGroupName(storage.volumeGroups, "volume", name);
    renameVolumes(storage, group, name);
  }
  changeGroup(world, "volume", group, change);
}

function renameVolumes(storage: Storage, group: VolumeGroup, groupName: string): void {
  const newNames = volumesOf(storage, group)
    .filter((device) => device.name.startsWith(`${group.name}-`))
    .map((device) => [device, groupName + device.name.slice(group.name.length)] as const);
  for (const [, newName] of newNames) requireFreeName(storage, newName);
  for (const [device, newName] of newNames) device.name = newName;
}

export function removeVolumeGroup(storage: Storage, group: VolumeGroup): void {
  if (group.volumeIds.length > 0)
    throw invalid("This volume group has logical volumes; it cannot be deleted.");
  removeGroup(storage, storage.volumeGroups, group);
}

interface VolumeSpec {
  readonly name: string;
  readonly sizeBytes: number | undefined;
  readonly uuid?: string;
}

export function addVolume(world: World, storage: Storage, group: VolumeGroup, spec: VolumeSpec): BlockDevice {
  const freeBytes = volumeGroupBytes(storage, group) - allocatedBytes(storage, group);
  if (freeBytes < alignmentBytes)
    throw invalidForm(
      `Volume group (${group.name}) cannot hold any more logical volumes, because it doesn't have enough free space.`,
    );
  const requestedBytes = spec.sizeBytes ?? freeBytes;
  if (requestedBytes > freeBytes)
    throw invalidField("size", `Ensure this value is less than or equal to ${freeBytes}.`);
  requireName("name", spec.name);
  const volume = { ...spec, name: `${group.name}-${spec.name}`, sizeBytes: alignDown(requestedBytes) };
  requireFreeName(storage, volume.name);
  const device = addVirtualDevice(world, storage, volume);
  group.volumeIds.push(device.id);
  return device;
}

/** Ignores an unknown id, as live services do. */
export function removeVolume(storage: Storage, group: VolumeGroup, id: string): void {
  const volume = volumesOf(storage, group).find((each) => String(each.id) === id);
  if (volume !== undefined) removeDevice(storage, volume);
}

export const addDatastore = (world: World, storage: Storage, change: GroupChange): StorageGroup =>
  addGroup(world, "datastore", storage.datastores, change, (group) => group);

export function changeDatastore(
  world: World,
  storage: Storage,
  datastore: StorageGroup,
  change: GroupChange,
): void {
  const { added, removed, name = datastore.name } = change;
  requireMember([...withoutMembers(membersOf(storage, datastore), removed), ...added]);
  if (name !== datastore.name) requireFreeGroupName(storage.datastores, "datastore", name);
  changeGroup(world, "datastore", datastore, change);
}

export const removeDatastore = (storage: Storage, datastore: StorageGroup): void =>
  removeGroup(storage, storage.datastores, datastore);
