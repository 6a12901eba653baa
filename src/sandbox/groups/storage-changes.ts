import { statuses } from "../../api/statuses.ts";
import { canEdit, requireNode } from "../model/nodes/access.ts";
import type { Node } from "../state/node.ts";
import type { BlockDevice, Partition } from "../state/storage.ts";
import type { Call } from "../wire/call.ts";
import { Refusal } from "../wire/http-error.ts";

/**
 * The machine of the path, whose storage the caller may change: 404 where there is none to see, 403 for
 * somebody else's, for one that is free (administrators only) and for a locked one, 409 where it is neither
 * ready nor allocated (document 1, "Errors": not ready for storage changes).
 */
export function requireChangeable(call: Call): Node {
  const node = requireNode(call, "machine");
  if (!canEdit(call, node)) throw new Refusal(403, "");
  if (node.locked) throw new Refusal(403, "");
  if (node.status !== "ready" && node.status !== "allocated") {
    throw new Refusal(
      409,
      `Cannot change the storage: the machine is '${statuses[node.status].name}', neither Ready nor Allocated.`,
    );
  }
  return node;
}

/** The partition of the path on that node; 404 where the device or the partition is not there. */
export function requirePartition(call: Call, node: Node): { device: BlockDevice; partition: Partition } {
  const device = node.storage.devices.find(({ id }) => String(id) === call.path.device_id);
  if (device === undefined) throw new Refusal(404, "No BlockDevice matches the given query.");
  const partition = device.partitions.find(({ id }) => String(id) === call.path.id);
  if (partition === undefined) throw new Refusal(404, "No Partition matches the given query.");
  return { device, partition };
}
