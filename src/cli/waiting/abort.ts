import { group as machines } from "../../catalogue/groups/machines.ts";
import { waiters } from "../../catalogue/statuses.ts";
import { watchUntil } from "../../client/execute/wait.ts";
import type { Client } from "../../client/http/call.ts";
import { type Goal, judge } from "../../client/lifecycle/goal.ts";
import { machineView } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { isOpen } from "../../client/lifecycle/wait-result.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { abortOnTerminationSignal } from "../terminal/signals.ts";

const abortsAtOnce = 8;
/** An abort takes effect at once, or after a moment; in milliseconds. */
const endMs = 60_000;

/**
 * Aborts the operation on the machines that are not done, and watches until it has ended there. The outcomes
 * say what has become of each; those that were settled stay.
 */
export async function abortAll(
  { context, messages }: Pick<Invocation, "context" | "messages">,
  client: Client,
  outcomes: readonly WaitOutcome[],
  goal: Goal,
): Promise<readonly WaitOutcome[]> {
  const running = outcomes.filter(isOpen);
  /** Of the machines where there was nothing to abort, or the service refused to. */
  const refused = new Map<string, WaitOutcome>();
  const stop = abortOnTerminationSignal(context);
  try {
    await inParallel(running, abortsAtOnce, async (outcome) => {
      const { systemId } = outcome;
      try {
        const abort = machines.operations["machine.abort"];
        await (await client.call(abort, { system_id: systemId }, { signal: stop.signal })).value();
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const ended = await endedBefore(client, goal, outcome, stop.signal);
        refused.set(systemId, ended ?? { ...outcome, reason: `could not be aborted: ${why}` });
      }
    });
    const aborted = running.filter(({ systemId }) => !refused.has(systemId));
    if (aborted.length > 0) messages.note("aborted; waiting for it to end");
    const { clock, random } = context;
    const targets = aborted.map(({ systemId, hostname }) => ({ systemId, hostname }));
    const waiting = { client, clock, random, signal: stop.signal, waitTimeoutMs: endMs };
    const ends = await watchUntil(targets, { kind: "operation", waiter: waiters.abort }, waiting);
    const byId = new Map(ends.map((end) => [end.systemId, end]));
    return outcomes.map((outcome) => {
      const unchanged = isOpen(outcome) ? refused.get(outcome.systemId) : outcome;
      if (unchanged !== undefined) return unchanged;
      const end = byId.get(outcome.systemId);
      const reason = end?.result === "done" ? "aborted" : "aborted, and not seen to end";
      return { ...outcome, result: "aborted", to: end?.to ?? outcome.to, reason };
    });
  } finally {
    stop.dispose();
  }
}

/** How an operation ended that was over before it could be aborted; undefined where that cannot be seen. */
async function endedBefore(
  client: Client,
  goal: Goal,
  outcome: WaitOutcome,
  signal: AbortSignal,
): Promise<WaitOutcome | undefined> {
  const read = machines.operations["machine.read"];
  const value = await client
    .call(read, { system_id: outcome.systemId }, { signal })
    .then((answer) => answer.value())
    .catch(() => undefined);
  const view = machineView(value);
  if (view === undefined) return undefined;
  const { state } = judge(goal, { ...view, ssh: false }, undefined, true);
  const isOver = state === "done" || state === "failed";
  return isOver ? { ...outcome, result: state, to: view.statusName, reason: undefined } : undefined;
}
