import type { Node, NodeType } from "./node.ts";
import { findRow } from "./table.ts";
import type { User } from "./users.ts";
import type { World } from "./world.ts";

/** The name of a domain by its number; empty for an unknown one. */
export const domainName = (world: World, id: number): string =>
  findRow(world.state.networks.domains, id)?.name ?? "";

/** The subnet that machines of the fleet boot from. */
export const fleetSubnetId = (world: World): number => world.state.networks.fleetSubnetId;

export const fqdn = (world: World, node: Node): string =>
  `${node.hostname}.${domainName(world, node.domainId)}`;

/** All nodes, or those of one type, oldest first. */
export function allNodes(world: World, type?: NodeType): Node[] {
  const nodes = Object.values(world.state.nodes.bySystemId);
  return type === undefined ? nodes : nodes.filter((node) => node.nodeType === type);
}

/** The node of that system id, for any caller. */
export function nodeById(world: World, systemId: string): Node | undefined {
  const { bySystemId } = world.state.nodes;
  return Object.hasOwn(bySystemId, systemId) ? bySystemId[systemId] : undefined;
}

export const findUser = (world: World, username: string): User | undefined =>
  world.state.users.find((user) => user.username === username);
