import { group as machines } from "../../catalogue/groups/machines.ts";
import { waiters } from "../../catalogue/statuses.ts";
import { watchUntil } from "../../client/execute/wait.ts";
import type { Client } from "../../client/http/call.ts";
import { type Goal, judge } from "../../client/lifecycle/goal.ts";
import { machineView } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { isUnfinished } from "../../client/lifecycle/wait-result.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { askChoice } from "../terminal/prompt.ts";
import {
  abortOnTerminationSignal,
  onTerminationSignal,
  type Termination,
  terminationFailure,
} from "../terminal/signals.ts";
import type { Progress } from "./progress-live.ts";

/** A second Ctrl-C ends the wait at once, a third one the process. SIGTERM does not ask. */
export function watchSignals(
  context: Context,
  progress: Progress,
  question: { text(): string; readonly canAbort: boolean },
) {
  const controller = new AbortController();
  let isAborting = false;
  let openQuestion: Promise<void> | undefined;

  const end = (termination: Termination) => {
    dispose();
    progress.stop();
    if (!controller.signal.aborted) controller.abort(terminationFailure(termination));
  };
  const ask = async () => {
    progress.pause();
    try {
      const choice = await askChoice(context, question.text(), [
        { value: "go", label: "keep waiting" },
        { value: "leave", label: "leave it running and stop waiting" },
        ...(question.canAbort ? [{ value: "abort", label: "abort the operation" } as const] : []),
      ]);
      if (choice === "go") return progress.resume();
      isAborting = choice === "abort";
      end("interrupted");
    } catch (error) {
      end(error instanceof Failure && error.kind === "terminated" ? "terminated" : "interrupted");
    }
  };
  const disposeSignals = onTerminationSignal(context, (termination) => {
    if (termination === "terminated" || openQuestion !== undefined || !isInteractive(context))
      return end(termination);
    openQuestion = ask().finally(() => {
      openQuestion = undefined;
    });
  });
  const disposeSuspend = context.onSuspend?.(progress.pause, () => {
    if (openQuestion === undefined) progress.resume();
  });
  const dispose = () => {
    disposeSignals();
    disposeSuspend?.();
  };
  return {
    /** Aborted with an interrupted or terminated `Failure` to end the wait. */
    signal: controller.signal,
    wantsAbort: () => isAborting,
    /** Resolves when no question is open. */
    release: async () => {
      await openQuestion;
      dispose();
    },
  };
}

const abortsAtOnce = 8;
/** Milliseconds within which an abort must take effect. */
const endMs = 60_000;

/** Aborts the operation on unfinished machines and waits until it has ended there. Settled outcomes are unchanged. */
export async function abortAll(
  { context, messages }: Pick<Invocation, "context" | "messages">,
  client: Client,
  outcomes: readonly WaitOutcome[],
  goal: Goal,
): Promise<readonly WaitOutcome[]> {
  const running = outcomes.filter(isUnfinished);
  /** Machines without an operation, or on which the service refused the abort. */
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
        const earlierEnd = await earlierOutcome(client, goal, outcome, stop.signal);
        refused.set(systemId, earlierEnd ?? { ...outcome, reason: `could not be aborted: ${why}` });
      }
    });
    const aborted = running.filter(({ systemId }) => !refused.has(systemId));
    if (aborted.length > 0) messages.note("abort requested; waiting until it takes effect");
    const { clock, random } = context;
    const targets = aborted.map(({ systemId, hostname }) => ({ systemId, hostname }));
    const watchOptions = { client, clock, random, signal: stop.signal, waitTimeoutMs: endMs };
    const ends = await watchUntil(targets, { kind: "operation", waiter: waiters.abort }, watchOptions);
    const byId = new Map(ends.map((end) => [end.systemId, end]));
    return outcomes.map((outcome) => {
      const unchanged = isUnfinished(outcome) ? refused.get(outcome.systemId) : outcome;
      if (unchanged !== undefined) return unchanged;
      const end = byId.get(outcome.systemId);
      const reason = end?.result === "done" ? "aborted" : "aborted, but its end is not confirmed";
      return { ...outcome, result: "aborted", to: end?.to ?? outcome.to, reason };
    });
  } finally {
    stop.dispose();
  }
}

/** The outcome of an operation that ended before it could be aborted; undefined if unknown. */
async function earlierOutcome(client: Client, goal: Goal, outcome: WaitOutcome, signal: AbortSignal) {
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
