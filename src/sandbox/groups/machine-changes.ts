import { serializeNode } from "../serialize/nodes.ts";
import type { Node } from "../state/node.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { Call } from "../wire/call.ts";
import { ownNodeOf } from "./path-nodes.ts";

export const machineAnswer = (call: Call, node: Node): Answer => json(serializeNode(call.world, node));

/** Does something to the caller's own machine, and answers with the machine. */
export const changing =
  (change: (call: Call, node: Node) => void, answer = machineAnswer) =>
  (call: Call): Answer => {
    const node = ownNodeOf(call, "machine");
    change(call, node);
    return answer(call, node);
  };

/** The same, answered with nothing. */
export const quietly = (change: (call: Call, node: Node) => void) => changing(change, () => empty(204));
