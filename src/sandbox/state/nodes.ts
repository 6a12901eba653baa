import { domainName } from "./dns.ts";
import type { Node, NodeType } from "./node.ts";
import type { World } from "./world.ts";

export const fqdn = (world: World, node: Node): string =>
  `${node.hostname}.${domainName(world, node.domainId)}`;

/** Every node by system id, in the order they were made. */
export interface Nodes {
  bySystemId: Record<string, Node>;
}

/** All nodes, or those of one type, oldest first. */
export function allNodes(world: World, type?: NodeType): Node[] {
  const nodes = Object.values(world.state.nodes.bySystemId);
  return type === undefined ? nodes : nodes.filter((node) => node.nodeType === type);
}

/** The node of that system id, whoever asks. */
export function nodeById(world: World, systemId: string): Node | undefined {
  const { bySystemId } = world.state.nodes;
  return Object.hasOwn(bySystemId, systemId) ? bySystemId[systemId] : undefined;
}
