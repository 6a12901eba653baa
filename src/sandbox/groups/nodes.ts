import { canEdit } from "../model/nodes/access.ts";
import { removeNode } from "../model/nodes/removal.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { forbidden } from "../state/domain-error.ts";
import { bytes, empty, json, untypedJson } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
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
    const node = nodeOf(call);
    if (!canEdit(call.user, node)) throw forbidden(reservedForAdministrators);
    removeNode(call.world, node);
    return empty(204);
  },
  "node.details": (call) => bytes(hardwareDetails(call.world, visibleNodeOf(call)), "application/bson"),
  "node.power_parameters": (call) => untypedJson(nodeOf(call).powerParameters),
} satisfies HandlersOf<"nodes">;
