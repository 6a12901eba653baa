import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { startTransition } from "./lifecycle.ts";

/** The options of commissioning: whether to test afterwards, and what to leave as it is. */
export interface CommissioningOptions {
  readonly tests: boolean;
  readonly skipNetworking: boolean;
  readonly skipStorage: boolean;
}

/** Starts it: a conflict from a status that does not allow it. */
export function startCommissioning(world: World, node: Node, options: CommissioningOptions): void {
  startTransition(world, node, "commission", options.tests ? undefined : ["commissioning"]);
  node.commissioning = { skipNetworking: options.skipNetworking, skipStorage: options.skipStorage };
}
