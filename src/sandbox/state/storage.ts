import type { raidLevels } from "../../catalogue/groups/volumes.ts";

export type RaidLevel = (typeof raidLevels)[number];

export interface Filesystem {
  fstype: string;
  label: string;
  uuid: string;
  mountPoint: string | null;
  mountOptions: string | null;
}

/** Assigns a whole disk or partition to a group. Answers then show no file system for it. */
export type Claim =
  | { readonly kind: "backing"; readonly bcacheId: number }
  | { readonly kind: "cache"; readonly cacheSetId: number }
  | { readonly kind: "volume"; readonly volumeGroupId: number; readonly uuid?: string }
  | { readonly kind: "raid" | "spare" | "datastore"; readonly groupId: number; readonly uuid: string };

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
  /** Counts from 1, and does not change when an earlier partition is deleted. */
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
  firmwareVersion?: string;
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
  deviceId: number;
}

/** A VMFS datastore. RAIDs and volume groups extend it. */
export interface StorageGroup {
  readonly id: number;
  uuid: string;
  name: string;
}

export interface VolumeGroup extends StorageGroup {
  readonly volumeIds: number[];
}

export interface Raid extends StorageGroup {
  readonly level: RaidLevel;
  readonly deviceId: number;
}

/** Cache sets, bcaches and groups do not list their members: the `claim` of each member refers to its group. */
export const emptyStorage = () => ({
  devices: [] as BlockDevice[],
  bootDiskId: null as number | null,
  cacheSets: [] as CacheSet[],
  bcaches: [] as Bcache[],
  volumeGroups: [] as VolumeGroup[],
  raids: [] as Raid[],
  datastores: [] as StorageGroup[],
});

export type Storage = ReturnType<typeof emptyStorage>;

/** The last assigned ids, which are unique across all nodes. Bcaches and other groups share `group`. */
export const emptyStorageIds = () => ({ device: 0, partition: 0, group: 0, cacheSet: 0 });

export interface LocatedExtent {
  readonly device: BlockDevice;
  readonly partition: Partition | undefined;
  readonly extent: Extent;
}

export const extentsOf = (storage: Storage): LocatedExtent[] =>
  storage.devices.flatMap((device) => [
    { device, partition: undefined, extent: device },
    ...device.partitions.map((partition) => ({ device, partition, extent: partition })),
  ]);

const groupIdOf = (claim: Claim): number => {
  if (claim.kind === "cache") return claim.cacheSetId;
  if (claim.kind === "backing") return claim.bcacheId;
  return claim.kind === "volume" ? claim.volumeGroupId : claim.groupId;
};

export function makeClaim(kind: Claim["kind"], id: number, makeUuid: () => string): Claim {
  if (kind === "cache") return { kind, cacheSetId: id };
  if (kind === "backing") return { kind, bcacheId: id };
  return kind === "volume"
    ? { kind, volumeGroupId: id, uuid: makeUuid() }
    : { kind, groupId: id, uuid: makeUuid() };
}

/** Without `kinds`, `id` can be of any group except a cache set: cache sets have separate ids. */
export const membersOf = (
  storage: Storage,
  { id }: { readonly id: number },
  ...kinds: readonly Claim["kind"][]
): LocatedExtent[] =>
  extentsOf(storage).filter(({ extent: { claim } }) => {
    const isOfKind =
      kinds.length === 0 ? claim?.kind !== "cache" : kinds.some((kind) => kind === claim?.kind);
    return claim !== null && isOfKind && groupIdOf(claim) === id;
  });

/** Has no partitions, file system or claim. */
export const isFree = ({ device, partition, extent }: LocatedExtent): boolean =>
  extent.filesystem === null &&
  extent.claim === null &&
  (partition !== undefined || device.partitions.length === 0);

export const physicalDisks = ({ devices }: Storage): BlockDevice[] =>
  devices.filter(({ type }) => type === "physical");

export const deviceById = (storage: Storage, id: number): BlockDevice | undefined =>
  storage.devices.find((device) => device.id === id);

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
