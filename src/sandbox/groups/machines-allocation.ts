import { bridgeInterfaces } from "../model/networks/bridges.ts";
import { describeMismatch, findCandidates } from "../model/nodes/constraints.ts";
import { acquire } from "../model/nodes/ownership.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { conflict } from "../state/domain-error.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { readBridges } from "./node-fields.ts";

/** The service reads further forms of these numbers, such as `2.0`. */
const rules: readonly FieldRule[] = [
  { name: "cpu_count", type: "string" },
  { name: "mem", type: "string" },
];

/** A dry run answers with what would be acquired and takes nothing. */
function allocate(call: Call) {
  const { world, form, user } = call;
  const reader = readForm(call, rules);
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

export const allocationHandlers = {
  "machines.allocate": allocate,
} satisfies Partial<HandlersOf<"machines">>;
