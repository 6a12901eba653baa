import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { Named } from "../../client/lifecycle/progress-event.ts";
import { refuseLocked } from "../../client/names/lock.ts";
import { isSystemId, labelsOf } from "../../client/names/names.ts";
import { wordsOf } from "../../client/values/words.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { withSystemIds } from "../selection/field-names.ts";
import { onlyName, readSelection, selectedNodes } from "../selection/selection.ts";
import { isPreview, printPlanned } from "./preview.ts";
import { callOn, type NodeRun, submitCall } from "./submit.ts";

/**
 * Executes an operation on the nodes that the line selects: names are resolved and questions asked before
 * anything changes; one node prints its answer, several print a row each.
 */
export async function executeOnNodes(
  entry: OperationEntry,
  values: Values,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const [identifier] = operation.parameters ?? [];
  if (identifier?.kind === undefined) throw new Error(`${entry.id} is not an operation on nodes`);
  const typed = wordsOf(values[identifier.name]);
  const selection = await readSelection(typed, invocation);
  const client = await invocation.connect();
  const run: NodeRun = {
    entry,
    parameter: identifier.name,
    kind: identifier.kind,
    values: await withSystemIds({ ...operation, parameters: [] }, values, invocation, "verify"),
    label: labelsOf(selection.kind === "names" ? selection.names : []),
    client,
    invocation,
  };
  const isShown = isPreview(invocation);
  const only = onlyName(typed, selection);
  const mustVerify = isShown ? !invocation.globals.curl : needsFacts(operation, invocation);
  if (!mustVerify && selection.kind === "names" && selection.names.every(isSystemId)) {
    const named = selection.names.map((name) => ({ systemId: name, hostname: name }));
    const [first] = named;
    if (isShown) return await preview(run, named);
    if (only !== undefined && first !== undefined) return await submitCall(callOn(run, first), invocation);
  }
  const nodes = await selectedNodes(selection, operation, identifier.kind, client);
  const [first] = nodes;
  if (first === undefined) {
    const { printNone } = await import("./many.ts");
    return await printNone(run, selection);
  }
  if (isShown) return await preview(run, nodes);
  if (operation.confirm !== undefined) {
    refuseLocked(operation.verb, nodes, run.label);
    const { confirmMachines, machinesAtRisk } = await import("./confirmation.ts");
    await confirmMachines(operation.verb, nodes, machinesAtRisk(operation, values, nodes), invocation);
  }
  if (only !== undefined) return await submitCall(callOn(run, first), invocation);
  const { submitToMany } = await import("./many.ts");
  await submitToMany(run, nodes);
}

/** True where the machine before the operation matters: a question, or a wait that compares with it. */
const needsFacts = (operation: Operation, invocation: Invocation): boolean =>
  operation.confirm !== undefined || invocation.options["wait"] === true;

async function preview(run: NodeRun, nodes: readonly (Named | MachineView)[]): Promise<void> {
  const { entry, client, invocation } = run;
  const planned = nodes.map((node) => ({
    request: buildRequest(entry.operation, callOn(run, node).values, client.endpoint),
    nodes: [node],
  }));
  await printPlanned(planned, client, invocation);
}
