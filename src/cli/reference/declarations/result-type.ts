import type { OperationEntry } from "../../../catalogue/index.ts";

/** Types declared in `src/client/library/results/`. */
const objectTypes: Readonly<Record<string, string>> = {
  machines: "Machine",
  devices: "Device",
  nodes: "Node",
  tokens: "Token",
  sshkeys: "SshKey",
  sslkeys: "SslKey",
  "boot-resources": "BootResource",
  "boot-sources": "BootSource",
  "boot-source-selections": "BootSourceSelection",
  "commissioning-scripts": "CommissioningScript",
  "dhcp-snippets": "DhcpSnippet",
  discovery: "Discovery",
  "dnsresource-records": "DnsResourceRecord",
  dnsresources: "DnsResource",
  domains: "Domain",
  fabrics: "Fabric",
  vlans: "Vlan",
  files: "StoredFile",
  "installation-results": "InstallationResult",
  ipaddresses: "IpAddress",
  ipranges: "IpRange",
  "license-keys": "LicenseKey",
  networks: "Network",
  "bcache-cache-sets": "BcacheCacheSet",
  bcaches: "Bcache",
  "block-devices": "BlockDevice",
  partitions: "Partition",
  raids: "Raid",
  "vmfs-datastores": "VmfsDatastore",
  "volume-groups": "VolumeGroup",
  zones: "Zone",
  resourcepools: "ResourcePool",
  subnets: "Subnet",
  spaces: "Space",
  "static-routes": "StaticRoute",
  scripts: "Script",
  results: "ScriptRun",
  "node-devices": "NodeDevice",
  "package-repositories": "PackageRepository",
  interfaces: "Interface",
  rackcontrollers: "RackController",
  regioncontrollers: "Controller",
  "vm-hosts": "VmHost",
  pods: "VmHost",
  "vm-clusters": "VmCluster",
  tags: "Tag",
  users: "User",
  notifications: "Notification",
};

/** Types of answers other than the group's object or a list of it; `[]` marks a list. */
const exceptions: Readonly<Record<string, string>> = {
  "machines.accept": "Machine[]",
  "machines.accept_all": "Machine[]",
  "machines.list_allocated": "Machine[]",
  "machines.release": "string[]",
  "machines.power_parameters": "Readonly<Record<string, JsonObject>>",
  "machine.get_curtin_config": "unknown",
  "machine.get_token": "JsonObject | null",
  "machine.power_parameters": "JsonObject",
  "machine.query_power_state": "PowerStateAnswer",
  "device.power_parameters": "JsonObject",
  "node.power_parameters": "JsonObject",
  "account.create_authorisation_token": "CreatedToken",
  "ssh-keys.import": "SshKey[]",
  "discovery.by_unknown_ip": "Discovery[]",
  "discovery.by_unknown_mac": "Discovery[]",
  "discovery.by_unknown_ip_and_mac": "Discovery[]",
  "discovery.scan": "JsonObject",
  "events.query": "EventPage",
  "files.create": "CreatedFile",
  "file.read": "StoredFile | Uint8Array",
  "files.get": "StoredFile | Uint8Array",
  "files.get_by_key": "StoredFile | Uint8Array",
  "commissioning-script.read": "CommissioningScript | Uint8Array",
  "network.list_connected_macs": "JsonObject[]",
  "script.download": "Uint8Array",
  "result.download": "Uint8Array",
  "volume-group.create_logical_volume": "LogicalVolume",
  "subnet.ip_addresses": "SubnetAddress[]",
  "subnet.reserved_ip_ranges": "SubnetRange[]",
  "subnet.statistics": "SubnetStatistics",
  "subnet.unreserved_ip_ranges": "SubnetRange[]",
  "rack-controllers.describe_power_types": "PowerTypeDescription[]",
  "rack-controllers.power_parameters": "Readonly<Record<string, JsonObject>>",
  "rack-controller.list_boot_images": "RackImages",
  "rack-controller.power_parameters": "JsonObject",
  "rack-controller.query_power_state": "PowerStateAnswer",
  "region-controller.power_parameters": "JsonObject",
  "vm-host.compose": "ComposedMachine",
  "vm-host.parameters": "JsonObject",
  "pod.compose": "ComposedMachine",
  "pod.parameters": "JsonObject",
  "tag.machines": "Machine[]",
  "tag.nodes": "Node[]",
  "tag.devices": "Device[]",
  "tag.rack_controllers": "Node[]",
  "tag.region_controllers": "Node[]",
  "tag.rebuild": "JsonObject",
  "tag.update_nodes": "TagChanges",
};

export interface ResultType {
  readonly type: string;
  readonly item?: string;
}

export function resultType({ id, group, operation }: OperationEntry): ResultType {
  if (operation.result === "none") return { type: "void" };
  if (operation.result === "text") return { type: "Scalar" };
  if (operation.result === "bson") return { type: "JsonObject" };
  const type =
    exceptions[id] ?? `${objectTypes[group.name] ?? "unknown"}${operation.verb === "list" ? "[]" : ""}`;
  if (operation.rows !== undefined) return { type, item: type === "EventPage" ? "Event" : "ScriptResult" };
  return type.endsWith("[]") ? { type: `readonly ${type}`, item: type.slice(0, -2) } : { type };
}
