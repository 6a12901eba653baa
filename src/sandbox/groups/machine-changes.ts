import type { NodeChange } from "../model/nodes/change-rules.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import type { Node } from "../state/node.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { ownNodeOf } from "./path-nodes.ts";

export const machineAnswer = (call: Call, node: Node): Answer => json(serializeNode(call.world, node));

/** Does something to a machine that the caller may change in that way, and answers with the machine. */
export const changing =
  (change: (call: Call, node: Node) => void, answer = machineAnswer, what: NodeChange = "change") =>
  (call: Call): Answer => {
    const node = ownNodeOf(call, "machine", what);
    change(call, node);
    return answer(call, node);
  };

/** What changes a node and is documented to answer with nothing. */
export const quietAnswer = (call: Call, node: Node): Answer =>
  answersAsDeployed(call.world, "changed-node") ? machineAnswer(call, node) : empty(204);

/** As `changing`, documented to answer with nothing. */
export const quietly = (change: (call: Call, node: Node) => void) => changing(change, quietAnswer);
