import type { Group, Operation } from "./operation.ts";

/** The headings of `svc --help`, in order. */
export const commandThemes = [
  "Machines and nodes",
  "Desired state",
  "Storage of machines",
  "Networks and DNS",
  "Boot images",
  "Keys of your account",
  "The service",
  "svc itself",
] as const;
export type CommandTheme = (typeof commandThemes)[number];

const entry = <const Loaded extends Group>(
  theme: CommandTheme,
  summary: string,
  aliases: readonly string[],
  load: () => Promise<{ readonly group: Loaded }>,
) => ({ theme, summary, aliases, load });

export const groups = {
  machines: entry(
    "Machines and nodes",
    "Enlist, commission, allocate, deploy and release machines",
    ["machine"],
    () => import("./groups/machines.ts"),
  ),
  devices: entry(
    "Machines and nodes",
    "Manage devices (nodes that are not provisioned)",
    ["device"],
    () => import("./groups/devices.ts"),
  ),
  nodes: entry("Machines and nodes", "View nodes of every type", ["node"], () => import("./groups/nodes.ts")),
  tokens: entry(
    "Keys of your account",
    "Manage your API keys",
    ["token"],
    () => import("./groups/tokens.ts"),
  ),
  sshkeys: entry(
    "Keys of your account",
    "Manage your SSH keys",
    ["sshkey", "ssh-keys", "ssh-key"],
    () => import("./groups/sshkeys.ts"),
  ),
  sslkeys: entry(
    "Keys of your account",
    "Manage your SSL keys",
    ["sslkey", "ssl-keys", "ssl-key"],
    () => import("./groups/sslkeys.ts"),
  ),
  "boot-resources": entry(
    "Boot images",
    "Import, upload and delete boot images",
    ["boot-resource"],
    () => import("./groups/boot-resources.ts"),
  ),
  "boot-sources": entry(
    "Boot images",
    "Manage where boot images come from",
    ["boot-source"],
    () => import("./groups/boot-sources.ts"),
  ),
  "boot-source-selections": entry(
    "Boot images",
    "Select the images of a boot source",
    ["boot-source-selection"],
    () => import("./groups/boot-source-selections.ts"),
  ),
  "commissioning-scripts": entry(
    "Machines and nodes",
    "Manage commissioning scripts (deprecated)",
    ["commissioning-script"],
    () => import("./groups/commissioning-scripts.ts"),
  ),
  "dhcp-snippets": entry(
    "Networks and DNS",
    "Manage DHCP snippets (deprecated)",
    ["dhcp-snippet"],
    () => import("./groups/dhcp-snippets.ts"),
  ),
  discovery: entry(
    "Machines and nodes",
    "View, clear and scan for neighbours on the networks",
    ["discoveries"],
    () => import("./groups/discovery.ts"),
  ),
  "dnsresource-records": entry(
    "Networks and DNS",
    "Manage DNS resource records",
    ["dnsresource-record"],
    () => import("./groups/dnsresource-records.ts"),
  ),
  dnsresources: entry(
    "Networks and DNS",
    "Manage DNS resources",
    ["dnsresource"],
    () => import("./groups/dnsresources.ts"),
  ),
  domains: entry("Networks and DNS", "Manage DNS domains", ["domain"], () => import("./groups/domains.ts")),
  events: entry(
    "The service",
    "Read and follow the event log",
    ["event"],
    () => import("./groups/events.ts"),
  ),
  fabrics: entry("Networks and DNS", "Manage fabrics", ["fabric"], () => import("./groups/fabrics.ts")),
  vlans: entry(
    "Networks and DNS",
    "Manage the VLANs of a fabric",
    ["vlan"],
    () => import("./groups/vlans.ts"),
  ),
  files: entry("The service", "Store, read and delete files", ["file"], () => import("./groups/files.ts")),
  "installation-results": entry(
    "Machines and nodes",
    "Read commissioning results",
    ["installation-result"],
    () => import("./groups/installation-results.ts"),
  ),
  ipaddresses: entry(
    "Networks and DNS",
    "List, reserve and release IP addresses",
    ["ipaddress", "ip-addresses", "ip-address"],
    () => import("./groups/ipaddresses.ts"),
  ),
  ipranges: entry(
    "Networks and DNS",
    "Manage IP ranges",
    ["iprange", "ip-ranges", "ip-range"],
    () => import("./groups/ipranges.ts"),
  ),
  "license-keys": entry(
    "The service",
    "Manage license keys of operating systems",
    ["license-key"],
    () => import("./groups/license-keys.ts"),
  ),
  config: entry(
    "The service",
    "Read and change the service's configuration",
    ["configuration"],
    () => import("./groups/config.ts"),
  ),
  networks: entry(
    "Networks and DNS",
    "Manage networks (deprecated)",
    ["network"],
    () => import("./groups/networks.ts"),
  ),
  "bcache-cache-sets": entry(
    "Storage of machines",
    "Manage the bcache cache sets of a machine",
    ["bcache-cache-set"],
    () => import("./groups/bcache-cache-sets.ts"),
  ),
  bcaches: entry(
    "Storage of machines",
    "Manage the bcache devices of a machine",
    ["bcache"],
    () => import("./groups/bcaches.ts"),
  ),
  "block-devices": entry(
    "Storage of machines",
    "List and create the block devices of a machine",
    ["block-device", "blockdevices", "blockdevice"],
    () => import("./groups/block-devices.ts"),
  ),
  partitions: entry(
    "Storage of machines",
    "Show, tag, format and delete partitions",
    ["partition"],
    () => import("./groups/partitions.ts"),
  ),
  version: entry("The service", "Show the service's API version", [], () => import("./groups/version.ts")),
} as const;

export type GroupName = keyof typeof groups;

export type LoadedGroup<Name extends GroupName> = Awaited<ReturnType<(typeof groups)[Name]["load"]>>["group"];

export type OperationIdOf<Name extends GroupName> = keyof LoadedGroup<Name>["operations"] & string;

export type OperationId = { [Name in GroupName]: OperationIdOf<Name> }[GroupName];

export const groupNames = Object.keys(groups) as readonly GroupName[];

export async function loadGroup(name: GroupName): Promise<Group> {
  return (await groups[name].load()).group;
}

export interface OperationEntry {
  readonly id: string;
  readonly group: Group;
  readonly operation: Operation;
}

export async function loadAllOperations(): Promise<readonly OperationEntry[]> {
  const loaded = await Promise.all(groupNames.map(loadGroup));
  return loaded.flatMap((group) =>
    Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation })),
  );
}
