/** Login users by the beginning of the series. The first match wins, so releases come before their system. */
const loginUsers: readonly (readonly [start: string, user: string])[] = [
  ["ubuntu", "ubuntu"],
  ["debian", "debian"],
  ["centos/centos6", "centos"],
  ["centos/centos7", "centos"],
  ["centos/6", "centos"],
  ["centos/7", "centos"],
  ["centos6", "centos"],
  ["centos7", "centos"],
  ["centos", "cloud-user"],
  ["rhel", "cloud-user"],
  ["rocky", "cloud-user"],
  ["almalinux", "cloud-user"],
  ["alma", "cloud-user"],
  ["oracle", "cloud-user"],
  ["ol", "cloud-user"],
  ["fedora", "fedora"],
  ["opensuse", "opensuse"],
  ["sles", "sles"],
  ["suse", "sles"],
  ["openeuler", "openeuler"],
  ["esxi", "root"],
  ["vmware", "root"],
  ["windows", "Administrator"],
];

const rescueSystem = "ubuntu";

/** Undefined if unknown. Custom images are called `custom`, but their series usually begins with the system's name. */
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

/** A series continues with a digit or a separator: `ol9` is a release of `ol`, but `olympus` is not. */
const userOf = (name: string): string | undefined =>
  loginUsers.find(([start]) => name.startsWith(start) && !/^[a-z]/.test(name.slice(start.length)))?.[1];
