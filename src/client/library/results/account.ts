import type { Further, JsonObject } from "./json.ts";

/** An API key, its secret within `token`. */
export interface Token extends Further {
  readonly name: string;
  /** `consumer_key:token_key:token_secret`. */
  readonly token: string;
}

/** A new API key in its parts. */
export interface CreatedToken extends Further {
  readonly name: string;
  readonly consumer_key: string;
  readonly token_key: string;
  readonly token_secret: string;
}

/** An SSH key. */
export interface SshKey extends Further {
  readonly id: number;
  readonly key: string;
  /** Where it was imported from, such as `lp:user`; null for one that was typed. */
  readonly keysource: string | null;
  readonly resource_uri: string;
}

/** An SSL key. */
export interface SslKey extends Further {
  readonly id: number;
  readonly key: string;
  readonly resource_uri: string;
}

/** A stored file. */
export interface StoredFile extends Further {
  readonly filename: string;
  readonly anon_resource_uri: string;
  /** Base64; lists leave it out. */
  readonly content?: string;
  readonly resource_uri: string;
}

/** A file that was just stored: deployed services tell nothing of it, and it has its name alone. */
export interface CreatedFile extends Further {
  readonly filename: string;
  readonly anon_resource_uri?: string;
  readonly resource_uri?: string;
}

/** The license key of an operating system. */
export interface LicenseKey extends Further {
  readonly osystem: string;
  readonly distro_series: string;
  readonly license_key: string;
  readonly resource_uri: string;
}

/** A boot image. */
export interface BootResource extends Further {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly architecture: string;
  readonly last_deployed: string | null;
  /** By version; lists leave it out. */
  readonly sets?: Readonly<Record<string, JsonObject>>;
  readonly resource_uri: string;
}

/** Where boot images come from. */
export interface BootSource extends Further {
  readonly id: number;
  readonly url: string;
  readonly keyring_filename: string;
  readonly keyring_data: string;
  readonly created: string;
  readonly updated: string;
  readonly resource_uri: string;
}

/** Which images of a boot source are imported. */
export interface BootSourceSelection extends Further {
  readonly id: number;
  readonly os: string;
  readonly release: string;
  readonly arches: readonly string[];
  readonly subarches: readonly string[];
  readonly labels: readonly string[];
  readonly resource_uri: string;
}

/** A commissioning script. */
export interface CommissioningScript extends Further {
  readonly name: string;
}
