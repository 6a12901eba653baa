import type { Node } from "../../state/node.ts";
import { recordEvent } from "../../state/record-event.ts";
import type { World } from "../../state/world.ts";

/** Simulated milliseconds that a power controller takes. */
const powerChangeMs = 1000;
const key = (node: Node) => `power:${node.systemId}`;

/**
 * Asks the power controller. A controller that does not answer is not an error of the caller: the state just
 * does not change. Returns whether it answered. Machines with manual power are turned by nobody.
 */
export function turnPower(world: World, node: Node, to: "on" | "off"): boolean {
  if (node.powerType === "manual" || node.powerType === "") {
    node.powerState = "unknown";
    return true;
  }
  if (!world.faults.powerAnswers(node)) {
    node.powerState = "error";
    recordEvent(world, {
      type: `Failed to power ${to} node`,
      level: "ERROR",
      description: `Power ${to} for the node failed: the power controller does not answer`,
      node,
    });
    return false;
  }
  if (node.powerChange?.to === to) return true;
  cancelPower(world, node);
  if (node.powerState === to) return true;
  recordEvent(world, { type: `Powering ${to}`, level: "DEBUG", node });
  node.powerChange = { to, endsAt: world.clock.now() + powerChangeMs };
  resumePower(world, node);
  return true;
}

/** Schedules the end of a power change; also for a machine that was loaded in the middle of one. */
export function resumePower(world: World, node: Node): void {
  const change = node.powerChange;
  if (change === null) return;
  world.clock.schedule(key(node), change.endsAt, () => {
    node.powerState = change.to;
    node.powerChange = null;
    recordEvent(world, { type: `Node powered ${change.to}`, level: "DEBUG", node });
  });
}

export function cancelPower(world: World, node: Node): void {
  world.clock.cancel(key(node));
  node.powerChange = null;
}
