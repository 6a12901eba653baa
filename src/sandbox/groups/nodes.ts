import { removeNode } from "../model/nodes/removal.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { nodeJson, serializeNode } from "../serialize/nodes.ts";
import { forbidden } from "../state/domain-error.ts";
import { bytes, empty, json, jsonTexts, untypedJson } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { reservedForAdministrators } from "../wire/permissions.ts";
import { listNodes } from "./machines-collection.ts";
import { answerIsRegistered, answerSetZone } from "./node-sets.ts";
import { nodeOf, visibleNodeOf } from "./path-nodes.ts";

/** Document 1: lists are grouped by type, oldest first within each. */
const groupedByType = ["machine", "device", "rackController"] as const;

/** Document 3, "Nodes". */
export const handlers = {
  "nodes.list": (call) =>
    jsonTexts(
      groupedByType.flatMap((type) => listNodes(call, type)),
      (node) => nodeJson(call.world, node),
    ),
  "nodes.is_registered": (call) => answerIsRegistered(call),
  "nodes.set_zone": (call) => answerSetZone(call),
  "node.read": (call) => json(serializeNode(call.world, nodeOf(call))),
  "node.delete"(call) {
    const node = nodeOf(call);
    if (!call.user.isAdministrator && node.owner !== call.user.username)
      throw forbidden(reservedForAdministrators);
    removeNode(call.world, node);
    return empty(204);
  },
  "node.details": (call) => bytes(hardwareDetails(call.world, visibleNodeOf(call)), "application/bson"),
  "node.power_parameters"(call) {
    const node = nodeOf(call);
    return untypedJson(node.powerParameters);
  },
} satisfies HandlersOf<"nodes">;
