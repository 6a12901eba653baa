import { group as machines } from "../../api/groups/machines.ts";
import type { OperationEntry } from "../../api/index.ts";
import type { Operation } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Values } from "../../http/call.ts";
import { buildRequest } from "../../http/request.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../action.ts";
import { wordsOf } from "../line/arguments.ts";
import { isPreview, printPlanned } from "../operation/preview.ts";
import { printResult, shapeOf } from "../operation/result.ts";
import { explainForbidden, refuseLocked } from "./lock.ts";
import { isSystemId } from "./names.ts";
import { type NodeRun, sendTo, valuesFor } from "./node-run.ts";
import { readSelection, type Selection } from "./selection.ts";

/**
 * Runs an operation on the nodes that the line selects: names are resolved and questions asked before
 * anything changes; one node prints its answer, several print a row each.
 */
export async function runOnNodes(
  entry: OperationEntry,
  values: Values,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const [identifier] = operation.parameters ?? [];
  if (identifier?.kind === undefined) throw new Error(`${entry.id} is no operation on nodes`);
  const typed = wordsOf(values[identifier.name]);
  const selection = await readSelection(typed, invocation);
  const client = await invocation.connect();
  const run = { entry, parameter: identifier.name, kind: identifier.kind, values, client, invocation };
  const isShown = isPreview(invocation, false);
  const only = onlyName(typed, selection);
  const mustLook = isShown ? !invocation.globals.curl : needsFacts(operation, invocation);
  if (!mustLook && selection.kind === "names" && selection.names.every(isSystemId)) {
    if (isShown) return await preview(run, selection.names.map(unseen));
    if (only !== undefined) return await runOnUnseen(run, only);
  }
  const nodes = await nodesOf(run, selection);
  const [first] = nodes;
  if (first === undefined) {
    const where = selection.kind === "filters" ? "--where" : "standard input";
    invocation.messages.note(`${where} selects no ${identifier.kind}: nothing to do`);
    const { printRows } = await import("./rows.ts");
    return await printRows([], invocation);
  }
  if (isShown) return await preview(run, nodes);
  if (operation.confirm !== undefined) {
    refuseLocked(operation.verb, nodes);
    const { confirmMachines, machinesAtRisk } = await import("./confirmation.ts");
    await confirmMachines(operation.verb, machinesAtRisk(operation, values, nodes), invocation);
  }
  if (only !== undefined) return await runOnOne(run, first);
  const { runOnMany } = await import("./many.ts");
  await runOnMany(run, nodes);
}

/**
 * What a single machine by its system_id has no need of is loaded when it is needed: most commands are of
 * that kind.
 */
async function nodesOf({ client, kind }: NodeRun, selection: Selection): Promise<readonly MachineView[]> {
  if (selection.kind === "names") {
    const { resolveNodes } = await import("./resolve.ts");
    return await resolveNodes(client, kind, selection.names);
  }
  const { selectNodes } = await import("./filters.ts");
  return await selectNodes(client, kind, selection.filters);
}

const lookUp = (run: NodeRun, name: string): Promise<readonly MachineView[]> =>
  nodesOf(run, { kind: "names", names: [name] });

/**
 * The one name where a single machine is typed as such; a range, `-` or filter that selects one writes rows
 * all the same.
 */
function onlyName(typed: readonly string[], selection: Selection): string | undefined {
  const [word, ...others] = typed;
  return selection.kind === "names" && others.length === 0 && selection.names[0] === word ? word : undefined;
}

const unseen = (systemId: string): Target => ({ systemId, hostname: systemId });

/** True where the machine before the operation matters: a question, or a wait that compares with it. */
const needsFacts = (operation: Operation, { options }: Invocation): boolean =>
  operation.confirm !== undefined || options["wait"] === true;

async function preview(run: NodeRun, nodes: readonly (Target | MachineView)[]): Promise<void> {
  const { entry, client, invocation } = run;
  const planned = nodes.map((node) => ({
    request: buildRequest(entry.operation, valuesFor(run, node), client.endpoint),
    nodes: [node],
  }));
  await printPlanned(planned, client, invocation);
}

/**
 * One system_id, taken as it stands: no request more than the operation itself, unless there is no such node.
 */
async function runOnUnseen(run: NodeRun, name: string): Promise<void> {
  try {
    await runOnOne(run, unseen(name));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "notFound") throw error;
    let hint: string | undefined;
    const named = await lookUp(run, name).catch((unclear: unknown) => {
      if (unclear instanceof Failure && unclear.details.lines !== undefined) throw unclear;
      if (unclear instanceof Failure && unclear.kind === "notFound") hint = unclear.details.hint;
      return [];
    });
    const [node] = named;
    if (hint !== undefined) throw new Failure(error.kind, error.message, { hint, ...error.details });
    if (node === undefined || node.systemId === name) throw error;
    await runOnOne(run, node);
  }
}

async function runOnOne(run: NodeRun, node: Target | MachineView): Promise<void> {
  const { entry, client, invocation } = run;
  const look = async () => ("locked" in node ? [node] : await lookUp(run, node.systemId));
  let target: Target;
  try {
    if (invocation.options["wait"] !== true)
      return await printResult(entry, client, valuesFor(run, node), invocation);
    target = await sendTo(run, node);
  } catch (error) {
    throw await explainForbidden(error, look, entry.operation.verb);
  }
  const { waitAfter } = await import("../waiting/wait.ts");
  await waitAfter(invocation, entry.operation, [target]);
  await printNode(run, target);
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
