import { requireNode, requireVisibleNode } from "../model/nodes/access.ts";
import { type NodeChange, requireChange } from "../model/nodes/change-rules.ts";
import { requireFound } from "../state/domain-error.ts";
import type { Node, NodeType } from "../state/node.ts";
import type { BlockDevice, Partition } from "../state/storage.ts";
import type { Call } from "../wire/call.ts";

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

/** The partition of the path on that node; 404 where the device or the partition does not exist. */
export function partitionOf(call: Call, node: Node): { device: BlockDevice; partition: Partition } {
  const { device_id, id } = call.path;
  const device = requireFound(
    node.storage.devices.find((each) => String(each.id) === device_id),
    "BlockDevice",
  );
  const partition = requireFound(
    device.partitions.find((each) => String(each.id) === id),
    "Partition",
  );
  return { device, partition };
}
