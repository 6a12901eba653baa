export interface Filesystem {
  fstype: string;
  label: string;
  uuid: string;
  mountPoint: string | null;
  mountOptions: string | null;
}

/** What takes a disk or a partition whole, without being a file system that people see. */
export type Claim =
  | { readonly kind: "backing"; readonly bcacheId: number }
  | { readonly kind: "cache"; readonly cacheSetId: number }
  | { readonly kind: "volume"; readonly volumeGroupId: number };

/** A stretch of storage that something can lie on: a block device or a partition of one. */
export interface Extent {
  readonly id: number;
  sizeBytes: number;
  tags: string[];
  filesystem: Filesystem | null;
  claim: Claim | null;
}

export interface Partition extends Extent {
  readonly uuid: string;
  readonly bootable: boolean;
  /** Counts from 1 and stays when an earlier partition goes: the number in its path. */
  readonly index: number;
}

export interface BlockDevice extends Extent {
  readonly type: "physical" | "virtual";
  uuid: string | null;
  name: string;
  blockSizeBytes: number;
  model: string;
  serial: string;
  idPath: string;
  /** Empty where the device has no partition table. */
  readonly partitions: Partition[];
}

export interface CacheSet {
  readonly id: number;
  readonly name: string;
}

export const cacheModes = ["WRITEBACK", "WRITETHROUGH", "WRITEAROUND"] as const;
export type CacheMode = (typeof cacheModes)[number];

export interface Bcache {
  readonly id: number;
  uuid: string;
  name: string;
  cacheMode: CacheMode;
  cacheSetId: number;
  /** The virtual block device that the machine sees. */
  deviceId: number;
}

export interface VolumeGroup {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** The virtual block devices made from it. */
  readonly volumeIds: number[];
}

/**
 * The storage of one node. What a cache set, a bcache or a volume group is made of is said by the claims of
 * its extents and nowhere else, so that the two cannot disagree.
 */
export interface Storage {
  readonly devices: BlockDevice[];
  /** The physical device the machine boots from; null without disks. */
  bootDiskId: number | null;
  readonly cacheSets: CacheSet[];
  readonly bcaches: Bcache[];
  readonly volumeGroups: VolumeGroup[];
}

export const emptyStorage = (): Storage => ({
  devices: [],
  bootDiskId: null,
  cacheSets: [],
  bcaches: [],
  volumeGroups: [],
});

/**
 * The last numbers given out, for all nodes together: ids of the answers are unique in the service. Bcaches
 * and volume groups share their numbers.
 */
export const emptyStorageIds = () => ({ device: 0, partition: 0, group: 0, cacheSet: 0 });

/** An extent with the device it lies on. */
export interface LocatedExtent {
  readonly device: BlockDevice;
  /** Undefined where the whole device is meant. */
  readonly partition: Partition | undefined;
  readonly extent: Extent;
}

export const extentsOf = (storage: Storage): LocatedExtent[] =>
  storage.devices.flatMap((device) => [
    { device, partition: undefined, extent: device },
    ...device.partitions.map((partition) => ({ device, partition, extent: partition })),
  ]);

/** The extents that a bcache, a cache set or a volume group lies on. */
export const claimedExtents = (storage: Storage, matches: (claim: Claim) => boolean): LocatedExtent[] =>
  extentsOf(storage).filter(({ extent }) => extent.claim !== null && matches(extent.claim));

/** Nothing lies on it: no partition, no file system, no claim. */
export const isFree = ({ device, partition, extent }: LocatedExtent): boolean =>
  extent.filesystem === null &&
  extent.claim === null &&
  (partition !== undefined || device.partitions.length === 0);

export const deviceById = (storage: Storage, id: number): BlockDevice | undefined =>
  storage.devices.find((device) => device.id === id);

/** A device by what an operator may call it: its id, its name or its path. */
export const findDevice = (storage: Storage, text: string): BlockDevice | undefined =>
  storage.devices.find(
    (device) =>
      String(device.id) === text ||
      device.name === text ||
      `/dev/${device.name}` === text ||
      devicePath(device) === text,
  );

export const devicePath = (device: BlockDevice): string => `/dev/disk/by-dname/${device.name}`;

export const partitionPath = (device: BlockDevice, partition: Partition): string =>
  `${devicePath(device)}-part${partition.index}`;
