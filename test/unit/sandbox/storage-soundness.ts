import { expect } from "vitest";
import { serializeStorage } from "../../../src/sandbox/serialize/storage.ts";
import type { Node } from "../../../src/sandbox/state/node.ts";
import { extentsOf } from "../../../src/sandbox/state/storage.ts";
import type { World } from "../../../src/sandbox/state/world.ts";

interface DescribedDevice {
  readonly size: number;
  readonly used_size: number;
  readonly available_size: number;
  readonly used_for: string;
  readonly partitions: readonly { readonly size: number }[];
}

/** What must hold of any node's storage, whatever was done to it. */
export function expectSound(world: World, node: Node): void {
  const { storage } = node;
  const described = serializeStorage(world, node);
  for (const device of described.blockdevice_set as readonly DescribedDevice[]) {
    const partitioned = device.partitions.reduce((sum, { size }) => sum + size, 0);
    expect(partitioned).toBeLessThanOrEqual(device.size);
    expect(device.used_size + device.available_size).toBeLessThanOrEqual(device.size);
    expect(device.available_size).toBeGreaterThanOrEqual(0);
    expect(device.used_for).not.toContain("undefined");
    for (const { size } of device.partitions) expect(size).toBeGreaterThan(0);
  }
  for (const { device, partition, extent } of extentsOf(storage)) {
    expect(extent.filesystem !== null && extent.claim !== null).toBe(false);
    const whole = device.filesystem !== null || device.claim !== null;
    expect(whole && partition !== undefined).toBe(false);
  }
  const claims = extentsOf(storage).flatMap(({ extent }) => extent.claim ?? []);
  for (const bcache of storage.bcaches) {
    const backings = extentsOf(storage).filter(
      ({ extent }) => extent.claim?.kind === "backing" && extent.claim.bcacheId === bcache.id,
    );
    expect(backings).toHaveLength(1);
    const device = storage.devices.find(({ id }) => id === bcache.deviceId);
    expect(device).toMatchObject({ name: bcache.name, sizeBytes: backings[0]?.extent.sizeBytes });
    expect(storage.cacheSets.some(({ id }) => id === bcache.cacheSetId)).toBe(true);
  }
  for (const cacheSet of storage.cacheSets) {
    expect(claims.filter((claim) => claim.kind === "cache" && claim.cacheSetId === cacheSet.id)).toHaveLength(
      1,
    );
  }
  for (const claim of claims) {
    if (claim.kind === "backing") expect(storage.bcaches.some(({ id }) => id === claim.bcacheId)).toBe(true);
    if (claim.kind === "cache")
      expect(storage.cacheSets.some(({ id }) => id === claim.cacheSetId)).toBe(true);
    if (claim.kind === "volume")
      expect(storage.volumeGroups.some(({ id }) => id === claim.volumeGroupId)).toBe(true);
  }
  for (const group of described.volume_groups as readonly { available_size: number; used_size: number }[]) {
    expect(group.available_size).toBeGreaterThanOrEqual(0);
  }
  const points = extentsOf(storage).flatMap(({ extent }) => extent.filesystem?.mountPoint ?? []);
  // What swap is mounted at, which is nowhere.
  const mounted = points.filter((point) => point !== "none");
  expect(new Set(mounted).size).toBe(mounted.length);
  const names = storage.devices.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const virtual = storage.devices.filter(({ type }) => type === "virtual").map(({ id }) => id);
  const owned = [
    ...storage.bcaches.map(({ deviceId }) => deviceId),
    ...storage.volumeGroups.flatMap(({ volumeIds }) => volumeIds),
  ];
  expect(owned.toSorted()).toEqual(virtual.toSorted());
  expect(JSON.parse(JSON.stringify(storage))).toEqual(storage);
}
