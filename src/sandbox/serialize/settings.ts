import type { CommissioningScript, LicenseKey, SshKey, SslKey, StoredFile } from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { type Json, resourceUri } from "./references.ts";

/** A file as lists show it, without its content. */
export const serializeFile = (world: World, { filename, key }: StoredFile): Json => ({
  filename,
  anon_resource_uri: `${resourceUri(world, "files")}?op=get_by_key&key=${key}`,
  resource_uri: resourceUri(world, "files", encodeURIComponent(filename)),
});

export const serializeFileWhole = (world: World, file: StoredFile): Json => ({
  ...serializeFile(world, file),
  content: file.content,
});

/** Paths of license keys and scripts have no final slash. */
const withoutSlash = (uri: string): string => uri.slice(0, -1);

export const serializeLicenseKey = (world: World, key: LicenseKey): Json => ({
  osystem: key.osystem,
  distro_series: key.distroSeries,
  license_key: key.licenseKey,
  resource_uri: withoutSlash(
    resourceUri(world, "license-key", encodeURIComponent(key.osystem), encodeURIComponent(key.distroSeries)),
  ),
});

export const serializeScript = (world: World, { name, content }: CommissioningScript): Json => ({
  name,
  content,
  resource_uri: withoutSlash(resourceUri(world, "commissioning-scripts", encodeURIComponent(name))),
});

export const serializeSshKey = (world: World, { id, key, keysource }: SshKey): Json => ({
  id,
  key,
  keysource,
  resource_uri: resourceUri(world, "account", "prefs", "sshkeys", id),
});

export const serializeSslKey = (world: World, { id, key }: SslKey): Json => ({
  id,
  key,
  resource_uri: resourceUri(world, "account", "prefs", "sslkeys", id),
});
