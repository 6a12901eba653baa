import { integerOrName, size, text } from "../field.ts";
import type { Kind } from "../group.ts";
import { disks, partitions } from "../number-lists.ts";
import type { Field, PathParameter } from "../operation.ts";

export const storageNotes = ["The machine must be Ready or Allocated."];

export const blockDeviceId = (name: string): PathParameter =>
  integerOrName(name, "id, name, path or serial number of the block device", disks);

/** Live services accept only the number of a partition. */
export const partitionId: PathParameter = integerOrName(
  "id",
  "id or name of the partition, such as sda-part1",
  partitions,
);

/** Live services accept `5G`, but not `5GiB`. */
export const bytes = (name: string, help: string): Field => size(name, help, { unit: "bytes" });

export const fileSystems = ["fat32", "vfat", "ext2", "ext4", "xfs", "btrfs", "swap", "zfsroot"] as const;

/** The file system types of a disk or partition that is part of a RAID, volume group, datastore or bcache. */
const storageMemberTypes = ["raid", "raid-spare", "lvm-pv", "vmfs6", "bcache-backing", "bcache-cache"];

export const lastPathPart = "([^/]+)$";

/** Attributes of a field that takes a disk, and of another one that takes a partition instead. */
export const diskOrPartition = (disk: string, partition: string) => ({
  memberPaths: { [disk]: [`${disk}.path`], [partition]: [`${disk}.path`] },
  textPatterns: { [disk]: lastPathPart, [partition]: lastPathPart },
  memberTypes: { [disk]: ["physical", "virtual"], [partition]: ["partition"] },
  references: { [disk]: "block-devices", [partition]: "partitions" },
});

export const kindsBuiltOnDisks = ["raids", "volume-groups", "bcache-cache-sets", "bcaches"];

export const storageStatuses = ["ready", "allocated"] as const;

export const storageKind = (resourceName: "block-device" | "partition") =>
  ({
    filesystem: {
      format: `${resourceName}.format`,
      unformat: `${resourceName}.unformat`,
      mount: `${resourceName}.mount`,
      unmount: `${resourceName}.unmount`,
    },
    setBy: {
      fstype: {
        operation: `${resourceName}.format`,
        field: "fstype",
        overrides: { help: "file system; empty for none" },
      },
      label: { operation: `${resourceName}.format`, field: "label" },
      mount_point: {
        operation: `${resourceName}.mount`,
        field: "mount_point",
        overrides: { help: "mount point, such as /srv; 'none' for swap" },
      },
      mount_options: { operation: `${resourceName}.mount`, field: "mount_options" },
      tags: {
        operation: `${resourceName}.add_tag`,
        field: "tag",
        removeOperation: `${resourceName}.remove_tag`,
        overrides: { type: "list", help: "all its tags" },
      },
    },
    memberPaths: {
      fstype: ["filesystem.fstype"],
      label: ["filesystem.label"],
      mount_point: ["filesystem.mount_point"],
      mount_options: ["filesystem.mount_options"],
    },
    hiddenValues: { fstype: storageMemberTypes },
    uniqueFields: ["mount_point"],
    changeableStatuses: storageStatuses,
  }) as const satisfies Partial<Kind>;

export const formatFields: readonly Field[] = [
  text("fstype", "type of the file system", { required: true, suggestions: fileSystems }),
  text("uuid", "UUID of the file system; a new one by default"),
  text("label", "label of the file system"),
];

export const mountFields: readonly Field[] = [
  text("mount_point", "where to mount it, such as /srv; 'none' for swap", { required: true }),
  text("mount_options", "mount options, such as noatime"),
];
