import { canAdminister, type NodeChange, requireChange, requireNode } from "../model/nodes/access.ts";
import { composedMachines, removeMachine, removeNode } from "../model/nodes/lifecycle.ts";
import { annotate } from "../model/nodes/transitions.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { forbidden, requireFound } from "../state/domain-error.ts";
import type { Node, NodeType } from "../state/node.ts";
import { type BlockDevice, findDevice, type Partition } from "../state/storage.ts";
import { requireItem } from "../state/table.ts";
import { usesDeployedStyle } from "../state/world.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { checkedForm } from "../wire/form-reader.ts";
import { tagHandlers } from "./resource.ts";

export function nodeOf({ world, user, operation, path }: Call, type?: NodeType): Node {
  const node = requireNode(world, user, path.system_id ?? "", type);
  const isForbidden = operation.documentedAdminOnly ? !user.isAdministrator : !canAdminister(user, node);
  if (operation.who === "admin" && isForbidden) throw forbidden();
  return node;
}

export function editableNodeOf(call: Call, type?: NodeType, change: NodeChange = "change"): Node {
  const node = nodeOf(call, type);
  requireChange(call.world, call.user, node, change);
  return node;
}

export const storageMachineOf = (call: Call): Node => editableNodeOf(call, "machine", "changeStorage");

export function partitionOf(call: Call, node: Node): { device: BlockDevice; partition: Partition } {
  const { device_id, id } = call.path;
  const device = requireFound(findDevice(node.storage, device_id ?? ""), "BlockDevice");
  return { device, partition: requireItem(device.partitions, id, "Partition") };
}

export const nodeAnswer = (call: Call, node: Node): Answer => json(serializeNode(call.world, node));

export const changeMachine =
  (change: (call: Call, node: Node) => void, answer = nodeAnswer, kind: NodeChange = "change") =>
  (call: Call): Answer => {
    const node = editableNodeOf(call, "machine", kind);
    change(call, node);
    return answer(call, node);
  };

/** The documents describe an empty answer; live services return the node. */
const documentedEmptyAnswer = (call: Call, node: Node): Answer =>
  usesDeployedStyle(call.world, "changed-node") ? nodeAnswer(call, node) : empty(204);

export const annotateNode =
  (type: NodeType, needsKey = true) =>
  (call: Call): Answer => {
    const node = editableNodeOf(call, type);
    annotate(node, call.form.values, needsKey);
    return documentedEmptyAnswer(call, node);
  };

export const changeWithEmptyAnswer = (change: (call: Call, node: Node) => void) =>
  changeMachine(change, documentedEmptyAnswer);

/** Deleting a VM host requires `force` and also deletes its VMs. The documents say so only for machines. */
export const deleteNode = (type?: NodeType) => (call: Call) => {
  const node = nodeOf(call, type);
  const { world, user } = call;
  const form = checkedForm(call, [{ name: "force", type: "boolean" }]);
  const vms = composedMachines(world, node);
  for (const each of [node, ...vms]) requireChange(world, user, each, "remove");
  if (node.nodeType === "machine") removeMachine(world, node, vms, form.boolean("force") ?? false);
  else removeNode(world, node);
  return empty(204);
};

interface TaggingOptions<Row> {
  readonly type?: NodeType;
  find(call: Call, node: Node): Row;
  answer(call: Call, node: Node, row: Row): Answer;
}

export const nodePartTagHandlers = <Singular extends string, Row extends { tags: string[] }>(
  singular: Singular,
  { type, find, answer }: TaggingOptions<Row>,
) =>
  tagHandlers(singular, (call, changeTags) => {
    const node = nodeOf(call, type);
    const row = find(call, node);
    editableNodeOf(call, type);
    row.tags = changeTags(row.tags, checkedForm(call).text("tag") ?? "");
    return answer(call, node, row);
  });
