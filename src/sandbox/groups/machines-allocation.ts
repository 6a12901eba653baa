import { bridgeInterfaces } from "../model/networks/bridges.ts";
import { findCandidates, noMatch } from "../model/nodes/constraints.ts";
import { acquire } from "../model/nodes/ownership.ts";
import { describeNode } from "../serialize/nodes.ts";
import { json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { Refusal } from "../wire/http-error.ts";
import { requireUser } from "../wire/permissions.ts";
import { readBridges } from "./node-fields.ts";

/** Document 3, "op-allocate". A dry run answers with what would be acquired and takes nothing. */
function allocate(call: Call) {
  const { world, form } = call;
  const user = requireUser(call);
  const reading = readForm(form);
  const dryRun = reading.boolean("dry_run") ?? false;
  const verbose = reading.boolean("verbose") ?? false;
  const bridges = readBridges(reading);
  reading.check();
  const [chosen] = findCandidates(world, form, verbose);
  if (chosen === undefined) throw new Refusal(409, noMatch(form));
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
  return json({ ...describeNode(world, node), constraints_by_type: matched });
}

export const allocationHandlers = {
  "machines.allocate": allocate,
} satisfies Record<string, Handler>;
