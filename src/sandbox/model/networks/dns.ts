import { allNodes, domainName } from "../../state/access.ts";
import type { DnsRecord, DnsResource, Domain } from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { insert, removeRow, rowsOf } from "../../state/table.ts";
import type { User } from "../../state/users.ts";
import type { World } from "../../state/world.ts";
import { parseAddress } from "../../values/blocks.ts";
import { findAddress, freeAddress, takeAddress } from "./addresses.ts";
import { bumpSerial } from "./domains.ts";
import { subnetHolding } from "./subnets.ts";

/** `@` stands for the domain itself. */
export const fqdnOf = (world: World, resource: Pick<DnsResource, "name" | "domainId">): string => {
  const domain = domainName(world, resource.domainId);
  return resource.name === "@" ? domain : `${resource.name}.${domain}`;
};

export const recordsOf = (world: World, resourceId: number): DnsRecord[] =>
  rowsOf(world.state.networks.dnsRecords).filter((record) => record.resourceId === resourceId);

export const findResource = (world: World, name: string, domainId: number): DnsResource | undefined =>
  rowsOf(world.state.networks.dnsResources).find(
    (resource) => resource.domainId === domainId && resource.name === name,
  );

export function makeResource(world: World, name: string, domain: Domain): DnsResource {
  bumpSerial(world);
  return insert(world.state.networks.dnsResources, (id) => ({
    id,
    name,
    domainId: domain.id,
    addressTtl: null,
    ips: [],
  }));
}

/**
 * The name and domain that a full name stands for: the longest known domain wins; undefined where
 * none is known.
 */
export function splitFqdn(
  world: World,
  fqdn: string,
): { readonly name: string; readonly domain: Domain } | undefined {
  const full = fqdn.replace(/\.$/, "").toLowerCase();
  const [domain] = rowsOf(world.state.networks.domains)
    .filter(({ name }) => full === name || full.endsWith(`.${name}`))
    .sort((a, b) => b.name.length - a.name.length);
  if (domain === undefined) return undefined;
  return { name: full === domain.name ? "@" : full.slice(0, -domain.name.length - 1), domain };
}

/**
 * Sets the addresses of a resource; unknown ones are reserved for the caller, those of no resource any
 * more are freed.
 */
export function setAddresses(world: World, resource: DnsResource, ips: readonly string[], user: User): void {
  const dropped = resource.ips.filter((ip) => !ips.includes(ip));
  for (const ip of ips) {
    const address = parseAddress(ip);
    const subnet = address === undefined ? undefined : subnetHolding(world, address);
    if (subnet !== undefined && findAddress(world, ip) === undefined)
      takeAddress(world, subnet, ip, { kind: "userReserved", owner: user.username, forDns: true });
  }
  resource.ips = [...ips];
  for (const ip of dropped) freeUnused(world, ip);
  bumpSerial(world);
}

function freeUnused(world: World, ip: string): void {
  const isNamed = rowsOf(world.state.networks.dnsResources).some((resource) => resource.ips.includes(ip));
  if (!isNamed && findAddress(world, ip)?.forDns === true) freeAddress(world, ip);
}

/** Removes a DNS resource with its records, and the addresses that were made for it alone. */
export function removeResource(world: World, resource: DnsResource): void {
  const { dnsResources, dnsRecords } = world.state.networks;
  for (const record of recordsOf(world, resource.id)) removeRow(dnsRecords, record.id);
  removeRow(dnsResources, resource.id);
  for (const ip of resource.ips) freeUnused(world, ip);
  bumpSerial(world);
}

/** Removes one record, and its resource when nothing else is left of it. */
export function removeRecord(world: World, record: DnsRecord): void {
  const { dnsResources, dnsRecords } = world.state.networks;
  removeRow(dnsRecords, record.id);
  const resource = dnsResources.rows[record.resourceId];
  if (resource !== undefined && resource.ips.length === 0 && recordsOf(world, resource.id).length === 0)
    removeRow(dnsResources, resource.id);
  bumpSerial(world);
}

/** An address has been given back: no name stands for it any longer. */
export function removeAddressFromDns(world: World, ip: string): void {
  for (const resource of Object.values(world.state.networks.dnsResources.rows)) {
    if (!resource.ips.includes(ip)) continue;
    resource.ips = resource.ips.filter((each) => each !== ip);
    if (resource.ips.length === 0 && recordsOf(world, resource.id).length === 0)
      removeResource(world, resource);
  }
}

export interface ImplicitResource {
  readonly node: Node;
  readonly name: string;
  readonly domainId: number;
  readonly ips: readonly string[];
}

/**
 * The names of registered nodes, which no DNS resource stands for; those without an address have no record.
 */
export const implicitResources = (
  world: World,
  addresses: (node: Node) => readonly string[],
): ImplicitResource[] =>
  allNodes(world).flatMap((node) => {
    const ips = addresses(node);
    return ips.length === 0 ? [] : [{ node, name: node.hostname, domainId: node.domainId, ips }];
  });

/** Whether a resource has records of a type; A and AAAA are its addresses. An empty type is any. */
export function hasRecordType(
  world: World,
  resource: { readonly id: number; readonly ips: readonly string[] },
  type: string,
): boolean {
  const wanted = type.toUpperCase();
  if (wanted === "") return true;
  if (wanted === "A" || wanted === "AAAA")
    return resource.ips.some((ip) => ip.includes(":") === (wanted === "AAAA"));
  return recordsOf(world, resource.id).some((record) => record.rrtype === wanted);
}
