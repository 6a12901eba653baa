import type { Goal } from "../../../client/lifecycle/goal.ts";
import type { WatchTarget } from "../../../client/lifecycle/progress-event.ts";
import { isSystemId } from "../../../client/names/names.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { labelsIn, namedNodes, readSelection } from "../../selection/selection.ts";
import { watch } from "../../waiting/wait.ts";

export async function waitForNodes(
  words: readonly string[],
  goal: Extract<Goal, { readonly kind: "conditions" }>,
  invocation: Invocation,
): ReturnType<typeof watch> {
  const selection = await readSelection(words, invocation);
  if (selection.kind !== "names") throw new Failure("usage", "name the machines to wait for");
  const client = await invocation.connect();
  const mayBeGone = goal.conditions.some(({ kind }) => kind === "gone") && selection.names.every(isSystemId);
  const nodes = mayBeGone ? [] : await namedNodes(selection, "machine", client);
  const label = labelsIn(selection, nodes);
  const targets: readonly WatchTarget[] = mayBeGone
    ? selection.names.map((name) => ({ systemId: name, hostname: name }))
    : nodes.map(({ systemId, hostname }) => ({
        systemId,
        hostname,
        nameForCommands: label({ systemId, hostname }),
      }));
  return await watch(invocation, targets, goal);
}
