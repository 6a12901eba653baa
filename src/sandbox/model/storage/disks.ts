import { invalidField } from "../../state/domain-error.ts";
import {
  type BlockDevice,
  claimedExtents,
  emptyStorage,
  type Filesystem,
  type LocatedExtent,
  type Partition,
  physicalDisks,
  type Storage,
  type VolumeGroup,
} from "../../state/storage.ts";
import type { World } from "../../state/world.ts";
import { alignDown, alignmentBytes, partitionTableBytes } from "../../values/quantities.ts";

type OptionalMember = "name" | "model" | "serial" | "idPath" | "blockSizeBytes" | "firmwareVersion";

export interface DiskSpec extends Readonly<Partial<Pick<BlockDevice, OptionalMember>>> {
  readonly sizeBytes: number;
  readonly tags?: readonly string[];
}

export function seedStorage(world: World, disks: readonly DiskSpec[]): Storage {
  const storage = emptyStorage();
  for (const disk of disks) addDisk(world, storage, disk);
  return storage;
}

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

function addDevice(world: World, storage: Storage, fields: NewDevice): BlockDevice {
  const device: BlockDevice = {
    id: ++world.state.storageIds.device,
    model: "",
    serial: "",
    idPath: "",
    tags: [],
    partitions: [],
    filesystem: null,
    claim: null,
    ...fields,
  };
  storage.devices.push(device);
  return device;
}

const stablePath = (name: string, { model, serial }: DiskSpec): string =>
  model === undefined || serial === undefined
    ? `/dev/${name}`
    : `/dev/disk/by-id/${`${model}_${serial}`.replaceAll(/[^\w.-]+/g, "_")}`;

export const addVirtualDevice = (
  world: World,
  storage: Storage,
  name: string,
  sizeBytes: number,
  {
    uuid = world.random.uuid(),
    blockSizeBytes = 4096,
  }: Partial<Pick<BlockDevice, "blockSizeBytes">> & {
    readonly uuid?: string | undefined;
  } = {},
): BlockDevice => addDevice(world, storage, { type: "virtual", uuid, name, sizeBytes, blockSizeBytes });

function nextDiskName(storage: Storage): string {
  const usedNames = new Set(storage.devices.map((device) => device.name));
  for (let number = 0; ; number += 1) {
    const name = `sd${letters(number)}`;
    if (!usedNames.has(name)) return name;
  }
}

const letters = (number: number): string =>
  (number >= 26 ? letters(Math.floor(number / 26) - 1) : "") + String.fromCharCode(97 + (number % 26));

export const bareStorage = (storage: Storage): Storage => ({
  ...emptyStorage(),
  bootDiskId: storage.bootDiskId,
  devices: physicalDisks(storage).map((device) => ({
    ...{ ...device, partitions: [], filesystem: null, claim: null },
  })),
});

const partitionedBytes = (device: BlockDevice): number =>
  device.partitions.reduce((sum, partition) => sum + partition.sizeBytes, 0);

export function availableBytes(device: BlockDevice): number {
  if (device.filesystem !== null || device.claim !== null) return 0;
  return Math.max(0, alignDown(device.sizeBytes - partitionTableBytes - partitionedBytes(device)));
}

export function usedBytes(device: BlockDevice): number {
  if (device.filesystem !== null || device.claim !== null) return device.sizeBytes;
  return device.partitions.length === 0 ? 0 : partitionTableBytes + partitionedBytes(device);
}

interface PartitionSpec {
  readonly sizeBytes?: number | undefined;
  readonly bootable?: boolean;
  readonly uuid?: string | undefined;
  readonly field: string;
}

export function addPartition(world: World, device: BlockDevice, spec: PartitionSpec): Partition {
  const available = availableBytes(device);
  const requestedBytes = spec.sizeBytes ?? available;
  const sizeBytes = alignDown(requestedBytes);
  if (sizeBytes <= 0 || sizeBytes > available)
    throw invalidField(
      spec.field,
      `Size is too ${sizeBytes <= 0 && available > 0 ? "small" : "large"}: ${requestedBytes} bytes requested, ${available} available on ${device.name}.`,
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

export const volumeBytes = (members: readonly LocatedExtent[]): number =>
  members.reduce((sum, { extent }) => sum + Math.max(0, alignDown(extent.sizeBytes) - alignmentBytes), 0);

export const volumeGroupBytes = (storage: Storage, group: VolumeGroup): number =>
  volumeBytes(volumeExtents(storage, group.id));

export const volumeExtents = (storage: Storage, id: number): LocatedExtent[] =>
  claimedExtents(storage, (claim) => claim.kind === "volume" && claim.volumeGroupId === id);
