import { type Call, type Handler, json, Refusal } from "../handler.ts";
import { bridgeInterfaces, readBridges } from "../networks/bridges.ts";
import { readForm } from "../networks/form.ts";
import { findCandidates, noMatch } from "../nodes/constraints.ts";
import { describeNode } from "../nodes/describe.ts";
import { acquire } from "../nodes/ownership.ts";
import { requireUser } from "../permissions.ts";

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
