import type { OperationEntry } from "../../catalogue/index.ts";
import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { CallOptions, Client, Values } from "../../client/http/call.ts";
import { type MachineView, machineView } from "../../client/lifecycle/machine-view.ts";
import type { Named } from "../../client/lifecycle/progress-event.ts";
import { type Submitted, unanswered, withAnswer } from "../../client/lifecycle/submitted.ts";
import type { Labels } from "../../client/names/names.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** An operation on nodes with everything that submitting it needs. */
export interface NodeRun {
  readonly entry: OperationEntry;
  /** The identifier's name in the path. */
  readonly parameter: string;
  readonly kind: IdentifierKind;
  readonly values: Values;
  readonly label: Labels;
  readonly client: Client;
  readonly invocation: Invocation;
}

/** Submits the operation for one node. */
export async function submit(
  run: NodeRun,
  node: Named | MachineView,
  options: CallOptions = {},
): Promise<Submitted> {
  const answer = await run.client.call(run.entry.operation, valuesFor(run, node), options);
  return withAnswer(unanswered(node, run.label), machineView(await answer.value()));
}

/** The values of the operation for one node. */
export const valuesFor = (
  run: Pick<NodeRun, "values" | "parameter">,
  node: { readonly systemId: string },
): Values => ({
  ...run.values,
  [run.parameter]: node.systemId,
});
