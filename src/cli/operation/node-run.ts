import type { OperationEntry } from "../../api/index.ts";
import type { IdentifierKind } from "../../api/operation.ts";
import type { CallOptions, Client, Values } from "../../http/call.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Labels } from "../selection/labels.ts";

/** An operation on nodes with everything that running it needs. */
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

/** A node that an operation was sent to, as a wait needs it: the status before, and the one in the answer. */
export interface SentTarget extends Target {
  /** The status name in the answer; undefined where it holds none. */
  readonly statusName: string | undefined;
}

/** Sends the operation to one node. */
export async function sendTo(
  run: NodeRun,
  node: Target | MachineView,
  options: CallOptions = {},
): Promise<SentTarget> {
  const answer = await run.client.call(run.entry.operation, valuesFor(run, node), options);
  const view = machineView(await answer.value());
  const before = "status" in node ? node.status : node.before;
  const owner = node.owner ?? view?.owner;
  return {
    systemId: node.systemId,
    hostname: view?.hostname ?? node.hostname,
    typed: run.label(node),
    statusName: view?.statusName,
    ...(before === undefined ? {} : { before }),
    ...(owner === undefined ? {} : { owner }),
    ...(view === undefined ? {} : { answered: view.status }),
  };
}

/** A node that an operation was sent to which got no clear answer. */
export function unanswered(run: NodeRun, node: Target | MachineView): SentTarget {
  const before = "status" in node ? node.status : node.before;
  const power = "status" in node ? node.powerState : node.powerBefore;
  return {
    systemId: node.systemId,
    hostname: node.hostname,
    typed: run.label(node),
    isUnclear: true,
    statusName: undefined,
    ...(before === undefined ? {} : { before }),
    ...(power === undefined ? {} : { powerBefore: power }),
    ...(node.owner === undefined ? {} : { owner: node.owner }),
  };
}

/** The values of the operation for one node. */
export const valuesFor = (
  run: Pick<NodeRun, "values" | "parameter">,
  node: { readonly systemId: string },
): Values => ({
  ...run.values,
  [run.parameter]: node.systemId,
});
