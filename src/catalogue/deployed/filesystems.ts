import { integerOrName, size, text } from "../field.ts";
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

export const tag = text("tag", "tag", { required: true });

export const formatFields: readonly Field[] = [
  text("fstype", "type of the file system", { required: true, suggestions: fileSystems }),
  text("uuid", "UUID of the file system; a new one by default"),
  text("label", "label of the file system"),
];

export const mountFields: readonly Field[] = [
  text("mount_point", "where to mount it, such as /srv; none for swap", { required: true }),
  text("mount_options", "options of the mount, such as noatime"),
];
