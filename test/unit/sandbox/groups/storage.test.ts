import { expect, test } from "vitest";
import { bcaches, blockDevices as devices } from "../../../../src/sandbox/groups/storage.ts";
import type { Node } from "../../../../src/sandbox/state/node.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import type { Handler } from "../../../../src/sandbox/wire/call.ts";
import { rejection } from "../answering.ts";
import {
  addMachine,
  administrator,
  alice,
  bareWorld,
  bob,
  bodyOf,
  GB,
  type Sent,
  send,
} from "../bare-world.ts";
import { expectSound } from "../storage-soundness.ts";

const all: Record<string, Handler> = { ...devices, ...bcaches };
const reads = Object.keys(all).filter((id) => id.endsWith(".list") || id.endsWith(".read"));
const writes = Object.keys(all).filter((id) => !reads.includes(id));
const writer = writes.map((id) => [id, all[id] as Handler] as const);

/** A machine with an unused third disk, a cache set on the second and a bcache on the third. */
async function withBcache(world: World) {
  const node = addMachine(world, "abc123", [
    { sizeBytes: 40 * GB },
    { sizeBytes: 60 * GB },
    { sizeBytes: 80 * GB },
  ]);
  const [, second, third] = node.storage.devices;
  const path = { system_id: "abc123" };
  const set = bodyOf(
    await send(world, bcaches["bcache-cache-sets.create"], {
      path,
      form: [["cache_device", String(second?.id)]],
    }),
  );
  const bcache = bodyOf(
    await send(world, bcaches["bcaches.create"], {
      path,
      form: [
        ["backing_device", String(third?.id)],
        ["cache_set", String(set.id)],
        ["cache_mode", "WRITEBACK"],
      ],
    }),
  );
  return { node, path, set, bcache };
}

const pathOf = (node: Node) => ({
  system_id: node.systemId,
  device_id: String(node.storage.devices[0]?.id),
  id: String(node.storage.devices[0]?.partitions[1]?.id),
});

test.each(Object.entries(all))("%s wants a caller and a node that is there", async (_id, handler) => {
  const world = bareWorld();
  const path = { ...pathOf(addMachine(world)), id: "1" };
  expect((await send(world, handler, { user: undefined, path })).status).toBe(401);
  for (const system_id of ["nosuch", "__proto__", "constructor", ""]) {
    expect((await send(world, handler, { path: { ...path, system_id } })).status).toBe(404);
  }
});

test.each(writer.filter(([id]) => !id.endsWith("create")))(
  "%s of what is not there is a 404",
  async (_id, handler) => {
    const world = bareWorld();
    const path = pathOf(addMachine(world));
    for (const id of ["0", "999", "x", "-1", "1e0"]) {
      expect((await send(world, handler, { path: { ...path, id } })).status).toBe(404);
    }
  },
);

test("a partition of another device is a 404", async () => {
  const world = bareWorld();
  const node = addMachine(world);
  const path = { ...pathOf(node), device_id: String(node.storage.devices[1]?.id) };
  expect((await send(world, devices["partition.read"], { path })).status).toBe(404);
});

test("changing is for the owner and for administrators", async () => {
  const world = bareWorld();
  const owned = addMachine(world, "owned1", undefined, { status: "allocated", owner: "alice" });
  const free = addMachine(world, "free11");
  const tag = (node: Node, user: Sent["user"]) =>
    send(world, devices["partition.add_tag"], { user, path: pathOf(node), form: [["tag", "x"]] });
  expect((await tag(owned, alice)).status).toBe(200);
  expect((await tag(owned, administrator)).status).toBe(200);
  expect((await tag(owned, bob)).status).toBe(404);
  expect((await tag(free, bob)).status).toBe(403);
  owned.locked = true;
  expect((await tag(owned, alice)).status).toBe(403);
});

test("a physical block device is described by administrators only", async () => {
  const world = bareWorld();
  addMachine(world, "owned1", undefined, { status: "allocated", owner: "alice" });
  const form = [
    ["name", "sdc"],
    ["size", "1G"],
    ["block_size", "512"],
    ["id_path", "/dev/x"],
  ] as const;
  const answer = await send(world, devices["block-devices.create"], {
    user: alice,
    path: { system_id: "owned1" },
    form,
  });
  expect(answer.status).toBe(403);
});

test.each(["deployed", "deploying", "new", "testing"] as const)(
  "nothing is changed on a %s machine",
  async (status) => {
    const world = bareWorld();
    const { node, path, set, bcache } = await withBcache(world);
    node.status = status;
    const before = JSON.stringify(node.storage);
    for (const [id, handler] of writer) {
      const own = id.startsWith("partition")
        ? pathOf(node)
        : { ...path, id: String(id.startsWith("bcache-") ? set.id : bcache.id) };
      const form = [
        ["name", "sdq"],
        ["size", "1G"],
        ["block_size", "512"],
        ["id_path", "/dev/x"],
        ["tag", "t"],
      ] as const;
      expect([id, (await send(world, handler, { path: own, form })).status]).toEqual([id, 409]);
    }
    expect(JSON.stringify(node.storage)).toBe(before);
  },
);

test.each([
  [[], ["name", "size", "block_size", "__all__"]],
  [
    [
      ["name", "sda"],
      ["size", "1G"],
      ["block_size", "512"],
      ["id_path", "/x"],
    ],
    ["name"],
  ],
  [
    [
      ["name", "a/b"],
      ["size", "1G"],
      ["block_size", "512"],
      ["id_path", "/x"],
    ],
    ["name"],
  ],
  [
    [
      ["name", "sdc"],
      ["size", "1"],
      ["block_size", "512"],
      ["id_path", "/x"],
    ],
    ["size"],
  ],
  [
    [
      ["name", "sdc"],
      ["size", "-5"],
      ["block_size", "512"],
      ["id_path", "/x"],
    ],
    ["size"],
  ],
  [
    [
      ["name", "sdc"],
      ["size", "many"],
      ["block_size", "0"],
      ["id_path", "/x"],
    ],
    ["size", "block_size"],
  ],
  [
    [
      ["name", "sdc"],
      ["size", "5M"],
      ["block_size", "1G"],
      ["id_path", "/x"],
    ],
    ["block_size"],
  ],
  [
    [
      ["name", "sdc"],
      ["size", "1G"],
      ["block_size", "512"],
      ["model", "M"],
    ],
    ["__all__"],
  ],
] as const)("the block device %j is refused at %j", async (form, fields) => {
  const world = bareWorld();
  addMachine(world);
  const answer = await send(world, devices["block-devices.create"], { path: { system_id: "abc123" }, form });
  expect(rejection(answer)).toEqual([400, ...fields]);
});

test("a block device that was created is listed in the recorded shape", async () => {
  const world = bareWorld();
  addMachine(world);
  const path = { system_id: "abc123" };
  const form = [
    ["name", "nvme0n1"],
    ["size", "60G"],
    ["block_size", "4096"],
    ["model", "M"],
    ["serial", "S"],
  ] as const;
  const created = bodyOf(await send(world, devices["block-devices.create"], { path, form }));
  const listed = bodyOf(await send(world, devices["block-devices.list"], { path }));
  expect(listed).toHaveLength(3);
  expect(listed[2]).toEqual(created);
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

test("a partition takes tags once, is formatted and is deleted, and its room is free again", async () => {
  const world = bareWorld();
  const node = addMachine(world);
  const path = pathOf(node);
  expect(rejection(await send(world, devices["partition.add_tag"], { path }))).toEqual([400, "tag"]);
  await send(world, devices["partition.add_tag"], { path, form: [["tag", "fast"]] });
  const tagged = bodyOf(await send(world, devices["partition.add_tag"], { path, form: [["tag", "fast"]] }));
  expect(tagged.tags).toEqual(["fast"]);
  const bad = await send(world, devices["partition.format"], {
    path,
    form: [
      ["fstype", "fat31"],
      ["uuid", "1"],
    ],
  });
  expect(rejection(bad)).toEqual([400, "fstype", "uuid"]);
  const formatted = bodyOf(
    await send(world, devices["partition.format"], {
      path,
      form: [
        ["fstype", "xfs"],
        ["label", "r"],
      ],
    }),
  );
  expect(formatted.filesystem).toMatchObject({ fstype: "xfs", label: "r", mount_point: "/" });
  expect(await send(world, devices["partition.delete"], { path })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect((await send(world, devices["partition.read"], { path })).status).toBe(404);
  const [disk] = bodyOf(await send(world, devices["block-devices.list"], { path }));
  expect(disk).toMatchObject({
    used_for: "GPT partitioned with 1 partition",
    available_size: 39_455_817_728,
  });
});

test("a cache set takes one free extent of a physical disk", async () => {
  const world = bareWorld();
  const node = addMachine(world);
  const [first, second] = node.storage.devices;
  const path = { system_id: "abc123" };
  const create = async (...form: (readonly [string, string])[]) =>
    rejection(await send(world, bcaches["bcache-cache-sets.create"], { path, form }));
  const partition = String(first?.partitions[0]?.id);
  expect(await create()).toEqual([400, "__all__"]);
  expect(await create(["cache_device", String(second?.id)], ["cache_partition", partition])).toEqual([
    400,
    "__all__",
  ]);
  expect(await create(["cache_device", "999"])).toEqual([400, "cache_device"]);
  expect(await create(["cache_device", String(first?.id)])).toEqual([400, "cache_device"]);
  expect(await create(["cache_partition", partition])).toEqual([400, "cache_partition"]);
  expect(await create(["cache_device", partition])).toEqual([400, "cache_device"]);
  expect((await create(["cache_device", String(second?.id)]))[0]).toBe(200);
  expect(await create(["cache_device", String(second?.id)])).toEqual([400, "cache_device"]);
});

test("a cache set in use is not deleted, and one that is not frees its device", async () => {
  const world = bareWorld();
  const { node, path, set, bcache } = await withBcache(world);
  const ownPath = { ...path, id: String(set.id) };
  expect((await send(world, bcaches["bcache-cache-set.delete"], { path: ownPath })).status).toBe(400);
  expect(await send(world, bcaches["bcache.delete"], { path: { ...path, id: String(bcache.id) } })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect(await send(world, bcaches["bcache-cache-set.delete"], { path: ownPath })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect(bodyOf(await send(world, bcaches["bcache-cache-sets.list"], { path }))).toEqual([]);
  expect(node.storage.devices.every(({ claim }) => claim === null)).toBe(true);
  expect(node.storage.devices).toHaveLength(3);
});

test.each([
  [[["cache_mode", "writesideways"]], "cache_mode"],
  [[["cache_set", "999"]], "cache_set"],
  [[["uuid", "no"]], "uuid"],
  [[["name", "sda"]], "name"],
  [[["name", "a b"]], "name"],
  [[["backing_device", "999"]], "backing_device"],
  [[["backing_partition", "999"]], "backing_partition"],
  [
    [
      ["backing_device", "1"],
      ["backing_partition", "1"],
    ],
    "__all__",
  ],
] as const)("the change %j of a bcache is refused at %s and changes nothing", async (form, field) => {
  const world = bareWorld();
  const { node, path, bcache } = await withBcache(world);
  const before = JSON.stringify(node.storage);
  expect(
    rejection(
      await send(world, bcaches["bcache.update"], { path: { ...path, id: String(bcache.id) }, form }),
    ),
  ).toEqual([400, field]);
  expect(JSON.stringify(node.storage)).toBe(before);
});

test("a bcache without backing or without a cache set is refused", async () => {
  const world = bareWorld();
  const node = addMachine(world);
  const path = { system_id: "abc123" };
  expect(rejection(await send(world, bcaches["bcaches.create"], { path }))).toEqual([400, "__all__"]);
  const form = [["backing_device", String(node.storage.devices[1]?.id)]] as const;
  expect(rejection(await send(world, bcaches["bcaches.create"], { path, form }))).toEqual([400, "cache_set"]);
});

test("a bcache is renamed with its device, and moved to another extent with its size", async () => {
  const world = bareWorld();
  const { node, path, bcache } = await withBcache(world);
  const own = { ...path, id: String(bcache.id) };
  await send(world, devices["block-devices.create"], {
    path,
    form: [
      ["name", "sdx"],
      ["size", "20G"],
      ["block_size", "512"],
      ["id_path", "/dev/x"],
    ],
  });
  const changed = bodyOf(
    await send(world, bcaches["bcache.update"], {
      path: own,
      form: [
        ["name", "cached"],
        ["backing_device", "sdx"],
        ["cache_mode", "WRITEAROUND"],
        ["uuid", "c8f5ca5f-be14-4636-aa75-113f25c3bc55"],
      ],
    }),
  );
  expect(changed).toMatchObject({
    name: "cached",
    size: 20 * GB,
    human_size: "20.0 GB",
    cache_mode: "WRITEAROUND",
    uuid: "c8f5ca5f-be14-4636-aa75-113f25c3bc55",
    backing_device: { name: "sdx" },
    virtual_device: { name: "cached", size: 20 * GB, path: "/dev/disk/by-dname/cached" },
  });
  expect(bodyOf(await send(world, bcaches["bcache.read"], { path: own }))).toEqual(changed);
  expectSound(world, node);
});
