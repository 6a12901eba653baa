import type { DnsRecord, DnsResource, Domain } from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { invalid } from "../../state/service-error.ts";
import { findRow, insert, removeRow, requireRow, rowsOf } from "../../state/table.ts";
import type { User } from "../../state/users.ts";
import { allNodes, domainName, type World } from "../../state/world.ts";
import { parseAddress } from "../../values/blocks.ts";
import { findAddress, takeAddress } from "./addresses.ts";
import { subnetContaining } from "./subnets.ts";

/** The name `@` means the domain itself. */
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

export const makeResource = (world: World, name: string, domain: Domain): DnsResource =>
  insert(world.state.networks.dnsResources, (id) => ({
    id,
    name,
    domainId: domain.id,
    addressTtl: null,
    ips: [],
  }));

export function splitFqdn(world: World, fqdn: string) {
  const fullName = fqdn.replace(/\.$/, "").toLowerCase();
  const [domain] = rowsOf(world.state.networks.domains)
    .filter(({ name }) => fullName === name || fullName.endsWith(`.${name}`))
    .sort((a, b) => b.name.length - a.name.length);
  if (domain === undefined) return undefined;
  return { name: fullName === domain.name ? "@" : fullName.slice(0, -domain.name.length - 1), domain };
}

/** Reserves unused addresses for the user. They stay reserved after the DNS resource is deleted. */
export function setAddresses(world: World, resource: DnsResource, ips: readonly string[], user: User): void {
  for (const ip of ips) {
    const address = parseAddress(ip);
    const subnet = address && subnetContaining(world, address);
    if (findAddress(world, ip) === undefined)
      takeAddress(world, subnet, ip, { kind: "userReserved", owner: user.username });
  }
  resource.ips = [...ips];
}

export function removeResource(world: World, resource: DnsResource): void {
  const { dnsResources, dnsRecords } = world.state.networks;
  for (const record of recordsOf(world, resource.id)) removeRow(dnsRecords, record.id);
  removeRow(dnsResources, resource.id);
}

export function removeRecord(world: World, record: DnsRecord): void {
  const { dnsResources, dnsRecords } = world.state.networks;
  removeRow(dnsRecords, record.id);
  const resource = dnsResources.rows[record.resourceId];
  if (resource !== undefined && resource.ips.length === 0 && recordsOf(world, resource.id).length === 0)
    removeRow(dnsResources, resource.id);
}

export function removeAddressFromDns(world: World, ip: string): void {
  for (const resource of Object.values(world.state.networks.dnsResources.rows)) {
    if (!resource.ips.includes(ip)) continue;
    resource.ips = resource.ips.filter((each) => each !== ip);
    if (resource.ips.length === 0 && recordsOf(world, resource.id).length === 0)
      removeResource(world, resource);
  }
}

export const implicitResources = (world: World, addresses: (node: Node) => readonly string[]) =>
  allNodes(world).flatMap((node) => {
    const ips = addresses(node);
    return ips.length === 0 ? [] : [{ node, name: node.hostname, domainId: node.domainId, ips }];
  });

/** A and AAAA match by address. Empty text matches every type. */
export function hasRecordType(
  world: World,
  resource: { readonly id: number; readonly ips: readonly string[] },
  type: string,
): boolean {
  const recordType = type.toUpperCase();
  if (recordType === "") return true;
  if (recordType === "A" || recordType === "AAAA")
    return resource.ips.some((ip) => ip.includes(":") === (recordType === "AAAA"));
  return recordsOf(world, resource.id).some((record) => record.rrtype === recordType);
}

export const recordTypes = ["CNAME", "MX", "NS", "SRV", "SSHFP", "TXT"] as const;
type RecordType = (typeof recordTypes)[number];

export const isRecordType = (text: string): text is RecordType =>
  (recordTypes as readonly string[]).includes(text);

const isUint16 = (text: string | undefined) => /^\d{1,5}$/.test(text ?? "") && Number(text) <= 65_535;
const isTarget = (text: string | undefined) => text === "." || isDnsName(text ?? "");

const problemFinders: Readonly<
  Record<RecordType, (data: string, words: readonly string[]) => string | undefined>
> = {
  CNAME: (data) => (isDnsName(data) ? undefined : "Invalid CNAME: should be a host name."),
  NS: (data) => (isDnsName(data) ? undefined : "Invalid NS: should be a host name."),
  MX: (_data, [preference, host, ...rest]) =>
    isUint16(preference) && isTarget(host) && rest.length === 0
      ? undefined
      : "Invalid MX: should be '<preference> <server>', the preference between 0 and 65535.",
  SRV: (_data, [priority, weight, port, target, ...rest]) =>
    isUint16(priority) && isUint16(weight) && isUint16(port) && isTarget(target) && rest.length === 0
      ? undefined
      : "Invalid SRV: should be '<priority> <weight> <port> <target>', with numbers between 0 and 65535.",
  SSHFP: (_data, [algorithm, type, fingerprint, ...rest]) =>
    /^[0-4]$/.test(algorithm ?? "") &&
    /^[0-2]$/.test(type ?? "") &&
    /^([0-9a-f]{2})+$/i.test(fingerprint ?? "") &&
    rest.length === 0
      ? undefined
      : "Invalid SSHFP: should be '<algorithm> <type> <fingerprint>', with a hexadecimal fingerprint.",
  TXT: (data) => (data.length <= 65_535 ? undefined : "Invalid TXT: too long."),
};

export const dataProblem = (type: RecordType, data: string): string | undefined =>
  problemFinders[type](data, data.split(/\s+/));

export const isResourceName = (name: string): boolean =>
  name === "@" ||
  name === "*" ||
  name
    .replace(/^\*\./, "")
    .split(".")
    .every((label) => isLabel(label));

export const makeDomain = (world: World, fields: Partial<Domain> & Pick<Domain, "name">): Domain =>
  insert(world.state.networks.domains, (id) => ({
    id,
    authoritative: true,
    ttl: null,
    forwardServers: [],
    ...fields,
  }));

/** Seconds. */
export const maxTtl = 2_147_483_647;

const isLabel = (text: string): boolean => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i.test(text);

export const isDnsName = (text: string): boolean =>
  text.length > 0 && text.length <= 254 && text.replace(/\.$/, "").split(".").every(isLabel);

export const requireDomain = (world: World, id: string | number | undefined): Domain =>
  requireRow(world.state.networks.domains, id, "Domain");

export const findDomain = (world: World, nameOrId: string): Domain | undefined =>
  findDomainByName(world, nameOrId) ?? findRow(world.state.networks.domains, nameOrId);

export const findDomainByName = (world: World, name: string): Domain | undefined =>
  rowsOf(world.state.networks.domains).find((domain) => domain.name === name.toLowerCase());

export const defaultDomainId = (world: World): number => world.state.networks.defaultDomainId;

/** Nodes without an owner move from the previous default domain to the new one. */
export function setDefaultDomain(world: World, domain: Domain): void {
  const { networks } = world.state;
  const previous = networks.defaultDomainId;
  for (const node of allNodes(world))
    if (node.domainId === previous && node.owner === null) node.domainId = domain.id;
  networks.defaultDomainId = domain.id;
}

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
}
