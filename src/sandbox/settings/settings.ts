import { emptyTable, type Table } from "../networks/table.ts";
import type { ConfigValues } from "./config.ts";
import type { StoredFile } from "./files.ts";
import type { LicenseKey } from "./license-keys.ts";
import type { ResultNumbers } from "./results.ts";
import type { CommissioningScript } from "./scripts.ts";
import type { SshKey } from "./ssh-keys.ts";
import type { SslKey } from "./ssl-keys.ts";

/** What administrators and users set and store, beside the fleet. */
export interface Settings {
  readonly config: ConfigValues;
  readonly files: StoredFile[];
  readonly sshKeys: Table<SshKey>;
  readonly sslKeys: Table<SslKey>;
  readonly licenseKeys: LicenseKey[];
  readonly scripts: CommissioningScript[];
  readonly results: ResultNumbers;
}

export const emptySettings = (): Settings => ({
  config: {},
  files: [],
  sshKeys: emptyTable(),
  sslKeys: emptyTable(),
  licenseKeys: [],
  scripts: [],
  results: { nextId: 1, firstIds: {} },
});
