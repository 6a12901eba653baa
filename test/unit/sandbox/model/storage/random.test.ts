import { expect, test } from "vitest";
import { bcaches, blockDevices as devices } from "../../../../../src/sandbox/groups/storage.ts";
import { applyLayout, layouts } from "../../../../../src/sandbox/model/storage/layouts.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import type { World } from "../../../../../src/sandbox/state/world.ts";
import { errorAnswer } from "../../../../../src/sandbox/wire/answers.ts";
import { ask } from "../../answering.ts";
import { addMachine, GB, networkedWorld } from "../../networked-world.ts";
import { expectSound } from "../../storage-soundness.ts";

type StorageId = keyof typeof devices | keyof typeof bcaches;
const all = Object.keys({ ...devices, ...bcaches }) as StorageId[];
const changing = all.filter((id) => !id.endsWith(".list") && !id.endsWith(".read"));

const operations = [...changing, ...changing.filter((id) => id.includes("bcache")), "layout"] as const;

/** Sets a layout past its handler, which takes no machine in every status. */
function layOut(world: World, node: Node, { form }: ReturnType<typeof randomly>): number {
  try {
    applyLayout(world, node, form);
  } catch (error) {
    return errorAnswer(error)?.status ?? 500;
  }
  return 200;
}

/** Mostly sensible values, so that most operations get far enough to do harm. */
function randomly(world: World, node: Node) {
  const { random } = world;
  const { storage } = node;
  const pick = (values: readonly (string | number)[]) =>
    values.length === 0 ? "0" : String(random.pick(values));
  const device = random.pick(storage.devices);
  const partitionIds = storage.devices.flatMap((each) => each.partitions.map(({ id }) => id));
  const ids = [...device.partitions, ...storage.bcaches, ...storage.cacheSets].map(({ id }) => id);
  const values: readonly (readonly [string, string])[] = [
    ["name", pick(["sdx", "sdy", "bcache9", "bcache0", "sda", "x/y"])],
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
    path: { system_id: node.systemId, device_id: String(device.id), id: pick(ids) },
    form: Object.fromEntries(values.filter(() => random.next() < 0.5)),
  };
}

test("thousands of random operations leave storage that adds up", async () => {
  const seen = new Map<string, number>();
  for (const seed of [1, 7, 42]) {
    const world = networkedWorld(0, seed);
    const node = addMachine(world, "abc123", [
      { sizeBytes: 40 * GB, tags: ["ssd"] },
      { sizeBytes: 60 * GB, tags: ["ssd"] },
      { sizeBytes: 9 * GB },
    ]);
    const { random } = world;
    for (let step = 0; step < 1000; step += 1) {
      const id = random.pick(operations);
      const sent = randomly(world, node);
      const status = id === "layout" ? layOut(world, node, sent) : (await ask(world, id, sent)).status;
      seen.set(`${id} ${status}`, (seen.get(`${id} ${status}`) ?? 0) + 1);
      expect([200, 204, 400, 404]).toContain(status);
      expectSound(world, node);
    }
  }
  for (const id of changing) {
    const done = seen.get(`${id} 200`) ?? seen.get(`${id} 204`);
    expect(done, id).toBeGreaterThan(0);
  }
  for (const id of [
    ...["bcaches.create", "bcache.update", "bcache-cache-set.delete", "partition.delete", "layout"],
  ]) {
    expect(seen.get(`${id} 400`), id).toBeGreaterThan(0);
  }
});
