import type { Subnet, Vlan } from "../../state/networks.ts";
import type { Interface, InterfaceType, Link, Node } from "../../state/node.ts";
import { invalid, invalidField } from "../../state/service-error.ts";
import { findRow } from "../../state/table.ts";
import { allNodes, type World } from "../../state/world.ts";
import { blockContains, parseAddress } from "../../values/blocks.ts";
import { findAddress, takeAddress, takeNextAddress } from "./addresses.ts";
import {
  clearLinks,
  dropStaleGateways,
  initialLinks,
  makeInterface,
  makeLink,
  removeLink,
} from "./interfaces.ts";
import { rangeContaining } from "./ranges.ts";
import { blockOf } from "./subnets.ts";

/** A bridge is never a parent, so that a release can remove bridges. */
export const parentTypes: Readonly<Record<"bond" | "bridge" | "vlan", readonly InterfaceType[]>> = {
  bond: ["physical"],
  bridge: ["physical", "bond", "vlan"],
  vlan: ["physical", "bond"],
};

export const childrenOf = (node: Node, { name }: Interface): Interface[] =>
  node.interfaces.filter((each) => each.parents.includes(name));

/** A member of a bond or bridge has no links. */
export const isEnslaved = (node: Node, nic: Interface): boolean =>
  childrenOf(node, nic).some(({ type }) => type === "bond" || type === "bridge");

export function ensureLinkUp(world: World, node: Node, nic: Interface): void {
  if (nic.links.length === 0 && !isEnslaved(node, nic))
    nic.links = initialLinks(world, undefined, nic.vlanId);
}

export function setParents(world: World, node: Node, child: Interface, parents: readonly Interface[]): void {
  const formerParents = node.interfaces.filter((each) => child.parents.includes(each.name));
  child.parents = parents.map(({ name }) => name);
  for (const each of parents) {
    if (child.type === "vlan") continue;
    clearLinks(world, each);
    if (child.type === "bond") each.vlanId = child.vlanId;
  }
  for (const each of formerParents) ensureLinkUp(world, node, each);
  dropStaleGateways(node);
}

export function renameInterface(world: World, node: Node, nic: Interface, name: string): void {
  const children = childrenOf(node, nic);
  for (const child of children)
    child.parents = child.parents.map((parent) => (parent === nic.name ? name : parent));
  nic.name = name;
  for (const child of children)
    if (child.type === "vlan") renameInterface(world, node, child, vlanName(world, nic, child.vlanId));
}

export const vlanName = (world: World, parent: Pick<Interface, "name">, vlanId: number | null): string =>
  `${parent.name}.${findRow(world.state.networks.vlans, vlanId)?.vid ?? 0}`;

export function setVlan(node: Node, nic: Interface, vlanId: number | null): void {
  nic.vlanId = vlanId;
  if (nic.type !== "bond") return;
  for (const parent of node.interfaces) if (nic.parents.includes(parent.name)) parent.vlanId = vlanId;
}

const vlanInterfacesOn = (world: World, vlan: Vlan) =>
  allNodes(world).flatMap((node) =>
    node.interfaces
      .filter((each) => each.type === "vlan" && each.vlanId === vlan.id)
      .map((nic) => ({ node, nic })),
  );

export function vlanNameInUse(world: World, vlan: Vlan, vid: number): string | undefined {
  for (const { node, nic } of vlanInterfacesOn(world, vlan)) {
    const name = `${nic.parents[0]}.${vid}`;
    if (node.interfaces.some((other) => other !== nic && other.name === name)) return name;
  }
  return undefined;
}

export function setVid(world: World, vlan: Vlan, vid: number): void {
  vlan.vid = vid;
  for (const { node, nic } of vlanInterfacesOn(world, vlan))
    renameInterface(world, node, nic, `${nic.parents[0]}.${vid}`);
}

export function moveToVlan(world: World, node: Node, nic: Interface, vlanId: number | null): void {
  if (nic.vlanId === vlanId) return;
  setVlan(node, nic, vlanId);
  clearLinks(world, nic);
  ensureLinkUp(world, node, nic);
  dropStaleGateways(node);
}

export function removeInterface(world: World, node: Node, nic: Interface): void {
  for (const child of childrenOf(node, nic)) {
    if (child.parents.length === 1) removeInterface(world, node, child);
    else child.parents = child.parents.filter((name) => name !== nic.name);
  }
  clearLinks(world, nic);
  node.interfaces = node.interfaces.filter((other) => other !== nic);
  for (const other of node.interfaces) if (nic.parents.includes(other.name)) ensureLinkUp(world, node, other);
  dropStaleGateways(node);
}

export function unlink(world: World, node: Node, nic: Interface, link: Link): void {
  removeLink(world, nic, link);
  ensureLinkUp(world, node, nic);
  dropStaleGateways(node);
}

export interface NewLink {
  readonly mode: "auto" | "dhcp" | "static";
  readonly subnet: Subnet;
  /** Only for static links; the default is the lowest free address. */
  readonly ip?: string | undefined;
}

/** If the address is refused, nothing changes. */
export function addLink(world: World, node: Node, nic: Interface, { mode, subnet, ip }: NewLink): Link {
  const use = { kind: "static", systemId: node.systemId, interfaceId: nic.id, owner: node.owner } as const;
  if (ip !== undefined) requireFreeHost(world, subnet, ip);
  const address =
    mode !== "static"
      ? undefined
      : ip === undefined
        ? takeNextAddress(world, subnet, use)
        : takeAddress(world, subnet, ip, use);
  const newLink = makeLink(world, mode, subnet.id, address?.ip ?? null);
  nic.links = [...nic.links.filter((other) => other.mode !== "link_up"), newLink];
  return newLink;
}

function requireFreeHost(world: World, subnet: Subnet, ip: string): void {
  const refuse = (message: string) => invalidField("ip_address", message);
  const address = parseAddress(ip);
  if (address === undefined || !blockContains(blockOf(subnet), address))
    throw refuse(`IP address is not in the given subnet '${subnet.name}'.`);
  const range = rangeContaining(world, subnet.id, address);
  if (range?.type === "dynamic")
    throw refuse(`IP address is inside a dynamic range ${range.startIp}-${range.endIp}.`);
  if (subnet.gatewayIp === ip || Object.hasOwn(world.state.networks.addresses.byIp, ip))
    throw refuse("IP address is already in use.");
}

export function chooseGateway(world: World, node: Node, { id, subnetId }: Link): void {
  const gateway = findRow(world.state.networks.subnets, subnetId)?.gatewayIp;
  if (gateway === undefined || gateway === null) throw invalid("The subnet of the link has no gateway.");
  node.gatewayLinks = { ...node.gatewayLinks, [gateway.includes(":") ? "ipv6" : "ipv4"]: id };
}

export interface BridgeOptions {
  readonly type: "standard" | "ovs";
  readonly hasSpanningTree: boolean;
  readonly forwardDelaySeconds: number;
}

function moveLinks(world: World, from: Interface, to: Interface, isMoved: (link: Link) => boolean): void {
  to.links = [...to.links, ...from.links.filter(isMoved)];
  from.links = from.links.filter((link) => !isMoved(link));
  for (const { ip } of to.links) {
    const address = ip === null ? undefined : findAddress(world, ip);
    if (address !== undefined) address.interfaceId = to.id;
  }
}

function unusedName(node: Node, name: string): string {
  const isTaken = (candidate: string) => node.interfaces.some((each) => each.name === candidate);
  if (!isTaken(name)) return name;
  let number = 1;
  while (isTaken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

export function bridgeInterfaces(world: World, node: Node, options: BridgeOptions): void {
  const configuredNics = node.interfaces.filter(
    (each) => each.type !== "bridge" && each.links.some((link) => link.subnetId !== null),
  );
  for (const each of configuredNics) {
    const bridge = makeInterface(world, {
      name: unusedName(node, `br-${each.name}`),
      type: "bridge",
      macAddress: each.macAddress,
      vlanId: each.vlanId,
      parents: [each.name],
      linkSpeedMbps: each.linkSpeedMbps,
      numaNode: null,
      params: {
        bridge_type: options.type,
        bridge_stp: options.hasSpanningTree,
        bridge_fd: options.forwardDelaySeconds,
      },
    });
    bridge.links = [];
    moveLinks(world, each, bridge, (link) => link.subnetId !== null);
    node.interfaces.push(bridge);
  }
}

export function removeBridges(world: World, node: Node): void {
  for (const bridge of node.interfaces.filter((each) => each.type === "bridge" && !each.isConfigured)) {
    const parent = node.interfaces.find((each) => bridge.parents.includes(each.name));
    if (parent === undefined) continue;
    moveLinks(world, bridge, parent, () => true);
    node.interfaces = node.interfaces.filter((each) => each !== bridge);
  }
}
