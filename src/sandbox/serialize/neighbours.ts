import { discoveryId } from "../model/networks/neighbours.ts";
import { subnetHolding } from "../model/networks/subnets.ts";
import { nodeById } from "../state/access.ts";
import type { Neighbour } from "../state/networks.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { parseAddress } from "../values/blocks.ts";
import { timestamp } from "../values/times.ts";
import { type Json, resourceUri } from "./resource-uri.ts";

export function serializeNeighbour(world: World, neighbour: Neighbour): Json {
  const { vlans, fabrics } = world.state.networks;
  const address = parseAddress(neighbour.ip);
  const subnet = address === undefined ? undefined : subnetHolding(world, address);
  const vlan = subnet === undefined ? undefined : findRow(vlans, subnet.vlanId);
  const observer = neighbour.observer === null ? undefined : nodeById(world, neighbour.observer);
  const seenBy = observer?.interfaces.find((each) => each.vlanId === vlan?.id) ?? observer?.interfaces[0];
  const id = discoveryId(neighbour);
  return {
    discovery_id: id,
    ip: neighbour.ip,
    mac_address: neighbour.mac,
    last_seen: timestamp(neighbour.lastSeen),
    hostname: neighbour.hostname,
    fabric_name: vlan === undefined ? null : (findRow(fabrics, vlan.fabricId)?.name ?? null),
    vid: vlan === undefined || vlan.vid === 0 ? null : vlan.vid,
    mac_organization: neighbour.organization,
    observer: {
      system_id: observer?.systemId ?? null,
      hostname: observer?.hostname ?? null,
      interface_id: seenBy?.id ?? null,
      interface_name: seenBy?.name ?? null,
    },
    resource_uri: resourceUri(world, "discovery", id),
  };
}
