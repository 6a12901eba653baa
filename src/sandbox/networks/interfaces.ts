import type { Node } from "../nodes/node.ts";
import type { World } from "../world.ts";
import { describeSubnet } from "./subnets.ts";
import { findRow } from "./table.ts";
import { describeVlan } from "./vlans.ts";

/** The types of document 3, allocate `interfaces`. */
export const interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"] as const;
type InterfaceType = (typeof interfaceTypes)[number];

/**
 * `auto` takes an address of the subnet when the machine is deployed; `static` keeps one; `link_up` has none.
 */
type LinkMode = "auto" | "static" | "dhcp" | "link_up";

export interface Link {
  readonly id: number;
  readonly mode: LinkMode;
  readonly subnetId: number | null;
  /** The address in use, which the address book holds too. */
  ip: string | null;
}

/** Plain data, saved with its node. */
export interface Interface {
  readonly id: number;
  name: string;
  readonly type: InterfaceType;
  readonly macAddress: string;
  /** Null: not connected. */
  vlanId: number | null;
  tags: string[];
  enabled: boolean;
  linkConnected: boolean;
  linkSpeedMbps: number;
  interfaceSpeedMbps: number;
  readonly vendor: string | null;
  readonly product: string | null;
  readonly firmwareVersion: string | null;
  readonly numaNode: number | null;
  params: Record<string, string | number | boolean>;
  parents: string[];
  children: string[];
  links: Link[];
  /** An address that the interface was seen with while it booted (a DHCP lease). */
  observed: { readonly subnetId: number; readonly ip: string } | null;
}

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

const standardSpeedMbps = 10_000;

/** Makes an interface with numbers of its own; the caller puts it into its node. No address is taken yet. */
export function makeInterface(world: World, given: NewInterface): Interface {
  const { networks } = world.state;
  const subnet = given.subnetId === undefined ? undefined : findRow(networks.subnets, given.subnetId);
  const vlanId = given.vlanId ?? subnet?.vlanId ?? null;
  const id = networks.nextInterfaceId;
  networks.nextInterfaceId += 1;
  const linkSpeedMbps = given.linkSpeedMbps ?? standardSpeedMbps;
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
    interfaceSpeedMbps: given.interfaceSpeedMbps ?? Math.max(linkSpeedMbps, standardSpeedMbps),
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

/** In the recorded shape. */
export function describeInterface(world: World, node: Node, each: Interface): Record<string, unknown> {
  const { vlans } = world.state.networks;
  const vlan = each.vlanId === null ? undefined : findRow(vlans, each.vlanId);
  return {
    interface_speed: each.interfaceSpeedMbps,
    sriov_max_vf: 0,
    children: each.children,
    system_id: node.systemId,
    effective_mtu: vlan?.mtu ?? 1500,
    product: each.product,
    // Recorded so: a device's interface, which nobody configures, has a text for its parameters.
    params: node.nodeType === "device" && Object.keys(each.params).length === 0 ? "" : each.params,
    link_speed: each.linkConnected ? each.linkSpeedMbps : 0,
    discovered:
      each.observed === null
        ? null
        : [{ ...describeSubnetOf(world, each.observed.subnetId), ip_address: each.observed.ip }],
    links: each.links.map((link) => describeLink(world, link)),
    name: each.name,
    type: each.type,
    vendor: each.vendor,
    parents: each.parents,
    link_connected: each.linkConnected,
    firmware_version: each.firmwareVersion,
    mac_address: each.macAddress,
    id: each.id,
    tags: each.tags,
    enabled: each.enabled,
    vlan: vlan === undefined ? null : describeVlan(world, vlan),
    numa_node: each.numaNode,
    resource_uri: `/${world.segment}/api/2.0/nodes/${node.systemId}/interfaces/${each.id}/`,
  };
}

/**
 * An interface that is known by nothing but the MAC address an address was reserved for: the recorded keys,
 * without a node.
 */
export const describeUnknownInterface = (macAddress: string): Record<string, unknown> => ({
  interface_speed: 0,
  sriov_max_vf: 0,
  children: [],
  system_id: null,
  effective_mtu: 1500,
  product: null,
  params: {},
  link_speed: 0,
  discovered: null,
  links: [],
  name: "eth0",
  type: "unknown",
  vendor: null,
  parents: [],
  link_connected: true,
  firmware_version: null,
  mac_address: macAddress,
  id: null,
  tags: [],
  enabled: true,
  vlan: null,
  numa_node: null,
  resource_uri: null,
});

const describeLink = (world: World, link: Link): Record<string, unknown> => ({
  id: link.id,
  mode: link.mode,
  ...(link.ip === null ? {} : { ip_address: link.ip }),
  ...describeSubnetOf(world, link.subnetId),
});

function describeSubnetOf(world: World, subnetId: number | null): { readonly subnet?: unknown } {
  const subnet = subnetId === null ? undefined : findRow(world.state.networks.subnets, subnetId);
  return subnet === undefined ? {} : { subnet: describeSubnet(world, subnet) };
}

/** The speed of the fastest connected interface, in Mbps; 0 where there is none. */
export const fastestLink = (node: Node): number =>
  Math.max(0, ...node.interfaces.map((each) => (each.linkConnected ? each.linkSpeedMbps : 0)));
