import type { JsonObject, NamedResource, NumberedResource } from "./resource.ts";

/** A filesystem on a block device or partition. */
export interface FileSystem {
  readonly fstype: string;
  readonly label: string | null;
  readonly uuid: string;
  readonly mount_point: string | null;
  readonly mount_options: string | null;
}

/** Sizes are in bytes. */
export interface Partition extends NumberedResource {
  readonly system_id: string;
  readonly device_id: number;
  readonly uuid: string;
  readonly path: string;
  readonly size: number;
  readonly bootable: boolean;
  readonly type: string;
  readonly used_for: string;
  readonly tags: readonly string[];
  readonly filesystem: FileSystem | null;
}

/** Sizes are in bytes. */
export interface BlockDevice extends NamedResource {
  readonly system_id: string;
  readonly type: string;
  readonly path: string;
  readonly model: string | null;
  readonly serial: string | null;
  readonly size: number;
  readonly available_size: number;
  readonly used_size: number;
  readonly block_size: number;
  readonly used_for: string;
  readonly tags: readonly string[];
  readonly partition_table_type: string | null;
  readonly partitions: readonly Partition[];
  readonly filesystem: FileSystem | null;
}

export interface BcacheCacheSet extends NamedResource {
  readonly cache_device: JsonObject;
}

export interface Bcache extends NamedResource {
  readonly uuid: string;
  readonly cache_mode: string;
  readonly backing_device: JsonObject;
  readonly cache_set: JsonObject;
}

/** Sizes are in bytes. */
interface StorageGroup extends NamedResource {
  readonly system_id: string;
  readonly uuid: string;
  readonly size: number;
  readonly human_size: string;
  /** The block devices and partitions of the group. */
  readonly devices: readonly JsonObject[];
}

export interface Raid extends StorageGroup {
  /** Such as `raid-1`. */
  readonly level: string;
  readonly spare_devices: readonly JsonObject[];
  readonly virtual_device: BlockDevice;
}

export interface VmfsDatastore extends StorageGroup {
  readonly filesystem: JsonObject;
}

export interface VolumeGroup extends StorageGroup {
  readonly available_size: number;
  readonly human_available_size: string;
  readonly used_size: number;
  readonly human_used_size: string;
  readonly logical_volumes: readonly BlockDevice[];
}

/** A short form of a block device, as its volume group lists it. Sizes are in bytes. */
export interface LogicalVolume extends NamedResource {
  readonly system_id: string;
  readonly uuid: string;
  readonly size: number;
  readonly available_size: number;
  readonly used_size: number;
}
