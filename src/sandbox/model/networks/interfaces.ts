import type { Interface, Link, LinkMode, Node } from "../../state/node.ts";
import { findRow } from "../../state/table.ts";
import { allNodes, type World } from "../../state/world.ts";

interface NewInterface extends Partial<Omit<Interface, "id" | "links">> {
  readonly name: string;
  readonly macAddress: string;
  /** Adds an `auto` link to this subnet. Otherwise the interface has a `link_up` link if it has a VLAN. */
  readonly subnetId?: number;
}

const networkCard = { vendor: "Sandbox", product: "Emulated network card", firmwareVersion: "1.0" } as const;

export function identifyCards(node: Node): void {
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
    type: "physical",
    tags: [],
    enabled: true,
    linkConnected: true,
    linkSpeedMbps,
    interfaceSpeedMbps: Math.max(linkSpeedMbps, defaultSpeedMbps),
    vendor: null,
    product: null,
    firmwareVersion: null,
    numaNode: 0,
    params: {},
    parents: [],
    children: [],
    observed: null,
    ...fields,
    vlanId,
    links: firstLinks(world, subnet?.id, vlanId),
  };
}

export function firstLinks(world: World, subnetId: number | undefined, vlanId: number | null): Link[] {
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

export function findInterfaceByMac(
  world: World,
  mac: string,
): { readonly node: Node; readonly interface: Interface } | undefined {
  for (const node of allNodes(world)) {
    const match = node.interfaces.find((each) => each.macAddress === mac);
    if (match !== undefined) return { node, interface: match };
  }
  return undefined;
}
