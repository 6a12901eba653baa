/** The members of a listed node that a filter of `--where` compares. */
export interface NodeMember {
  /** Paths into the node. One of them must match; `a/b` joins two members. */
  readonly paths: readonly string[];
  readonly also?: readonly string[];
  /** Compared as a number in this unit. */
  readonly unit?: "count" | "MiB" | "MB";
  /** The comparison is case-sensitive. */
  readonly isExact?: true;
}

const member = (paths: readonly string[], facts: Omit<NodeMember, "paths"> = {}): NodeMember => ({
  paths,
  ...facts,
});

const hardware = (name: string, ...also: readonly string[]): NodeMember =>
  member([`hardware_info.${name}`], { also });

export const nodeMembers: Readonly<Record<string, NodeMember>> = {
  hostname: member(["hostname", "fqdn"], { also: ["name"] }),
  system_id: member(["system_id"], { isExact: true }),
  status: member(["status", "status_name"]),
  owner: member(["owner"], { isExact: true }),
  tags: member(["tag_names"], { also: ["tag"], isExact: true }),
  zone: member(["zone.name"]),
  pool: member(["pool.name"]),
  domain: member(["domain.name"]),
  power_state: member(["power_state"], { also: ["power"] }),
  power_type: member(["power_type"]),
  arch: member(["architecture"], { also: ["architecture"] }),
  os: member(["osystem", "distro_series", "osystem/distro_series"], { also: ["series"] }),
  kernel: member(["hwe_kernel"]),
  cpu_count: member(["cpu_count"], { also: ["cpus"], unit: "count" }),
  mem: member(["memory"], { also: ["memory", "ram"], unit: "MiB" }),
  storage: member(["storage"], { unit: "MB" }),
  locked: member(["locked"]),
  ip: member(["ip_addresses"], { also: ["ip_addresses"] }),
  mac_address: member(["interface_set.mac_address"], { also: ["mac"] }),
  description: member(["description"]),
  message: member(["status_message", "error_description"], { also: ["status_message"] }),
  vendor: hardware("system_vendor"),
  model: hardware("system_product"),
  serial: hardware("system_serial"),
  bios: hardware("mainboard_firmware_version"),
};

export function memberNamed(name: string): string | undefined {
  if (Object.hasOwn(nodeMembers, name)) return name;
  return Object.keys(nodeMembers).find((each) => nodeMembers[each]?.also?.includes(name));
}
