import { findAddress } from "../model/networks/addresses.ts";
import { fqdnOf, type implicitResources, recordsOf } from "../model/networks/dns.ts";
import type { DnsRecord, DnsResource, Domain } from "../state/networks.ts";
import type { World } from "../state/world.ts";
import { serializeAddress } from "./interfaces.ts";
import { type Json, resourceUri, serializer } from "./references.ts";

const recordFields = ["id", "ttl", "rrtype", "rrdata"] as const;

export const serializeDnsRecord = serializer<DnsRecord>(
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
