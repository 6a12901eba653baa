import { Refusal } from "../handler.ts";
import type { Node } from "../nodes/node.ts";
import { allNodes, nodeById } from "../nodes/nodes.ts";
import type { World } from "../world.ts";
import { findAddress, timestamp } from "./addresses.ts";
import { parseAddress } from "./blocks.ts";
import { subnetHolding } from "./subnets.ts";
import { findRow } from "./table.ts";

/** A host that a rack controller has seen on a network. */
export interface Neighbour {
  readonly ip: string;
  readonly mac: string;
  /** As it announced itself (mDNS); null where it did not, or where that was cleared. */
  hostname: string | null;
  readonly organization: string | null;
  /** The system id of the rack controller that saw it. */
  observer: string | null;
  /** Simulated milliseconds since the epoch. */
  lastSeen: number;
}

export interface Neighbours {
  rows: Neighbour[];
  /** When the running scan ends; null where none has run. */
  scanEndsAt: number | null;
}

/** The identifier of deployed services: address and MAC address, base64. */
const discoveryId = (neighbour: Neighbour): string =>
  Buffer.from(`${neighbour.ip},${neighbour.mac}`).toString("base64");

/** All neighbours, most recently seen first. */
export const recentFirst = (world: World): Neighbour[] =>
  [...world.state.networks.neighbours.rows].sort((a, b) => b.lastSeen - a.lastSeen);

/** Notes that a neighbour was seen, now; one known already is seen again. */
export function noteNeighbour(world: World, seen: Omit<Neighbour, "lastSeen">): void {
  const { rows } = world.state.networks.neighbours;
  const known = rows.find((each) => each.ip === seen.ip && each.mac === seen.mac);
  if (known === undefined) rows.push({ ...seen, lastSeen: world.clock.now() });
  else {
    known.lastSeen = world.clock.now();
    known.hostname = seen.hostname;
    known.observer = seen.observer;
  }
}

/** The discovery of the path; 404 where there is none. */
export function requireNeighbour(world: World, id: string | undefined): Neighbour {
  const neighbour = world.state.networks.neighbours.rows.find((each) => discoveryId(each) === id);
  if (neighbour === undefined) throw new Refusal(404, "No Discovery matches the given query.");
  return neighbour;
}

/** Every MAC address of an interface. */
export function knownMacs(world: World): ReadonlySet<string> {
  const macs = new Set<string>();
  for (const node of allNodes(world)) for (const each of node.interfaces) macs.add(each.macAddress);
  return macs;
}

/** Whether a known node is configured with the address or was seen using it. */
export const isKnownIp = (world: World, ip: string): boolean => findAddress(world, ip)?.systemId != null;

export const rackControllers = (world: World): Node[] => allNodes(world, "rackController");

/** In the recorded shape. */
export function describeNeighbour(world: World, neighbour: Neighbour): Record<string, unknown> {
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
    resource_uri: `/${world.segment}/api/2.0/discovery/${id}/`,
  };
}
