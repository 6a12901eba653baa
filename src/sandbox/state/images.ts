import { emptyTable } from "./table.ts";

export const emptyImages = () => ({
  resources: emptyTable<BootResource>(),
  nextFileId: 1,
  sources: emptyTable<BootSource>(),
  selections: emptyTable<BootSelection>(),
  /** When the running import ends, in simulated milliseconds; null while none runs. */
  importEndsAt: null as number | null,
});

export type Images = ReturnType<typeof emptyImages>;

export interface ImageFile {
  readonly id: number;
  readonly filename: string;
  readonly filetype: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** How much came in; see `receivedBytes` for what of it still counts. */
  storedBytes: number;
}

export interface ImageSet {
  readonly version: string;
  readonly label: string;
  readonly files: ImageFile[];
}

export interface BootResource {
  readonly id: number;
  /** Synced from a boot source, or uploaded by an administrator. */
  readonly type: "Synced" | "Uploaded";
  readonly name: string;
  readonly architecture: string;
  title: string;
  baseImage: string | null;
  readonly subarches: string;
  /** Simulated milliseconds; null while no machine has it. */
  lastDeployed: number | null;
  readonly sets: ImageSet[];
}

export interface BootSource {
  readonly id: number;
  url: string;
  keyringFilename: string;
  /** Base64; empty where the keyring is a file of the service. */
  keyringData: string;
  readonly created: number;
  updated: number;
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

/** The architectures of the boot images that a new sandbox offers. */
export const architectures = ["amd64", "arm64", "armhf", "i386", "ppc64el", "s390x"] as const;
