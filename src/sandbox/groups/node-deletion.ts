import { requireChange } from "../model/nodes/change-rules.ts";
import { composedMachines, removeMachine, removeNode } from "../model/nodes/removal.ts";
import type { Node } from "../state/node.ts";
import type { Call } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/**
 * Deletes a node, by whichever group it was named. A host of virtual machines goes with them, and only with
 * `force`; that is documented for machines, and holds for nodes.
 */
export function deleteNode(call: Call, node: Node): void {
  const { world, user } = call;
  const form = readForm(call, [{ name: "force", type: "boolean" }]);
  form.check();
  const composed = composedMachines(world, node);
  for (const each of [node, ...composed]) requireChange(world, user, each, "remove");
  if (node.nodeType === "machine") removeMachine(world, node, composed, form.boolean("force") ?? false);
  else removeNode(world, node);
}
