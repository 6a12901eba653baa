import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Client } from "../../client/http/call.ts";
import { canClearUp, clearsDoubt, stoppedInDoubt } from "../../client/lifecycle/doubt.ts";
import type { WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { Failure, isInDoubt, isSignal } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { resumeHint } from "../waiting/resume.ts";
import { type WaitReport, watchAfter } from "../waiting/wait.ts";

/** One request that is to be watched. */
interface Watchable<Answered extends WatchTarget> {
  readonly entry: OperationEntry;
  readonly client: Client;
  readonly invocation: Invocation;
  /** What the request is about, for a message. */
  readonly what: string;
  /** The machines that it names, as they are before its answer. */
  readonly named: readonly Answered[];
  /** Sends the request and returns the machines to watch. */
  submit(): Promise<readonly Answered[]>;
}

/**
 * Submits one request and waits for the operation on its machines, also where it gets no clear answer and the
 * machines can still be read. Throws the doubt where watching did not clear it up; undefined where there is
 * nothing to watch.
 */
export async function submitAndWatch<Answered extends WatchTarget>(
  watchable: Watchable<Answered>,
): Promise<(WaitReport & { readonly targets: readonly Answered[] }) | undefined> {
  const { entry, client, invocation, what, named, submit } = watchable;
  const { operation } = entry;
  let doubt: Failure | undefined;
  const targets = await submit().catch(async (error: unknown) => {
    if (!isInDoubt(error)) throw error;
    if (!(await canClearUp(error, named[0], client))) throw withResume(error, operation, named, invocation);
    invocation.messages.note(`${error.message}: no clear answer; watching what becomes of ${what}`);
    doubt = error;
    return named.map((target) => ({ ...target, isUnclear: true }));
  });
  if (targets.length === 0) return undefined;
  const report = await watchAfter(invocation, operation, targets);
  const { failure, outcomes } = report;
  if (doubt !== undefined && failure !== undefined && !clearsDoubt(outcomes))
    throw isSignal(failure)
      ? stoppedInDoubt(failure, withResume(doubt, operation, targets, invocation))
      : doubt;
  return { ...report, targets };
}

/** The failure of a change in doubt with the command that waits for what was sent. */
function withResume(
  doubt: Failure,
  operation: Operation,
  targets: readonly WatchTarget[],
  invocation: Invocation,
): Failure {
  const unclear = targets.map((target) => ({ ...target, isUnclear: true }));
  const hints = [doubt.details.hint, resumeHint(operation, unclear, invocation)];
  return doubt.with({ hint: hints.filter((hint) => hint !== undefined).join("; ") || undefined });
}

/**
 * What a watch that ended early adds to the failure of its rows: words where it was stopped; at a deadline the
 * rows say enough, and the hint says how to go on.
 */
export function remarkOf(watched: WaitReport | undefined): Failure | undefined {
  const results = new Set(watched?.outcomes.map(({ result }) => result));
  if (results.has("stopped") || results.has("aborted")) return watched?.failure;
  const { hint } = watched?.failure?.details ?? {};
  return results.has("timeout") ? new Failure("stillInProgress", "", { hint }) : undefined;
}
