import type { Node } from "../../state/node.ts";
import { invalid, invalidChoice, invalidField, requiredMessage } from "../../state/service-error.ts";
import {
  type BlockDevice,
  type Extent,
  emptyStorage,
  extentsOf,
  type Filesystem,
  type LocatedExtent,
  membersOf,
  type Partition,
  physicalDisks,
  type Storage,
  type VolumeGroup,
} from "../../state/storage.ts";
import { usesDeployedStyle, type World } from "../../state/world.ts";
import { alignDown, alignmentBytes, partitionTableBytes } from "../../values/quantities.ts";

type OptionalMember = "name" | "model" | "serial" | "idPath" | "blockSizeBytes" | "firmwareVersion";

export interface DiskSpec extends Readonly<Partial<Pick<BlockDevice, OptionalMember>>> {
  readonly sizeBytes: number;
  readonly tags?: readonly string[];
}

export function makeStorage(world: World, disks: readonly DiskSpec[]): Storage {
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

type NewVirtualDevice = Partial<BlockDevice> & Pick<BlockDevice, "name" | "sizeBytes">;

export const addVirtualDevice = (world: World, storage: Storage, fields: NewVirtualDevice): BlockDevice =>
  addDevice(world, storage, { type: "virtual", uuid: world.random.uuid(), blockSizeBytes: 4096, ...fields });

function nextDiskName(storage: Storage): string {
  const usedNames = new Set(storage.devices.map((device) => device.name));
  for (let number = 0; ; number += 1) {
    const name = `sd${diskLetters(number)}`;
    if (!usedNames.has(name)) return name;
  }
}

const diskLetters = (number: number): string =>
  (number >= 26 ? diskLetters(Math.floor(number / 26) - 1) : "") + String.fromCharCode(97 + (number % 26));

export const bareStorage = (storage: Storage): Storage => ({
  ...emptyStorage(),
  bootDiskId: storage.bootDiskId,
  devices: physicalDisks(storage).map((device) => ({
    ...device,
    partitions: [],
    filesystem: null,
    claim: null,
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
  volumeBytes(membersOf(storage, group, "volume"));

export function mountExtent(node: Node, { filesystem }: Extent, path: string, options: string): void {
  if (filesystem === null) throw invalid("Cannot mount an unformatted device.");
  if (filesystem.mountPoint !== null) throw invalid("Filesystem is already mounted.");
  const mountPoint = filesystem.fstype === "swap" ? "none" : requirePath(path);
  if (mountPoint !== "none") requireFreeMountPoint(node, mountPoint);
  Object.assign(filesystem, { mountPoint, mountOptions: options === "" ? null : options });
}

export function unmountExtent({ filesystem }: Extent): void {
  if (filesystem === null) throw invalid("Cannot unmount an unformatted device.");
  if (filesystem.mountPoint === null) throw invalid("Filesystem is already unmounted.");
  Object.assign(filesystem, { mountPoint: null, mountOptions: null });
}

export function unformatExtent(extent: Extent): void {
  if (extent.filesystem === null) throw invalid("Device is not formatted.");
  if (extent.filesystem.mountPoint !== null)
    throw invalid(
      "Filesystem is mounted and cannot be unformatted. Unmount the filesystem before unformatting it.",
    );
  extent.filesystem = null;
}

const specialFilesystemTypes = ["tmpfs", "ramfs"] as const;

type SpecialMountField = "fstype" | "mount_point" | "mount_option" | "mount_options";
type SpecialMount = Readonly<Partial<Record<SpecialMountField, string | undefined>>>;

export function mountSpecial(world: World, node: Node, mount: SpecialMount): void {
  const { fstype } = mount;
  const mountPoint = requirePath(mount.mount_point);
  if (fstype === undefined || fstype === "") throw invalidField("fstype", requiredMessage);
  if (!(specialFilesystemTypes as readonly string[]).includes(fstype)) {
    throw invalidField("fstype", invalidChoice(fstype, specialFilesystemTypes));
  }
  requireFreeMountPoint(node, mountPoint);
  const asDeployed = usesDeployedStyle(world, "mount-options");
  node.specialFilesystems.push({
    fstype,
    mountPoint,
    mountOptions: (asDeployed ? mount.mount_options : mount.mount_option) ?? "",
  });
}

function requireFreeMountPoint(node: Node, mountPoint: string): void {
  const isTaken =
    node.specialFilesystems.some((each) => each.mountPoint === mountPoint) ||
    extentsOf(node.storage).some(({ extent }) => extent.filesystem?.mountPoint === mountPoint);
  if (isTaken) throw invalidField("mount_point", `Another filesystem is already mounted at ${mountPoint}.`);
}

export function unmountSpecial(node: Node, mount: SpecialMount): void {
  const mountPoint = requirePath(mount.mount_point);
  const index = node.specialFilesystems.findIndex((each) => each.mountPoint === mountPoint);
  if (index < 0) throw invalidField("mount_point", `No special filesystem is mounted at ${mountPoint}.`);
  node.specialFilesystems.splice(index, 1);
}

function requirePath(text: string | undefined): string {
  if (text === undefined || text === "") throw invalidField("mount_point", requiredMessage);
  if (!/^\/\S*$/.test(text)) throw invalidField("mount_point", "Enter a valid absolute path.");
  let end = text.length;
  while (end > 1 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
