import type { CommissioningScript, LicenseKey, SshKey, SslKey, StoredFile } from "../state/settings.ts";
import type { World } from "../state/world.ts";

/** A file in the form of the answers; lists leave the content out. */
export const serializeFile = (world: World, file: StoredFile): Readonly<Record<string, unknown>> => ({
  filename: file.filename,
  anon_resource_uri: `/${world.segment}/api/2.0/files/?op=get_by_key&key=${file.key}`,
  resource_uri: `/${world.segment}/api/2.0/files/${encodeURIComponent(file.filename)}/`,
});

export const serializeLicenseKey = (world: World, key: LicenseKey): Readonly<Record<string, unknown>> => ({
  osystem: key.osystem,
  distro_series: key.distroSeries,
  license_key: key.licenseKey,
  resource_uri: `/${world.segment}/api/2.0/license-key/${encodeURIComponent(key.osystem)}/${encodeURIComponent(key.distroSeries)}`,
});

export const serializeScript = (
  world: World,
  script: CommissioningScript,
): Readonly<Record<string, unknown>> => ({
  name: script.name,
  content: script.content,
  resource_uri: `/${world.segment}/api/2.0/commissioning-scripts/${encodeURIComponent(script.name)}`,
});

export const serializeSshKey = (world: World, key: SshKey): Readonly<Record<string, unknown>> => ({
  id: key.id,
  key: key.key,
  keysource: key.keysource,
  resource_uri: `/${world.segment}/api/2.0/account/prefs/sshkeys/${key.id}/`,
});

export const serializeSslKey = (world: World, key: SslKey): Readonly<Record<string, unknown>> => ({
  id: key.id,
  key: key.key,
  resource_uri: `/${world.segment}/api/2.0/account/prefs/sslkeys/${key.id}/`,
});
