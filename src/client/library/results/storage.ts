import type { JsonObject } from "./json.ts";

/** A filesystem on a block device or partition. */
export interface FileSystem {
  readonly fstype: string;
  readonly label: string | null;
  readonly uuid: string;
  readonly mount_point: string | null;
  readonly mount_options: string | null;
}

export interface Partition {
  readonly id: number;
  readonly system_id: string;
  readonly device_id: number;
  readonly uuid: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly bootable: boolean;
  readonly type: string;
  readonly used_for: string;
  readonly tags: readonly string[];
  readonly filesystem: FileSystem | null;
  readonly resource_uri: string;
}

export interface BlockDevice {
  readonly id: number;
  readonly system_id: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly model: string | null;
  readonly serial: string | null;
  /** In bytes. */
  readonly size: number;
  /** In bytes. */
  readonly available_size: number;
  /** In bytes. */
  readonly used_size: number;
  /** In bytes. */
  readonly block_size: number;
  readonly used_for: string;
  readonly tags: readonly string[];
  readonly partition_table_type: string | null;
  readonly partitions: readonly Partition[];
  readonly filesystem: FileSystem | null;
  readonly resource_uri: string;
}

export interface BcacheCacheSet {
  readonly id: number;
  readonly name: string;
  readonly cache_device: JsonObject;
  readonly resource_uri: string;
}

export interface Bcache {
  readonly id: number;
  readonly name: string;
  readonly uuid: string;
  readonly cache_mode: string;
  readonly backing_device: JsonObject;
  readonly cache_set: JsonObject;
  readonly resource_uri: string;
}

interface StorageGroup {
  readonly id: number;
  readonly system_id: string;
  readonly uuid: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly human_size: string;
  /** The block devices and partitions of the group. */
  readonly devices: readonly JsonObject[];
  readonly resource_uri: string;
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
  /** In bytes. */
  readonly available_size: number;
  readonly human_available_size: string;
  /** In bytes. */
  readonly used_size: number;
  readonly human_used_size: string;
  readonly logical_volumes: readonly BlockDevice[];
}

/** A short form of a block device, as its volume group lists it. */
export interface LogicalVolume {
  readonly id: number;
  readonly system_id: string;
  readonly name: string;
  readonly uuid: string;
  /** In bytes. */
  readonly size: number;
  /** In bytes. */
  readonly available_size: number;
  /** In bytes. */
  readonly used_size: number;
  readonly resource_uri: string;
}
