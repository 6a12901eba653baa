import { discoveryId } from "../model/networks/neighbours.ts";
import { ascending, hostRange, suggestionsFor, type UsageRange, usageOf } from "../model/networks/ranges.ts";
import { blockOf, subnetContaining, subnetsOfVlan, vlansOfFabric } from "../model/networks/subnets.ts";
import {
  addressKinds,
  type Fabric,
  type IpRange,
  type Neighbour,
  type Snippet,
  type Space,
  type StaticRoute,
  type Subnet,
  type TakenAddress,
  type Vlan,
} from "../state/networks.ts";
import { nodeTypes } from "../state/node.ts";
import { findRow, rowsOf } from "../state/table.ts";
import { fqdn, nodeById, usesDeployedStyle, type World } from "../state/world.ts";
import { formatAddress, netmaskOf, parseAddress } from "../values/blocks.ts";
import { rfc2822Time, timestamp } from "../values/quantities.ts";
import {
  fieldsOf,
  type Json,
  makeSerializer,
  mergeInto,
  orNull,
  resourceUri,
  serializeOwner,
} from "./references.ts";

/** Live services do not return descriptions of fabrics and VLANs. */
const descriptionOf = (world: World, { description }: { readonly description: string }): Json =>
  usesDeployedStyle(world, "hidden-members") ? {} : { description };

export const serializeFabric = makeSerializer<Fabric>(
  "fabrics",
  ["id", "name", "classType"],
  (world, fabric) => ({
    ...descriptionOf(world, fabric),
    vlans: vlansOfFabric(world, fabric.id).map((vlan) => serializeVlanWithDescription(world, vlan)),
  }),
);

export function serializeNetwork(world: World, subnet: Subnet): Json {
  const block = blockOf(subnet);
  return {
    name: `subnet-${subnet.id}`,
    ip: subnet.cidr.slice(0, subnet.cidr.indexOf("/")),
    netmask: netmaskOf(block),
    vlan_tag: findRow(world.state.networks.vlans, subnet.vlanId)?.vid ?? 0,
    description: subnet.name,
    default_gateway: subnet.gatewayIp,
    dns_servers: subnet.dnsServers,
    resource_uri: resourceUri(world, "networks", `subnet-${subnet.id}`),
  };
}

const rangeFields = fieldsOf<IpRange>("id", "type", "startIp", "endIp", "comment");

export const serializeRange = (world: World, range: IpRange): Json => ({
  subnet: subnetById(world, range.subnetId),
  ...rangeFields(range),
  user: serializeOwner(world, range.owner),
  resource_uri: resourceUri(world, "ipranges", range.id),
});

const subnetById = (world: World, id: number | null): Json | null =>
  orNull(findRow(world.state.networks.subnets, id), (row) => serializeSubnet(world, row));

export function serializeSubnet(world: World, subnet: Subnet): Json {
  const vlan = findRow(world.state.networks.vlans, subnet.vlanId);
  const { name, description, cidr, managed, id } = subnet;
  return mergeInto(
    { name, description, vlan: vlan === undefined ? null : serializeVlan(world, vlan), cidr },
    { rdns_mode: subnet.rdnsMode, gateway_ip: subnet.gatewayIp, dns_servers: subnet.dnsServers },
    { allow_dns: subnet.allowDns, allow_proxy: subnet.allowProxy, managed, id },
    { active_discovery: subnet.activeDiscovery, space: spaceName(world, vlan?.spaceId ?? null) },
    { disabled_boot_architectures: subnet.disabledBootArchitectures ?? [] },
    { resource_uri: resourceUri(world, "subnets", id) },
  );
}

const routeFields = ["id", "gatewayIp", "metric"] as const;

export const serializeStaticRoute = makeSerializer<StaticRoute>(
  "static-routes",
  routeFields,
  (world, route) => ({
    source: subnetById(world, route.sourceId),
    destination: subnetById(world, route.destinationId),
  }),
);

const spaceName = (world: World, spaceId: number | null): string =>
  findRow(world.state.networks.spaces, spaceId)?.name ?? "undefined";

export function serializeVlan(world: World, vlan: Vlan): Json {
  const { vlans, fabrics } = world.state.networks;
  const { vid, mtu, name, id } = vlan;
  const relay = findRow(vlans, vlan.relayVlanId);
  return mergeInto(
    { vid, mtu, dhcp_on: vlan.dhcpOn, external_dhcp: null, name, primary_rack: vlan.primaryRack },
    { relay_vlan: orNull(relay, (row) => serializeVlan(world, { ...row, relayVlanId: null })) },
    { space: spaceName(world, vlan.spaceId), fabric: findRow(fabrics, vlan.fabricId)?.name ?? "" },
    { secondary_rack: vlan.secondaryRack, id, fabric_id: vlan.fabricId },
    { resource_uri: resourceUri(world, "vlans", id) },
  );
}

export const serializeVlanWithDescription = (world: World, vlan: Vlan): Json => ({
  ...serializeVlan(world, vlan),
  ...descriptionOf(world, vlan),
});

export function serializeNeighbour(world: World, neighbour: Neighbour): Json {
  const { vlans, fabrics } = world.state.networks;
  const address = parseAddress(neighbour.ip);
  const subnet = address === undefined ? undefined : subnetContaining(world, address);
  const vlan = subnet === undefined ? undefined : findRow(vlans, subnet.vlanId);
  const observer = neighbour.observer === null ? undefined : nodeById(world, neighbour.observer);
  const observerInterface =
    observer?.interfaces.find((each) => each.vlanId === vlan?.id) ?? observer?.interfaces[0];
  const id = discoveryId(neighbour);
  return {
    discovery_id: id,
    ip: neighbour.ip,
    mac_address: neighbour.mac,
    last_seen: timestamp(neighbour.lastSeen),
    hostname: neighbour.hostname,
    fabric_name: vlan === undefined ? null : (findRow(fabrics, vlan.fabricId)?.name ?? null),
    vid: vlan === undefined || vlan.vid === 0 ? null : vlan.vid,
    mac_organization: neighbour.organization,
    observer: {
      system_id: observer?.systemId ?? null,
      hostname: observer?.hostname ?? null,
      interface_id: observerInterface?.id ?? null,
      interface_name: observerInterface?.name ?? null,
    },
    resource_uri: resourceUri(world, "discovery", id),
  };
}

const snippetFields = ["id", "name", "description", "enabled"] as const;

export const serializeSnippet = makeSerializer<Snippet>("dhcp-snippets", snippetFields, (world, snippet) => {
  const node = snippet.node === null ? undefined : nodeById(world, snippet.node);
  const range = findRow(world.state.networks.ranges, snippet.rangeId);
  return {
    node: orNull(node, ({ systemId, hostname }) => ({ system_id: systemId, hostname })),
    subnet: subnetById(world, snippet.subnetId),
    ...(range === undefined ? {} : { iprange: serializeRange(world, range) }),
    value: snippet.history[0]?.value ?? "",
    history: snippet.history.map((each) => ({ ...each, created: rfc2822Time(each.created) })),
    global_snippet: snippet.node === null && snippet.subnetId === null,
  };
});

/** Answers show this placeholder for VLANs that are in no space; it is not stored. */
export const undefinedSpace: Space = { id: -1, name: "undefined" };

export function serializeSpace(world: World, space: Space): Json {
  const spaceId = space.id === undefinedSpace.id ? null : space.id;
  const vlans = rowsOf(world.state.networks.vlans).filter((vlan) => vlan.spaceId === spaceId);
  return {
    id: space.id,
    name: space.name,
    description: space.description ?? "",
    resource_uri: resourceUri(world, "spaces", spaceId ?? space.name),
    subnets: vlans.flatMap(({ id }) => subnetsOfVlan(world, id)).map((row) => serializeSubnet(world, row)),
    vlans: vlans.map((vlan) => serializeVlan(world, vlan)),
  };
}

const countOf = ({ first, last }: Pick<UsageRange, "first" | "last">): bigint => last - first + 1n;

const serializeEnds = (subnet: Subnet, range: Pick<UsageRange, "first" | "last">): Json => {
  const { version } = blockOf(subnet);
  return {
    start: formatAddress(version, range.first),
    end: formatAddress(version, range.last),
    num_addresses: countOf(range),
  };
};

export const serializeReservedRanges = (world: World, subnet: Subnet): Json[] =>
  usageOf(world, subnet)
    .filter(({ purposes }) => purposes.length > 0)
    .map((range) => ({ ...serializeEnds(subnet, range), purpose: range.purposes }));

export const serializeUnreservedRanges = (world: World, subnet: Subnet): Json[] =>
  usageOf(world, subnet)
    .filter(({ purposes }) => purposes.length === 0)
    .map((range) => serializeEnds(subnet, range));

/** Counts are bigints because those of IPv6 exceed the safe integers. */
export function serializeStatistics(
  world: World,
  subnet: Subnet,
  include: Readonly<Record<"ranges" | "suggestions", boolean>>,
): Json {
  const ranges = usageOf(world, subnet);
  const freeCounts = ranges.filter(({ purposes }) => purposes.length === 0).map(countOf);
  const hosts = hostRange(subnet);
  const total = countOf(hosts);
  const available = freeCounts.reduce((sum, count) => sum + count, 0n);
  const usage = Number(total - available) / Number(total);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const { version } = blockOf(subnet);
  return {
    num_available: available,
    largest_available: freeCounts.toSorted(ascending).at(-1) ?? 0n,
    num_unavailable: total - available,
    total_addresses: total,
    usage,
    usage_string: percent(usage),
    available_string: percent(1 - usage),
    first_address: formatAddress(version, hosts.first),
    last_address: formatAddress(version, hosts.last),
    ip_version: version,
    ...(include.ranges && {
      ranges: ranges.map((range) => ({
        ...serializeEnds(subnet, range),
        purpose: range.purposes.length === 0 ? ["unused"] : range.purposes,
      })),
    }),
    ...(include.suggestions && serializeSuggestions(world, subnet)),
  };
}

function serializeSuggestions(world: World, subnet: Subnet): Json {
  const { gateway, dynamic } = suggestionsFor(world, subnet);
  return {
    suggested_gateway: gateway === undefined ? null : formatAddress(blockOf(subnet).version, gateway),
    suggested_dynamic_range: dynamic === undefined ? null : serializeEnds(subnet, dynamic),
  };
}

export function serializeAddressUse(
  world: World,
  address: TakenAddress,
  withUser: boolean,
  withNode: boolean,
): Json {
  const node = withNode && address.systemId !== null ? nodeById(world, address.systemId) : undefined;
  return {
    ip: address.ip,
    alloc_type: addressKinds[address.kind].id,
    created: timestamp(address.created),
    updated: timestamp(address.created),
    ...(withUser && address.owner !== null ? { user: address.owner } : {}),
    ...(node && {
      node_summary: {
        system_id: node.systemId,
        node_type: nodeTypes[node.nodeType].id,
        fqdn: fqdn(world, node),
        hostname: node.hostname,
        via: node.interfaces.find(({ id }) => id === address.interfaceId)?.name ?? null,
      },
    }),
  };
}
