/**
 * The user that an image's first login is made for, by the start of the operating system's name. The first
 * that fits counts, so a series with a user of its own stands before its system.
 */
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

/** The system that a machine in rescue mode runs, whatever is installed on its disks. */
const rescueSystem = "ubuntu";

/**
 * The user to log in as; undefined where the image does not say. An image of the operator's own is called
 * `custom`, and its series begins with the name of the system more often than not.
 */
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

/** A name goes on with a digit or a separator: `ol9` is a release of `ol`, `olympus` is not. */
const userOf = (name: string): string | undefined =>
  loginUsers.find(([start]) => name.startsWith(start) && !/^[a-z]/.test(name.slice(start.length)))?.[1];
