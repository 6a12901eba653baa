import type { OperationIdOf } from "../../api/index.ts";
import { requireNode, requireVisibleNode } from "../model/nodes/access.ts";
import { removeNode } from "../model/nodes/removal.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { describeNode, nodeText } from "../serialize/nodes.ts";
import { empty, json, jsonTexts } from "../wire/answers.ts";
import type { Handler } from "../wire/call.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireAdministrator, reservedForAdministrators } from "../wire/permissions.ts";
import { listNodes } from "./machines-collection.ts";
import { answerIsRegistered, answerSetZone } from "./node-sets.ts";

/** Document 1: lists are grouped by type, oldest first within each. */
const groupedByType = ["machine", "device", "rackController"] as const;

/** Document 3, "Nodes". */
export const handlers = {
  "nodes.list": (call) =>
    jsonTexts(
      groupedByType.flatMap((type) => listNodes(call, type)),
      (node) => nodeText(call.world, node),
    ),
  "nodes.is_registered": (call) => answerIsRegistered(call),
  "nodes.set_zone": (call) => answerSetZone(call),
  "node.read": (call) => json(describeNode(call.world, requireNode(call))),
  "node.delete"(call) {
    const node = requireNode(call);
    if (call.user?.isAdministrator !== true && node.owner !== call.user?.username)
      throw new Refusal(403, reservedForAdministrators);
    removeNode(call.world, node);
    return empty(204);
  },
  "node.details": (call) => hardwareDetails(call.world, requireVisibleNode(call), "application/bson"),
  "node.power_parameters"(call) {
    const node = requireNode(call);
    requireAdministrator(call);
    // Listed with 200 and no content type.
    return { status: 200, body: JSON.stringify(node.powerParameters) };
  },
} satisfies Record<OperationIdOf<"nodes">, Handler>;
