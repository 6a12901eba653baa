import { statuses } from "../../../api/statuses.ts";
import { nodeById } from "../../state/access.ts";
import { conflict, forbidden, noMatch } from "../../state/domain-error.ts";
import { type Node, type NodeType, nodeTypes } from "../../state/node.ts";
import type { Caller } from "../../state/users.ts";
import type { World } from "../../state/world.ts";

/**
 * Whether a caller may see a node: administrators see all, users their own, those that nobody owns,
 * and controllers never.
 */
export function canSee(caller: Caller, node: Node): boolean {
  if (caller.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === caller.username;
}

/** Whether a caller may change a node: administrators all, users their own. */
export const canEdit = (caller: Caller, node: Node): boolean =>
  caller.isAdministrator || node.owner === caller.username;

/** The node of that system id and type, for any caller. */
function findNode(world: World, systemId: string, type?: NodeType): Node {
  const node = nodeById(world, systemId);
  if (node === undefined || (type !== undefined && node.nodeType !== type))
    throw noMatch(type === undefined ? "Node" : (nodeTypes[type].name.split(" ")[0] ?? ""));
  return node;
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

/** Forbidden unless the caller may change the node and it is not locked; no reason is given. */
export function requireEditable(caller: Caller, node: Node): void {
  if (!canEdit(caller, node) || node.locked) throw forbidden();
}

/** As `requireEditable`, and a conflict unless the machine is ready or allocated. */
export function requireStorageChangeable(caller: Caller, node: Node): void {
  requireEditable(caller, node);
  if (node.status !== "ready" && node.status !== "allocated")
    throw conflict(
      `Cannot change the storage: the machine is '${statuses[node.status].name}', neither Ready nor Allocated.`,
    );
}
