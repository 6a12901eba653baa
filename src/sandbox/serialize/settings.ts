import type { LicenseKey, PackageRepository, SshKey, SslKey, StoredFile } from "../state/settings.ts";
import type { World } from "../state/world.ts";
import { fieldsOf, type Json, resourceUri, serializer, withoutSlash } from "./references.ts";

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

export const serializeSshKey = serializer<SshKey>("account/prefs/sshkeys", ["id", "key", "keysource"]);
export const serializeSslKey = serializer<SslKey>("account/prefs/sslkeys", ["id", "key"]);
export const serializeRepository = serializer<PackageRepository>("package-repositories", [
  ...(["name", "url", "distributions", "disabledPockets", "disabledComponents", "disableSources"] as const),
  ...(["components", "arches", "key", "enabled", "id"] as const),
]);
