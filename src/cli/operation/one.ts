import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { Named } from "../../client/lifecycle/progress-event.ts";
import { unanswered } from "../../client/lifecycle/submitted.ts";
import { explainForbidden } from "../../client/names/lock.ts";
import { Failure } from "../../core/failure.ts";
import { selectedNodes } from "../selection/selection.ts";
import { withLook } from "./doubt.ts";
import { printResult } from "./result.ts";
import { type NodeRun, submit, valuesFor } from "./submit.ts";

/** Submits the operation for one node and writes the answer, or the node at the end of the wait. */
export async function submitToOne(run: NodeRun, node: Named | MachineView): Promise<void> {
  const { entry, client, invocation } = run;
  const submitted = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    try {
      return await send();
    } catch (error) {
      throw await explain(error, run, node);
    }
  };
  const values = valuesFor(run, node);
  if (entry.operation.method === "GET")
    return await submitted(() => printResult(entry, client, values, invocation));
  const { printChanged, printSettled } = await import("./changed-node.ts");
  if (invocation.options["wait"] !== true)
    return await submitted(async () => printChanged(run, node, await client.call(entry.operation, values)));
  const { submitAndWatch } = await import("./watch.ts");
  const watched = await submitAndWatch({
    ...run,
    what: node.hostname,
    named: [unanswered(node, run.label)],
    submit: async () => [await submitted(() => submit(run, node))],
  });
  if (watched?.failure !== undefined) throw watched.failure;
  await printSettled(run, node);
}

/**
 * The same for a system_id that is taken as it stands: no request more than the operation itself, unless the
 * service does not know it.
 */
export async function submitUnresolved(run: NodeRun, systemId: string): Promise<void> {
  try {
    await submitToOne(run, { systemId, hostname: systemId });
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "notFound") throw error;
    let hint: string | undefined;
    const [node] = await lookUp(run, systemId).catch((unclear: unknown) => {
      if (unclear instanceof Failure && unclear.details.lines !== undefined) throw unclear;
      if (unclear instanceof Failure && unclear.kind === "notFound") hint = unclear.details.hint;
      return [];
    });
    if (hint !== undefined) throw error.with({ hint, ...error.details });
    if (node === undefined || node.systemId === systemId) throw error;
    await submitToOne(run, node);
  }
}

const lookUp = ({ entry, client, kind }: NodeRun, name: string): Promise<readonly MachineView[]> =>
  selectedNodes({ kind: "names", names: [name] }, entry.operation, kind, client);

/** The error with its reason, the command that shows what became of a change in doubt, and the node. */
async function explain(error: unknown, run: NodeRun, node: Named | MachineView): Promise<unknown> {
  const { entry, invocation, values, parameter, label } = run;
  const look = async () => ("locked" in node ? [node] : await lookUp(run, node.systemId));
  const reason = await explainForbidden(error, look, entry.operation.verb, label);
  const failure = withLook(reason, entry, { ...values, [parameter]: label(node) }, invocation);
  if (!(failure instanceof Failure) || failure.details.outcome === undefined) return failure;
  const { systemId, hostname } = node;
  const status = "statusName" in node ? node.statusName : null;
  return failure.with({
    machines: [{ system_id: systemId, hostname: hostname === systemId ? null : hostname, status }],
  });
}
