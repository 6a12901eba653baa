import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { serializeStorage } from "../../../src/sandbox/serialize/storage.ts";
import type { Node } from "../../../src/sandbox/state/node.ts";
import { type Claim, extentsOf } from "../../../src/sandbox/state/storage.ts";
import type { World } from "../../../src/sandbox/state/world.ts";

interface DescribedDevice {
  readonly size: number;
  readonly used_size: number;
  readonly available_size: number;
  readonly used_for: string;
  readonly partitions: readonly { readonly size: number }[];
}

/** Checks rules that the storage of every node must meet after any operation. */
export function expectSound(world: World, node: Node): void {
  const wrong = [...flawsOf(world, node)];
  // `expect` only reports a failure, because this runs after each of thousands of operations.
  if (wrong.length > 0) expect({ wrong, storage: node.storage }).toEqual({ wrong: [] });
}

/** The rules that are broken, in a few words each. */
function* flawsOf(world: World, node: Node): Iterable<string> {
  const { storage } = node;
  const described = serializeStorage(world, node);
  yield* sizeFlaws(described.blockdevice_set as readonly DescribedDevice[]);
  for (const group of described.volume_groups as readonly { available_size: number; used_size: number }[])
    if (!(group.available_size >= 0)) yield "a volume group is overfull";
  const extents = extentsOf(storage);
  for (const { device, partition, extent } of extents) {
    if (extent.filesystem !== null && extent.claim !== null) yield "an extent is used twice";
    const isWhollyUsed = device.filesystem !== null || device.claim !== null;
    if (isWhollyUsed && partition !== undefined) yield `${device.name} is used whole, and has partitions`;
  }
  yield* claimFlaws(storage);
  const points = extents.flatMap(({ extent }) => extent.filesystem?.mountPoint ?? []);
  // Swap has no mount point.
  const mounted = points.filter((point) => point !== "none");
  if (new Set(mounted).size !== mounted.length) yield "two are mounted at the same place";
  const names = storage.devices.map(({ name }) => name);
  if (new Set(names).size !== names.length) yield "two devices have one name";
  const virtual = storage.devices.filter(({ type }) => type === "virtual").map(({ id }) => id);
  const owned = [
    ...storage.bcaches.map(({ deviceId }) => deviceId),
    ...storage.volumeGroups.flatMap(({ volumeIds }) => volumeIds),
    ...storage.raids.map(({ deviceId }) => deviceId),
  ];
  if (String(owned.toSorted()) !== String(virtual.toSorted()))
    yield "a virtual device has no owner, or several";
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(storage)), storage)) yield "it is not the same as JSON";
}

function* sizeFlaws(devices: readonly DescribedDevice[]): Iterable<string> {
  for (const device of devices) {
    const partitioned = device.partitions.reduce((sum, { size }) => sum + size, 0);
    if (!(partitioned <= device.size)) yield "partitions take more than their device";
    if (!(device.used_size + device.available_size <= device.size)) yield "a device has more than its size";
    if (!(device.available_size >= 0)) yield "a device has less than nothing left";
    if (device.used_for.includes("undefined")) yield "a use is undefined";
    if (!device.partitions.every(({ size }) => size > 0)) yield "a partition has no size";
  }
}

const idOf = (claim: Claim): number | undefined =>
  claim.kind === "volume" ? claim.volumeGroupId : "groupId" in claim ? claim.groupId : undefined;

/** Each claim must refer to an existing group, and each group must have the claims that it needs. */
function* claimFlaws(storage: Node["storage"]): Iterable<string> {
  const extents = extentsOf(storage);
  const claims = extents.flatMap(({ extent }) => extent.claim ?? []);
  for (const bcache of storage.bcaches) {
    const backings = extents.filter(
      ({ extent }) => extent.claim?.kind === "backing" && extent.claim.bcacheId === bcache.id,
    );
    if (backings.length !== 1) yield `${bcache.name} has ${backings.length} backings`;
    const device = storage.devices.find(({ id }) => id === bcache.deviceId);
    if (device?.name !== bcache.name) yield `the device of ${bcache.name} has another name`;
    if (device?.sizeBytes !== backings[0]?.extent.sizeBytes)
      yield `the device of ${bcache.name} has another size`;
    if (!storage.cacheSets.some(({ id }) => id === bcache.cacheSetId))
      yield `${bcache.name} has no cache set`;
  }
  for (const { id } of storage.cacheSets)
    if (claims.filter((claim) => claim.kind === "cache" && claim.cacheSetId === id).length !== 1)
      yield `cache set ${id} has no extent, or several`;
  const groups = [...storage.raids, ...storage.volumeGroups, ...storage.datastores];
  for (const raid of storage.raids)
    if (storage.devices.find(({ id }) => id === raid.deviceId)?.name !== raid.name)
      yield `the device of ${raid.name} has another name`;
  for (const { id, name } of groups)
    if (!claims.some((claim) => idOf(claim) === id)) yield `${name} has no members`;
  for (const claim of claims) {
    const isHeld =
      claim.kind === "backing"
        ? storage.bcaches.some(({ id }) => id === claim.bcacheId)
        : claim.kind === "cache"
          ? storage.cacheSets.some(({ id }) => id === claim.cacheSetId)
          : groups.some(({ id }) => id === idOf(claim));
    if (!isHeld) yield `a claim is of a ${claim.kind} that is not there`;
  }
}
