import type { Group, GroupDefinition, Operation } from "./operation.ts";

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

/** From `zones` on, the groups are missing from the API documentation, but live services have them. */
const loaders = {
  machines: () => import("./groups/machines.ts"),
  devices: () => import("./groups/devices.ts"),
  nodes: () => import("./groups/nodes.ts"),
  tokens: () => import("./groups/tokens.ts"),
  sshkeys: () => import("./groups/sshkeys.ts"),
  sslkeys: () => import("./groups/sslkeys.ts"),
  "boot-resources": () => import("./groups/boot-resources.ts"),
  "boot-sources": () => import("./groups/boot-sources.ts"),
  "boot-source-selections": () => import("./groups/boot-source-selections.ts"),
  "commissioning-scripts": () => import("./groups/commissioning-scripts.ts"),
  "dhcp-snippets": () => import("./groups/dhcp-snippets.ts"),
  discovery: () => import("./groups/discovery.ts"),
  "dnsresource-records": () => import("./groups/dnsresource-records.ts"),
  dnsresources: () => import("./groups/dnsresources.ts"),
  domains: () => import("./groups/domains.ts"),
  events: () => import("./groups/events.ts"),
  fabrics: () => import("./groups/fabrics.ts"),
  vlans: () => import("./groups/vlans.ts"),
  files: () => import("./groups/files.ts"),
  "installation-results": () => import("./groups/installation-results.ts"),
  ipaddresses: () => import("./groups/ipaddresses.ts"),
  ipranges: () => import("./groups/ipranges.ts"),
  "license-keys": () => import("./groups/license-keys.ts"),
  config: () => import("./groups/config.ts"),
  networks: () => import("./groups/networks.ts"),
  "bcache-cache-sets": () => import("./groups/bcache-cache-sets.ts"),
  bcaches: () => import("./groups/bcaches.ts"),
  "block-devices": () => import("./groups/block-devices.ts"),
  partitions: () => import("./groups/partitions.ts"),
  version: () => import("./groups/version.ts"),
  zones: () => import("./deployed/zones.ts"),
  resourcepools: () => import("./deployed/resourcepools.ts"),
  subnets: () => import("./deployed/subnets.ts"),
  spaces: () => import("./deployed/spaces.ts"),
  interfaces: () => import("./deployed/interfaces.ts"),
  "static-routes": () => import("./deployed/static-routes.ts"),
  scripts: () => import("./deployed/scripts.ts"),
  results: () => import("./deployed/results.ts"),
  "node-devices": () => import("./deployed/node-devices.ts"),
  "package-repositories": () => import("./deployed/package-repositories.ts"),
  rackcontrollers: () => import("./deployed/rackcontrollers.ts"),
  regioncontrollers: () => import("./deployed/regioncontrollers.ts"),
  "vm-hosts": () => import("./deployed/vm-hosts.ts"),
  pods: () => import("./deployed/pods.ts"),
  "vm-clusters": () => import("./deployed/vm-clusters.ts"),
  tags: () => import("./deployed/tags.ts"),
  users: () => import("./deployed/users.ts"),
  notifications: () => import("./deployed/notifications.ts"),
  raids: () => import("./deployed/raids.ts"),
  "vmfs-datastores": () => import("./deployed/vmfs-datastores.ts"),
  "volume-groups": () => import("./deployed/volume-groups.ts"),
} as const;

export type GroupName = keyof typeof loaders;

export const groupNames = Object.keys(loaders) as readonly GroupName[];

/** The singular of each name is an alias too. */
type GroupFacts = readonly [theme: CommandTheme, summary: string, ...otherNames: string[]];

const groupFacts: Readonly<Record<GroupName, GroupFacts>> = {
  machines: ["Machines and nodes", "Enlist, commission, allocate, deploy and release machines"],
  devices: ["Machines and nodes", "Manage devices (nodes that are not provisioned)"],
  nodes: ["Machines and nodes", "View nodes of every type"],
  tokens: ["Keys of your account", "Manage your API keys"],
  sshkeys: ["Keys of your account", "Manage your SSH keys", "ssh-keys"],
  sslkeys: ["Keys of your account", "Manage your SSL keys", "ssl-keys"],
  "boot-resources": ["Boot images", "Import, upload and delete boot images"],
  "boot-sources": ["Boot images", "Manage where boot images come from"],
  "boot-source-selections": ["Boot images", "Select the images of a boot source"],
  "commissioning-scripts": ["Machines and nodes", "Manage commissioning scripts (deprecated)"],
  "dhcp-snippets": ["Networks and DNS", "Manage DHCP snippets (deprecated)"],
  discovery: ["Machines and nodes", "View, clear and scan for neighbours on the networks", "discoveries"],
  "dnsresource-records": ["Networks and DNS", "Manage DNS resource records"],
  dnsresources: ["Networks and DNS", "Manage DNS resources"],
  domains: ["Networks and DNS", "Manage DNS domains"],
  events: ["The service", "Read and follow the event log"],
  fabrics: ["Networks and DNS", "Manage fabrics"],
  vlans: ["Networks and DNS", "Manage the VLANs of a fabric"],
  files: ["The service", "Store, read and delete files"],
  "installation-results": ["Machines and nodes", "Read commissioning results"],
  ipaddresses: ["Networks and DNS", "List, reserve and release IP addresses", "ip-addresses"],
  ipranges: ["Networks and DNS", "Manage IP ranges", "ip-ranges"],
  "license-keys": ["The service", "Manage license keys of operating systems"],
  config: ["The service", "Read and change the service's configuration", "configuration"],
  networks: ["Networks and DNS", "Manage networks (deprecated)"],
  "bcache-cache-sets": ["Storage of machines", "Manage the bcache cache sets of a machine"],
  bcaches: ["Storage of machines", "Manage the bcache devices of a machine"],
  "block-devices": [
    "Storage of machines",
    "Format, mount, tag and change the disks of a machine",
    "blockdevices",
  ],
  partitions: ["Storage of machines", "Create, format, mount, tag and delete partitions"],
  version: ["The service", "Show the service's API version"],
  zones: ["Machines and nodes", "Manage physical zones"],
  resourcepools: ["Machines and nodes", "Manage resource pools", "resource-pools", "pools"],
  subnets: ["Networks and DNS", "Manage subnets and see which addresses are in use"],
  spaces: ["Networks and DNS", "Manage spaces (groups of VLANs that reach each other)"],
  interfaces: ["Networks and DNS", "Configure interfaces, bonds, bridges and links of nodes"],
  "static-routes": ["Networks and DNS", "Manage static routes between subnets", "routes"],
  scripts: ["Machines and nodes", "Manage commissioning and testing scripts"],
  results: ["Machines and nodes", "Read, download and suppress results of scripts"],
  "node-devices": ["Machines and nodes", "List the PCI and USB devices of a node"],
  "package-repositories": ["The service", "Manage where machines get packages from"],
  rackcontrollers: ["The service", "View, test and change rack controllers", "rack-controllers"],
  regioncontrollers: ["The service", "View and change region controllers", "region-controllers"],
  "vm-hosts": ["Machines and nodes", "Register VM hosts and create virtual machines on them", "vmhosts"],
  pods: ["Machines and nodes", "Manage VM hosts by their older name (deprecated)"],
  "vm-clusters": ["Machines and nodes", "View and change clusters of VM hosts"],
  tags: ["Machines and nodes", "Manage tags and the nodes that have them"],
  users: ["The service", "Manage users, and show whose API key is in use"],
  notifications: ["The service", "Show messages to users, and dismiss them"],
  raids: ["Storage of machines", "Manage the RAIDs of a machine"],
  "vmfs-datastores": ["Storage of machines", "Manage the VMFS datastores of a machine"],
  "volume-groups": ["Storage of machines", "Manage volume groups and their logical volumes (LVM)"],
};

const singularOf = (name: string): readonly string[] =>
  name.endsWith("s") ? [name.replace(/ies$/, "y").replace(/(?<=ss)es$|s$/, "")] : [];

interface GroupEntry {
  readonly theme: CommandTheme;
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ readonly group: GroupDefinition }>;
}

export const groups = Object.fromEntries(
  groupNames.map((name) => {
    const [theme, summary, ...otherNames] = groupFacts[name];
    const names = [name, ...otherNames].flatMap((each) => [each, ...singularOf(each)]);
    const aliases = names.filter((each) => each !== name);
    const entry: GroupEntry = { theme, summary, aliases, load: loaders[name] };
    return [name, entry];
  }),
) as Readonly<Record<GroupName, GroupEntry>>;

export type LoadedGroup<Name extends GroupName> = Awaited<ReturnType<(typeof loaders)[Name]>>["group"];

export type OperationIdOf<Name extends GroupName> = keyof LoadedGroup<Name>["operations"] & string;

export type OperationId = { [Name in GroupName]: OperationIdOf<Name> }[GroupName];

export const loadGroup = async (name: GroupName): Promise<Group> => ({
  name,
  identity: "id",
  ...(await groups[name].load()).group,
});

export interface OperationEntry {
  readonly id: string;
  readonly group: Group;
  readonly operation: Operation;
}

export const loadDocumentedOperations = async (): Promise<readonly OperationEntry[]> =>
  (await loadAllOperations()).filter(({ operation }) => operation.source === undefined);

export async function loadAllOperations(): Promise<readonly OperationEntry[]> {
  const loaded = await Promise.all(groupNames.map(loadGroup));
  return loaded.flatMap((group) =>
    Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation })),
  );
}
