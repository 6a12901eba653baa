import type { Node } from "../../state/node.ts";
import { invalidChoice, invalidField, requiredMessage, ServiceError } from "../../state/service-error.ts";
import {
  type BlockDevice,
  type CacheMode,
  cacheModes,
  deviceById,
  type Extent,
  findDevice,
  type Storage,
  type VolumeGroup,
} from "../../state/storage.ts";
import type { World } from "../../state/world.ts";
import { alignDown, MiB, parseSize } from "../../values/quantities.ts";
import { parseBoolean } from "../../values/spellings.ts";
import { configValue } from "../settings/config.ts";
import { addBcache, addCacheSet } from "./bcache.ts";
import {
  addPartition,
  addVirtualDevice,
  availableBytes,
  bareStorage,
  newFilesystem,
  volumeGroupBytes,
} from "./disks.ts";

export const layouts = ["flat", "lvm", "bcache", "vmfs6", "vmfs7", "custom", "blank"] as const;
type Layout = (typeof layouts)[number];

type LayoutOptions = Readonly<Partial<Record<LayoutField, string | undefined>>>;
type SizeField = "boot_size" | "root_size" | "lv_size" | "cache_size";
type LayoutField =
  | SizeField
  | "storage_layout"
  | "root_device"
  | "lv_name"
  | "vg_name"
  | "cache_device"
  | "cache_mode"
  | "cache_no_part";

const efiBytes = 512 * MiB;
const minBootBytes = 100_000_000;
const minRootBytes = 3_000_000_000;

/** Default size of `/boot` in a bcache layout: a machine cannot boot from bcache. */
const bcacheBootBytes = 1024 * MiB;

export function applyLayout(world: World, node: Node, options: LayoutOptions): void {
  const layout = options.storage_layout;
  if (!layout) throw invalidField("storage_layout", requiredMessage);
  const validLayout = layouts.find((each) => each === layout);
  if (validLayout === undefined) throw invalidField("storage_layout", invalidChoice(layout, layouts));
  readCacheMode(options);
  node.storage = layOut(world, node.storage, validLayout, options);
  node.specialFilesystems = [];
}

export function applyDefaultLayout(world: World, node: Node): void {
  const defaultLayout = configValue(world, "default_storage_layout");
  const bareDisks = bareStorage(node.storage);
  for (const layout of [defaultLayout, "flat"]) {
    try {
      applyLayout(world, node, { storage_layout: String(layout) });
      return;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  node.storage = bareDisks;
  node.specialFilesystems = [];
}

function layOut(world: World, storage: Storage, layout: Layout, options: LayoutOptions): Storage {
  const draft = bareStorage(storage);
  // Only commissioning scripts can define a custom layout, and the sandbox's scripts do not.
  if (layout === "blank" || layout === "custom") return draft;
  const bootDisk = draft.bootDiskId === null ? undefined : deviceById(draft, draft.bootDiskId);
  if (bootDisk === undefined) {
    throw invalidField("storage_layout", `The ${layout} layout cannot be set: the machine has no boot disk.`);
  }
  const rootDisk = chooseDisk(draft, options.root_device, "root_device") ?? bootDisk;
  if (layout === "vmfs6" || layout === "vmfs7") {
    layOutVmfs(world, rootDisk, layout, sizeOption(options, "root_size"));
    draft.bootDiskId = rootDisk.id;
    return draft;
  }
  const root = layOutPartitions(world, bootDisk, rootDisk, layout, options);
  if (layout === "lvm") layOutVolumes(world, draft, root, options);
  else if (layout === "bcache") layOutBcache(world, draft, rootDisk, root, options);
  else root.filesystem = newFilesystem(world, "ext4", "root", "/");
  return draft;
}

function layOutPartitions(
  world: World,
  bootDisk: BlockDevice,
  rootDisk: BlockDevice,
  layout: Layout,
  options: LayoutOptions,
): Extent {
  const efi = addPartition(world, bootDisk, { sizeBytes: efiBytes, bootable: true, field: "storage_layout" });
  efi.filesystem = newFilesystem(world, "fat32", "efi", "/boot/efi");
  const bootBytes = sizeOption(options, "boot_size") ?? (layout === "bcache" ? bcacheBootBytes : 0);
  if (bootBytes > 0) {
    requireAtLeast("boot_size", bootBytes, minBootBytes);
    const boot = addPartition(world, bootDisk, { sizeBytes: bootBytes, field: "boot_size" });
    boot.filesystem = newFilesystem(world, "ext4", "boot", "/boot");
  }
  const rootBytes = sizeOption(options, "root_size");
  const field = options.root_size === undefined ? "boot_size" : "root_size";
  requireAtLeast(field, rootBytes ?? availableBytes(rootDisk), minRootBytes);
  return addPartition(world, rootDisk, { sizeBytes: rootBytes, field });
}

function layOutVolumes(world: World, storage: Storage, root: Extent, options: LayoutOptions): void {
  const name = options.vg_name || "vgroot";
  const volumeName = options.lv_name || "lvroot";
  requireName("vg_name", name);
  requireName("lv_name", volumeName);
  const id = ++world.state.storageIds.group;
  root.claim = { kind: "volume", volumeGroupId: id, uuid: world.random.uuid() };
  const group: VolumeGroup = { id, uuid: world.random.uuid(), name, volumeIds: [] };
  storage.volumeGroups.push(group);
  const freeBytes = volumeGroupBytes(storage, group);
  const requestedBytes = sizeOption(options, "lv_size");
  if (requestedBytes !== undefined && requestedBytes > freeBytes) {
    throw invalidField(
      "lv_size",
      `Size is too large: ${requestedBytes} bytes requested, ${freeBytes} available in ${name}.`,
    );
  }
  const sizeBytes = alignDown(requestedBytes ?? freeBytes);
  requireAtLeast("lv_size", sizeBytes, alignDown(minRootBytes / 2));
  const volume = addVirtualDevice(world, storage, { name: `${name}-${volumeName}`, sizeBytes });
  volume.filesystem = newFilesystem(world, "ext4", "root", "/");
  group.volumeIds.push(volume.id);
}

/** Called for every layout: an invalid cache mode is refused even if the layout has no cache. */
function readCacheMode({ cache_mode }: LayoutOptions): CacheMode {
  const mode = (cache_mode || "writethrough").toUpperCase();
  const match = cacheModes.find((each) => each === mode);
  if (match !== undefined) return match;
  const modes = ["writeback", "writethrough", "writearound"];
  throw invalidField("cache_mode", invalidChoice(cache_mode ?? "", modes));
}

function layOutBcache(
  world: World,
  storage: Storage,
  rootDisk: BlockDevice,
  root: Extent,
  options: LayoutOptions,
): void {
  const cacheMode = readCacheMode(options);
  const cacheDisk =
    chooseDisk(storage, options.cache_device, "cache_device") ??
    storage.devices.find((device) => device.tags.includes("ssd") && device.partitions.length === 0);
  if (cacheDisk === undefined) {
    throw invalidField("cache_device", "The machine has no free disk with the tag ssd for the cache.");
  }
  if (cacheDisk.id === rootDisk.id || cacheDisk.partitions.length > 0) {
    throw invalidField("cache_device", `${cacheDisk.name} is in use by the layout itself.`);
  }
  const partition = booleanOption(options.cache_no_part, "cache_no_part")
    ? undefined
    : addPartition(world, cacheDisk, { sizeBytes: sizeOption(options, "cache_size"), field: "cache_size" });
  const cacheExtent = { device: cacheDisk, partition, extent: partition ?? cacheDisk };
  const cacheSet = addCacheSet(world, storage, cacheExtent);
  const backing = { device: rootDisk, partition: undefined, extent: root };
  const bcache = addBcache(world, storage, { backing, cacheSet, cacheMode });
  const device = deviceById(storage, bcache.deviceId);
  if (device !== undefined) device.filesystem = newFilesystem(world, "ext4", "root", "/");
}

function chooseDisk(storage: Storage, text: string | undefined, field: string): BlockDevice | undefined {
  if (text === undefined || text === "") return undefined;
  const device = findDevice(storage, text);
  if (device !== undefined) return device;
  const names = storage.devices.map(({ name }) => name);
  throw invalidField(field, invalidChoice(text, names));
}

function sizeOption(options: LayoutOptions, field: SizeField): number | undefined {
  const text = options[field];
  if (text === undefined || text === "") return undefined;
  const bytes = parseSize(text);
  if (bytes === undefined)
    throw invalidField(field, `${text} is not a size: a number with K, M, G or T, such as 512M.`);
  return bytes;
}

function requireAtLeast(field: string, bytes: number, minimum: number): void {
  if (bytes < minimum) throw invalidField(field, `Size is too small. Minimum size is ${minimum}.`);
}

export function requireName(field: string, name: string): void {
  if (!/^[A-Za-z0-9_.+][A-Za-z0-9_.+-]{0,126}$/.test(name)) {
    throw invalidField(field, `${name} is not a valid name: letters, digits, '_', '.', '+' and '-'.`);
  }
}

function booleanOption(text: string | undefined, field: string): boolean {
  const value = text ? parseBoolean(text) : false;
  if (value === undefined) throw invalidField(field, `${text} is not a boolean: true or false.`);
  return value;
}

const systemPartitionsMiB = { vmfs6: [4, 4096, 252, 252, 112, 288, 2560], vmfs7: [108, 4096, 4096] } as const;

/** The smallest disk that the installer accepts. */
const minDiskBytes = { vmfs6: 10_000_000_000, vmfs7: 32_000_000_000 } as const;

function layOutVmfs(
  world: World,
  disk: BlockDevice,
  layout: "vmfs6" | "vmfs7",
  rootBytes: number | undefined,
): void {
  if (disk.sizeBytes < minDiskBytes[layout])
    throw invalidField(
      "storage_layout",
      `Boot disk must be at least ${minDiskBytes[layout]} bytes for ${layout}.`,
    );
  for (const [index, mebibytes] of systemPartitionsMiB[layout].entries()) {
    addPartition(world, disk, {
      sizeBytes: mebibytes * MiB,
      field: "storage_layout",
      ...(index === 0 ? { bootable: true } : {}),
    });
  }
  if (layout === "vmfs7") {
    const systemBytes = alignDown(Math.min(120 * 1024 * MiB, availableBytes(disk) / 2));
    addPartition(world, disk, { sizeBytes: systemBytes, field: "storage_layout" });
  }
  const datastore = addPartition(world, disk, {
    sizeBytes: rootBytes,
    field: rootBytes === undefined ? "storage_layout" : "root_size",
  });
  datastore.filesystem = newFilesystem(world, layout, "datastore1", null);
}
