import { statuses } from "../../api/statuses.ts";
import { addressesOf, describeGateways } from "../networks/assignment.ts";
import { describeDomain, domainName } from "../networks/domains.ts";
import { describeInterface } from "../networks/interfaces.ts";
import { describeStorage } from "../storage/description.ts";
import type { World } from "../world.ts";
import { type Node, nodeTypes, type ScriptStatus, scriptStatusNames } from "./node.ts";
import { describePod, describePool, describeZone } from "./places.ts";

/** Answers with the fields that deployed services answer with: more than the documents name. */
export type Description = Record<string, unknown>;

export const fqdn = (world: World, node: Node): string =>
  `${node.hostname}.${domainName(world, node.domainId)}`;

/** A node of any type, in its own form. */
export function describeNode(world: World, node: Node): Description {
  if (node.nodeType === "device") return describeDevice(world, node);
  return node.nodeType === "machine" ? describeMachine(world, node) : describeController(world, node);
}

const describeBasics = (world: World, node: Node): Description => {
  const type = nodeTypes[node.nodeType];
  return {
    system_id: node.systemId,
    hostname: node.hostname,
    fqdn: fqdn(world, node),
    description: node.description,
    node_type: type.id,
    node_type_name: type.name,
    domain: describeDomain(world, node.domainId),
    zone: describeZone(world, node.zoneId),
    tag_names: node.tags,
    ip_addresses: addressesOf(world, node),
    interface_set: node.interfaces.map((each) => describeInterface(world, node, each)),
    resource_uri: `/${world.segment}/api/2.0/${type.plural}/${node.systemId}/`,
  };
};

const describeOwner = (node: Node): Description => ({
  owner: node.owner,
  owner_data: node.annotations,
  workload_annotations: node.annotations,
  parent: node.parent,
  address_ttl: null,
});

const describeDevice = (world: World, node: Node): Description => ({
  ...describeBasics(world, node),
  ...describeOwner(node),
});

const script = (name: string, status: ScriptStatus): Description => ({
  [`${name}_status`]: status,
  [`${name}_status_name`]: scriptStatusNames[status],
});

const describeHardware = (node: Node): Description => ({
  architecture: node.architecture,
  cpu_count: node.cpuCount,
  cpu_speed: node.cpuSpeedMHz,
  memory: node.memoryMiB,
  swap_size: node.swapSizeBytes,
  osystem: node.osystem,
  distro_series: node.distroSeries,
  power_type: node.powerType,
  power_state: node.powerState,
  hardware_uuid: null,
  hardware_info: node.hardwareInfo,
  status_action: node.statusAction,
  current_commissioning_result_id: node.results.commissioningId,
  current_testing_result_id: node.results.testingId,
  current_installation_result_id: node.results.installationId,
  ...script("commissioning", node.results.commissioning),
  ...script("testing", node.results.testing),
  ...script("storage_test", node.results.testing),
  ...script("cpu_test", -1),
  ...script("memory_test", -1),
  ...script("network_test", -1),
  ...script("interface_test", -1),
  ...script("other_test", -1),
});

const rackServices = [
  "tftp",
  "rackd",
  "dhcpd",
  "proxy_rack",
  "ntp_rack",
  "dhcpd6",
  "http",
  "syslog_rack",
  "dns_rack",
];

const describeController = (world: World, node: Node): Description => ({
  ...describeBasics(world, node),
  ...describeHardware(node),
  version: "2.0.0-sandbox",
  service_set: rackServices.map((name) => ({ name, status: "running", status_info: "" })),
});

const describeMachine = (world: World, node: Node): Description => {
  const basics = describeBasics(world, node);
  const interfaces = basics.interface_set as readonly unknown[];
  const status = statuses[node.status];
  return {
    ...basics,
    ...describeOwner(node),
    ...describeHardware(node),
    ...describeStorage(world, node),
    status: status.id,
    status_name: status.name,
    status_message: node.statusMessage,
    error_description: node.errorDescription,
    locked: node.locked,
    agent_name: node.agentName,
    is_dpu: node.isDpu,
    pool: describePool(world, node.poolId),
    pod: describePod(world, node.podId),
    boot_interface: interfaces[0] ?? null,
    default_gateways: describeGateways(world, node),
    bios_boot_method: "uefi",
    disable_ipv4: false,
    netboot: node.netboot,
    min_hwe_kernel: node.minHweKernel,
    hwe_kernel: node.hweKernel === "" ? null : node.hweKernel,
    ephemeral_deploy: node.ephemeralDeploy,
    enable_hw_sync: node.enableHwSync,
    last_sync: null,
    next_sync: null,
    sync_interval: null,
    virtualmachine_id: node.podId,
    numanode_set: [
      {
        index: 0,
        memory: node.memoryMiB,
        cores: Array.from({ length: node.cpuCount }, (_, index) => index),
        hugepages_set: [],
      },
    ],
  };
};
