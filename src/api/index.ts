import type { Group, Operation } from "./operation.ts";

/** Every resource group: what it is for, its other spellings, and its file, which is loaded on use. */
export const groups = {
  machines: {
    summary: "Enlist, commission, allocate, deploy and release machines",
    aliases: ["machine"],
    load: () => import("./groups/machines.ts"),
  },
  devices: {
    summary: "Manage devices, nodes that are not provisioned",
    aliases: ["device"],
    load: () => import("./groups/devices.ts"),
  },
  nodes: { summary: "See nodes of every type", aliases: ["node"], load: () => import("./groups/nodes.ts") },
  tokens: { summary: "Manage your API keys", aliases: ["token"], load: () => import("./groups/tokens.ts") },
  sshkeys: {
    summary: "Manage your SSH keys",
    aliases: ["sshkey", "ssh-keys", "ssh-key"],
    load: () => import("./groups/sshkeys.ts"),
  },
  sslkeys: {
    summary: "Manage your SSL keys",
    aliases: ["sslkey", "ssl-keys", "ssl-key"],
    load: () => import("./groups/sslkeys.ts"),
  },
  "boot-resources": {
    summary: "Import, upload and delete boot images",
    aliases: ["boot-resource"],
    load: () => import("./groups/boot-resources.ts"),
  },
  "boot-sources": {
    summary: "Manage where boot images come from",
    aliases: ["boot-source"],
    load: () => import("./groups/boot-sources.ts"),
  },
  "boot-source-selections": {
    summary: "Select the images of a boot source",
    aliases: ["boot-source-selection"],
    load: () => import("./groups/boot-source-selections.ts"),
  },
  "commissioning-scripts": {
    summary: "Manage commissioning scripts (deprecated)",
    aliases: ["commissioning-script"],
    load: () => import("./groups/commissioning-scripts.ts"),
  },
  "dhcp-snippets": {
    summary: "Manage DHCP snippets (deprecated)",
    aliases: ["dhcp-snippet"],
    load: () => import("./groups/dhcp-snippets.ts"),
  },
  discovery: {
    summary: "See, clear and scan for neighbours on the networks",
    aliases: ["discoveries"],
    load: () => import("./groups/discovery.ts"),
  },
  "dnsresource-records": {
    summary: "Manage DNS resource records",
    aliases: ["dnsresource-record"],
    load: () => import("./groups/dnsresource-records.ts"),
  },
  dnsresources: {
    summary: "Manage DNS resources",
    aliases: ["dnsresource"],
    load: () => import("./groups/dnsresources.ts"),
  },
  domains: { summary: "Manage DNS domains", aliases: ["domain"], load: () => import("./groups/domains.ts") },
  events: {
    summary: "Read and follow the event log",
    aliases: ["event"],
    load: () => import("./groups/events.ts"),
  },
  fabrics: { summary: "Manage fabrics", aliases: ["fabric"], load: () => import("./groups/fabrics.ts") },
  vlans: {
    summary: "Manage the VLANs of a fabric",
    aliases: ["vlan"],
    load: () => import("./groups/vlans.ts"),
  },
  files: {
    summary: "Store, read and delete files",
    aliases: ["file"],
    load: () => import("./groups/files.ts"),
  },
  "installation-results": {
    summary: "Read commissioning results",
    aliases: ["installation-result"],
    load: () => import("./groups/installation-results.ts"),
  },
  ipaddresses: {
    summary: "List, reserve and release IP addresses",
    aliases: ["ipaddress", "ip-addresses", "ip-address"],
    load: () => import("./groups/ipaddresses.ts"),
  },
  ipranges: {
    summary: "Manage IP ranges",
    aliases: ["iprange", "ip-ranges", "ip-range"],
    load: () => import("./groups/ipranges.ts"),
  },
  "license-keys": {
    summary: "Manage license keys of operating systems",
    aliases: ["license-key"],
    load: () => import("./groups/license-keys.ts"),
  },
  config: {
    summary: "Read and change the service's configuration",
    aliases: ["configuration"],
    load: () => import("./groups/config.ts"),
  },
  networks: {
    summary: "Manage networks (deprecated)",
    aliases: ["network"],
    load: () => import("./groups/networks.ts"),
  },
  "bcache-cache-sets": {
    summary: "Manage the bcache cache sets of a machine",
    aliases: ["bcache-cache-set"],
    load: () => import("./groups/bcache-cache-sets.ts"),
  },
  bcaches: {
    summary: "Manage the bcache devices of a machine",
    aliases: ["bcache"],
    load: () => import("./groups/bcaches.ts"),
  },
  "block-devices": {
    summary: "List and create the block devices of a machine",
    aliases: ["block-device", "blockdevices", "blockdevice"],
    load: () => import("./groups/block-devices.ts"),
  },
  partitions: {
    summary: "Show, tag, format and delete partitions",
    aliases: ["partition"],
    load: () => import("./groups/partitions.ts"),
  },
  version: {
    summary: "Show the service's API version",
    aliases: [],
    load: () => import("./groups/version.ts"),
  },
} as const satisfies Record<string, GroupEntry>;

interface GroupEntry {
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ readonly group: Group }>;
}

export type GroupName = keyof typeof groups;

/** The type of one group's data, every value literal. */
export type LoadedGroup<Name extends GroupName> = Awaited<ReturnType<(typeof groups)[Name]["load"]>>["group"];

/** The ids of one group's operations. */
export type OperationIdOf<Name extends GroupName> = keyof LoadedGroup<Name>["operations"] & string;

/** The id of every documented operation. */
export type OperationId = { [Name in GroupName]: OperationIdOf<Name> }[GroupName];

export const groupNames = Object.keys(groups) as readonly GroupName[];

/** Reads one group's data. */
export async function loadGroup(name: GroupName): Promise<Group> {
  return (await groups[name].load()).group;
}

/** An operation with its id and the group it stands in. */
export interface OperationEntry {
  readonly id: string;
  readonly group: Group;
  readonly operation: Operation;
}

/** Every operation of every group, in the order of the groups. */
export async function loadAllOperations(): Promise<readonly OperationEntry[]> {
  const loaded = await Promise.all(groupNames.map(loadGroup));
  return loaded.flatMap((group) =>
    Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation })),
  );
}
