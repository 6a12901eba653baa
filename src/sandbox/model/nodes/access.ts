import { forbidden, invalidChoice, invalidField, requireFound } from "../../state/domain-error.ts";
import type { Node, NodeType } from "../../state/node.ts";
import type { Caller } from "../../state/users.ts";
import { nodeById, type World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

/**
 * Whether a caller may see a node: administrators see all, users their own, those that nobody owns,
 * and controllers never.
 */
export function canSee(caller: Caller, node: Node): boolean {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}

/** The node of that system id and type, for any caller. */
function findNode(world: World, systemId: string, type?: NodeType): Node {
  const node = nodeById(world, systemId);
  const isAsked = type === undefined || node?.nodeType === type;
  const name = type === undefined ? "node" : type;
  return requireFound(isAsked ? node : undefined, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
}

/** A node that the caller may see: not found where none is visible. */
export function requireNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  return canSee(caller, node) ? node : findNode(world, "", type);
}

/** As `requireNode`, but forbidden for a node that exists and that the caller may not see. */
export function requireVisibleNode(world: World, caller: Caller, systemId: string, type?: NodeType): Node {
  const node = findNode(world, systemId, type);
  if (!canSee(caller, node)) throw forbidden();
  return node;
}

/** The zone of that name; an `invalid` error that names the field where it does not exist. */
export const findZone = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.zones, name, "zone");

/** The pool of that name; an `invalid` error that names the field where it does not exist. */
export const findPool = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.pools, name, "pool");

function findNamed(all: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}
