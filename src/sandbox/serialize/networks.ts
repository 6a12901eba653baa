import { vlansOfFabric } from "../model/networks/fabrics.ts";
import { discoveryId } from "../model/networks/neighbours.ts";
import { blockOf, subnetHolding } from "../model/networks/subnets.ts";
import { nodeById } from "../state/access.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import type { Fabric, IpRange, Neighbour, Snippet, StaticRoute, Subnet, Vlan } from "../state/networks.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { netmaskOf, parseAddress } from "../values/blocks.ts";
import { timestamp } from "../values/times.ts";
import { fieldsOf, type Json, resourceUri, serializeOwner } from "./references.ts";

const fabricFields = fieldsOf<Fabric>("id", "name", "classType");

/** What is written about an object and not read again at deployed services. */
const described = (world: World, { description }: { readonly description: string }): Json =>
  answersAsDeployed(world, "written-members") ? {} : { description };

export const serializeFabric = (world: World, fabric: Fabric): Json => ({
  ...fabricFields(fabric),
  ...described(world, fabric),
  vlans: vlansOfFabric(world, fabric.id).map((vlan) => serializeVlanFully(world, vlan)),
  resource_uri: resourceUri(world, "fabrics", fabric.id),
});

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

export function serializeRange(world: World, range: IpRange): Json {
  const subnet = findRow(world.state.networks.subnets, range.subnetId);
  return {
    subnet: subnet === undefined ? null : serializeSubnet(world, subnet),
    ...rangeFields(range),
    user: serializeOwner(world, range.owner),
    resource_uri: resourceUri(world, "ipranges", range.id),
  };
}

export function serializeSubnet(world: World, subnet: Subnet): Json {
  const vlan = findRow(world.state.networks.vlans, subnet.vlanId);
  return {
    name: subnet.name,
    description: subnet.description,
    vlan: vlan === undefined ? null : serializeVlan(world, vlan),
    cidr: subnet.cidr,
    rdns_mode: subnet.rdnsMode,
    gateway_ip: subnet.gatewayIp,
    dns_servers: subnet.dnsServers,
    allow_dns: subnet.allowDns,
    allow_proxy: subnet.allowProxy,
    active_discovery: subnet.activeDiscovery,
    managed: subnet.managed,
    disabled_boot_architectures: subnet.disabledBootArchitectures ?? [],
    space: spaceName(world, vlan?.spaceId ?? null),
    id: subnet.id,
    resource_uri: resourceUri(world, "subnets", subnet.id),
  };
}

const routeFields = fieldsOf<StaticRoute>("id", "gatewayIp", "metric");

export function serializeStaticRoute(world: World, route: StaticRoute): Json {
  const { subnets } = world.state.networks;
  const [source, destination] = [route.sourceId, route.destinationId].map((id) => findRow(subnets, id));
  return {
    ...routeFields(route),
    source: source === undefined ? null : serializeSubnet(world, source),
    destination: destination === undefined ? null : serializeSubnet(world, destination),
    resource_uri: resourceUri(world, "static-routes", route.id),
  };
}

/** The name of a space; `undefined` is the name of none. */
const spaceName = (world: World, spaceId: number | null): string =>
  findRow(world.state.networks.spaces, spaceId)?.name ?? "undefined";

/** A VLAN as it stands inside other answers. */
export function serializeVlan(world: World, vlan: Vlan): Json {
  const { vlans, fabrics } = world.state.networks;
  const relay = findRow(vlans, vlan.relayVlanId);
  return {
    vid: vlan.vid,
    mtu: vlan.mtu,
    dhcp_on: vlan.dhcpOn,
    external_dhcp: null,
    relay_vlan: relay === undefined ? null : serializeVlan(world, { ...relay, relayVlanId: null }),
    name: vlan.name,
    primary_rack: vlan.primaryRack,
    space: spaceName(world, vlan.spaceId),
    fabric: findRow(fabrics, vlan.fabricId)?.name ?? "",
    secondary_rack: vlan.secondaryRack,
    id: vlan.id,
    fabric_id: vlan.fabricId,
    resource_uri: resourceUri(world, "vlans", vlan.id),
  };
}

/** A VLAN as its own group answers, with the description that it was given. */
export const serializeVlanFully = (world: World, vlan: Vlan): Json => ({
  ...serializeVlan(world, vlan),
  ...described(world, vlan),
});

export function serializeNeighbour(world: World, neighbour: Neighbour): Json {
  const { vlans, fabrics } = world.state.networks;
  const address = parseAddress(neighbour.ip);
  const subnet = address === undefined ? undefined : subnetHolding(world, address);
  const vlan = subnet === undefined ? undefined : findRow(vlans, subnet.vlanId);
  const observer = neighbour.observer === null ? undefined : nodeById(world, neighbour.observer);
  const seenBy = observer?.interfaces.find((each) => each.vlanId === vlan?.id) ?? observer?.interfaces[0];
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
      interface_id: seenBy?.id ?? null,
      interface_name: seenBy?.name ?? null,
    },
    resource_uri: resourceUri(world, "discovery", id),
  };
}

const mailDate = (ms: number): string => new Date(ms).toUTCString().replace("GMT", "-0000");

const snippetFields = fieldsOf<Snippet>("id", "name", "description", "enabled");

/** The range is added where the snippet has one. */
export function serializeSnippet(world: World, snippet: Snippet): Json {
  const { subnets, ranges } = world.state.networks;
  const node = snippet.node === null ? undefined : nodeById(world, snippet.node);
  const subnet = findRow(subnets, snippet.subnetId);
  const range = findRow(ranges, snippet.rangeId);
  return {
    ...snippetFields(snippet),
    node: node === undefined ? null : { system_id: node.systemId, hostname: node.hostname },
    subnet: subnet === undefined ? null : serializeSubnet(world, subnet),
    ...(range === undefined ? {} : { iprange: serializeRange(world, range) }),
    value: snippet.history[0]?.value ?? "",
    history: snippet.history.map((revision) => ({
      id: revision.id,
      value: revision.value,
      created: mailDate(revision.created),
    })),
    global_snippet: snippet.node === null && snippet.subnetId === null,
    resource_uri: resourceUri(world, "dhcp-snippets", snippet.id),
  };
}
