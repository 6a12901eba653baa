import { invalid } from "../../state/domain-error.ts";
import { type BlockDevice, deviceById, type Storage } from "../../state/storage.ts";
import { removeFrom } from "../../state/table.ts";
import { renameBcache } from "./bcache.ts";

/**
 * Removes a device with its partitions: invalid while something is made of them, and for the device of a
 * bcache, which goes with it. Another disk is booted from where this one was.
 */
export function removeDevice(storage: Storage, device: BlockDevice): void {
  if ([device, ...device.partitions].some(({ claim }) => claim !== null))
    throw invalid("Cannot delete block device; it's currently in use.");
  if (storage.bcaches.some(({ deviceId }) => deviceId === device.id))
    throw invalid("Cannot delete block device; it is the device of a bcache, which can be deleted.");
  for (const { volumeIds } of storage.volumeGroups)
    if (volumeIds.includes(device.id)) removeFrom(volumeIds, device.id);
  removeFrom(storage.devices, device);
  if (storage.bootDiskId === device.id)
    storage.bootDiskId = storage.devices.find(({ type }) => type === "physical")?.id ?? null;
}

/** Gives a device another name, which no other has; a bcache is called like its device. */
export function renameDevice(storage: Storage, device: BlockDevice, name: string): void {
  const bcache = storage.bcaches.find(({ deviceId }) => deviceId === device.id);
  if (bcache !== undefined) renameBcache(storage, bcache, name);
  device.name = name;
}

/** Boots from a physical disk; invalid for any other device. */
export function setBootDisk(storage: Storage, id: number): void {
  const device = deviceById(storage, id);
  if (device?.type !== "physical")
    throw invalid(`Cannot set a ${device?.type} block device as the boot disk.`);
  storage.bootDiskId = id;
}
