import { type Node, type NodeType, nodeTypes } from "../../state/node.ts";
import { nodeById } from "../../state/nodes.ts";
import type { Call } from "../../wire/call.ts";
import { Refusal } from "../../wire/http-error.ts";
import { requireUser } from "../../wire/permissions.ts";

/**
 * Whether a caller may see a node: administrators see all, users their own, those that nobody owns, and
 * controllers never.
 */
export function canSee(call: Call, node: Node): boolean {
  if (call.user === undefined) return false;
  if (call.user.isAdministrator) return true;
  if (node.nodeType === "rackController") return false;
  return node.owner === null || node.owner === call.user.username;
}

/** Whether a caller may change a node: administrators all, users their own. */
export const canEdit = (call: Call, node: Node): boolean =>
  call.user !== undefined && (call.user.isAdministrator || node.owner === call.user.username);

/**
 * The node of the path's `system_id`, visible to the caller: 401 for nobody, 404 where there is none to see.
 */
export function requireNode(call: Call, type?: NodeType): Node {
  requireUser(call);
  const node = nodeById(call.world, call.path.system_id ?? "");
  if (node !== undefined && (type === undefined || node.nodeType === type) && canSee(call, node)) return node;
  throw notFound(type);
}

/**
 * As `requireNode`, but 403 for a node that is there and not the caller's to see: of operations that list
 * both (documents 2 and 3, "op-details").
 */
export function requireVisibleNode(call: Call, type?: NodeType): Node {
  requireUser(call);
  const node = nodeById(call.world, call.path.system_id ?? "");
  if (node === undefined || (type !== undefined && node.nodeType !== type)) throw notFound(type);
  if (!canSee(call, node)) throw new Refusal(403, "");
  return node;
}

/**
 * As `requireNode`, and the caller may change it. 403 otherwise, also for a locked machine, without a reason,
 * as deployed services answer (field notes, "Answers").
 */
export function requireOwnNode(call: Call, type?: NodeType): Node {
  const node = requireNode(call, type);
  if (!canEdit(call, node) || node.locked) throw new Refusal(403, "");
  return node;
}

const notFound = (type?: NodeType) =>
  new Refusal(
    404,
    `No ${type === undefined ? "Node" : nodeTypes[type].name.split(" ")[0]} matches the given query.`,
  );
