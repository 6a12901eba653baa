import type { OperationEntry } from "../../api/index.ts";
import type { IdentifierKind } from "../../api/operation.ts";
import type { CallOptions, Client, Values } from "../../http/call.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Named, WatchTarget } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Labels } from "../selection/names.ts";

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

/** A node that an operation was submitted to, as a wait needs it. */
export interface Submitted extends WatchTarget {
  /** The status name in the answer; undefined where the answer holds none. */
  readonly statusName: string | undefined;
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

/** What is known of a node before the operation is answered. */
export function unanswered(node: Named | MachineView, label: Labels): Submitted {
  const { systemId, hostname } = node;
  const view = "status" in node ? node : undefined;
  return {
    systemId,
    hostname,
    typed: label(node),
    before: view?.status,
    powerBefore: view?.powerState,
    owner: view?.owner,
    statusName: undefined,
  };
}

/** The same with the node as the answer shows it. */
export function withAnswer(target: Submitted, view: MachineView | undefined): Submitted {
  if (view === undefined) return target;
  const { hostname, statusName, status, owner } = view;
  return { ...target, hostname, statusName, answered: status, owner: target.owner ?? owner };
}

/** The values of the operation for one node. */
export const valuesFor = (
  run: Pick<NodeRun, "values" | "parameter">,
  node: { readonly systemId: string },
): Values => ({
  ...run.values,
  [run.parameter]: node.systemId,
});
