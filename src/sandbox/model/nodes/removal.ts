import { allNodes } from "../../state/access.ts";
import { invalid } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { detachNode } from "../networks/removal.ts";
import { cancelWork } from "./lifecycle.ts";

/** Takes a node out of the fleet, with what it holds and what is scheduled for it. */
export function removeNode(world: World, node: Node): void {
  cancelWork(world, node);
  detachNode(world, node);
  delete world.state.nodes.bySystemId[node.systemId];
  for (const child of allNodes(world)) if (child.parent === node.systemId) child.parent = null;
}

/** The virtual machines of the pods that a machine hosts. */
export function composedMachines(world: World, host: Node): Node[] {
  const pods = world.state.places.pods.filter((pod) => pod.host === host.systemId).map((pod) => pod.id);
  return allNodes(world, "machine").filter((node) => node.podId !== null && pods.includes(node.podId));
}

/** A host of virtual machines goes with those that it composed, and only when forced. */
export function removeMachine(world: World, node: Node, composed: readonly Node[], force: boolean): void {
  if (composed.length > 0 && !force)
    throw invalid(
      `Machine ${node.hostname} cannot be removed because it hosts pod machines: ${composed.map((each) => each.hostname).join(", ")}.`,
    );
  for (const each of composed) removeNode(world, each);
  removeNode(world, node);
  for (const pod of world.state.places.pods) if (pod.host === node.systemId) pod.host = null;
}
