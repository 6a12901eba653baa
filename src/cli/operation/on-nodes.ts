import type { OperationEntry } from "../../api/index.ts";
import type { Operation } from "../../api/operation.ts";
import { Failure, isInDoubt, isSignal } from "../../failure.ts";
import type { Client, Values } from "../../http/call.ts";
import { buildRequest } from "../../http/request.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { labelsOf } from "../selection/labels.ts";
import { explainForbidden, refuseLocked } from "../selection/lock.ts";
import { isSystemId } from "../selection/names.ts";
import { readSelection, type Selection } from "../selection/selection.ts";
import { withSystemIds } from "../selection/system-ids.ts";
import { wordsOf } from "../typed/arguments.ts";
import { type NodeRun, sendTo, unanswered, valuesFor } from "./node-run.ts";
import { isPreview, printPlanned } from "./preview.ts";
import { printResult } from "./result.ts";

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
  if (identifier?.kind === undefined) throw new Error(`${entry.id} is not an operation on nodes`);
  const typed = wordsOf(values[identifier.name]);
  const selection = await readSelection(typed, invocation);
  const client = await clientFor(entry, invocation);
  const run: NodeRun = {
    entry,
    parameter: identifier.name,
    kind: identifier.kind,
    values: await withSystemIds({ ...operation, parameters: [] }, values, invocation, "look"),
    label: labelsOf(selection.kind === "names" ? selection.names : []),
    client,
    invocation,
  };
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
    const { printNone } = await import("./none.ts");
    return await printNone(run, selection);
  }
  if (isShown) return await preview(run, nodes);
  if (operation.confirm !== undefined) {
    refuseLocked(operation.verb, nodes, run.label);
    const { confirmMachines, machinesAtRisk } = await import("./confirmation.ts");
    await confirmMachines(operation.verb, nodes, machinesAtRisk(operation, values, nodes), invocation);
  }
  if (only !== undefined) return await runOnOne(run, first);
  const { runOnMany } = await import("./many.ts");
  await runOnMany(run, nodes);
}

/** The client in force, which sends again what an update must not leave out. */
async function clientFor(entry: OperationEntry, invocation: Invocation): Promise<Client> {
  const client = await invocation.connect();
  if (entry.operation.fields?.some(({ keep }) => keep) !== true) return client;
  return (await import("./kept-fields.ts")).keepingFields(client, entry, invocation.messages);
}

/**
 * What a single machine by its system_id has no need of is loaded when it is needed: most commands are of
 * that kind.
 */
async function nodesOf(
  { entry, client, kind }: NodeRun,
  selection: Selection,
): Promise<readonly MachineView[]> {
  const { lookingFor } = await import("../selection/unchanged.ts");
  return await lookingFor(entry.operation, async () => {
    if (selection.kind === "names") {
      const { resolveNodes } = await import("../selection/resolve.ts");
      return await resolveNodes(client, kind, selection.names);
    }
    const { selectNodes } = await import("../selection/filters.ts");
    return await selectNodes(client, kind, selection.filters);
  });
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
  const { entry, client, invocation, values } = run;
  const look = async () => ("locked" in node ? [node] : await lookUp(run, node.systemId));
  const explained = async (error: unknown): Promise<unknown> => {
    const failure = await explainForbidden(error, look, entry.operation.verb, run.label);
    const { withLook } = await import("./doubt.ts");
    return aboutNode(
      withLook(failure, entry, { ...values, [run.parameter]: run.label(node) }, invocation),
      node,
    );
  };
  try {
    if (entry.operation.method === "GET")
      return await printResult(entry, client, valuesFor(run, node), invocation);
    if (invocation.options["wait"] !== true) {
      const { printChanged } = await import("./changed-node.ts");
      return await printChanged(run, node, await client.call(entry.operation, valuesFor(run, node)));
    }
  } catch (error) {
    throw await explained(error);
  }
  await sendAndWait(run, node, explained);
  const { printNode } = await import("./changed-node.ts");
  await printNode(run, node);
}

/** Waits for the operation, also where its request got no clear answer and the machine can still be read. */
async function sendAndWait(
  run: NodeRun,
  node: Target | MachineView,
  explained: (error: unknown) => Promise<unknown>,
): Promise<void> {
  const { entry, invocation, client } = run;
  let target: Target;
  let doubt: Failure | undefined;
  try {
    target = await sendTo(run, node);
  } catch (error) {
    const failure = await explained(error);
    const { canBeWatched } = await import("./doubtful.ts");
    if (!isWatchable(failure) || !(await canBeWatched(client, node.systemId))) {
      const { withResume } = await import("../waiting/resume.ts");
      throw withResume(failure, entry.operation, [unanswered(run, node)], invocation);
    }
    invocation.messages.note(
      `${failure.message}: no clear answer; watching what becomes of ${node.hostname}`,
    );
    doubt = failure;
    target = unanswered(run, node);
  }
  const { watchAfter } = await import("../waiting/wait.ts");
  const { outcomes, failure, moved } = await watchAfter(invocation, entry.operation, [target]);
  if (failure === undefined) return;
  const isClear = moved.has(target.systemId) || outcomes.some(({ result }) => result === "failed");
  if (doubt === undefined || isClear) throw failure;
  const { doubtAfter } = await import("../waiting/resume.ts");
  throw doubtAfter(failure, doubt, entry.operation, [target], invocation);
}

/** A signal ends the waiting as well. */
const isWatchable = (error: unknown): error is Failure => isInDoubt(error) && !isSignal(error);

/** The failure of a change with the machine that it is about. */
function aboutNode(error: unknown, node: Target | MachineView): unknown {
  if (!(error instanceof Failure) || error.details.outcome === undefined) return error;
  const { systemId, hostname } = node;
  const status = "statusName" in node ? node.statusName : null;
  return error.with({
    machines: [{ system_id: systemId, hostname: hostname === systemId ? null : hostname, status }],
  });
}
