import type { OperationEntry } from "../../catalogue/index.ts";
import type { Client, Values } from "../../client/http/call.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { type Submitted, submittedBy, unanswered } from "../../client/lifecycle/submitted.ts";
import type { Labels } from "../../client/names/names.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import { doubtWith } from "./doubt.ts";
import { areOpen, failureOfRows, printRows, waitedResult } from "./rows.ts";
import { remarkOf, submitAndWatch } from "./watch.ts";

/** One request that is about several machines, or makes one. */
export interface CollectionRun {
  readonly entry: OperationEntry;
  /** With system ids in the place of names. */
  readonly values: Values;
  /** The machines that it names. */
  readonly nodes: readonly MachineView[];
  readonly label: Labels;
  readonly client: Client;
  readonly invocation: Invocation;
}

/**
 * Sends the request and waits for the operation on every machine that it names, or that the answer names. A
 * machine that was made is printed as it is at the end; otherwise there is a row for each.
 */
export async function submitCollection(run: CollectionRun): Promise<void> {
  const { entry, values, nodes, label, client, invocation } = run;
  const watched = await submitAndWatch({
    entry,
    client,
    invocation,
    what: "the machines",
    named: nodes.map((node) => unanswered(node, label)),
    submit: async () => targetsOf(run, await (await client.call(entry.operation, values)).value()),
  });
  if (watched === undefined) {
    invocation.messages.note("the service's answer has no machine: nothing to wait for");
    return await printRows([], invocation);
  }
  const { outcomes, failure, targets } = watched;
  if (entry.operation.waiter === "create") {
    const { printNode } = await import("./changed-node.ts");
    for (const target of targets) await printNode(run, "machine", target);
    if (failure !== undefined) throw failure;
    return;
  }
  const results = outcomes.map((outcome) => waitedResult(outcome.hostname, outcome));
  await printRows(
    results.map(({ row }) => row),
    invocation,
  );
  const ended = failureOfRows(run, results, {
    showsReasons: invocation.globals.output === "name",
    isUnfinished: areOpen(outcomes),
    remark: remarkOf(watched),
  });
  if (ended !== undefined) throw ended;
}

/** The machines that the request names, else those of the answer. */
function targetsOf({ entry, nodes, label, invocation }: CollectionRun, value: unknown): readonly Submitted[] {
  const named = nodes.map((node) => unanswered(node, label));
  const targets = submittedBy(entry.operation, named, value);
  if (targets !== undefined) return targets;
  throw new Failure("other", "the service's answer has no machine to wait for", {
    outcome: "unknown",
    hint: doubtWith(nextCommand(["machines", "list"], invocation)),
  });
}
