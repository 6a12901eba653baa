import type { Subnet, TakenAddress } from "../../state/networks.ts";
import { type Interface, interfaceDefaults, type Link, type LinkMode, type Node } from "../../state/node.ts";
import { resultUnless } from "../../state/service-error.ts";
import { findRow } from "../../state/table.ts";
import { allNodes, nodeById, type World } from "../../state/world.ts";
import { findAddress, freeAddress, takeLease, takeNextAddress } from "./addresses.ts";
import { removeAddressFromDns } from "./dns.ts";

interface NewInterface extends Partial<Omit<Interface, "id" | "links">> {
  readonly name: string;
  readonly macAddress: string;
  /** Adds an `auto` link to this subnet. Without it, an interface with a VLAN has a `link_up` link. */
  readonly subnetId?: number;
}

const networkCard = { vendor: "Sandbox", product: "Emulated network card", firmwareVersion: "1.0" } as const;

export function detectNetworkCards(node: Node): void {
  for (const each of node.interfaces) if (each.type === "physical") Object.assign(each, networkCard);
}

const defaultSpeedMbps = 10_000;

export function makeInterface(world: World, { subnetId, ...fields }: NewInterface): Interface {
  const { networks } = world.state;
  const subnet = findRow(networks.subnets, subnetId);
  const vlanId = fields.vlanId ?? subnet?.vlanId ?? null;
  const { linkSpeedMbps = defaultSpeedMbps } = fields;
  return {
    id: networks.nextInterfaceId++,
    ...interfaceDefaults(),
    linkSpeedMbps,
    interfaceSpeedMbps: Math.max(linkSpeedMbps, defaultSpeedMbps),
    ...fields,
    vlanId,
    links: initialLinks(world, subnet?.id, vlanId),
  };
}

export function initialLinks(world: World, subnetId: number | undefined, vlanId: number | null): Link[] {
  if (subnetId !== undefined) return [makeLink(world, "auto", subnetId)];
  return vlanId === null ? [] : [makeLink(world, "link_up", null)];
}

export const makeLink = (
  { state }: World,
  mode: LinkMode,
  subnetId: number | null,
  ip: string | null = null,
): Link => ({ id: state.networks.nextLinkId++, mode, subnetId, ip });

/** Mbps; 0 if no interface is connected. */
export const fastestLinkMbps = (node: Node): number =>
  Math.max(0, ...node.interfaces.map((each) => (each.linkConnected ? each.linkSpeedMbps : 0)));

export function findInterfaceByMac(world: World, mac: string) {
  for (const node of allNodes(world)) {
    const match = node.interfaces.find((each) => each.macAddress === mac);
    if (match !== undefined) return { node, interface: match };
  }
  return undefined;
}

/** If a subnet has no free address, throws `unavailable` and assigns no address at all. */
export function assignAddresses(world: World, node: Node): void {
  const assignedLinks: { ip: string | null }[] = [];
  try {
    for (const each of node.interfaces)
      for (const link of each.links) {
        if (link.mode !== "auto" || link.ip !== null || link.subnetId === null) continue;
        const subnet = findRow(world.state.networks.subnets, link.subnetId);
        if (subnet === undefined) continue;
        const { systemId, owner } = node;
        const use = { kind: "auto", systemId, interfaceId: each.id, owner } as const;
        link.ip = takeNextAddress(world, subnet, use).ip;
        assignedLinks.push(link);
      }
  } catch (error) {
    for (const link of assignedLinks) {
      if (link.ip !== null) freeAddress(world, link.ip);
      link.ip = null;
    }
    throw error;
  }
}

export function releaseAddresses(world: World, node: Node): void {
  for (const each of node.interfaces) dropLinkAddresses(world, each, (link) => link.mode === "auto");
}

export function clearLinks(world: World, nic: Interface): void {
  dropLinkAddresses(world, nic);
  nic.links = [];
  if (nic.observed !== null) releaseAddressAndName(world, nic.observed.ip);
  nic.observed = null;
}

export function dropStaleGateways(node: Node): void {
  const { gatewayLinks } = node;
  if (gatewayLinks === undefined) return;
  const ids = node.interfaces.flatMap(({ links }) => links.map(({ id }) => id));
  for (const family of ["ipv4", "ipv6"] as const) {
    const id = gatewayLinks[family];
    if (id !== undefined && !ids.includes(id)) delete gatewayLinks[family];
  }
}

export function removeLink(world: World, nic: Interface, link: Link): void {
  if (link.ip !== null) releaseAddressAndName(world, link.ip);
  nic.links = nic.links.filter((other) => other !== link);
}

function dropLinkAddresses(
  world: World,
  nic: Interface,
  matches: (link: Link) => boolean = () => true,
): void {
  for (const link of nic.links) {
    if (link.ip === null || !matches(link)) continue;
    releaseAddressAndName(world, link.ip);
    link.ip = null;
  }
}

function releaseAddressAndName(world: World, ip: string): void {
  freeAddress(world, ip);
  removeAddressFromDns(world, ip);
}

export function observeAddress(world: World, node: Node): void {
  for (const each of node.interfaces) {
    const link = each.links.find((candidate) => candidate.subnetId !== null);
    const subnet = findRow(world.state.networks.subnets, link?.subnetId);
    if (subnet === undefined) continue;
    if (each.observed !== null && findAddress(world, each.observed.ip) !== undefined) return;
    const use = { kind: "observed", systemId: node.systemId, interfaceId: each.id } as const;
    const lease = takeLease(world, subnet, use);
    each.observed = lease === undefined ? null : { subnetId: subnet.id, ip: lease.ip };
    return;
  }
}

export function addStaticLink(world: World, nic: Interface, subnetId: number, ip: string): void {
  nic.links = [
    ...nic.links.filter((link) => link.mode !== "link_up"),
    makeLink(world, "static", subnetId, ip),
  ];
}

export function addressesOf(node: Node): string[] {
  const linkIps = node.interfaces.flatMap((each) => each.links.flatMap((link) => link.ip ?? []));
  return linkIps.length > 0 ? linkIps : node.interfaces.flatMap((each) => each.observed?.ip ?? []);
}

export function resetNetworking(world: World, node: Node, bootMode: LinkMode): void {
  const isHardware = (nic: Interface) => nic.type === "physical" || nic.type === "unknown";
  for (const each of node.interfaces)
    if (isHardware(each)) dropLinkAddresses(world, each);
    else clearLinks(world, each);
  node.interfaces = node.interfaces.filter(isHardware);
  node.interfaces.forEach((each, index) => {
    each.parents = [];
    const subnet = Object.values(world.state.networks.subnets.rows).find((row) => row.vlanId === each.vlanId);
    const isBootInterface = index === 0 && node.nodeType !== "device";
    each.links = initialLinks(world, isBootInterface ? subnet?.id : undefined, each.vlanId);
    if (isBootInterface && subnet !== undefined) each.links = bootLinks(world, node, each, subnet, bootMode);
  });
  dropStaleGateways(node);
}

function bootLinks(world: World, node: Node, nic: Interface, subnet: Subnet, mode: LinkMode): Link[] {
  if (mode === "dhcp") return [makeLink(world, "dhcp", subnet.id)];
  if (mode === "link_up") return [makeLink(world, "link_up", null)];
  if (mode === "static") {
    const use = { kind: "static", systemId: node.systemId, interfaceId: nic.id } as const;
    const address = resultUnless("unavailable", () => takeNextAddress(world, subnet, use));
    if (address !== undefined) return [makeLink(world, "static", subnet.id, address.ip)];
  }
  return nic.links;
}

export function cloneInterfaces(world: World, source: Node, destination: Node): void {
  for (const destinationNic of destination.interfaces) {
    const sourceNic = source.interfaces.find((each) => each.name === destinationNic.name);
    if (sourceNic === undefined) continue;
    dropLinkAddresses(world, destinationNic);
    destinationNic.vlanId = sourceNic.vlanId;
    destinationNic.tags = [...sourceNic.tags];
    destinationNic.links = sourceNic.links.map((link) =>
      makeLink(world, link.mode === "static" ? "auto" : link.mode, link.subnetId),
    );
  }
  dropStaleGateways(destination);
}

export function removeTakenAddress(world: World, address: TakenAddress): void {
  const node = address.systemId === null ? undefined : nodeById(world, address.systemId);
  for (const each of node?.interfaces ?? []) {
    each.links = each.links.filter((link) => link.ip !== address.ip || link.mode === "auto");
    for (const link of each.links) if (link.ip === address.ip) link.ip = null;
    if (each.links.length === 0 && each.vlanId !== null) each.links = [makeLink(world, "link_up", null)];
    if (each.observed?.ip === address.ip) each.observed = null;
  }
  if (node !== undefined) dropStaleGateways(node);
  releaseAddressAndName(world, address.ip);
}
