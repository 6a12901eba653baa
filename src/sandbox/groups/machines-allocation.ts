import { bridgeInterfaces } from "../model/networks/bridges.ts";
import { describeMismatch, findCandidates } from "../model/nodes/constraints.ts";
import { acquire } from "../model/nodes/ownership.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { conflict } from "../state/domain-error.ts";
import { json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readBridges } from "./node-fields.ts";

/** Document 3, "op-allocate". A dry run answers with what would be acquired and takes nothing. */
function allocate(call: Call) {
  const { world, form } = call;
  const { user } = call;
  const reading = readForm(form);
  const dryRun = reading.boolean("dry_run") ?? false;
  const verbose = reading.boolean("verbose") ?? false;
  const bridges = readBridges(reading);
  reading.check();
  const [chosen] = findCandidates(world, form.values, verbose);
  if (chosen === undefined) throw conflict(describeMismatch(form.values));
  const { node, matched } = chosen;
  if (!dryRun) {
    acquire(
      world,
      node,
      { username: user.username, comment: form.get("comment") },
      form.get("agent_name") ?? "",
    );
    if (bridges !== undefined) bridgeInterfaces(world, node, bridges);
  }
  return json({ ...serializeNode(world, node), constraints_by_type: matched });
}

export const allocationHandlers = {
  "machines.allocate": allocate,
} satisfies Partial<HandlersOf<"machines">>;
