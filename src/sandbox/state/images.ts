import { emptyTable, type SimulatedTime } from "./table.ts";

export const emptyImages = () => ({
  resources: emptyTable<BootResource>(),
  nextFileId: 1,
  sources: emptyTable<BootSource>(),
  selections: emptyTable<BootSelection>(),
  /** Null if no import is running. */
  importEndsAt: null as SimulatedTime | null,
});

export type Images = ReturnType<typeof emptyImages>;

export interface ImageFile {
  readonly id: number;
  readonly filename: string;
  readonly filetype: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** After a restart, only `receivedBytes` knows how many of these bytes are still valid. */
  storedBytes: number;
}

export interface ImageSet {
  readonly version: string;
  readonly label: string;
  readonly files: ImageFile[];
}

export interface BootResource {
  readonly id: number;
  readonly type: "Synced" | "Uploaded";
  readonly name: string;
  readonly architecture: string;
  title: string;
  baseImage: string | null;
  readonly subarches: string;
  lastDeployed: SimulatedTime | null;
  readonly sets: ImageSet[];
}

export interface BootSource {
  readonly id: number;
  url: string;
  keyringFilename: string;
  /** Base64; empty if the source has a keyring file. */
  keyringData: string;
  readonly created: SimulatedTime;
  updated: SimulatedTime;
}

export interface BootSelection {
  readonly id: number;
  readonly sourceId: number;
  os: string;
  release: string;
  arches: readonly string[];
  subarches: readonly string[];
  labels: readonly string[];
}

export const architectures = ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"] as const;
