import { group as machines } from "../../api/groups/machines.ts";
import { waiters } from "../../api/statuses.ts";
import { Failure } from "../../failure.ts";
import type { Client } from "../../http/call.ts";
import { forEachBounded } from "../../lifecycle/poller.ts";
import type { Outcome, Target } from "../../lifecycle/progress-event.ts";
import { waitFor } from "../../lifecycle/wait.ts";
import type { Invocation } from "../action.ts";
import { stopSignal } from "./stop-signal.ts";

const abortsAtOnce = 8;
/** An abort takes effect at once, or after a moment; in milliseconds. */
const endMs = 60_000;

/**
 * Aborts the operation on the machines that were not done, and watches until it has ended there. The outcomes
 * say what has become of each.
 */
export async function abortAll(
  { context, messages }: Pick<Invocation, "context" | "messages">,
  client: Client,
  running: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const refusals = new Map<string, string>();
  const stop = stopSignal(context, (kind) => new Failure(kind, kind));
  try {
    await forEachBounded(running, abortsAtOnce, async ({ systemId }) => {
      try {
        const abort = machines.operations["machine.abort"];
        await (await client.call(abort, { system_id: systemId }, { signal: stop.signal })).value();
      } catch (error) {
        refusals.set(systemId, error instanceof Error ? error.message : String(error));
      }
    });
    const aborted = running.filter(({ systemId }) => !refusals.has(systemId));
    if (aborted.length > 0) messages.note("aborted; waiting for the end of it");
    const ends = await waitFor(
      aborted.map(({ systemId, hostname }): Target => ({ systemId, hostname })),
      { kind: "operation", waiter: waiters.abort },
      {
        client,
        clock: context.clock,
        random: () => context.random.next(),
        pollIntervalMs: undefined,
        deadlineMs: endMs,
        signal: stop.signal,
      },
    );
    const byId = new Map(ends.map((end) => [end.systemId, end]));
    return running.map((outcome) => {
      const refusal = refusals.get(outcome.systemId);
      if (refusal !== undefined) return { ...outcome, reason: `could not be aborted: ${refusal}` };
      const end = byId.get(outcome.systemId);
      const reason = end?.result === "done" ? "aborted" : "aborted, and not seen to end";
      return { ...outcome, result: "aborted", to: end?.to ?? outcome.to, reason };
    });
  } finally {
    stop.forget();
  }
}
