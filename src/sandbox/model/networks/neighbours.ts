import { allNodes } from "../../state/access.ts";
import { noMatch } from "../../state/domain-error.ts";
import type { Neighbour } from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { findAddress } from "./addresses.ts";

/** The identifier of deployed services: address and MAC address, base64. */
export const discoveryId = (neighbour: Neighbour): string =>
  Buffer.from(`${neighbour.ip},${neighbour.mac}`).toString("base64");

/** All neighbours, most recently seen first. */
export const recentFirst = (world: World): Neighbour[] =>
  [...world.state.networks.neighbours.rows].sort((a, b) => b.lastSeen - a.lastSeen);

/** Notes that a neighbour was seen, now; one known already is seen again. */
export function recordNeighbour(world: World, seen: Omit<Neighbour, "lastSeen">): void {
  const { rows } = world.state.networks.neighbours;
  const known = rows.find((each) => each.ip === seen.ip && each.mac === seen.mac);
  if (known === undefined) rows.push({ ...seen, lastSeen: world.clock.now() });
  else {
    known.lastSeen = world.clock.now();
    known.hostname = seen.hostname;
    known.observer = seen.observer;
  }
}

/** The discovery of the path; not found where it does not exist. */
export function requireNeighbour(world: World, id: string | undefined): Neighbour {
  const neighbour = world.state.networks.neighbours.rows.find((each) => discoveryId(each) === id);
  if (neighbour === undefined) throw noMatch("Discovery");
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
