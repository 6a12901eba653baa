import { group as machines } from "../api/groups/machines.ts";
import type { OperationEntry } from "../api/index.ts";
import type { Operation } from "../api/operation.ts";
import { type Waiter, waiters } from "../api/statuses.ts";
import { Failure } from "../failure.ts";
import type { Value, Values } from "../http/client.ts";
import { buildRequest } from "../http/request.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { Target } from "../lifecycle/progress-event.ts";
import type { Invocation } from "./action.ts";
import { confirmMachines, machinesAtRisk } from "./fleet/confirmation.ts";
import { refuseLocked } from "./fleet/lock.ts";
import { runOnMany } from "./fleet/many.ts";
import { explainForbidden, type NodeRun, sendForWait } from "./fleet/node-run.ts";
import { isSystemId, listNodes, resolveNodes } from "./fleet/resolve.ts";
import { readSelection } from "./fleet/selection.ts";
import { isPreview, printPlanned } from "./preview.ts";
import { printResult, shapeOf } from "./result.ts";
import { waitAfter } from "./wait.ts";

/**
 * Runs an operation on the nodes that the line selects: names are resolved and questions asked before anything changes; one
 * node prints its answer, several print a row each.
 */
export async function runOnNodes(
  entry: OperationEntry,
  values: Values,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const [identifier] = operation.parameters ?? [];
  if (identifier?.kind === undefined) throw new Error(`${entry.id} is no operation on nodes`);
  const selection = await readSelection(asNames(values[identifier.name]), invocation);
  const client = await invocation.connect();
  const run = { entry, parameter: identifier.name, kind: identifier.kind, values, client, invocation };
  const isShown = isPreview(invocation, false);
  const only = selection.kind === "names" && selection.names.length === 1 ? selection.names[0] : undefined;
  if (only !== undefined && isSystemId(only) && !isShown && !needsFacts(operation, invocation)) {
    return await runOnUnseen(run, only);
  }
  const nodes =
    selection.kind === "names"
      ? await resolveNodes(client, identifier.kind, selection.names)
      : await listNodes(client, identifier.kind, selection.filters);
  const [first] = nodes;
  if (first === undefined) {
    return invocation.messages.note("no machine matches --where: nothing to do");
  }
  if (isShown) {
    const planned = nodes.map(({ systemId, hostname }) => ({
      request: buildRequest(operation, { ...values, [identifier.name]: systemId }, client.endpoint),
      hostname,
    }));
    return await printPlanned(planned, client, invocation);
  }
  if (operation.confirm !== undefined) {
    refuseLocked(operation.verb, nodes);
    await confirmMachines(operation.verb, machinesAtRisk(operation, values, nodes), invocation);
  }
  if (only !== undefined) await runOnOne(run, first);
  else await runOnMany(run, nodes);
}

const asNames = (value: Value | undefined): readonly string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value : [];

/** True where the statuses before the operation decide: a question, or a wait for the status before. */
function needsFacts(operation: Operation, { options }: Invocation): boolean {
  const waiter: Waiter | undefined = operation.waiter === undefined ? undefined : waiters[operation.waiter];
  return operation.confirm !== undefined || (options["wait"] === true && waiter?.success === "before");
}

/** One system_id, taken as it stands: no request more than the operation itself, unless there is no such node. */
async function runOnUnseen(run: NodeRun, name: string): Promise<void> {
  try {
    await runOnOne(run, { systemId: name, hostname: name });
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "notFound") throw error;
    const [named] = await resolveNodes(run.client, run.kind, [name]).catch(() => []);
    if (named === undefined || named.systemId === name) throw error;
    await runOnOne(run, named);
  }
}

async function runOnOne(run: NodeRun, node: Target | MachineView): Promise<void> {
  const { entry, client, invocation } = run;
  const values = { ...run.values, [run.parameter]: node.systemId };
  try {
    if (invocation.options["wait"] !== true) return await printResult(entry, client, values, invocation);
    const target = await sendForWait(run, node);
    await waitAfter(invocation, entry.operation, [target]);
    await printNode(run, target);
  } catch (error) {
    throw await explainForbidden(error, run, node.systemId);
  }
}

/** The node as it is after a wait; one that is gone prints nothing. */
async function printNode({ client, invocation, entry }: NodeRun, { systemId }: Target): Promise<void> {
  try {
    const read = machines.operations["machine.read"];
    const answer = await client.call(read, { system_id: systemId });
    await invocation.printAnswer(answer, shapeOf({ group: entry.group, operation: read }));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "notFound") throw error;
  }
}
