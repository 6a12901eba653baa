import { findAddress } from "../model/networks/addresses.ts";
import { fqdnOf, type implicitResources, recordsOf } from "../model/networks/dns.ts";
import { childrenOf } from "../model/networks/interface-changes.ts";
import {
  addressKinds,
  type DnsRecord,
  type DnsResource,
  type Domain,
  type TakenAddress,
} from "../state/networks.ts";
import type { Interface, Link, Node } from "../state/node.ts";
import { findRow } from "../state/table.ts";
import { nodeById, type World } from "../state/world.ts";
import { timestamp } from "../values/quantities.ts";
import { serializeSubnet, serializeVlan } from "./networks.ts";
import { type Json, makeSerializer, mergeInto, orNull, resourceUri, serializeOwner } from "./references.ts";

export function serializeInterface(world: World, node: Node, nic: Interface): Json {
  const vlan = findRow(world.state.networks.vlans, nic.vlanId);
  const { product, params, observed, links, name, type, vendor, parents, id, tags, enabled } = nic;
  const children = childrenOf(node, nic).map((child) => child.name);
  return mergeInto(
    { interface_speed: nic.interfaceSpeedMbps, sriov_max_vf: 0, children, system_id: node.systemId },
    { effective_mtu: typeof params["mtu"] === "number" ? params["mtu"] : (vlan?.mtu ?? 1500), product },
    // Live services return an empty string for devices' interfaces without parameters.
    { params: node.nodeType === "device" && Object.keys(params).length === 0 ? "" : params },
    {
      link_speed: nic.linkConnected ? nic.linkSpeedMbps : 0,
      discovered: observed && [serializeObserved(world, observed)],
    },
    {
      links: links.map((link) => serializeLink(world, link)),
      name,
      type,
      vendor,
      parents,
      id,
      tags,
      enabled,
    },
    { link_connected: nic.linkConnected, firmware_version: nic.firmwareVersion },
    { mac_address: nic.macAddress, vlan: vlan === undefined ? null : serializeVlan(world, vlan) },
    { numa_node: nic.numaNode, resource_uri: resourceUri(world, "nodes", node.systemId, "interfaces", id) },
  );
}

const serializeObserved = (world: World, { subnetId, ip }: NonNullable<Interface["observed"]>): Json =>
  mergeInto({}, serializeSubnetOf(world, subnetId), { ip_address: ip });

/** For a reserved MAC address that belongs to no node. Live services return the same members. */
const serializeUnknownInterface = (macAddress: string): Json => ({
  ...{ interface_speed: 0, sriov_max_vf: 0, children: [], system_id: null, effective_mtu: 1500 },
  ...{ product: null, params: {}, link_speed: 0, discovered: null, links: [], name: "eth0" },
  ...{ type: "unknown", vendor: null, parents: [], link_connected: true, firmware_version: null },
  ...{ mac_address: macAddress, id: null, tags: [], enabled: true, vlan: null, numa_node: null },
  resource_uri: null,
});

const serializeLink = (world: World, link: Link): Json => ({
  id: link.id,
  mode: link.mode,
  ...(link.ip === null ? {} : { ip_address: link.ip }),
  ...serializeSubnetOf(world, link.subnetId),
});

function serializeSubnetOf(world: World, subnetId: number | null): { readonly subnet?: unknown } {
  const subnet = findRow(world.state.networks.subnets, subnetId);
  return subnet === undefined ? {} : { subnet: serializeSubnet(world, subnet) };
}

export function serializeAddress(world: World, address: TakenAddress): Json {
  const subnet = findRow(world.state.networks.subnets, address.subnetId);
  const node = address.systemId === null ? undefined : nodeById(world, address.systemId);
  const nic = node?.interfaces.find(({ id }) => id === address.interfaceId);
  const unknownNics = address.mac === null ? [] : [serializeUnknownInterface(address.mac)];
  return {
    created: timestamp(address.created),
    ip: address.ip,
    alloc_type: addressKinds[address.kind].id,
    subnet: orNull(subnet, (row) => serializeSubnet(world, row)),
    owner: serializeOwner(world, address.owner),
    interface_set: node && nic ? [serializeInterface(world, node, nic)] : unknownNics,
    alloc_type_name: addressKinds[address.kind].name,
    resource_uri: resourceUri(world, "ipaddresses"),
  };
}

const recordFields = ["id", "ttl", "rrtype", "rrdata"] as const;

export const serializeDnsRecord = makeSerializer<DnsRecord>(
  "dnsresourcerecords",
  recordFields,
  (world, record) => {
    const resource = world.state.networks.dnsResources.rows[record.resourceId];
    return { fqdn: resource === undefined ? "" : fqdnOf(world, resource) };
  },
);

export const serializeDnsResource = (world: World, resource: DnsResource): Json => ({
  address_ttl: resource.addressTtl,
  ip_addresses: serializeAddresses(world, resource.ips),
  id: resource.id,
  fqdn: fqdnOf(world, resource),
  resource_records: recordsOf(world, resource.id).map((record) => serializeDnsRecord(world, record)),
  resource_uri: resourceUri(world, "dnsresources", resource.id),
});

const serializeAddresses = (world: World, ips: readonly string[]): Json[] =>
  ips.flatMap((ip) => findAddress(world, ip) ?? []).map((address) => serializeAddress(world, address));

/** The id is -1 because the name can only be changed through its node. */
export const serializeImplicitResource = (
  world: World,
  implicit: ReturnType<typeof implicitResources>[number],
): Json => ({
  address_ttl: null,
  ip_addresses: serializeAddresses(world, implicit.ips),
  id: -1,
  fqdn: fqdnOf(world, implicit),
  resource_records: [],
  system_id: implicit.node.systemId,
  resource_uri: null,
});

export const serializeDomain = (world: World, domain: Domain): Json => ({
  authoritative: domain.authoritative,
  ttl: domain.ttl,
  name: domain.name,
  is_default: domain.id === world.state.networks.defaultDomainId,
  resource_record_count: countRecords(world, domain.id),
  ...(domain.forwardServers.length === 0 ? {} : { forward_dns_servers: domain.forwardServers }),
  id: domain.id,
  resource_uri: resourceUri(world, "domains", domain.id),
});

function countRecords(world: World, domainId: number): number {
  const { dnsResources, dnsRecords } = world.state.networks;
  let count = 0;
  for (const resource of Object.values(dnsResources.rows))
    if (resource.domainId === domainId) count += resource.ips.length;
  for (const record of Object.values(dnsRecords.rows))
    if (dnsResources.rows[record.resourceId]?.domainId === domainId) count += 1;
  return count;
}
