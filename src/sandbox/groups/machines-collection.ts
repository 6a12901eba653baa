import { canEdit, canSee } from "../model/nodes/access.ts";
import { nodeFilters } from "../model/nodes/filters.ts";
import { isReleased, startRelease } from "../model/nodes/release.ts";
import { alreadyReleased, transitionRules } from "../model/nodes/transitions.ts";
import { nodeJson } from "../serialize/nodes.ts";
import { allNodes, nodeById } from "../state/access.ts";
import { conflict, forbidden, invalid, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { Node, NodeType } from "../state/node.ts";
import { json, jsonTexts } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readErase } from "./node-fields.ts";
import { answerIsRegistered, answerSetZone } from "./node-sets.ts";

/** The nodes that the caller may see and the filters leave. */
export function listNodes(call: Call, type?: NodeType): Node[] {
  const tests = nodeFilters(call.world, call.query.values);
  return allNodes(call.world, type).filter(
    (node) => canSee(call.user, node) && tests.every((test) => test(node)),
  );
}

const describeAll = (call: Call, nodes: readonly Node[]) =>
  jsonTexts(nodes, (node) => nodeJson(call.world, node));

/** The machines of a field that lists system ids: 400 for one that is not there to see, 403 for another's. */
export function readMachines(call: Call, field: string): Node[] {
  const ids = [...new Set(call.form.all(field).flatMap((value) => value.split(",")))]
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const unknown: string[] = [];
  const machines = ids.flatMap((id) => {
    const node = nodeById(call.world, id);
    if (node?.nodeType === "machine" && canSee(call.user, node)) return [node];
    unknown.push(id);
    return [];
  });
  if (unknown.length > 0) throw invalid(`Unknown machine(s): ${unknown.join(", ")}.`);
  return machines;
}

export const collectionHandlers = {
  "machines.list": (call) => describeAll(call, listNodes(call, "machine")),
  "machines.list_allocated"(call) {
    const { username } = call.user;
    return describeAll(
      call,
      listNodes(call, "machine").filter((node) => node.status === "allocated" && node.owner === username),
    );
  },
  "machines.is_registered": (call) => answerIsRegistered(call),
  "machines.set_zone": (call) => answerSetZone(call, "machine"),
  "machines.power_parameters"(call) {
    const ids = call.query.all("id").flatMap((value) => value.split(","));
    if (ids.length === 0) throw invalidField("id", requiredMessage);
    const wanted = allNodes(call.world, "machine").filter((node) => ids.includes(node.systemId));
    return json(Object.fromEntries(wanted.map((node) => [node.systemId, node.powerParameters])));
  },
  "machines.release"(call) {
    const { user } = call;
    const machines = readMachines(call, "machines");
    if (machines.some((node) => !canEdit(call.user, node) || node.locked)) {
      throw forbidden("You don't have the required permission to release the following machine(s).");
    }
    const wrong = machines.filter(
      (node) =>
        !alreadyReleased.includes(node.status) &&
        !(transitionRules.release.from as readonly string[]).includes(node.status),
    );
    if (wrong.length > 0) {
      const list = wrong.map((node) => `${node.systemId} ('${node.status}')`).join(", ");
      throw conflict(`Machine(s) cannot be released in their current state: ${list}.`);
    }
    const erase = readErase(call.world, readForm(call.form));
    const released = machines.filter((node) => !isReleased(node));
    for (const node of released) {
      startRelease(call.world, node, erase, { username: user.username, comment: call.form.get("comment") });
    }
    return json(released.map((node) => node.systemId));
  },
} satisfies Partial<HandlersOf<"machines">>;
