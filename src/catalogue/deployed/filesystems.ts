import { integerOrName, size, text } from "../field.ts";
import type { Kind } from "../kind.ts";
import { partitions } from "../number-lists.ts";
import type { Field, PathParameter } from "../operation.ts";

/** What block devices and partitions have in common. */

export const storageNotes = ["The machine must be ready or allocated."];

export const deviceId = (name: string): PathParameter =>
  integerOrName(name, "id or name of the block device");

/** Live services take the number alone. */
export const partitionId: PathParameter = {
  ...integerOrName("id", "id or name of the partition, such as sda-part1"),
  list: partitions,
};

/** Live services read `5G`, and no `5GiB`. */
export const bytes = (name: string, help: string, facts: Partial<Field> = {}): Field =>
  size(name, help, { unit: "bytes", ...facts });

export const fileSystems = ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"] as const;

/** In place of a file system, where something is made of a disk or partition. */
const memberTypes = ["raid", "raid-spare", "lvm-pv", "vmfs6", "bcache-backing", "bcache-cache"];

export const lastPart = "([^/]+)$";

/** Of two fields for the same role in desired state, one for a disk and one for a partition. */
export const roles = {
  paths: (disk: string, partition: string) => ({
    [disk]: [`${disk}.path`],
    [partition]: [`${disk}.path`],
  }),
  extracts: (disk: string, partition: string) => ({ [disk]: lastPart, [partition]: lastPart }),
  types: (disk: string, partition: string) => ({
    [disk]: ["physical", "virtual"],
    [partition]: ["partition"],
  }),
  references: (disk: string, partition: string) => ({ [disk]: "block-devices", [partition]: "partitions" }),
};

/** Kinds of what is made of disks and partitions. */
export const kindsBuiltOnDisks = ["raids", "volume-groups", "bcache-cache-sets", "bcaches"];

/** In which services change what is on disks. */
export const storageStatuses = ["ready", "allocated"] as const;

export const tag = text("tag", "tag", { required: true });

/** Settings of a disk or partition in desired state: file system, mount point and tags. */
export const extentKind = (single: "block-device" | "partition") =>
  ({
    filesystem: {
      format: `${single}.format`,
      unformat: `${single}.unformat`,
      mount: `${single}.mount`,
      unmount: `${single}.unmount`,
    },
    setBy: {
      fstype: {
        operation: `${single}.format`,
        field: "fstype",
        overrides: { help: "file system; empty for none" },
      },
      label: { operation: `${single}.format`, field: "label" },
      mount_point: {
        operation: `${single}.mount`,
        field: "mount_point",
        overrides: { help: "where it is mounted, such as /srv; none for swap" },
      },
      mount_options: { operation: `${single}.mount`, field: "mount_options" },
      tags: {
        operation: `${single}.add_tag`,
        field: "tag",
        removeOperation: `${single}.remove_tag`,
        overrides: { type: "list", help: "all its tags" },
      },
    },
    memberPaths: {
      fstype: ["filesystem.fstype"],
      label: ["filesystem.label"],
      mount_point: ["filesystem.mount_point"],
      mount_options: ["filesystem.mount_options"],
    },
    hiddenValues: { fstype: memberTypes },
    uniqueFields: ["mount_point"],
    changeableStatuses: storageStatuses,
  }) as const satisfies Partial<Kind>;

export const formatFields: readonly Field[] = [
  text("fstype", "type of the file system", { required: true, suggestions: fileSystems }),
  text("uuid", "UUID of the file system; a new one by default"),
  text("label", "label of the file system"),
];

export const mountFields: readonly Field[] = [
  text("mount_point", "where to mount it, such as /srv; none for swap", { required: true }),
  text("mount_options", "options of the mount, such as noatime"),
];
