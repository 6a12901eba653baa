import { expect, test } from "vitest";
import { requireConfigItem, setConfigValue } from "../../../../../src/sandbox/model/settings/config.ts";
import { cloneStorage, storageCloneProblem } from "../../../../../src/sandbox/model/storage/cloning.ts";
import {
  matchingDisks,
  parseStorageConstraint,
} from "../../../../../src/sandbox/model/storage/constraint.ts";
import { makeStorage, mountSpecial, unmountSpecial } from "../../../../../src/sandbox/model/storage/disks.ts";
import {
  applyDefaultLayout,
  applyLayout,
  layouts,
} from "../../../../../src/sandbox/model/storage/layouts.ts";
import { serializeStorage } from "../../../../../src/sandbox/serialize/storage.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { ServiceError } from "../../../../../src/sandbox/state/service-error.ts";
import type { World } from "../../../../../src/sandbox/state/world.ts";
import { parseSize } from "../../../../../src/sandbox/values/quantities.ts";
import { addMachine, GB, networkedWorld } from "../../networked-world.ts";
import { expectSound } from "../../storage-soundness.ts";

function fieldOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "invalid")
      return Object.keys(error.fields ?? {}).join();
    throw error;
  }
  return "nothing refused";
}

/** Members of an answer that the tests examine. */
interface Answered {
  readonly storage: number;
  readonly boot_disk: { readonly partitions: readonly { readonly size: number }[] };
  readonly blockdevice_set: readonly object[];
  readonly virtualblockdevice_set: readonly { readonly name: string }[];
  readonly volume_groups: readonly {
    readonly size: number;
    readonly available_size: number;
    readonly used_size: number;
  }[];
  readonly bcaches: readonly object[];
  readonly cache_sets: readonly object[];
  readonly special_filesystems: readonly object[];
}

const answer = (world: World, node: Node): Answered =>
  JSON.parse(JSON.stringify(serializeStorage(world, node)));

test.each(["", "x", "1X", "-1", "1.5G", "1G2", "9".repeat(16), "9999999T", "0x10"])(
  "the text %j is no size",
  (text) => expect(parseSize(text)).toBeUndefined(),
);

test.each([
  ["0", 0],
  ["512", 512],
  ["512M", 512e6],
  ["1G", 1e9],
  ["2t", 2e12],
  [" 3K ", 3000],
])("the size %j is %d bytes", (text, bytes) => expect(parseSize(text)).toBe(bytes));

test.each([
  [{}, "storage_layout"],
  [{ storage_layout: "" }, "storage_layout"],
  [{ storage_layout: "FLAT" }, "storage_layout"],
  [{ storage_layout: "flat", root_size: "big" }, "root_size"],
  [{ storage_layout: "flat", root_size: "41G" }, "root_size"],
  [{ storage_layout: "flat", root_size: "1M" }, "root_size"],
  [{ storage_layout: "flat", boot_size: "1" }, "boot_size"],
  [{ storage_layout: "flat", boot_size: "39G" }, "boot_size"],
  [{ storage_layout: "flat", root_device: "sdz" }, "root_device"],
  [{ storage_layout: "lvm", lv_size: "50G" }, "lv_size"],
  [{ storage_layout: "lvm", vg_name: "no/slash" }, "vg_name"],
  [{ storage_layout: "bcache", cache_mode: "WRITEALWAYS" }, "cache_mode"],
  [{ storage_layout: "bcache", cache_device: "sda" }, "cache_device"],
  [{ storage_layout: "bcache", cache_size: "61G" }, "cache_size"],
  [{ storage_layout: "bcache", cache_no_part: "perhaps" }, "cache_no_part"],
  [{ storage_layout: "vmfs6", root_size: "40G" }, "root_size"],
])("the layout %j is refused at %s and changes nothing", (options, field) => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const before = JSON.stringify(node.storage);
  expect(fieldOf(() => applyLayout(world, node, options))).toBe(field);
  expect(JSON.stringify(node.storage)).toBe(before);
});

test("a machine without disks accepts only the blank layout", () => {
  const world = networkedWorld(0);
  const node = addMachine(world, "nodisk", []);
  for (const layout of layouts) {
    const set = () => applyLayout(world, node, { storage_layout: layout });
    if (layout === "blank" || layout === "custom") set();
    else expect(fieldOf(set)).toBe("storage_layout");
  }
  expect(answer(world, node)).toMatchObject({ blockdevice_set: [], boot_disk: null, storage: 0 });
});

test("the flat layout equals that of a recorded machine, to the byte", () => {
  const world = networkedWorld(0);
  const described = answer(world, addMachine(world));
  expect(described.storage).toBe(100_000);
  expect(described.boot_disk).toMatchObject({
    name: "sda",
    size: 40_000_000_000,
    available_size: 0,
    used_size: 39_997_931_520,
    used_for: "GPT partitioned with 2 partitions",
    partition_table_type: "GPT",
    partitions: [
      { size: 536_870_912, bootable: true, used_for: "fat32 formatted filesystem mounted at /boot/efi" },
      { size: 39_455_817_728, path: "/dev/disk/by-dname/sda-part2", filesystem: { mount_point: "/" } },
    ],
  });
  expect(described.blockdevice_set[1]).toMatchObject({
    available_size: 59_991_130_112,
    used_size: 0,
    used_for: "Unused",
    partition_table_type: null,
  });
});

test.each([
  { storage_layout: "flat" },
  { storage_layout: "flat", boot_size: "512M", root_size: "10G", root_device: "sdb" },
  { storage_layout: "lvm", vg_name: "vg", lv_name: "lv", lv_size: "20G" },
  { storage_layout: "bcache", cache_mode: "writeback", cache_size: "10G" },
  { storage_layout: "bcache", cache_no_part: "true", cache_device: "sdb" },
  { storage_layout: "vmfs6" },
  { storage_layout: "vmfs7", root_device: "sdb" },
  { storage_layout: "custom" },
  { storage_layout: "blank" },
])("the layout %j adds up", (options) => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  applyLayout(world, node, options);
  expectSound(world, node);
});

test("the lvm layout has a volume group, with the volume as a virtual device", () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  applyLayout(world, node, { storage_layout: "lvm", vg_name: "data", lv_name: "root", lv_size: "20G" });
  const described = answer(world, node);
  expect(described.virtualblockdevice_set.map(({ name }) => name)).toEqual(["data-root"]);
  const [group] = described.volume_groups;
  expect(group).toMatchObject({ name: "data", devices: [{ used_for: "LVM volume for data" }] });
  expect((group?.available_size ?? 0) + (group?.used_size ?? 0)).toBe(group?.size);
});

test("the bcache layout has the bcache, its cache set and both extents", () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  applyLayout(world, node, { storage_layout: "bcache", cache_mode: "writeback", cache_no_part: "1" });
  const described = answer(world, node);
  expect(described.bcaches).toMatchObject([
    {
      name: "bcache0",
      cache_mode: "WRITEBACK",
      backing_device: { type: "partition", used_for: "Backing device for bcache0" },
      cache_set: { name: "cache0", cache_device: { name: "sdb", used_for: "Cache device for cache0" } },
      virtual_device: { type: "virtual", filesystem: { mount_point: "/" } },
    },
  ]);
  expect(described.cache_sets).toHaveLength(1);
});

test("restoring storage applies the configured layout, or flat if that is impossible", () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  const single = addMachine(world, "single", [{ sizeBytes: 40 * GB }]);
  setConfigValue(world, requireConfigItem(world, "default_storage_layout"), "bcache");
  applyDefaultLayout(world, node);
  applyDefaultLayout(world, single);
  expect(node.storage.bcaches).toHaveLength(1);
  expect(single.storage.bcaches).toHaveLength(0);
  expect(single.storage.devices[0]?.partitions).toHaveLength(2);
});

test("storage ids are unique across all machines", () => {
  const world = networkedWorld(0);
  const nodes = ["one", "two", "three"].map((id) => addMachine(world, id));
  const devices = nodes.flatMap((node) => node.storage.devices);
  const partitions = devices.flatMap((device) => device.partitions);
  expect(new Set(devices.map(({ id }) => id)).size).toBe(6);
  expect(new Set(partitions.map(({ id }) => id)).size).toBe(6);
});

test("a special filesystem can be mounted at a free absolute path, once, and unmounted", () => {
  const world = networkedWorld(0);
  const node = addMachine(world);
  expect(fieldOf(() => mountSpecial(world, node, { fstype: "tmpfs" }))).toBe("mount_point");
  expect(fieldOf(() => mountSpecial(world, node, { fstype: "tmpfs", mount_point: "tmp" }))).toBe(
    "mount_point",
  );
  expect(fieldOf(() => mountSpecial(world, node, { fstype: "tmpfs", mount_point: "/" }))).toBe("mount_point");
  expect(fieldOf(() => mountSpecial(world, node, { fstype: "ext4", mount_point: "/x" }))).toBe("fstype");
  mountSpecial(world, node, { fstype: "tmpfs", mount_point: "/var/tmp", mount_option: "size=1G" });
  expect(fieldOf(() => mountSpecial(world, node, { fstype: "ramfs", mount_point: "/var/tmp" }))).toBe(
    "mount_point",
  );
  expect(answer(world, node).special_filesystems).toMatchObject([
    { fstype: "tmpfs", mount_point: "/var/tmp", mount_options: "size=1G" },
  ]);
  unmountSpecial(node, { mount_point: "/var/tmp" });
  expect(fieldOf(() => unmountSpecial(node, { mount_point: "/var/tmp" }))).toBe("mount_point");
});

test.each(["", ",", "root", "root:", "root:x", "root:10(ssd", "a:1,a:2", "a:1(ssd),", "a:1()b", "a:-1"])(
  "the storage constraint %j is refused",
  (text) => expect(fieldOf(() => parseStorageConstraint(text))).toBe("storage"),
);

test("a storage constraint finds a disk for each label, in any order", () => {
  const world = networkedWorld(0);
  const node = addMachine(world, "three", [
    { sizeBytes: 100 * GB, tags: ["ssd"] },
    { sizeBytes: 200 * GB, tags: ["ssd", "nvme"] },
    { sizeBytes: 300 * GB, tags: ["hdd"] },
  ]);
  const [a, b, c] = node.storage.devices.map(({ id }) => id);
  const match = (text: string) => matchingDisks(node, parseStorageConstraint(text));
  expect(match("any:50,fast:50(ssd),faster:150(ssd,nvme)")).toEqual({ any: c, fast: a, faster: b });
  expect(match("root:100")).toEqual({ root: a });
  expect(match("root:101")).toBeUndefined();
  expect(match("100,200(nvme)")).toEqual({ 0: a, 1: b });
  expect(match("x:1(ssd),y:1(ssd),z:1(ssd)")).toBeUndefined();
  expect(match("x:301")).toBeUndefined();
});

test("cloned storage needs as many and as large disks, and gets new ids", () => {
  const world = networkedWorld(0);
  const source = addMachine(world, "source");
  applyLayout(world, source, { storage_layout: "bcache", cache_no_part: "true" });
  const destination = addMachine(world, "target", [{ sizeBytes: 70 * GB }, { sizeBytes: 50 * GB }]);
  expect(storageCloneProblem(source, addMachine(world, "few", [{ sizeBytes: 900 * GB }]))).toContain("few");
  expect(
    storageCloneProblem(source, addMachine(world, "small", [{ sizeBytes: 59 * GB }, { sizeBytes: 50 * GB }])),
  ).toContain("sdb");
  expect(storageCloneProblem(source, destination)).toBeUndefined();
  cloneStorage(world, source, destination);
  expectSound(world, destination);
  expect(destination.storage.bcaches).toHaveLength(1);
  expect(destination.storage.bcaches[0]?.id).not.toBe(source.storage.bcaches[0]?.id);
  expect(answer(world, destination).boot_disk.partitions.map(({ size }) => size)).toEqual(
    answer(world, source).boot_disk.partitions.map(({ size }) => size),
  );
});

test("disks are named sda to sdz, then sdaa", () => {
  const world = networkedWorld(0);
  const { devices } = makeStorage(
    world,
    Array.from({ length: 28 }, () => ({ sizeBytes: GB })),
  );
  expect([devices[0]?.name, devices[25]?.name, devices[26]?.name, devices[27]?.name]).toEqual([
    "sda",
    "sdz",
    "sdaa",
    "sdab",
  ]);
});
