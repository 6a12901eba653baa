import { type NodeChange, requireChange, requireNode, requireVisibleNode } from "../model/nodes/access.ts";
import { composedMachines, removeMachine, removeNode } from "../model/nodes/lifecycle.ts";
import { annotate } from "../model/nodes/transitions.ts";
import { serializeNode } from "../serialize/nodes.ts";
import type { Node, NodeType } from "../state/node.ts";
import type { BlockDevice, Partition } from "../state/storage.ts";
import { requireItem } from "../state/table.ts";
import { answersAsDeployed } from "../state/world.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm } from "../wire/form-reader.ts";

/** The node of the path's `system_id`: 404 where the caller sees no such node. */
export const nodeOf = (call: Call, type?: NodeType): Node =>
  requireNode(call.world, call.user, call.path.system_id ?? "", type);

/** As `nodeOf`, but 403 for a node that exists and that the caller may not see. */
export const visibleNodeOf = (call: Call, type?: NodeType): Node =>
  requireVisibleNode(call.world, call.user, call.path.system_id ?? "", type);

/** As `nodeOf`, and 403 where the caller may not change the node in that way, or it is locked. */
export function ownNodeOf(call: Call, type?: NodeType, change: NodeChange = "change"): Node {
  const node = nodeOf(call, type);
  requireChange(call.world, call.user, node, change);
  return node;
}

/** The machine of the path, whose storage the caller may change now: 404, 403, or 409 for its status. */
export const changeableMachineOf = (call: Call): Node => ownNodeOf(call, "machine", "changeStorage");

/** The partition of the path, on a machine whose storage may change now. */
export function changeablePartitionOf(call: Call) {
  const found = partitionOf(call, nodeOf(call, "machine"));
  return { node: changeableMachineOf(call), ...found };
}

/** The partition of the path on that node; 404 where the device or the partition does not exist. */
export function partitionOf(call: Call, node: Node): { device: BlockDevice; partition: Partition } {
  const { device_id, id } = call.path;
  const device = requireItem(node.storage.devices, device_id, "BlockDevice");
  return { device, partition: requireItem(device.partitions, id, "Partition") };
}

export const nodeAnswer = (call: Call, node: Node): Answer => json(serializeNode(call.world, node));

/** Does something to a machine that the caller may change in that way, and answers with the machine. */
export const changing =
  (change: (call: Call, node: Node) => void, answer = nodeAnswer, what: NodeChange = "change") =>
  (call: Call): Answer => {
    const node = ownNodeOf(call, "machine", what);
    change(call, node);
    return answer(call, node);
  };

/** What changes a node and is documented to answer with nothing. */
export const quietAnswer = (call: Call, node: Node): Answer =>
  answersAsDeployed(call.world, "changed-node") ? nodeAnswer(call, node) : empty(204);

/** Sets the keys that the form names, and removes those with an empty value. */
export const annotating =
  (type: NodeType, needsKey = true) =>
  (call: Call): Answer => {
    const node = ownNodeOf(call, type);
    annotate(node, call.form.values, needsKey);
    return quietAnswer(call, node);
  };

/** As `changing`, documented to answer with nothing. */
export const quietly = (change: (call: Call, node: Node) => void) => changing(change, quietAnswer);

/**
 * Deletes a node, by whichever group it was named. A host of virtual machines goes with them, and only with
 * `force`; that is documented for machines, and holds for nodes.
 */
export const deletingNode = (type?: NodeType) => (call: Call) => {
  const node = nodeOf(call, type);
  const { world, user } = call;
  const form = checkedForm(call, [{ name: "force", type: "boolean" }]);
  const composed = composedMachines(world, node);
  for (const each of [node, ...composed]) requireChange(world, user, each, "remove");
  if (node.nodeType === "machine") removeMachine(world, node, composed, form.boolean("force") ?? false);
  else removeNode(world, node);
  return empty(204);
};
