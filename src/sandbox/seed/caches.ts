import { addBcache, addCacheSet } from "../model/storage/bcache.ts";
import { addDisk } from "../model/storage/disks.ts";
import { allNodes } from "../state/access.ts";
import { extentsOf, type LocatedExtent, type Storage } from "../state/storage.ts";
import type { World } from "../state/world.ts";

/**
 * The caches of a new fleet: one in use on the first GPU machine, which has a disk left, and an idle one on
 * the first ARM machine.
 */
export function seedCaches(world: World): void {
  const storageOf = (hostname: string): Storage | undefined =>
    allNodes(world).find((node) => node.hostname === hostname)?.storage;
  const gpu = storageOf("gpu-01");
  if (gpu !== undefined) {
    const [cache, backing] = [wholeDisk(gpu, "sdb"), wholeDisk(gpu, "sdc")];
    if (cache !== undefined && backing !== undefined) {
      const cacheSet = addCacheSet(world, gpu, cache);
      addBcache(world, gpu, { backing, cacheSet, cacheMode: "WRITEBACK", name: "bcache0" });
      addDisk(world, gpu, {
        sizeBytes: 8e12,
        tags: ["rotary", "sata", "7200rpm"],
        model: "Sandbox HDD",
        serial: world.random.token(12),
      });
    }
  }
  const arm = storageOf("arm-01");
  const idle = arm && wholeDisk(arm, "sdb");
  if (arm !== undefined && idle !== undefined) addCacheSet(world, arm, idle);
}

const wholeDisk = (storage: Storage, name: string): LocatedExtent | undefined =>
  extentsOf(storage).find(({ device, partition }) => device.name === name && partition === undefined);
