import { Refusal } from "../handler.ts";
import { allNodes } from "../nodes/nodes.ts";
import type { World } from "../world.ts";
import { findRow, insert, removeRow, rowsOf } from "./table.ts";

export interface Domain {
  readonly id: number;
  name: string;
  authoritative: boolean;
  /** Seconds; null for the server's default. */
  ttl: number | null;
  /** Name servers asked where the service is not authoritative. */
  forwardServers: string[];
}

interface NewDomain {
  readonly name: string;
  readonly authoritative?: boolean;
  readonly ttl?: number | null;
  readonly forwardServers?: readonly string[];
}

export function makeDomain(world: World, given: NewDomain): Domain {
  const domain = insert(world.state.networks.domains, (id) => ({
    id,
    name: given.name,
    authoritative: given.authoritative ?? true,
    ttl: given.ttl ?? null,
    forwardServers: [...(given.forwardServers ?? [])],
  }));
  bumpSerial(world);
  return domain;
}

/** The last serial that 32 bits hold. */
export const highestSerial = 4_294_967_295;

/** Every change of a zone counts its SOA serial on. */
export function bumpSerial(world: World): void {
  const { networks } = world.state;
  networks.zoneSerial = networks.zoneSerial >= highestSerial ? 1 : networks.zoneSerial + 1;
}

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;

/** Whether a text is one label of a DNS name. */
export const isLabel = (text: string): boolean => label.test(text);

/** Whether a text is a DNS name, with or without a final dot. */
export const isDnsName = (text: string): boolean =>
  text.length > 0 && text.length <= 254 && text.replace(/\.$/, "").split(".").every(isLabel);

/** The domain of the path; 404 where there is none. */
export function requireDomain(world: World, id: string | undefined): Domain {
  const domain = findRow(world.state.networks.domains, id);
  if (domain === undefined) throw new Refusal(404, "No Domain matches the given query.");
  return domain;
}

/** A domain by name or id (document 2, "DNS resources"); undefined where there is none. */
export const findDomain = (world: World, nameOrId: string): Domain | undefined =>
  findDomainByName(world, nameOrId) ?? findRow(world.state.networks.domains, nameOrId);

/** The domain of that very name; undefined where there is none. */
export const findDomainByName = (world: World, name: string): Domain | undefined =>
  rowsOf(world.state.networks.domains).find((domain) => domain.name === name.toLowerCase());

/** The domain of new nodes. */
export const defaultDomainId = (world: World): number => world.state.networks.defaultDomainId;

/** The name of a domain by its number; empty where there is none. */
export const domainName = (world: World, id: number): string =>
  findRow(world.state.networks.domains, id)?.name ?? "";

/**
 * In the recorded shape; name servers are added where the domain has some. Null where there is no such
 * domain.
 */
export function describeDomain(world: World, id: number): Record<string, unknown> | null {
  const domain = findRow(world.state.networks.domains, id);
  if (domain === undefined) return null;
  return {
    authoritative: domain.authoritative,
    ttl: domain.ttl,
    name: domain.name,
    is_default: domain.id === world.state.networks.defaultDomainId,
    resource_record_count: countRecords(world, domain.id),
    ...(domain.forwardServers.length === 0 ? {} : { forward_dns_servers: domain.forwardServers }),
    id: domain.id,
    resource_uri: `/${world.segment}/api/2.0/domains/${domain.id}/`,
  };
}

/** Addresses and records of the DNS resources of a domain. */
function countRecords(world: World, domainId: number): number {
  const { dnsResources, dnsRecords } = world.state.networks;
  let count = 0;
  for (const resource of Object.values(dnsResources.rows))
    if (resource.domainId === domainId) count += resource.ips.length;
  for (const record of Object.values(dnsRecords.rows))
    if (dnsResources.rows[record.resourceId]?.domainId === domainId) count += 1;
  return count;
}

/** Makes a domain the default; nodes of the previous default that nobody owns move to it. */
export function setDefaultDomain(world: World, domain: Domain): void {
  const { networks } = world.state;
  const previous = networks.defaultDomainId;
  for (const node of allNodes(world))
    if (node.domainId === previous && node.owner === null) node.domainId = domain.id;
  networks.defaultDomainId = domain.id;
  bumpSerial(world);
}

/** Removes a domain: 400 for the default one, and while DNS resources or nodes stand in it. */
export function removeDomain(world: World, domain: Domain): void {
  const { networks } = world.state;
  if (domain.id === networks.defaultDomainId)
    throw new Refusal(400, "This domain is the default domain, it cannot be deleted.");
  if (rowsOf(networks.dnsResources).some((resource) => resource.domainId === domain.id))
    throw new Refusal(400, "This domain has DNS resources, it cannot be deleted.");
  const node = allNodes(world).find((each) => each.domainId === domain.id);
  if (node !== undefined)
    throw new Refusal(400, `This domain is the domain of ${node.hostname}, it cannot be deleted.`);
  removeRow(networks.domains, domain.id);
  bumpSerial(world);
}
