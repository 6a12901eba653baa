import { invalidField } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { type Actor, recordNodeEvent } from "../../state/record-event.ts";
import type { World } from "../../state/world.ts";
import type { Constraints } from "../../values/constraints.ts";
import { releaseAddresses } from "../networks/assignment.ts";
import { removeBridges } from "../networks/interface-changes.ts";
import { lockable, requireStatus } from "./transitions.ts";

/** Takes a ready machine for somebody. */
export function acquire(world: World, node: Node, actor: Actor, agentName: string): void {
  requireStatus(node, ["ready"], "allocate");
  node.owner = actor.username;
  node.agentName = agentName;
  node.status = "allocated";
  recordNodeEvent(world, node, "Allocated", actor.comment || `to ${actor.username}`, actor.username);
}

/** What a deploy leaves behind, gone again. */
export function uninstall(world: World, node: Node): void {
  releaseAddresses(world, node);
  node.osystem = "";
  node.distroSeries = "";
  node.hweKernel = "";
  node.userData = null;
  node.token = null;
  node.ephemeralDeploy = false;
  node.enableHwSync = false;
}

/** The end of a release: the machine has no owner and no annotations. */
export function clearOwner(world: World, node: Node): void {
  uninstall(world, node);
  removeBridges(world, node);
  node.owner = null;
  node.agentName = "";
  node.annotations = {};
  node.locked = false;
  node.previousStatus = null;
}

export function lockNode(world: World, node: Node, actor: Actor): void {
  requireStatus(node, lockable, "lock");
  node.locked = true;
  recordNodeEvent(world, node, "Locked", actor.comment, actor.username);
}

export function unlockNode(world: World, node: Node, actor: Actor): void {
  node.locked = false;
  recordNodeEvent(world, node, "Unlocked", actor.comment, actor.username);
}

/**
 * Keys given are set or, with an empty value, removed; others stay. Invalid where none is given and one has
 * to be.
 */
export function annotate(node: Node, given: Constraints, needsKey = true): void {
  const changes = [...given];
  if (changes.length === 0 && needsKey) throw invalidField("key", "At least one key must be given.");
  const annotations = new Map(Object.entries(node.annotations));
  for (const [name, values] of changes) {
    const value = values.at(-1) ?? "";
    if (value === "") annotations.delete(name);
    else annotations.set(name, value);
  }
  // Own members whatever their names, `__proto__` among them.
  node.annotations = Object.fromEntries(annotations);
}
