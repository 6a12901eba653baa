import { allNodes } from "../../state/access.ts";
import type { Interface, InterfaceType, Link, LinkMode } from "../../state/interfaces.ts";
import type { Node } from "../../state/node.ts";
import { findRow } from "../../state/table.ts";
import type { World } from "../../state/world.ts";

interface NewInterface {
  readonly name: string;
  readonly macAddress: string;
  readonly type?: InterfaceType;
  /** Left out: the VLAN of the subnet, or none. */
  readonly vlanId?: number | null;
  /** An `auto` link to this subnet; left out: `link_up`, or no link at all where there is no VLAN. */
  readonly subnetId?: number;
  readonly tags?: readonly string[];
  readonly linkSpeedMbps?: number;
  readonly interfaceSpeedMbps?: number;
  readonly vendor?: string | null;
  readonly product?: string | null;
  readonly firmwareVersion?: string | null;
  readonly numaNode?: number | null;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly parents?: readonly string[];
}

const defaultSpeedMbps = 10_000;

/** Makes an interface with numbers of its own; the caller puts it into its node. No address is taken yet. */
export function makeInterface(world: World, given: NewInterface): Interface {
  const { networks } = world.state;
  const subnet = given.subnetId === undefined ? undefined : findRow(networks.subnets, given.subnetId);
  const vlanId = given.vlanId ?? subnet?.vlanId ?? null;
  const id = networks.nextInterfaceId;
  networks.nextInterfaceId += 1;
  const linkSpeedMbps = given.linkSpeedMbps ?? defaultSpeedMbps;
  return {
    id,
    name: given.name,
    type: given.type ?? "physical",
    macAddress: given.macAddress,
    vlanId,
    tags: [...(given.tags ?? [])],
    enabled: true,
    linkConnected: true,
    linkSpeedMbps,
    interfaceSpeedMbps: given.interfaceSpeedMbps ?? Math.max(linkSpeedMbps, defaultSpeedMbps),
    vendor: given.vendor ?? null,
    product: given.product ?? null,
    firmwareVersion: given.firmwareVersion ?? null,
    numaNode: given.numaNode === undefined ? 0 : given.numaNode,
    params: { ...given.params },
    parents: [...(given.parents ?? [])],
    children: [],
    links:
      subnet !== undefined
        ? [makeLink(world, "auto", subnet.id)]
        : vlanId === null
          ? []
          : [makeLink(world, "link_up", null)],
    observed: null,
  };
}

export function makeLink(
  world: World,
  mode: LinkMode,
  subnetId: number | null,
  ip: string | null = null,
): Link {
  const { networks } = world.state;
  const link = { id: networks.nextLinkId, mode, subnetId, ip };
  networks.nextLinkId += 1;
  return link;
}

/** The speed of the fastest connected interface, in Mbps; 0 without one. */
export const fastestLink = (node: Node): number =>
  Math.max(0, ...node.interfaces.map((each) => (each.linkConnected ? each.linkSpeedMbps : 0)));

/** The interface that has a MAC address, and its node. Takes the canonical form of `parseMac`. */
export function findInterfaceByMac(
  world: World,
  mac: string,
): { readonly node: Node; readonly interface: Interface } | undefined {
  for (const node of allNodes(world)) {
    const found = node.interfaces.find((each) => each.macAddress === mac);
    if (found !== undefined) return { node, interface: found };
  }
  return undefined;
}
