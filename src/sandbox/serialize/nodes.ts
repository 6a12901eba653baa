import { statuses } from "../../catalogue/statuses.ts";
import { addressesOf } from "../model/networks/interfaces.ts";
import { totalResources, usedResources } from "../model/nodes/create.ts";
import { runIdOf } from "../model/nodes/scripts.ts";
import { configValue } from "../model/settings/config.ts";
import { type Node, nodeTypes, scriptStatusNames, type Tag } from "../state/node.ts";
import { findRow } from "../state/table.ts";
import { fqdn, usesDeployedStyle, type VmHost, type World } from "../state/world.ts";
import { parseTimeSpanSeconds } from "../values/quantities.ts";
import { serializeDomain, serializeInterface } from "./addresses.ts";
import { hardwareInfoOf } from "./machine-reports.ts";
import {
  type Json,
  mergeInto,
  orNull,
  resourceUri,
  serializePod,
  serializePool,
  serializeZone,
} from "./references.ts";
import { serializeStorage } from "./storage.ts";

export const serializeNode = (world: World, node: Node): Json => mergeInto({}, ...partsOf(world, node));

/** Joins the JSON texts of the parts, which is faster than building one object of a hundred members. */
export const nodeJson = (world: World, node: Node): string =>
  `{${partsOf(world, node)
    .map((part) =>
      JSON.stringify(part)
        .slice(1, -1)
        .replace(/("storage":\d+)$/, "$1.0"),
    )
    .join(",")}}`;

/** No part is empty, and no member occurs twice. */
function partsOf(world: World, node: Node): readonly Json[] {
  const basics = serializeBasics(world, node);
  if (node.nodeType === "device") return [basics, serializeOwnership(node)];
  if (node.nodeType === "rackController") return [basics, serializeHardware(node), controllerServices];
  return [
    basics,
    serializeOwnership(node),
    serializeHardware(node),
    serializeStorage(world, node),
    serializeStatusAndPool(world, node),
    serializeBoot(world, node, basics.interface_set as readonly unknown[]),
  ];
}

const serializeBasics = (world: World, node: Node): Json => {
  const type = nodeTypes[node.nodeType];
  const { systemId, hostname, description, tags } = node;
  const domain = findRow(world.state.networks.domains, node.domainId);
  return mergeInto(
    { system_id: systemId, hostname, fqdn: fqdn(world, node), description, node_type: type.id },
    { node_type_name: type.name, domain: orNull(domain, (row) => serializeDomain(world, row)) },
    { zone: serializeZone(world, node.zoneId), tag_names: tags, ip_addresses: addressesOf(node) },
    { interface_set: node.interfaces.map((each) => serializeInterface(world, node, each)) },
    { resource_uri: resourceUri(world, type.plural, systemId) },
  );
};

const serializeOwnership = ({ owner, annotations, parent }: Node): Json => ({
  owner,
  owner_data: annotations,
  workload_annotations: annotations,
  parent,
  address_ttl: null,
});

const untestedParts: Json = Object.fromEntries(
  ["cpu", "memory", "network", "interface", "other"].flatMap((part) => [
    [`${part}_test_status`, -1],
    [`${part}_test_status_name`, scriptStatusNames[-1]],
  ]),
);

function serializeHardware(node: Node): Json {
  const { architecture, osystem, results } = node;
  return mergeInto(
    { architecture, cpu_count: node.cpuCount, cpu_speed: node.cpuSpeedMHz, memory: node.memoryMiB, osystem },
    { swap_size: node.swapSizeBytes, distro_series: node.distroSeries, power_type: node.powerType },
    { power_state: node.powerState, hardware_uuid: null, hardware_info: hardwareInfoOf(node) },
    { status_action: node.statusAction || null },
    { current_commissioning_result_id: runIdOf(node, "commissioning") },
    { current_testing_result_id: runIdOf(node, "testing") },
    { current_installation_result_id: runIdOf(node, "installation") },
    { commissioning_status: results.commissioning, testing_status: results.testing },
    { commissioning_status_name: scriptStatusNames[results.commissioning] },
    { testing_status_name: scriptStatusNames[results.testing], storage_test_status: results.testing },
    { storage_test_status_name: scriptStatusNames[results.testing] },
    untestedParts,
  );
}

const rackServices = "tftp rackd dhcpd proxy_rack ntp_rack dhcpd6 http syslog_rack dns_rack".split(" ");

const controllerServices: Json = {
  version: "2.0.0-sandbox",
  service_set: rackServices.map((each) => ({ name: each, status: "running", status_info: "" })),
};

const serializeStatusAndPool = (world: World, node: Node): Json => ({
  status: statuses[node.status].id,
  status_name: statuses[node.status].name,
  status_message: node.statusMessage,
  ...(usesDeployedStyle(world, "broken-comment") ? {} : { error_description: node.errorDescription }),
  ...(usesDeployedStyle(world, "hidden-members") ? {} : { agent_name: node.agentName, is_dpu: node.isDpu }),
  locked: node.locked,
  pool: serializePool(world, node.poolId),
  pod: serializePod(world, node.podId),
  virtualmachine_id: node.podId,
});

const syncSeconds = (world: World): number =>
  parseTimeSpanSeconds(String(configValue(world, "hardware_sync_interval") ?? "")) ?? 0;

function serializeBoot(world: World, node: Node, interfaces: readonly unknown[]): Json {
  const { netboot, memoryMiB: memory, cpuCount, enableHwSync } = node;
  const cores = Array.from({ length: cpuCount }, (_, index) => index);
  return mergeInto(
    { boot_interface: interfaces[0] ?? null, default_gateways: serializeGateways(world, node), netboot },
    { bios_boot_method: "uefi", disable_ipv4: false, min_hwe_kernel: node.minHweKernel || null },
    { hwe_kernel: node.hweKernel || null, ephemeral_deploy: node.ephemeralDeploy },
    { enable_hw_sync: enableHwSync, last_sync: null, next_sync: null },
    { sync_interval: enableHwSync ? syncSeconds(world) : null },
    { numanode_set: [{ index: 0, memory, cores, hugepages_set: [] }] },
  );
}

function serializeGateways(world: World, node: Node): Json {
  const { subnets } = world.state.networks;
  const links = node.interfaces.flatMap((each) => each.links);
  const gateways = links.flatMap((link) => findRow(subnets, link.subnetId)?.gatewayIp ?? []);
  const gatewayOfFamily = (family: "ipv4" | "ipv6") => {
    const gatewayLink = links.find(({ id }) => id === node.gatewayLinks?.[family]);
    if (gatewayLink !== undefined)
      return {
        gateway_ip: findRow(subnets, gatewayLink.subnetId)?.gatewayIp ?? null,
        link_id: gatewayLink.id,
      };
    const gateway = gateways.find((ip) => ip.includes(":") === (family === "ipv6"));
    return { gateway_ip: gateway ?? null, link_id: null };
  };
  return { ipv4: gatewayOfFamily("ipv4"), ipv6: gatewayOfFamily("ipv6") };
}

/** The definition is empty because the sandbox does not evaluate definitions. */
export const serializeTag = (world: World, { name, comment, kernelOpts }: Tag): Json => ({
  name,
  definition: "",
  comment,
  kernel_opts: kernelOpts,
  resource_uri: resourceUri(world, "tags", encodeURIComponent(name)),
});

export function serializeVmHost(world: World, host: VmHost, plural: string): Json {
  const used = usedResources(world, host);
  const total = totalResources;
  const available = {
    cores: total.cores - used.cores,
    memory: total.memory - used.memory,
    local_storage: total.local_storage - used.local_storage,
  };
  return {
    id: host.id,
    name: host.name,
    type: host.type,
    tags: host.tags,
    zone: serializeZone(world, host.zoneId),
    pool: serializePool(world, host.poolId),
    cpu_over_commit_ratio: host.cpuRatio,
    memory_over_commit_ratio: host.memoryRatio,
    default_macvlan_mode: host.macvlanMode || null,
    architectures: ["amd64/generic"],
    capabilities: ["composable", "dynamic_local_storage", "over_commit", "storage_pools"],
    storage_pools: [
      {
        id: "p1",
        name: storagePool,
        type: "dir",
        path: "/var/lib/vm",
        total: total.local_storage,
        used: used.local_storage,
        available: available.local_storage,
        default: true,
      },
    ],
    host: { system_id: host.host, __incomplete__: true },
    version: "1",
    total,
    used,
    available,
    resource_uri: resourceUri(world, plural, host.id),
  };
}

export const storagePool = "default";
