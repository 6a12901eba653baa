import { addressKinds, type TakenAddress } from "../state/networks.ts";
import type { Interface, Link, Node } from "../state/node.ts";
import { findRow } from "../state/table.ts";
import { nodeById, type World } from "../state/world.ts";
import { timestamp } from "../values/quantities.ts";
import { serializeSubnet, serializeVlan } from "./networks.ts";
import { fieldsOf, type Json, orNull, resourceUri, serializeOwner } from "./references.ts";

const interfaceFields = fieldsOf<Interface>(
  ...(["interfaceSpeedMbps", "children", "product", "name", "type", "vendor", "parents", "tags"] as const),
  ...(["linkConnected", "firmwareVersion", "macAddress", "id", "enabled", "numaNode"] as const),
);

export function serializeInterface(world: World, node: Node, each: Interface): Json {
  const vlan = findRow(world.state.networks.vlans, each.vlanId);
  const { params, observed } = each;
  return {
    ...interfaceFields(each),
    ...{ sriov_max_vf: 0, system_id: node.systemId },
    effective_mtu: typeof params["mtu"] === "number" ? params["mtu"] : (vlan?.mtu ?? 1500),
    // As recorded: unconfigured interfaces of devices have a string here.
    params: node.nodeType === "device" && Object.keys(params).length === 0 ? "" : params,
    link_speed: each.linkConnected ? each.linkSpeedMbps : 0,
    discovered: observed && [{ ...serializeSubnetOf(world, observed.subnetId), ip_address: observed.ip }],
    links: each.links.map((link) => serializeLink(world, link)),
    vlan: orNull(vlan, (row) => serializeVlan(world, row)),
    resource_uri: resourceUri(world, "nodes", node.systemId, "interfaces", each.id),
  };
}

/** For a MAC address with a reservation but no node: the recorded keys. */
export const serializeUnknownInterface = (macAddress: string): Json => ({
  ...{ interface_speed: 0, sriov_max_vf: 0, children: [], system_id: null, effective_mtu: 1500 },
  ...{ product: null, params: {}, link_speed: 0, discovered: null, links: [], name: "eth0" },
  ...{ type: "unknown", vendor: null, parents: [], link_connected: true, firmware_version: null },
  ...{ mac_address: macAddress, id: null, tags: [], enabled: true, vlan: null, numa_node: null },
  resource_uri: null,
});

const serializeLink = (world: World, link: Link): Json => ({
  id: link.id,
  mode: link.mode,
  ...(link.ip === null ? {} : { ip_address: link.ip }),
  ...serializeSubnetOf(world, link.subnetId),
});

function serializeSubnetOf(world: World, subnetId: number | null): { readonly subnet?: unknown } {
  const subnet = findRow(world.state.networks.subnets, subnetId);
  return subnet === undefined ? {} : { subnet: serializeSubnet(world, subnet) };
}

export function serializeAddress(world: World, taken: TakenAddress): Json {
  const subnet = findRow(world.state.networks.subnets, taken.subnetId);
  const node = taken.systemId === null ? undefined : nodeById(world, taken.systemId);
  const joined = node?.interfaces.find(({ id }) => id === taken.interfaceId);
  const unknown = taken.mac === null ? [] : [serializeUnknownInterface(taken.mac)];
  return {
    created: timestamp(taken.created),
    ip: taken.ip,
    alloc_type: addressKinds[taken.kind].id,
    subnet: orNull(subnet, (row) => serializeSubnet(world, row)),
    owner: serializeOwner(world, taken.owner),
    interface_set: node && joined ? [serializeInterface(world, node, joined)] : unknown,
    alloc_type_name: addressKinds[taken.kind].name,
    resource_uri: resourceUri(world, "ipaddresses"),
  };
}
