import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { settle } from "./lifecycle.ts";
import { type Actor, recordNodeEvent } from "./node-events.ts";
import { clearOwner } from "./ownership.ts";
import { requireStatus } from "./status.ts";

/** An allocated machine is released first. A deployed one keeps its system, and `markFixed` returns to it. */
export function markBroken(world: World, node: Node, actor: Actor): void {
  const wasDeployed =
    node.status === "deployed" || (node.status === "broken" && node.previousStatus === "deployed");
  if (!wasDeployed) clearOwner(world, node);
  settle(world, node, "broken");
  node.previousStatus = wasDeployed ? "deployed" : "ready";
  recordNodeEvent(world, node, "Marked broken", actor.comment, actor.username);
  node.errorDescription = actor.comment ?? "";
}

export function markFixed(world: World, node: Node, actor: Actor): void {
  requireStatus(node, ["broken"], "mark fixed");
  settle(world, node, node.previousStatus === "deployed" ? "deployed" : "ready");
  node.errorDescription = "";
  recordNodeEvent(world, node, "Marked fixed", actor.comment, actor.username);
}

export function overrideFailedTesting(world: World, node: Node, actor: Actor): void {
  requireStatus(node, ["failed_testing"], "override failed testing on");
  settle(world, node, node.osystem === "" ? "ready" : "deployed");
  recordNodeEvent(world, node, "Overrode failed testing", actor.comment, actor.username);
}
