import { allNodes } from "../../state/access.ts";
import { invalid } from "../../state/domain-error.ts";
import type { Domain } from "../../state/networks.ts";
import { findRow, insert, removeRow, requireRow, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

export function makeDomain(world: World, given: Partial<Domain> & Pick<Domain, "name">): Domain {
  const domain = insert(world.state.networks.domains, (id) => ({
    id,
    authoritative: true,
    ttl: null,
    forwardServers: [],
    ...given,
  }));
  bumpSerial(world);
  return domain;
}

/** Seconds: the largest time to live that a DNS record carries. */
export const maxTtl = 2_147_483_647;

/** The last serial that 32 bits hold. */
export const maxSerial = 4_294_967_295;

/** Every change of a zone counts its SOA serial on. */
export function bumpSerial(world: World): void {
  const { networks } = world.state;
  networks.zoneSerial = networks.zoneSerial >= maxSerial ? 1 : networks.zoneSerial + 1;
}

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;

/** Whether a text is one label of a DNS name. */
export const isLabel = (text: string): boolean => label.test(text);

/** Whether a text is a DNS name, with or without a final dot. */
export const isDnsName = (text: string): boolean =>
  text.length > 0 && text.length <= 254 && text.replace(/\.$/, "").split(".").every(isLabel);

export const requireDomain = (world: World, id: string | number | undefined): Domain =>
  requireRow(world.state.networks.domains, id, "Domain");

/** A domain by name or id; undefined where it does not exist. */
export const findDomain = (world: World, nameOrId: string): Domain | undefined =>
  findDomainByName(world, nameOrId) ?? findRow(world.state.networks.domains, nameOrId);

/** The domain of that very name; undefined where it does not exist. */
export const findDomainByName = (world: World, name: string): Domain | undefined =>
  rowsOf(world.state.networks.domains).find((domain) => domain.name === name.toLowerCase());

/** The domain of new nodes. */
export const defaultDomainId = (world: World): number => world.state.networks.defaultDomainId;

/** Makes a domain the default; nodes of the previous default that nobody owns move to it. */
export function setDefaultDomain(world: World, domain: Domain): void {
  const { networks } = world.state;
  const previous = networks.defaultDomainId;
  for (const node of allNodes(world))
    if (node.domainId === previous && node.owner === null) node.domainId = domain.id;
  networks.defaultDomainId = domain.id;
  bumpSerial(world);
}

/** Removes a domain: invalid for the default one, and while DNS resources or nodes stand in it. */
export function removeDomain(world: World, domain: Domain): void {
  const { networks } = world.state;
  if (domain.id === networks.defaultDomainId)
    throw invalid("This domain is the default domain, it cannot be deleted.");
  if (rowsOf(networks.dnsResources).some((resource) => resource.domainId === domain.id))
    throw invalid("This domain has DNS resources, it cannot be deleted.");
  const node = allNodes(world).find((each) => each.domainId === domain.id);
  if (node !== undefined)
    throw invalid(`This domain is the domain of ${node.hostname}, it cannot be deleted.`);
  removeRow(networks.domains, domain.id);
  bumpSerial(world);
}
