import { invalidField, noMatch } from "../../state/domain-error.ts";
import type { LicenseKey } from "../../state/settings.ts";
import type { World } from "../../state/world.ts";

/** The key of that operating system and release; not found where it does not exist. */
export function findLicenseKey(
  world: World,
  osystem: string | undefined,
  distroSeries: string | undefined,
): LicenseKey {
  const key = world.state.settings.licenseKeys.find(
    (each) => each.osystem === osystem && each.distroSeries === distroSeries,
  );
  if (key === undefined) throw noMatch("LicenseKey");
  return key;
}

/** Adds a key; an `invalid` error where the operating system and release have one. */
export function addLicenseKey(world: World, key: LicenseKey): LicenseKey {
  const { licenseKeys } = world.state.settings;
  if (licenseKeys.some((each) => each.osystem === key.osystem && each.distroSeries === key.distroSeries)) {
    throw invalidField("__all__", "License key with this Osystem and Distro series already exists.");
  }
  licenseKeys.push(key);
  return key;
}

export function removeLicenseKey(world: World, key: LicenseKey): void {
  const { licenseKeys } = world.state.settings;
  licenseKeys.splice(licenseKeys.indexOf(key), 1);
}
