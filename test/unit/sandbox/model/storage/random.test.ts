import { expect, test } from "vitest";
import { blockDevices as devices } from "../../../../../src/sandbox/groups/storage-devices.ts";
import { storageGroups } from "../../../../../src/sandbox/groups/storage-groups.ts";
import { applyLayout, layouts } from "../../../../../src/sandbox/model/storage/layouts.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { type Extent, extentsOf, isFree } from "../../../../../src/sandbox/state/storage.ts";
import type { World } from "../../../../../src/sandbox/state/world.ts";
import { errorAnswer } from "../../../../../src/sandbox/wire/answers.ts";
import { ask } from "../../answering.ts";
import { addMachine, GB, networkedWorld } from "../../networked-world.ts";
import { expectSound } from "../../storage-soundness.ts";

type StorageId = keyof typeof devices | keyof typeof storageGroups;
const all = Object.keys({ ...devices, ...storageGroups }) as StorageId[];
const changing = all.filter((id) => !id.endsWith(".list") && !id.endsWith(".read"));

const operations = [
  ...changing,
  ...changing.filter((id) => /bcache|raid|volume|vmfs/.test(id)),
  ...changing.filter((id) => id.endsWith(".create")),
  "layout",
] as const;

/** Sets a layout without the handler, which requires a certain status. */
function layOut(world: World, node: Node, { form }: ReturnType<typeof randomly>): number {
  try {
    applyLayout(world, node, form);
  } catch (error) {
    return errorAnswer(error)?.status ?? 500;
  }
  return 200;
}

/** Mostly valid values, so that most operations change something. */
function randomly(world: World, node: Node, operation: string) {
  const { random } = world;
  const { storage } = node;
  const pick = (values: readonly (string | number)[]) =>
    values.length === 0 ? "0" : String(random.pick(values));
  const isFitting = ({ filesystem }: Extent) =>
    operation !== "partition.mount" || filesystem?.mountPoint === null;
  const partitioned = storage.devices.filter(({ partitions }) => partitions.some(isFitting));
  const isOnPartition = operation.startsWith("partition.") && partitioned.length > 0;
  const device = random.pick(isOnPartition ? partitioned : storage.devices);
  const partitionIds = storage.devices.flatMap((each) => each.partitions.map(({ id }) => id));
  const { bcaches, cacheSets, raids, volumeGroups, datastores } = storage;
  const ids = [...device.partitions, ...bcaches, ...cacheSets, device].map(({ id }) => id);
  const groups = {
    partition: device.partitions.filter(isFitting),
    raid: raids,
    "volume-group": volumeGroups,
    "vmfs-datastore": datastores,
  };
  const groupIds = (Object.entries(groups).find(([name]) => operation.startsWith(`${name}.`))?.[1] ?? []).map(
    ({ id }) => id,
  );
  const kind = random.pick(["block_devices", "partitions"] as const);
  const free = extentsOf(storage).filter(isFree);
  const freeIds = (isPartition: boolean) =>
    free.flatMap(({ partition, extent }) => ((partition !== undefined) === isPartition ? extent.id : []));
  const members = pick(freeIds(kind === "partitions"));
  const prefix = random.pick(["", "", "add_", "remove_"]);
  const values: readonly (readonly [string, string])[] = [
    ["name", pick(["sdx", "sdy", "bcache9", "bcache0", "sda", "x/y", "sdz"])],
    ["id", pick(volumeGroups.flatMap(({ volumeIds }) => volumeIds))],
    ["level", pick(["raid-0", "raid-1", "raid-1", "raid-5"])],
    [`${prefix}${kind}`, members],
    ["block_devices", `${pick(freeIds(false))},${pick(freeIds(false))}`],
    [`${prefix}spare_devices`, pick(storage.devices.map(({ id }) => id))],
    ["mount_point", pick(["/srv", "/data", "/opt", "/a", "x"])],
    ["size", pick(["100M", "5G", "1"])],
    ["block_size", "512"],
    ["id_path", "/dev/x"],
    ["tag", pick(["a", "b"])],
    ["fstype", pick(["ext4", "swap", "nosuch"])],
    ["cache_device", pick(storage.devices.map(({ id }) => id))],
    ["cache_partition", pick(partitionIds)],
    ["backing_device", pick(storage.devices.map(({ id }) => id))],
    ["backing_partition", pick(partitionIds)],
    ["cache_set", pick(storage.cacheSets.map(({ id }) => id))],
    ["cache_mode", pick(["WRITEBACK", "WRITETHROUGH", "writeback"])],
    ["storage_layout", pick([...layouts])],
    ["root_size", pick(["5G", "39G", "1T"])],
    ["root_device", pick(storage.devices.map(({ name }) => name))],
  ];
  return {
    path: {
      system_id: node.systemId,
      device_id: String(device.id),
      id: groupIds.length > 0 ? pick(groupIds) : pick(ids),
    },
    form: Object.fromEntries(values.filter(() => random.next() < 0.6)),
  };
}

test("after thousands of random operations the storage is consistent", async () => {
  const statusCounts = new Map<string, number>();
  for (const seed of [1, 7, 42]) {
    const world = networkedWorld(0, seed);
    const node = addMachine(world, "abc123", [
      { sizeBytes: 40 * GB, tags: ["ssd"] },
      { sizeBytes: 60 * GB, tags: ["ssd"] },
      ...[9, 20, 30, 30].map((size) => ({ sizeBytes: size * GB })),
    ]);
    const { random } = world;
    for (let step = 0; step < 1200; step += 1) {
      const id = random.pick(operations);
      const request = randomly(world, node, id);
      if (id === "block-device.delete" && node.storage.devices.length < 4) continue;
      const status = id === "layout" ? layOut(world, node, request) : (await ask(world, id, request)).status;
      statusCounts.set(`${id} ${status}`, (statusCounts.get(`${id} ${status}`) ?? 0) + 1);
      expect([200, 204, 400, 404]).toContain(status);
      expectSound(world, node);
    }
  }
  expect(changing.filter((id) => !statusCounts.has(`${id} 200`) && !statusCounts.has(`${id} 204`))).toEqual(
    [],
  );
  for (const id of [
    ...["bcaches.create", "bcache.update", "bcache-cache-set.delete", "partition.delete", "layout"],
  ]) {
    expect(statusCounts.get(`${id} 400`), id).toBeGreaterThan(0);
  }
});
