import { invalidField } from "../../state/domain-error.ts";
import {
  type BlockDevice,
  claimedExtents,
  emptyStorage,
  type Filesystem,
  type LocatedExtent,
  type Partition,
  type Storage,
  type VolumeGroup,
} from "../../state/storage.ts";
import type { World } from "../../state/world.ts";
import { alignDown, alignmentBytes, partitionTableBytes } from "../../values/quantities.ts";

/** A disk as hardware: what a machine is built with or an administrator describes. */
export interface DiskSpec {
  readonly sizeBytes: number;
  /** Left out: `sda`, `sdb` and so on. */
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly model?: string;
  readonly serial?: string;
  readonly idPath?: string;
  readonly blockSizeBytes?: number;
}

/** The disks of a machine, with nothing on them; it boots from the first. */
export function seedStorage(world: World, disks: readonly DiskSpec[]): Storage {
  const storage = emptyStorage();
  for (const disk of disks) addDisk(world, storage, disk);
  return storage;
}

/** Adds a physical disk. The first one becomes the boot disk. */
export function addDisk(world: World, storage: Storage, disk: DiskSpec): BlockDevice {
  const name = disk.name ?? nextDiskName(storage);
  const device = addDevice(world, storage, {
    type: "physical",
    uuid: null,
    blockSizeBytes: 512,
    ...disk,
    name,
    idPath: disk.idPath || stablePath(name, disk),
    tags: [...(disk.tags ?? [])],
  });
  storage.bootDiskId ??= device.id;
  return device;
}

type NewDevice = Partial<BlockDevice> &
  Pick<BlockDevice, "type" | "uuid" | "name" | "sizeBytes" | "blockSizeBytes">;

function addDevice(world: World, storage: Storage, given: NewDevice): BlockDevice {
  const device: BlockDevice = {
    id: ++world.state.storageIds.device,
    model: "",
    serial: "",
    idPath: "",
    tags: [],
    partitions: [],
    filesystem: null,
    claim: null,
    ...given,
  };
  storage.devices.push(device);
  return device;
}

/** Where the system finds the disk whatever its name is, by what its maker wrote into it. */
const stablePath = (name: string, { model, serial }: DiskSpec): string =>
  model === undefined || serial === undefined
    ? `/dev/${name}`
    : `/dev/disk/by-id/${`${model}_${serial}`.replaceAll(/[^\w.-]+/g, "_")}`;

/** Adds a virtual device, the visible side of a bcache or of a logical volume. */
export const addVirtualDevice = (
  world: World,
  storage: Storage,
  name: string,
  sizeBytes: number,
): BlockDevice =>
  addDevice(world, storage, {
    type: "virtual",
    uuid: world.random.uuid(),
    name,
    sizeBytes,
    blockSizeBytes: 4096,
  });

function nextDiskName(storage: Storage): string {
  const taken = new Set(storage.devices.map((device) => device.name));
  for (let number = 0; ; number += 1) {
    const name = `sd${letters(number)}`;
    if (!taken.has(name)) return name;
  }
}

const letters = (number: number): string =>
  (number >= 26 ? letters(Math.floor(number / 26) - 1) : "") + String.fromCharCode(97 + (number % 26));

/** The disks with everything on them taken away: what every layout begins with. Nothing is shared that it changes. */
export const bareStorage = (storage: Storage): Storage => ({
  ...emptyStorage(),
  bootDiskId: storage.bootDiskId,
  devices: storage.devices
    .filter((device) => device.type === "physical")
    .map((device) => ({ ...device, partitions: [], filesystem: null, claim: null })),
});

const partitionedBytes = (device: BlockDevice): number =>
  device.partitions.reduce((sum, partition) => sum + partition.sizeBytes, 0);

/** What partitions can still be made of, aligned; 0 where something lies on the whole device. */
export function availableBytes(device: BlockDevice): number {
  if (device.filesystem !== null || device.claim !== null) return 0;
  return Math.max(0, alignDown(device.sizeBytes - partitionTableBytes - partitionedBytes(device)));
}

/** What is taken: all of a device that something lies on, or the partitions and their table. */
export function usedBytes(device: BlockDevice): number {
  if (device.filesystem !== null || device.claim !== null) return device.sizeBytes;
  return device.partitions.length === 0 ? 0 : partitionTableBytes + partitionedBytes(device);
}

interface PartitionSpec {
  /** Left out: all that is left. Rounded down to the alignment. */
  readonly sizeBytes?: number | undefined;
  readonly bootable?: boolean;
  readonly uuid?: string | undefined;
  /** The field that a refusal names. */
  readonly field: string;
}

/** Adds a partition after the last one; an `invalid` error where the device has no room for it. */
export function addPartition(world: World, device: BlockDevice, spec: PartitionSpec): Partition {
  const available = availableBytes(device);
  const wanted = spec.sizeBytes ?? available;
  const sizeBytes = alignDown(wanted);
  if (sizeBytes <= 0 || sizeBytes > available)
    throw invalidField(
      spec.field,
      `Size is too ${sizeBytes <= 0 && available > 0 ? "small" : "large"}: ${wanted} bytes asked for, ${available} available on ${device.name}.`,
    );
  const partition: Partition = {
    id: ++world.state.storageIds.partition,
    uuid: spec.uuid ?? world.random.uuid(),
    sizeBytes,
    bootable: spec.bootable ?? false,
    index: (device.partitions.at(-1)?.index ?? 0) + 1,
    tags: [],
    filesystem: null,
    claim: null,
  };
  device.partitions.push(partition);
  return partition;
}

export const newFilesystem = (
  world: World,
  fstype: string,
  label: string,
  mountPoint: string | null,
): Filesystem => ({ fstype, label, uuid: world.random.uuid(), mountPoint, mountOptions: null });

/** What a volume group can hold: each member gives all but one allocation unit, which its own table takes. */
export const volumeGroupBytes = (storage: Storage, group: VolumeGroup): number =>
  volumeExtents(storage, group.id).reduce(
    (sum, { extent }) => sum + Math.max(0, extent.sizeBytes - alignmentBytes),
    0,
  );

export const volumeExtents = (storage: Storage, id: number): LocatedExtent[] =>
  claimedExtents(storage, (claim) => claim.kind === "volume" && claim.volumeGroupId === id);
