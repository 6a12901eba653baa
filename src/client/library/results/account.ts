import type { JsonObject, NamedResource, NumberedResource, Resource } from "./resource.ts";

export interface User extends Resource {
  readonly username: string;
  readonly email: string;
  readonly is_superuser: boolean;
  /** False if another identity service manages the user. */
  readonly is_local: boolean;
}

export interface Notification extends NumberedResource {
  readonly ident: string | null;
  readonly message: string;
  readonly context: JsonObject;
  readonly category: "error" | "warning" | "success" | "info" | (string & {});
  readonly user: User | string | null;
  readonly users: boolean;
  readonly admins: boolean;
  readonly dismissable: boolean;
}

/** An API key. `token` contains the secret. */
export interface Token {
  readonly name: string;
  /** `consumer_key:token_key:token_secret`. */
  readonly token: string;
}

export interface CreatedToken {
  readonly name: string;
  readonly consumer_key: string;
  readonly token_key: string;
  readonly token_secret: string;
}

export interface SshKey extends NumberedResource {
  readonly key: string;
  /** Where the key was imported from, such as `lp:user`; null if it was uploaded. */
  readonly keysource: string | null;
}

export interface SslKey extends NumberedResource {
  readonly key: string;
}

export interface StoredFile extends Resource {
  readonly filename: string;
  readonly anon_resource_uri: string;
  /** Base64. Missing in lists. */
  readonly content?: string;
}

/** A file that was just stored. Live services answer with nothing, so that only its name is known. */
export interface CreatedFile {
  readonly filename: string;
  readonly anon_resource_uri?: string;
  readonly resource_uri?: string;
}

export interface LicenseKey extends Resource {
  readonly osystem: string;
  readonly distro_series: string;
  readonly license_key: string;
}

export interface BootResource extends NamedResource {
  readonly type: string;
  readonly architecture: string;
  readonly last_deployed: string | null;
  /** Sets of images by version. Missing in lists. */
  readonly sets?: Readonly<Record<string, JsonObject>>;
}

/** A server that boot images are downloaded from. */
export interface BootSource extends NumberedResource {
  readonly url: string;
  readonly keyring_filename: string;
  readonly keyring_data: string;
  readonly created: string;
  readonly updated: string;
}

export interface BootSourceSelection extends NumberedResource {
  readonly os: string;
  readonly release: string;
  readonly arches: readonly string[];
  readonly subarches: readonly string[];
  readonly labels: readonly string[];
}

export interface CommissioningScript {
  readonly name: string;
}

/** A package archive for machines. */
export interface PackageRepository extends NamedResource {
  readonly url: string;
  readonly distributions: readonly string[];
  readonly disabled_pockets: readonly string[];
  readonly disabled_components: readonly string[];
  readonly disable_sources: boolean;
  readonly components: readonly string[];
  readonly arches: readonly string[];
  readonly key: string;
  readonly enabled: boolean;
}
