import { bridgeInterfaces } from "../model/networks/bridges.ts";
import { isReleased, startRelease } from "../model/nodes/actions.ts";
import { requireChange } from "../model/nodes/change-rules.ts";
import { describeMismatch, findCandidates } from "../model/nodes/constraints.ts";
import { acquire } from "../model/nodes/ownership.ts";
import { transitionRules } from "../model/nodes/transitions.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { conflict, invalidField, requiredMessage } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { bridgeRules, readBridges, readErase } from "./node-fields.ts";
import {
  answerIsRegistered,
  answerNodes,
  answerPowerParameters,
  answerSetZone,
  listNodes,
  readMachines,
} from "./node-sets.ts";

export const collectionHandlers = {
  "machines.list": (call) => answerNodes(call, listNodes(call, "machine")),
  "machines.list_allocated"(call) {
    const isOwn = (node: Node) => node.status === "allocated" && node.owner === call.user.username;
    return answerNodes(call, listNodes(call, "machine").filter(isOwn));
  },
  "machines.is_registered": answerIsRegistered,
  "machines.set_zone": (call) => answerSetZone(call, "machine"),
  "machines.power_parameters"(call) {
    if (call.query.all("id").length === 0) throw invalidField("id", requiredMessage);
    return answerPowerParameters(call, "machine");
  },
  "machines.allocate": allocate,
  "machines.release": (call) => json(releaseAll(call).map((node) => node.systemId)),
} satisfies Partial<HandlersOf<"machines">>;

/** Releases all of the machines that the form lists, or none. Returns those that were not released before. */
function releaseAll(call: Call): Node[] {
  const { world, user } = call;
  const machines = readMachines(call, "machines");
  const reason = "You don't have the required permission to release the following machine(s).";
  for (const node of machines) requireChange(world, user, node, "change", reason);
  const released = machines.filter((node) => !isReleased(node));
  const from: readonly string[] = transitionRules.release.from;
  const wrong = released.filter((node) => !from.includes(node.status));
  if (wrong.length > 0) {
    const list = wrong.map((node) => `${node.systemId} ('${node.status}')`).join(", ");
    throw conflict(`Machine(s) cannot be released in their current state: ${list}.`);
  }
  const form = readForm(call, [{ name: "machines", type: "list" }]);
  const erase = readErase(world, form);
  form.check();
  for (const node of released)
    startRelease(world, node, erase, { username: user.username, comment: call.form.get("comment") });
  return released;
}

/** The service reads further forms of these numbers, such as `2.0`. */
const allocationRules: readonly FieldRule[] = [
  { name: "cpu_count", type: "string" },
  { name: "mem", type: "string" },
];

/** A dry run answers with what would be acquired and takes nothing. */
function allocate(call: Call) {
  const { world, form, user } = call;
  const reader = readForm(call, [...allocationRules, ...bridgeRules]);
  const bridges = readBridges(reader);
  reader.check();
  const [chosen] = findCandidates(world, form.values, reader.boolean("verbose") ?? false);
  if (chosen === undefined) throw conflict(describeMismatch(form.values));
  const { node, matched } = chosen;
  if (!reader.boolean("dry_run")) {
    const actor = { username: user.username, comment: form.get("comment") };
    acquire(world, node, actor, form.get("agent_name") ?? "");
    if (bridges !== undefined) bridgeInterfaces(world, node, bridges);
  }
  return json({ ...serializeNode(world, node), constraints_by_type: matched });
}
