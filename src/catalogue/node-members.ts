/** A filter of `--where`: the members of a listed node that it compares. */
export interface NodeMember {
  /** Paths into the node. One of them must match; `a/b` joins two members. */
  readonly paths: readonly string[];
  readonly otherNames?: readonly string[];
  readonly unit?: "count" | "MiB" | "MB";
  readonly isCaseSensitive?: true;
  readonly isBoolean?: true;
}

const member = (paths: readonly string[], attributes: Omit<NodeMember, "paths"> = {}): NodeMember => ({
  paths,
  ...attributes,
});

const hardware = (name: string): NodeMember => member([`hardware_info.${name}`]);

export const nodeMembers: Readonly<Record<string, NodeMember>> = {
  hostname: member(["hostname", "fqdn"], { otherNames: ["name"] }),
  system_id: member(["system_id"], { isCaseSensitive: true }),
  status: member(["status", "status_name"]),
  owner: member(["owner"], { isCaseSensitive: true }),
  tags: member(["tag_names"], { otherNames: ["tag"], isCaseSensitive: true }),
  zone: member(["zone.name"]),
  pool: member(["pool.name"]),
  domain: member(["domain.name"]),
  power_state: member(["power_state"], { otherNames: ["power"] }),
  power_type: member(["power_type"]),
  arch: member(["architecture"], { otherNames: ["architecture"] }),
  os: member(["osystem", "distro_series", "osystem/distro_series"], { otherNames: ["series", "release"] }),
  kernel: member(["hwe_kernel"]),
  cpu_count: member(["cpu_count"], { otherNames: ["cpus"], unit: "count" }),
  mem: member(["memory"], { otherNames: ["memory", "ram"], unit: "MiB" }),
  storage: member(["storage"], { unit: "MB" }),
  locked: member(["locked"], { isBoolean: true }),
  ip: member(["ip_addresses"], { otherNames: ["ip_addresses"] }),
  mac_address: member(["interface_set.mac_address"], { otherNames: ["mac"] }),
  description: member(["description"]),
  message: member(["status_message", "error_description"], { otherNames: ["status_message"] }),
  vendor: hardware("system_vendor"),
  model: hardware("system_product"),
  serial: hardware("system_serial"),
  bios: hardware("mainboard_firmware_version"),
};

export function canonicalName(name: string): string | undefined {
  if (Object.hasOwn(nodeMembers, name)) return name;
  return Object.keys(nodeMembers).find((each) => nodeMembers[each]?.otherNames?.includes(name));
}
