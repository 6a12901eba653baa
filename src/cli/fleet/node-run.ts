import type { OperationEntry } from "../../api/index.ts";
import type { IdentifierKind } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Client, Values } from "../../http/client.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { Invocation } from "../action.ts";
import { lockedFailure } from "./lock.ts";
import { resolveNodes } from "./resolve.ts";

/** An operation on nodes with everything that running it needs. */
export interface NodeRun {
  readonly entry: OperationEntry;
  /** The identifier's name in the path. */
  readonly parameter: string;
  readonly kind: IdentifierKind;
  readonly values: Values;
  readonly client: Client;
  readonly invocation: Invocation;
}

/** Sends the operation and tells what a wait needs to know: the status before, and the one in the answer. */
export async function sendForWait(run: NodeRun, node: Target | MachineView): Promise<Target> {
  const values = { ...run.values, [run.parameter]: node.systemId };
  const answer = await run.client.call(run.entry.operation, values);
  const view = machineView(await answer.value());
  const before = "status" in node ? node.status : node.before;
  return {
    systemId: node.systemId,
    hostname: view?.hostname ?? node.hostname,
    ...(before === undefined ? {} : { before }),
    ...(view === undefined ? {} : { answered: view.status }),
  };
}

/** A 403 without a reason may be a lock: looks, and says so (field notes, "Answers"). */
export async function explainForbidden(error: unknown, run: NodeRun, systemId: string): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== "forbidden" || run.kind !== "machine") return error;
  const nodes = await resolveNodes(run.client, run.kind, [systemId]).catch(() => []);
  const locked = nodes.filter((node) => node.locked);
  return locked.length === 0 ? error : lockedFailure(`cannot ${run.entry.operation.verb}`, locked);
}
