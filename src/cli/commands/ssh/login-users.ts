import { words } from "../../../catalogue/field.ts";

/**
 * Default users of images, by prefixes of `system/release`, because the service does not report them. The first match
 * wins, so releases come before their system.
 */
const loginUsers = [
  ["ubuntu", words("ubuntu")],
  ["debian", words("debian")],
  ["centos", words("centos/centos6 centos/centos7 centos/6 centos/7 centos6 centos7")],
  ["cloud-user", words("centos rhel rocky almalinux alma oracle ol")],
  ["fedora", words("fedora")],
  ["opensuse", words("opensuse")],
  ["sles", words("sles suse")],
  ["openeuler", words("openeuler")],
  ["root", words("esxi vmware")],
  ["Administrator", words("windows")],
] as const;

const rescueSystem = "ubuntu";

/** Undefined if unknown. Custom images have the system `custom`; their series usually begins with the real one. */
export function loginUser(
  osystem: string | undefined,
  series: string | undefined,
  isInRescueMode = false,
): string | undefined {
  if (isInRescueMode) return userOf(rescueSystem);
  const system = (osystem ?? "").toLowerCase();
  const release = (series ?? "").toLowerCase();
  return system === "custom" ? userOf(release) : userOf(`${system}/${release}`);
}

/** After the prefix, only a letter is excluded: `ol9` is a release of `ol`, but `olympus` is not. */
const userOf = (name: string): string | undefined =>
  loginUsers.find(([, prefixes]) =>
    prefixes.some((prefix) => name.startsWith(prefix) && !/^[a-z]/.test(name.slice(prefix.length))),
  )?.[0];
