import { conflict, requireFound } from "../state/domain-error.ts";
import type { Interface } from "../state/interfaces.ts";
import type { Node } from "../state/node.ts";
import type { Call } from "../wire/call.ts";
import { ownNodeOf } from "./path-nodes.ts";

/** The interface of the path, by its number or its name; 404 where the node has none. */
export function interfaceOf({ path: { id } }: Call, node: Node): Interface {
  const byId = node.interfaces.find((each) => String(each.id) === id);
  return requireFound(byId ?? node.interfaces.find((each) => each.name === id), "Interface");
}

const changeable: readonly Node["status"][] = ["new", "ready", "allocated", "broken", "failed_testing"];

/** The node of the path, whose interfaces the caller may change now: 404, 403, or 409 for its status. */
export function changeableNodeOf(call: Call, action: string): Node {
  const node = ownNodeOf(call);
  if (node.nodeType === "machine" && !changeable.includes(node.status))
    throw conflict(`Cannot ${action} because the machine is not New, Ready, Allocated, or Broken.`);
  return node;
}
