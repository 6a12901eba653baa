import { invalid, invalidField } from "../../state/domain-error.ts";
import {
  type BlockDevice,
  type Claim,
  claimedExtents,
  deviceById,
  type LocatedExtent,
  type MemberGroup,
  type Raid,
  type RaidLevel,
  type Storage,
  type VolumeGroup,
} from "../../state/storage.ts";
import { removeFrom } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { alignDown, alignmentBytes } from "../../values/quantities.ts";
import { withoutUndefined } from "../../values/spellings.ts";
import { nextName, removeDevice, renameDevice, requireFreeName, requireUnclaimed } from "./bcache.ts";
import { addVirtualDevice, usedBytes, volumeBytes, volumeGroupBytes } from "./disks.ts";
import { requireName } from "./layouts.ts";

export type MemberKind = "raid" | "spare" | "volume" | "datastore";

export interface GroupNames {
  readonly name?: string | undefined;
  readonly uuid?: string | undefined;
}

export type Members = readonly LocatedExtent[];

const groupIdOf = (claim: Claim): number | undefined =>
  claim.kind === "volume" ? claim.volumeGroupId : "groupId" in claim ? claim.groupId : undefined;

export const membersOf = (storage: Storage, { id }: MemberGroup, kind?: MemberKind): LocatedExtent[] =>
  claimedExtents(storage, (claim) => groupIdOf(claim) === id && (kind === undefined || claim.kind === kind));

function claimAs(world: World, kind: MemberKind, id: number, members: Members): void {
  for (const { extent } of members) {
    const uuid = world.random.uuid();
    extent.claim = kind === "volume" ? { kind, volumeGroupId: id, uuid } : { kind, groupId: id, uuid };
  }
}

function release(members: Members): void {
  for (const { extent } of members) extent.claim = null;
}

export function liesOn(storage: Storage, { device }: LocatedExtent, groupId: number): boolean {
  const raid = storage.raids.find(({ deviceId }) => deviceId === device.id);
  const group = raid ?? storage.volumeGroups.find(({ volumeIds }) => volumeIds.includes(device.id));
  if (group?.id === groupId) return true;
  const bcache = storage.bcaches.find(({ deviceId }) => deviceId === device.id);
  const memberExtents = claimedExtents(
    storage,
    (claim) =>
      (group !== undefined && groupIdOf(claim) === group.id) ||
      (bcache !== undefined && claim.kind === "backing" && claim.bcacheId === bcache.id),
  );
  return memberExtents.some((each) => liesOn(storage, each, groupId));
}

const deviceRequired = "At least one valid block device or partition is required.";

function requireSome(members: Members, message = deviceRequired): void {
  if (members.length === 0) throw invalid({ __all__: [message] });
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
    throw invalid({
      __all__: [`RAID level ${number} must have at least ${minMembers} raid devices and ${sparesText}.`],
    });
  }
  const smallest = Math.min(...[...active, ...spares].map(({ extent }) => extent.sizeBytes));
  return Math.floor(Math.max(0, smallest - superblockBytes) * sizeFactor(active.length));
}

type RaidMembers = Readonly<Record<"active" | "spares", Members>>;

export function addRaid(
  world: World,
  storage: Storage,
  level: RaidLevel,
  { active, spares }: RaidMembers,
  { name = nextName(storage.devices, "md"), uuid = world.random.uuid() }: GroupNames,
): Raid {
  requireSome([...active, ...spares], "At least one block device or partition must be added to the array.");
  const sizeBytes = raidBytes(level, active, spares);
  requireFreeName(storage, name);
  const blockSizeBytes = active[0]?.device.blockSizeBytes ?? 512;
  const device = addVirtualDevice(world, storage, name, sizeBytes, { blockSizeBytes });
  const raid: Raid = { id: ++world.state.storageIds.group, uuid, name, level, deviceId: device.id };
  storage.raids.push(raid);
  claimAs(world, "raid", raid.id, active);
  claimAs(world, "spare", raid.id, spares);
  return raid;
}

const withoutMembers = (members: Members, removed: Members): Members =>
  members.filter(({ extent }) => !removed.some((each) => each.extent === extent));

export function changeRaid(
  world: World,
  storage: Storage,
  raid: Raid,
  added: RaidMembers,
  removed: Members,
  { name, uuid }: GroupNames,
): void {
  const active = [...withoutMembers(membersOf(storage, raid, "raid"), removed), ...added.active];
  const spares = [...withoutMembers(membersOf(storage, raid, "spare"), removed), ...added.spares];
  const sizeBytes = raidBytes(raid.level, active, spares);
  const device = deviceById(storage, raid.deviceId);
  if (device !== undefined && sizeBytes < device.sizeBytes && usedBytes(device) > 0)
    throw invalid({ __all__: [`${device.name} is in use and cannot become smaller.`] });
  if (name !== undefined && name !== raid.name) requireFreeName(storage, name);
  release(removed);
  claimAs(world, "raid", raid.id, added.active);
  claimAs(world, "spare", raid.id, added.spares);
  raid.uuid = uuid ?? raid.uuid;
  if (device === undefined) return;
  device.sizeBytes = sizeBytes;
  if (name !== undefined) renameDevice(storage, device, name);
}

export function removeRaid(storage: Storage, raid: Raid): void {
  requireUnclaimed(storage, raid.deviceId, "Cannot delete RAID; its device is currently in use.");
  dissolve(storage, storage.raids, raid);
  const device = deviceById(storage, raid.deviceId);
  if (device !== undefined) removeFrom(storage.devices, device);
}

function requireOtherName(
  groups: readonly MemberGroup[],
  type: string,
  name: string,
  current?: MemberGroup,
): void {
  requireName("name", name);
  if (groups.some((each) => each !== current && each.name === name))
    throw invalidField("name", `${type} with this Name already exists.`);
}

export function addVolumeGroup(
  world: World,
  storage: Storage,
  members: Members,
  { name = "", uuid = world.random.uuid() }: GroupNames,
): VolumeGroup {
  requireSome(members);
  requireOtherName(storage.volumeGroups, "Volume group", name);
  const group: VolumeGroup = { id: ++world.state.storageIds.group, uuid, name, volumeIds: [] };
  storage.volumeGroups.push(group);
  claimAs(world, "volume", group.id, members);
  return group;
}

const volumesOf = (storage: Storage, { volumeIds }: VolumeGroup): BlockDevice[] =>
  storage.devices.filter(({ id }) => volumeIds.includes(id));

const allocatedBytes = (storage: Storage, group: VolumeGroup): number =>
  volumesOf(storage, group).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export function changeVolumeGroup(
  world: World,
  storage: Storage,
  group: VolumeGroup,
  added: Members,
  removed: Members,
  { name = group.name, uuid = group.uuid }: GroupNames,
): void {
  const members = [...withoutMembers(membersOf(storage, group), removed), ...added];
  requireSome(members);
  if (volumeBytes(members) < allocatedBytes(storage, group))
    throw invalid({ __all__: ["Volume group cannot be smaller than its logical volumes."] });
  requireOtherName(storage.volumeGroups, "Volume group", name, group);
  const newNames = volumesOf(storage, group)
    .filter((device) => name !== group.name && device.name.startsWith(`${group.name}-`))
    .map((device) => [device, name + device.name.slice(group.name.length)] as const);
  for (const [, newName] of newNames) requireFreeName(storage, newName);
  for (const [device, newName] of newNames) device.name = newName;
  release(removed);
  claimAs(world, "volume", group.id, added);
  Object.assign(group, { name, uuid });
}

export function removeVolumeGroup(storage: Storage, group: VolumeGroup): void {
  if (group.volumeIds.length > 0)
    throw invalid("This volume group has logical volumes; it cannot be deleted.");
  dissolve(storage, storage.volumeGroups, group);
}

function dissolve<Group extends MemberGroup>(storage: Storage, groups: Group[], group: Group): void {
  release(membersOf(storage, group));
  removeFrom(groups, group);
}

export function addVolume(
  world: World,
  storage: Storage,
  group: VolumeGroup,
  {
    name,
    uuid,
    sizeBytes,
  }: { readonly name: string; readonly uuid?: string; readonly sizeBytes: number | undefined },
): BlockDevice {
  const freeBytes = volumeGroupBytes(storage, group) - allocatedBytes(storage, group);
  if (freeBytes < alignmentBytes)
    throw invalid({
      __all__: [
        `Volume group (${group.name}) cannot hold any more logical volumes, because it doesn't have enough free space.`,
      ],
    });
  const requestedBytes = sizeBytes ?? freeBytes;
  if (requestedBytes > freeBytes)
    throw invalidField("size", `Ensure this value is less than or equal to ${freeBytes}.`);
  requireName("name", name);
  const fullName = `${group.name}-${name}`;
  requireFreeName(storage, fullName);
  const device = addVirtualDevice(world, storage, fullName, alignDown(requestedBytes), { uuid });
  group.volumeIds.push(device.id);
  return device;
}

/** Ignores an unknown id, as live services do. */
export function removeVolume(storage: Storage, group: VolumeGroup, id: string): void {
  const volume = volumesOf(storage, group).find((each) => String(each.id) === id);
  if (volume !== undefined) removeDevice(storage, volume);
}

export function addDatastore(
  world: World,
  storage: Storage,
  members: Members,
  { name = "", uuid = world.random.uuid() }: GroupNames,
): MemberGroup {
  requireSome(members);
  requireOtherName(storage.datastores, "VMFS datastore", name);
  const datastore: MemberGroup = { id: ++world.state.storageIds.group, uuid, name };
  storage.datastores.push(datastore);
  claimAs(world, "datastore", datastore.id, members);
  return datastore;
}

export function changeDatastore(
  world: World,
  storage: Storage,
  datastore: MemberGroup,
  added: Members,
  removed: Members,
  names: GroupNames,
): void {
  requireSome([...withoutMembers(membersOf(storage, datastore), removed), ...added]);
  if (names.name !== undefined) requireOtherName(storage.datastores, "VMFS datastore", names.name, datastore);
  release(removed);
  claimAs(world, "datastore", datastore.id, added);
  Object.assign(datastore, withoutUndefined(names));
}

export const removeDatastore = (storage: Storage, datastore: MemberGroup): void =>
  dissolve(storage, storage.datastores, datastore);
