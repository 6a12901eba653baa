import type { Condition } from "../../../client/lifecycle/goal.ts";
import type { WatchTarget } from "../../../client/lifecycle/progress-event.ts";
import { outcomeRow } from "../../../client/lifecycle/wait-result.ts";
import { isSystemId } from "../../../client/names/names.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { labelerFor, namedNodes, readSelection } from "../../values/selection.ts";
import { watch } from "../../waiting/wait.ts";

type WaitInvocation = Invocation<
  { readonly for?: readonly Condition[]; readonly all?: boolean },
  { readonly system_id: readonly string[] }
>;

export async function waitForNodes(invocation: WaitInvocation, shape: Shape): Promise<void> {
  const { for: conditions = [], all = false } = invocation.options;
  const selection = await readSelection(invocation.arguments.system_id, invocation);
  if (selection.kind !== "names") throw new Failure("usage", "name the machines to wait for");
  const client = await invocation.connect();
  // A machine that is already gone cannot be looked up.
  const mayBeGone = conditions.some(({ kind }) => kind === "gone") && selection.names.every(isSystemId);
  const nodes = mayBeGone ? [] : await namedNodes(selection, "machine", client);
  const label = labelerFor(selection, nodes);
  const targets: readonly WatchTarget[] = mayBeGone
    ? selection.names.map((name) => ({ systemId: name, hostname: name }))
    : nodes.map(({ systemId, hostname }) => ({
        systemId,
        hostname,
        nameForCommands: label({ systemId, hostname }),
      }));
  const { outcomes, failure } = await watch(invocation, targets, { kind: "conditions", conditions, all });
  await invocation.print(outcomes.map(outcomeRow), shape);
  if (failure !== undefined) throw failure;
}
