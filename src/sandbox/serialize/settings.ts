import type { LicenseKey, PackageRepository, SshKey, SslKey, StoredFile } from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { fieldsOf, type Json, resourceUri, withoutSlash } from "./references.ts";

export const serializeFile = (world: World, { filename, key }: StoredFile): Json => ({
  filename,
  anon_resource_uri: `${resourceUri(world, "files")}?op=get_by_key&key=${key}`,
  resource_uri: resourceUri(world, "files", encodeURIComponent(filename)),
});

export const serializeFileWithContent = (world: World, file: StoredFile): Json => ({
  ...serializeFile(world, file),
  content: file.content,
});

const licenseKeyFields = fieldsOf<LicenseKey>("osystem", "distroSeries", "licenseKey");

export const serializeLicenseKey = (world: World, key: LicenseKey): Json => ({
  ...licenseKeyFields(key),
  resource_uri: withoutSlash(
    resourceUri(world, "license-key", encodeURIComponent(key.osystem), encodeURIComponent(key.distroSeries)),
  ),
});

const sshKeyFields = fieldsOf<SshKey>("id", "key", "keysource");

export const serializeSshKey = (world: World, key: SshKey): Json => ({
  ...sshKeyFields(key),
  resource_uri: resourceUri(world, "account", "prefs", "sshkeys", key.id),
});

const sslKeyFields = fieldsOf<SslKey>("id", "key");

export const serializeSslKey = (world: World, key: SslKey): Json => ({
  ...sslKeyFields(key),
  resource_uri: resourceUri(world, "account", "prefs", "sslkeys", key.id),
});

const repositoryFields = fieldsOf<PackageRepository>(
  ...(["name", "url", "distributions", "disabledPockets", "disabledComponents", "disableSources"] as const),
  ...(["components", "arches", "key", "enabled", "id"] as const),
);

export const serializeRepository = (world: World, repository: PackageRepository): Json => ({
  ...repositoryFields(repository),
  resource_uri: resourceUri(world, "package-repositories", repository.id),
});
