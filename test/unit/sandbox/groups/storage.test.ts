import { expect, test } from "vitest";
import { blockDevices as devices } from "../../../../src/sandbox/groups/storage-devices.ts";
import { storageGroups } from "../../../../src/sandbox/groups/storage-groups.ts";
import type { Node } from "../../../../src/sandbox/state/node.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { admin, ask, bob, carol, expectRefusal, noContent, rejection } from "../answering.ts";
import { addMachine, GB, networkedWorld } from "../networked-world.ts";
import { expectSound } from "../storage-soundness.ts";

type StorageId = keyof typeof devices | keyof typeof storageGroups;
const all = Object.keys({ ...devices, ...storageGroups }) as StorageId[];
/** Disks can be tagged in any status, and no RAID, volume group or datastore exists that could be changed. */
const changing = all.filter(
  (id) => !/\.(?:list|read)$|^block-device\..*_tag$|^(?:raid|v[\w-]+[^s])\./.test(id),
);

/** A machine with an unused third disk, a cache set on the second disk and a bcache on the third. */
async function withBcache(world: World) {
  const node = addMachine(world, "abc123", [
    { sizeBytes: 40 * GB },
    { sizeBytes: 60 * GB },
    { sizeBytes: 80 * GB },
  ]);
  const [, second, third] = node.storage.devices;
  const path = { system_id: "abc123" };
  const set = (
    await ask(world, "bcache-cache-sets.create", { path, form: { cache_device: String(second?.id) } })
  ).body;
  const bcache = (
    await ask(world, "bcaches.create", {
      path,
      form: { backing_device: String(third?.id), cache_set: String(set.id), cache_mode: "WRITEBACK" },
    })
  ).body;
  return { node, path, set, bcache };
}

const pathOf = (node: Node) => ({
  system_id: node.systemId,
  device_id: String(node.storage.devices[0]?.id),
  id: String(node.storage.devices[0]?.partitions[1]?.id),
});

test("a partition of another device is a 404", async () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const path = { ...pathOf(node), device_id: String(node.storage.devices[1]?.id) };
  expect((await ask(world, "partition.read", { path })).status).toBe(404);
});

test("only the owner and administrators may change storage", async () => {
  const world = networkedWorld(0);
  const owned = addMachine(world, "owned1", undefined, { status: "allocated", owner: "carol" });
  const free = addMachine(world, "free11");
  const tag = (node: Node, as: typeof bob) =>
    ask(world, "partition.add_tag", { as, path: pathOf(node), form: { tag: "x" } });
  expect((await tag(owned, carol)).status).toBe(200);
  expect((await tag(owned, admin)).status).toBe(200);
  expect((await tag(owned, bob)).status).toBe(403);
  expect((await tag(free, bob)).status).toBe(403);
  owned.locked = true;
  expect((await tag(owned, carol)).status).toBe(403);
});

test.each(["deployed", "deploying", "new", "testing"] as const)(
  "nothing is changed on a %s machine",
  async (status) => {
    const world = networkedWorld(0);
    const { node, path, set, bcache } = await withBcache(world);
    node.status = status;
    const before = JSON.stringify(node.storage);
    for (const id of changing) {
      const objectPath = id.startsWith("partition")
        ? pathOf(node)
        : id.startsWith("block-device.")
          ? { ...path, id: "sda" }
          : { ...path, id: String(id.startsWith("bcache-") ? set.id : bcache.id) };
      const form = { name: "sdq", size: "1G", block_size: "512", id_path: "/dev/x", tag: "t" } as const;
      expect((await ask(world, id, { path: objectPath, form })).status, id).toBe(409);
    }
    expect(JSON.stringify(node.storage)).toBe(before);
  },
);

test.each([
  [{}, ["name", "size", "block_size", "__all__"]],
  [{ name: "sda", size: "1G", block_size: "512", id_path: "/x" }, ["name"]],
  [{ name: "a/b", size: "1G", block_size: "512", id_path: "/x" }, ["name"]],
  [{ name: "sdc", size: "1", block_size: "512", id_path: "/x" }, ["size"]],
  [{ name: "sdc", size: "-5", block_size: "512", id_path: "/x" }, ["size"]],
  [{ name: "sdc", size: "many", block_size: "0", id_path: "/x" }, ["size", "block_size"]],
  [{ name: "sdc", size: "5M", block_size: "1G", id_path: "/x" }, ["block_size"]],
  [{ name: "sdc", size: "1G", block_size: "512", model: "M" }, ["__all__"]],
] as const)("the block device %j is refused at %j", async (form, fields) => {
  const world = networkedWorld(0);
  addMachine(world);
  const answer = await ask(world, "block-devices.create", { path: { system_id: "abc123" }, form });
  expect(rejection(answer)).toEqual([400, ...fields]);
});

test("a new block device is listed with the recorded members", async () => {
  const world = networkedWorld(0);
  addMachine(world);
  const path = { system_id: "abc123" };
  const form = { name: "nvme0n1", size: "60G", block_size: "4096", model: "M", serial: "S" } as const;
  const created = (await ask(world, "block-devices.create", { path, form })).body;
  const devices = (await ask(world, "block-devices.list", { path })).body;
  expect(devices).toHaveLength(3);
  expect(devices[2]).toEqual(created);
  expect(created).toMatchObject({
    type: "physical",
    size: 60 * GB,
    block_size: 4096,
    model: "M",
    serial: "S",
    used_for: "Unused",
  });
  expect(created.resource_uri).toBe(`/SVC/api/2.0/nodes/abc123/blockdevices/${created.id}/`);
});

test("a partition is tagged once, formatted and deleted, which frees its space", async () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const path = pathOf(node);
  await expectRefusal(ask(world, "partition.add_tag", { path }), "tag");
  await ask(world, "partition.add_tag", { path, form: { tag: "fast" } });
  const tagged = (await ask(world, "partition.add_tag", { path, form: { tag: "fast" } })).body;
  expect(tagged.tags).toEqual(["fast"]);
  const bad = await ask(world, "partition.format", { path, form: { fstype: "fat31", uuid: "1" } });
  expect(rejection(bad)).toEqual([400, "fstype", "uuid"]);
  const formatted = (await ask(world, "partition.format", { path, form: { fstype: "xfs", label: "r" } }))
    .body;
  expect(formatted.filesystem).toMatchObject({ fstype: "xfs", label: "r", mount_point: "/" });
  expect(await ask(world, "partition.delete", { path })).toMatchObject(noContent);
  expect((await ask(world, "partition.read", { path })).status).toBe(404);
  const [disk] = (await ask(world, "block-devices.list", { path })).body;
  expect(disk).toMatchObject({
    used_for: "GPT partitioned with 1 partition",
    available_size: 39_455_817_728,
  });
});

test("a cache set uses one free extent of a physical disk", async () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const [first, second] = node.storage.devices;
  const path = { system_id: "abc123" };
  const create = async (form: Record<string, string> = {}) =>
    rejection(await ask(world, "bcache-cache-sets.create", { path, form }));
  const partition = String(first?.partitions[0]?.id);
  expect(await create()).toEqual([400, "__all__"]);
  expect(await create({ cache_device: String(second?.id), cache_partition: partition })).toEqual([
    400,
    "__all__",
  ]);
  expect(await create({ cache_device: "999" })).toEqual([400, "cache_device"]);
  expect(await create({ cache_device: String(first?.id) })).toEqual([400, "cache_device"]);
  expect(await create({ cache_partition: partition })).toEqual([400, "cache_partition"]);
  expect(await create({ cache_device: partition })).toEqual([400, "cache_device"]);
  expect((await create({ cache_device: String(second?.id) }))[0]).toBe(200);
  expect(await create({ cache_device: String(second?.id) })).toEqual([400, "cache_device"]);
});

test("a cache set in use cannot be deleted; deleting an unused one frees its device", async () => {
  const world = networkedWorld(0);
  const { node, path, set, bcache } = await withBcache(world);
  const ownPath = { ...path, id: String(set.id) };
  expect((await ask(world, "bcache-cache-set.delete", { path: ownPath })).status).toBe(400);
  expect(await ask(world, "bcache.delete", { path: { ...path, id: String(bcache.id) } })).toMatchObject(
    noContent,
  );
  expect(await ask(world, "bcache-cache-set.delete", { path: ownPath })).toMatchObject(noContent);
  expect((await ask(world, "bcache-cache-sets.list", { path })).body).toEqual([]);
  expect(node.storage.devices.every(({ claim }) => claim === null)).toBe(true);
  expect(node.storage.devices).toHaveLength(3);
});

test.each([
  [{ cache_mode: "writesideways" }, "cache_mode"],
  [{ cache_set: "999" }, "cache_set"],
  [{ uuid: "no" }, "uuid"],
  [{ name: "sda" }, "name"],
  [{ name: "a b" }, "name"],
  [{ backing_device: "999" }, "backing_device"],
  [{ backing_partition: "999" }, "backing_partition"],
  [{ backing_device: "1", backing_partition: "1" }, "__all__"],
] as const)("the change %j of a bcache is refused at %s and changes nothing", async (form, field) => {
  const world = networkedWorld(0);
  const { node, path, bcache } = await withBcache(world);
  const before = JSON.stringify(node.storage);
  await expectRefusal(ask(world, "bcache.update", { path: { ...path, id: String(bcache.id) }, form }), field);
  expect(JSON.stringify(node.storage)).toBe(before);
});

test("a bcache needs a backing extent and a cache set", async () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const path = { system_id: "abc123" };
  await expectRefusal(ask(world, "bcaches.create", { path }), "__all__");
  const form = { backing_device: String(node.storage.devices[1]?.id) } as const;
  await expectRefusal(ask(world, "bcaches.create", { path, form }), "cache_set");
});

test("a bcache is renamed with its device, and can move to another extent, whose size it takes", async () => {
  const world = networkedWorld(0);
  const { node, path, bcache } = await withBcache(world);
  const bcachePath = { ...path, id: String(bcache.id) };
  await ask(world, "block-devices.create", {
    path,
    form: { name: "sdx", size: "20G", block_size: "512", id_path: "/dev/x" },
  });
  const changed = (
    await ask(world, "bcache.update", {
      path: bcachePath,
      form: {
        name: "cached",
        backing_device: "sdx",
        cache_mode: "WRITEAROUND",
        uuid: "c8f5ca5f-be14-4636-aa75-113f25c3bc55",
      },
    })
  ).body;
  expect(changed).toMatchObject({
    name: "cached",
    size: 20 * GB,
    human_size: "20.0 GB",
    cache_mode: "WRITEAROUND",
    uuid: "c8f5ca5f-be14-4636-aa75-113f25c3bc55",
    backing_device: { name: "sdx" },
    virtual_device: { name: "cached", size: 20 * GB, path: "/dev/disk/by-dname/cached" },
  });
  expect((await ask(world, "bcache.read", { path: bcachePath })).body).toEqual(changed);
  expectSound(world, node);
});
