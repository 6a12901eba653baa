import { emptyTable } from "./table.ts";

export const emptySettings = () => ({
  config: {} as ConfigValues,
  files: [] as StoredFile[],
  sshKeys: emptyTable<SshKey>(),
  sslKeys: emptyTable<SslKey>(),
  licenseKeys: [] as LicenseKey[],
  scripts: [] as CommissioningScript[],
  results: { nextId: 1, firstIds: {} } as ResultNumbers,
});

/** What administrators and users set and store, beside the fleet. */
export type Settings = ReturnType<typeof emptySettings>;

/** The value of a configuration item; null where an item that holds text was never set. */
export type ConfigValue = string | number | boolean | null;

/** The items that were set; every other one has its default. */
export type ConfigValues = Record<string, ConfigValue>;

/** A stored file: one per owner and name. */
export interface StoredFile {
  readonly owner: string;
  readonly filename: string;
  /** Whoever has it may read the file. */
  readonly key: string;
  /** Base64. */
  content: string;
}

/** One per operating system and release. */
export interface LicenseKey {
  readonly osystem: string;
  readonly distroSeries: string;
  licenseKey: string;
}

/**
 * The numbers of the results. The results themselves follow from the node and are not stored: a fleet of
 * thousands would have a hundred thousand of them.
 */
export interface ResultNumbers {
  nextId: number;
  /** The number of a node's first result, by system id; given out when its results are first listed. */
  readonly firstIds: Record<string, number>;
  /** The numbers of the results of other scripts than the usual ones, by system id and name of the script. */
  otherIds?: Record<string, number>;
}

/** A commissioning script that an administrator added; the built-in ones are not listed. */
export interface CommissioningScript {
  readonly name: string;
  /** Base64. */
  content: string;
}

export interface SshKey {
  readonly id: number;
  readonly owner: string;
  readonly key: string;
  /** `<source>:<user>` of an imported key; null for one that was typed in. */
  readonly keysource: string | null;
}

export interface SslKey {
  readonly id: number;
  readonly owner: string;
  /** The contents of a PEM file. */
  readonly key: string;
}
