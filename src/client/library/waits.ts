import { defaults } from "../../catalogue/defaults.ts";
import { group as machines } from "../../catalogue/groups/machines.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { waiters } from "../../catalogue/statuses.ts";
import { asFailure, Failure, isInDoubt, isSignal } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Client } from "../http/call.ts";
import { parseCondition } from "../lifecycle/condition.ts";
import { canClearUp, clearsDoubt, stoppedInDoubt } from "../lifecycle/doubt.ts";
import type { Condition, Goal } from "../lifecycle/goal.ts";
import type { ProgressEvent, WaitOutcome, WatchTarget } from "../lifecycle/progress-event.ts";
import type { Submitted } from "../lifecycle/submitted.ts";
import { waitFor } from "../lifecycle/wait.ts";
import { failureOf } from "../lifecycle/wait-result.ts";
import { resolveNodes } from "../names/resolve.ts";
import type { CallClient, Session } from "./session.ts";
import type { Settled, WaitOptions } from "./types.ts";

/** Reads under way at once at the end of a wait. */
const parallelReads = 4;

/**
 * Submits an operation and waits for its end, also where it gets no clear answer and the machines can still be read.
 * Resolves with the machines as they are then. Throws the failure that the wait comes to, or the doubt where watching
 * did not clear it up.
 */
export async function submitAndWait(
  session: Session,
  call: CallClient,
  operation: Operation,
  named: readonly Submitted[],
  submit: () => Promise<readonly Submitted[]>,
  options: WaitOptions,
): Promise<readonly unknown[]> {
  if (operation.waiter === undefined) throw new Error(`${operation.path} has nothing to wait for`);
  let doubt: Failure | undefined;
  const targets = await submit().catch(async (error: unknown) => {
    if (!isInDoubt(error) || !(await canClearUp(error, named[0], call.client, call.signal))) throw error;
    session.note(`${error.message}: no clear answer; watching what becomes of it`);
    doubt = error;
    return named.map((target) => ({ ...target, isUnclear: true }));
  });
  const goal: Goal = { kind: "operation", waiter: waiters[operation.waiter] };
  const { outcomes, failure } = await watch(session, call, targets, goal, options).catch((error: unknown) => {
    throw doubt ?? asFailure(error).with({ outcome: "done" });
  });
  if (doubt !== undefined && failure !== undefined && !clearsDoubt(outcomes))
    throw isSignal(failure) ? stoppedInDoubt(failure, doubt) : doubt;
  if (failure !== undefined) throw failure.with({ outcome: "done" });
  const reads = await inParallel(targets, parallelReads, (target) => readMachine(call.client, target));
  return reads;
}

/** A machine as it is now; of one that is gone, its names. */
async function readMachine(client: Client, { systemId, hostname }: WatchTarget): Promise<unknown> {
  try {
    const answer = await client.call(machines.operations["machine.read"], { system_id: systemId });
    return await answer.value();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "notFound") return { system_id: systemId, hostname };
    throw error.with({ outcome: "done" }, `the operation has ended, but ${hostname}: ${error.message}`);
  }
}

/** Waits until machines that names stand for meet one of the conditions, or all of them. */
export async function waitUntil(
  session: Session,
  call: CallClient,
  names: readonly string[],
  conditions: readonly string[],
  { all = false, ...options }: WaitOptions & { readonly all?: boolean | undefined },
): Promise<readonly Settled[]> {
  const wanted = conditions.map((text) => parseCondition(text, "waitFor"));
  const found = await resolveNodes(call.client, "machine", names);
  const goal: Goal = { kind: "conditions", conditions: wanted, all };
  const targets = found.map(({ systemId, hostname }) => ({ systemId, hostname }));
  const { outcomes, failure } = await watch(session, call, targets, goal, options);
  if (failure !== undefined) throw failure;
  return outcomes.map(({ systemId, hostname, to, elapsedMs }) => ({
    systemId,
    hostname,
    status: to,
    elapsedMs,
  }));
}

async function watch(
  { clock, random }: Session,
  { client, signal }: CallClient,
  targets: readonly WatchTarget[],
  goal: Goal,
  { waitTimeoutMs, pollIntervalMs, onChange }: WaitOptions,
): Promise<{ readonly outcomes: readonly WaitOutcome[]; readonly failure: Failure | undefined }> {
  const usual = goal.kind === "operation" ? goal.waiter.deadlineMs : defaults.waitDeadlineMs;
  const onProgress = (event: ProgressEvent) => {
    if (event.type !== "changed") return;
    const { systemId, hostname, from, to, message } = event;
    onChange?.({ systemId, hostname, from, to, message });
  };
  const outcomes = await waitFor(targets, goal, {
    client,
    clock,
    random: () => random.next(),
    pollIntervalMs,
    deadlineMs: waitTimeoutMs ?? usual,
    countsErasing: waitTimeoutMs !== undefined,
    onProgress,
    signal,
    ...(needsSsh(goal) ? { probeSsh: (await import("../lifecycle/ssh-probe.ts")).probeSsh } : {}),
  });
  const isOperation = goal.kind === "operation";
  return {
    outcomes,
    failure: failureOf(outcomes, { resume: undefined, targets, isOperation, isAborting: false }),
  };
}

const needsSsh = (goal: Goal): boolean =>
  goal.kind === "conditions" && goal.conditions.some((condition: Condition) => condition.kind === "ssh");
