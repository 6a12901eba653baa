import { hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { bytes, empty, json } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { deleteNode } from "./node-deletion.ts";
import { answerIsRegistered, answerNodes, answerSetZone, listNodes } from "./node-sets.ts";
import { nodeOf, visibleNodeOf } from "./path-nodes.ts";

/** Lists are grouped by type, oldest first within each. */
const groupedByType = ["machine", "device", "rackController"] as const;

export const handlers = {
  "nodes.list": (call) =>
    answerNodes(
      call,
      groupedByType.flatMap((type) => listNodes(call, type)),
    ),
  "nodes.is_registered": answerIsRegistered,
  "nodes.set_zone": (call) => answerSetZone(call),
  "node.read": (call) => json(serializeNode(call.world, nodeOf(call))),
  "node.delete"(call) {
    deleteNode(call, nodeOf(call));
    return empty(204);
  },
  "node.details": (call) => bytes(hardwareDetails(call.world, visibleNodeOf(call)), "application/bson"),
  "node.power_parameters": (call) => json(nodeOf(call).powerParameters),
} satisfies HandlersOf<"nodes">;
