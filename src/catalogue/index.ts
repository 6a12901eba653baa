import type { Group, GroupDefinition } from "./group.ts";
import type { Operation } from "./operation.ts";

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
  machines: async () => (await import("./groups/machines.ts")).group,
  devices: async () => (await import("./groups/devices.ts")).group,
  nodes: async () => (await import("./groups/nodes.ts")).nodeGroup,
  tokens: async () => (await import("./groups/keys.ts")).tokenGroup,
  sshkeys: async () => (await import("./groups/keys.ts")).sshKeyGroup,
  sslkeys: async () => (await import("./groups/keys.ts")).sslKeyGroup,
  "boot-resources": async () => (await import("./groups/boot-resources.ts")).group,
  "boot-sources": async () => (await import("./groups/boot-sources.ts")).bootSourceGroup,
  "boot-source-selections": async () => (await import("./groups/boot-sources.ts")).selectionGroup,
  "commissioning-scripts": async () => (await import("./groups/scripts.ts")).commissioningScriptGroup,
  "dhcp-snippets": async () => (await import("./groups/dhcp-snippets.ts")).group,
  discovery: async () => (await import("./groups/discovery.ts")).group,
  "dnsresource-records": async () => (await import("./groups/dns.ts")).dnsRecordGroup,
  dnsresources: async () => (await import("./groups/dns.ts")).dnsResourceGroup,
  domains: async () => (await import("./groups/dns.ts")).domainGroup,
  events: async () => (await import("./groups/events.ts")).group,
  fabrics: async () => (await import("./groups/networks.ts")).fabricGroup,
  vlans: async () => (await import("./groups/networks.ts")).vlanGroup,
  files: async () => (await import("./groups/files.ts")).group,
  "installation-results": async () => (await import("./groups/scripts.ts")).installationResultGroup,
  ipaddresses: async () => (await import("./groups/ip-addresses.ts")).addressGroup,
  ipranges: async () => (await import("./groups/ip-addresses.ts")).rangeGroup,
  "license-keys": async () => (await import("./groups/keys.ts")).licenseKeyGroup,
  config: async () => (await import("./groups/service.ts")).configGroup,
  networks: async () => (await import("./groups/networks.ts")).networkGroup,
  "bcache-cache-sets": async () => (await import("./groups/bcaches.ts")).cacheSetGroup,
  bcaches: async () => (await import("./groups/bcaches.ts")).bcacheGroup,
  "block-devices": async () => (await import("./groups/block-devices.ts")).group,
  partitions: async () => (await import("./groups/partitions.ts")).group,
  version: async () => (await import("./groups/service.ts")).versionGroup,
  zones: async () => (await import("./groups/zones-and-pools.ts")).zoneGroup,
  resourcepools: async () => (await import("./groups/zones-and-pools.ts")).poolGroup,
  subnets: async () => (await import("./groups/subnets.ts")).subnetGroup,
  spaces: async () => (await import("./groups/networks.ts")).spaceGroup,
  interfaces: async () => (await import("./groups/interfaces.ts")).group,
  "static-routes": async () => (await import("./groups/subnets.ts")).routeGroup,
  scripts: async () => (await import("./groups/scripts.ts")).scriptGroup,
  results: async () => (await import("./groups/scripts.ts")).resultGroup,
  "node-devices": async () => (await import("./groups/nodes.ts")).nodeDeviceGroup,
  "package-repositories": async () => (await import("./groups/package-repositories.ts")).group,
  rackcontrollers: async () => (await import("./groups/controllers.ts")).rackControllerGroup,
  regioncontrollers: async () => (await import("./groups/controllers.ts")).regionControllerGroup,
  "vm-hosts": async () => (await import("./groups/hypervisors.ts")).vmHostGroup,
  pods: async () => (await import("./groups/hypervisors.ts")).podGroup,
  "vm-clusters": async () => (await import("./groups/hypervisors.ts")).vmClusterGroup,
  tags: async () => (await import("./groups/tags.ts")).group,
  users: async () => (await import("./groups/users.ts")).userGroup,
  notifications: async () => (await import("./groups/users.ts")).notificationGroup,
  raids: async () => (await import("./groups/volumes.ts")).raidGroup,
  "vmfs-datastores": async () => (await import("./groups/volumes.ts")).datastoreGroup,
  "volume-groups": async () => (await import("./groups/volumes.ts")).lvmGroup,
} as const;

export type GroupName = keyof typeof loaders;

export const groupNames = Object.keys(loaders) as readonly GroupName[];

/** The singular of each name is an alias too. */
type GroupAttributes = readonly [theme: CommandTheme, summary: string, ...otherNames: string[]];

const groupAttributes: Readonly<Record<GroupName, GroupAttributes>> = {
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
  discovery: ["Machines and nodes", "Discover, list and clear neighbours on the networks", "discoveries"],
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
  spaces: ["Networks and DNS", "Manage spaces (groups of VLANs that can reach each other)"],
  interfaces: ["Networks and DNS", "Configure interfaces, bonds, bridges and links of nodes"],
  "static-routes": ["Networks and DNS", "Manage static routes between subnets", "routes"],
  scripts: ["Machines and nodes", "Manage commissioning and testing scripts"],
  results: ["Machines and nodes", "Read, download and suppress script results"],
  "node-devices": ["Machines and nodes", "List the PCI and USB devices of a node"],
  "package-repositories": ["The service", "Manage where machines get packages from"],
  rackcontrollers: ["The service", "View, test and change rack controllers", "rack-controllers"],
  regioncontrollers: ["The service", "View and change region controllers", "region-controllers"],
  "vm-hosts": ["Machines and nodes", "Register VM hosts and create virtual machines on them", "vmhosts"],
  pods: ["Machines and nodes", "Manage VM hosts under their old name (deprecated)"],
  "vm-clusters": ["Machines and nodes", "View and change clusters of VM hosts"],
  tags: ["Machines and nodes", "Manage tags and the nodes that have them"],
  users: ["The service", "Manage users, and show whose API key is in use"],
  notifications: ["The service", "Manage notifications for users"],
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
  readonly load: () => Promise<GroupDefinition>;
}

export const groups = Object.fromEntries(
  groupNames.map((name) => {
    const [theme, summary, ...otherNames] = groupAttributes[name];
    const entry: GroupEntry = {
      theme,
      summary,
      get aliases() {
        const names = [name, ...otherNames].flatMap((each) => [each, ...singularOf(each)]);
        return names.filter((each) => each !== name);
      },
      load: loaders[name],
    };
    return [name, entry];
  }),
) as Readonly<Record<GroupName, GroupEntry>>;

export type LoadedGroup<Name extends GroupName> = Awaited<ReturnType<(typeof loaders)[Name]>>;

export type OperationIdOf<Name extends GroupName> = keyof LoadedGroup<Name>["operations"] & string;

export type OperationId = { [Name in GroupName]: OperationIdOf<Name> }[GroupName];

export const loadGroup = async (name: GroupName): Promise<Group> => ({
  name,
  identity: "id",
  ...(await groups[name].load()),
});

export interface OperationEntry {
  readonly id: string;
  readonly group: Group;
  readonly operation: Operation;
}

export const entriesOf = (group: Group): readonly OperationEntry[] =>
  Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation }));

export const loadAllOperations = async (): Promise<readonly OperationEntry[]> =>
  (await Promise.all(groupNames.map(loadGroup))).flatMap(entriesOf);
