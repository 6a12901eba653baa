import { invalid } from "../../state/domain-error.ts";
import {
  addressesOfSubnet,
  type Fabric,
  type IpRange,
  type Space,
  type Subnet,
  type Vlan,
} from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { removeRow, rowsOf } from "../../state/table.ts";
import { allNodes, type World } from "../../state/world.ts";
import { clearFreeHints } from "./addresses.ts";
import { clearLinks } from "./assignment.ts";
import { dhcpObstacle } from "./ranges.ts";
import { findVlan, subnetsOfVlan, vlansOfFabric } from "./subnets.ts";

export function removeFabric(world: World, fabric: Fabric): void {
  const { fabrics, vlans } = world.state.networks;
  if (fabric.id === 0) throw invalid("This fabric is the default fabric, it cannot be deleted.");
  const fabricVlans = vlansOfFabric(world, fabric.id);
  const ids = new Set(fabricVlans.map((vlan) => vlan.id));
  const subnets = fabricVlans.flatMap((vlan) => subnetsOfVlan(world, vlan.id)).map((subnet) => subnet.name);
  if (subnets.length > 0)
    throw invalid(`Can't delete fabric; the following subnets are still present: ${subnets.join(", ")}`);
  for (const node of allNodes(world)) {
    const connectedNic = node.interfaces.find((each) => each.vlanId !== null && ids.has(each.vlanId));
    if (connectedNic !== undefined)
      throw invalid(
        `Can't delete fabric; the following interfaces are still connected: ${connectedNic.name} on ${node.hostname}`,
      );
  }
  for (const vlan of rowsOf(vlans))
    if (vlan.relayVlanId !== null && ids.has(vlan.relayVlanId)) vlan.relayVlanId = null;
  for (const id of ids) removeRow(vlans, id);
  removeRow(fabrics, fabric.id);
}

export function removeVlan(world: World, vlan: Vlan): void {
  const { vlans } = world.state.networks;
  const untagged = findVlan(world, vlan.fabricId, 0);
  if (untagged === undefined || untagged.id === vlan.id)
    throw invalid("This VLAN is the default VLAN in the fabric, it cannot be deleted.");
  for (const subnet of subnetsOfVlan(world, vlan.id)) subnet.vlanId = untagged.id;
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.vlanId === vlan.id) each.vlanId = each.type === "vlan" ? null : untagged.id;
  for (const other of rowsOf(vlans)) if (other.relayVlanId === vlan.id) other.relayVlanId = null;
  removeRow(vlans, vlan.id);
}

export function removeSubnet(world: World, subnet: Subnet): void {
  const { ranges, addresses, snippets, staticRoutes, subnets } = world.state.networks;
  const [address] = addressesOfSubnet(world.state.networks, subnet.id);
  if (address !== undefined) throw invalid(`Can't delete subnet; ${address.ip} is still in use.`);
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      if (each.links.some((link) => link.subnetId === subnet.id))
        throw invalid(`Can't delete subnet; ${each.name} on ${node.hostname} is still linked to it.`);
  for (const range of rowsOf(ranges)) if (range.subnetId === subnet.id) removeRow(ranges, range.id);
  for (const snippet of rowsOf(snippets)) if (snippet.subnetId === subnet.id) removeRow(snippets, snippet.id);
  for (const route of rowsOf(staticRoutes))
    if (route.sourceId === subnet.id || route.destinationId === subnet.id) removeRow(staticRoutes, route.id);
  delete addresses.firstMaybeFree[subnet.id];
  removeRow(subnets, subnet.id);
  stopIdleDhcp(world, subnet.vlanId);
}

/** DHCP stops on a VLAN whose last dynamic range is removed. */
export function removeRange(world: World, range: IpRange): void {
  const { networks } = world.state;
  removeRow(networks.ranges, range.id);
  clearFreeHints(world, range.subnetId);
  for (const snippet of rowsOf(networks.snippets)) if (snippet.rangeId === range.id) snippet.rangeId = null;
  const subnet = networks.subnets.rows[range.subnetId];
  if (subnet !== undefined) stopIdleDhcp(world, subnet.vlanId);
}

export function stopIdleDhcp(world: World, vlanId: number): void {
  const vlan = world.state.networks.vlans.rows[vlanId];
  if (vlan !== undefined && dhcpObstacle(world, vlan) !== undefined) vlan.dhcpOn = false;
}

export function removeSpace(world: World, space: Space): void {
  const { spaces, vlans } = world.state.networks;
  for (const vlan of rowsOf(vlans)) if (vlan.spaceId === space.id) vlan.spaceId = null;
  removeRow(spaces, space.id);
}

export function detachNode(world: World, node: Node): void {
  const { networks } = world.state;
  for (const each of node.interfaces) clearLinks(world, each);
  for (const snippet of rowsOf(networks.snippets))
    if (snippet.node === node.systemId) removeRow(networks.snippets, snippet.id);
  for (const vlan of rowsOf(networks.vlans)) {
    if (vlan.secondaryRack === node.systemId) vlan.secondaryRack = null;
    if (vlan.primaryRack !== node.systemId) continue;
    vlan.primaryRack = vlan.secondaryRack;
    vlan.secondaryRack = null;
    if (vlan.primaryRack === null) vlan.dhcpOn = false;
  }
  for (const neighbour of networks.neighbours.rows)
    if (neighbour.observer === node.systemId) neighbour.observer = null;
}
