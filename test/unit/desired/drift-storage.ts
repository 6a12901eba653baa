import type { Case } from "./drift-cases.ts";
import type { Given, GivenItem, Site } from "./site.ts";

/** Two lists of words. */
const lists = (...texts: readonly [string, string]): readonly [Given, Given] => [
  texts[0].split(" "),
  texts[1].split(" "),
];

/** New disks for db-01. */
const disks = (...names: readonly string[]): readonly GivenItem[] =>
  names.map((name) => ({ name, size: "60G", block_size: 512, id_path: `/dev/${name}` }));

/** A site with a storage object on such disks. */
const onDisks =
  (member: string, ...names: readonly string[]) =>
  (item: GivenItem): Site => ({
    machines: [{ hostname: "db-01", block_devices: disks(...names), [member]: [item] }],
  });

const onFormatted: Case["with"] = {
  label: { fstype: "ext4" },
  mount_point: { fstype: "ext4" },
  mount_options: { fstype: "ext4", mount_point: "/drift" },
};

export const storageCases: Readonly<Record<string, Case>> = {
  "block-devices": {
    key: { name: "drift0" },
    required: { size: "60G", block_size: 512, id_path: "/dev/a" },
    fields: {
      size: ["60G", "70G"],
      block_size: [512, 4096],
      id_path: ["/dev/a", "/dev/b"],
      model: ["a", "b"],
      serial: ["a", "b"],
      fstype: ["ext4", "xfs"],
      label: ["a", "b"],
      mount_point: ["/drift/a", "/drift/b"],
      mount_options: ["ro", "rw"],
      tags: lists("a b", "b c"),
      // Cannot be set to false: a disk stops being the boot disk when another one becomes it.
      boot: [true, true],
    },
    with: onFormatted,
    within: (item) => ({ machines: [{ hostname: "db-01", block_devices: [item] }] }),
  },
  partitions: {
    key: { number: 1 },
    fields: {
      size: ["20G", "30G"],
      bootable: [true, false],
      fstype: ["ext4", "xfs"],
      label: ["a", "b"],
      mount_point: ["/part/a", "/part/b"],
      mount_options: ["ro", "rw"],
      tags: lists("a b", "b c"),
    },
    with: { ...onFormatted, mount_options: { fstype: "ext4", mount_point: "/part" } },
    within: (item) => ({
      machines: [
        { hostname: "db-01", block_devices: disks("p0").map((disk) => ({ ...disk, partitions: [item] })) },
      ],
    }),
  },
  raids: {
    key: { name: "md7" },
    required: { level: "raid-1", block_devices: ["r0", "r1"] },
    fields: {
      level: ["raid-1", "raid-0"],
      block_devices: lists("r0 r1", "r1 r2"),
      partitions: [[], []],
      spare_devices: [["r3"], ["r4"]],
      spare_partitions: [[], []],
    },
    within: onDisks("raids", "r0", "r1", "r2", "r3", "r4"),
  },
  "volume-groups": {
    key: { name: "vg7" },
    required: { block_devices: ["v0"] },
    fields: { block_devices: [["v0"], ["v1", "v0"]], partitions: [[], []] },
    within: onDisks("volume_groups", "v0", "v1"),
  },
  "logical-volumes": {
    key: { name: "data" },
    fields: { size: ["10G", "12G"] },
    within: (item) =>
      onDisks("volume_groups", "l0")({ name: "vg8", block_devices: ["l0"], logical_volumes: [item] }),
  },
  "bcache-cache-sets": {
    key: { cache_device: "c0" },
    fields: { cache_partition: [null, null] },
    within: onDisks("cache_sets", "c0"),
  },
  bcaches: {
    key: { name: "bcache7" },
    required: { backing_device: "b0", cache_set: "s0" },
    fields: {
      backing_device: ["b0", "b1"],
      backing_partition: [null, null],
      cache_mode: ["WRITEBACK", "WRITETHROUGH"],
      cache_set: ["s0", "s1"],
    },
    within: (item) => ({
      machines: [
        {
          hostname: "db-01",
          block_devices: disks("b0", "b1", "s0", "s1"),
          cache_sets: [{ cache_device: "s0" }, { cache_device: "s1" }],
          bcaches: [item],
        },
      ],
    }),
  },
};
