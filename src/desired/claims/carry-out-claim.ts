import { statuses, waiters } from "../../catalogue/statuses.ts";
import { watchUntil } from "../../client/execute/wait.ts";
import { valueOfStatus } from "../../client/lifecycle/machine-view.ts";
import type { ProgressEvent, WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import type { Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Decision } from "./decide.ts";
import type { ClaimedMachine } from "./machines.ts";
import { allocateOne, annotateOne, deployOne, type Reply, releaseOne } from "./requests.ts";
import { type ClaimDeps, type ClaimState, countAttempt } from "./state.ts";

/** Requests about one machine that get no clear answer, or do not change its state, before it is left as it is. */
const maxAttempts = 5;

/** Bounds of the pause before another look, in milliseconds; it doubles with each. */
const settleMs = 1_000;
const maxSettleMs = 8_000;
const leaveMs = 3_000;

type Steps = { readonly [Kind in Exclude<Decision["kind"], "end">]: Step<Extract<Decision, { kind: Kind }>> };
type Step<One> = (decision: One, state: ClaimState, deps: ClaimDeps) => Promise<void>;

/** Carries out one decision; it throws only what ends the run. */
export async function carryOutDecision(
  decision: Exclude<Decision, { kind: "end" }>,
  state: ClaimState,
  deps: ClaimDeps,
): Promise<void> {
  const { [decision.kind]: step } = steps;
  await (step as Step<Decision>)(decision, state, deps);
}

const isStopped = ({ stopping }: ClaimDeps) => stopping.aborted;

async function allocate({ count }: { readonly count: number }, state: ClaimState, deps: ClaimDeps) {
  const { claim } = state;
  let ended = false;
  await inParallel(
    Array.from({ length: count }),
    deps.parallel,
    async () => {
      const reply = await allocateOne(claim, deps);
      if (reply.kind === "done" && reply.view !== undefined) {
        const { systemId, hostname } = reply.view;
        state.mine.add(systemId);
        state.seen.delete(systemId);
        state.looks.delete(systemId);
        state.unclearInARow = 0;
        deps.note(`claim ${claim.name}: allocated ${hostname} (${systemId})`);
        return;
      }
      ended = true;
      if (reply.kind !== "done") noteUnallocated(reply, state, deps);
    },
    () => ended || isStopped(deps),
  );
  if (state.unclearInARow > 0) await pause(settleMs, state.unclearInARow, deps);
}

function noteUnallocated(reply: Exclude<Reply, { kind: "done" }>, state: ClaimState, deps: ClaimDeps): void {
  const { kind, failure } = reply;
  if (kind !== "unclear") {
    state.exhausted = failure;
    return;
  }
  state.unclearInARow += 1;
  const why = failure.message.replace(/\.$/, "");
  deps.note(`claim ${state.claim.name}: it is unclear whether a machine was allocated (${why}); checking`);
  if (state.unclearInARow >= maxAttempts) state.exhausted = failure;
}

async function deploy(
  { machines }: { readonly machines: readonly ClaimedMachine[] },
  state: ClaimState,
  deps: ClaimDeps,
) {
  const { claim } = state;
  let unclear = 0;
  await inParallel(
    machines,
    deps.parallel,
    async ({ view }) => {
      const attempt = countAttempt(state, "deploy", view.systemId);
      const reply = await deployOne(claim, view.systemId, deps);
      if (reply.kind === "done") {
        state.asked.add(view.systemId);
        deps.note(`claim ${claim.name}: deploying ${view.hostname}`);
        await annotate(view.systemId, state, deps);
        return;
      }
      if (reply.kind === "gone") return;
      if (reply.kind === "refused") return await refuse(view.systemId, reply.failure, state, deps);
      unclear = Math.max(unclear, attempt);
      if (attempt < maxAttempts) return;
      state.abandoned.add(view.systemId);
      state.refusals.set(view.systemId, reply.failure);
    },
    () => isStopped(deps),
  );
  if (unclear > 0) await pause(settleMs / 2, unclear, deps);
}

/**
 * A machine that cannot be deployed is given back where this run took it; where others would be refused as well, no
 * further one is taken.
 */
async function refuse(systemId: string, failure: Failure, state: ClaimState, deps: ClaimDeps): Promise<void> {
  state.abandoned.add(systemId);
  state.refusals.set(systemId, failure);
  state.exhausted ??= failure;
  if (!state.mine.has(systemId)) return;
  const reply = await releaseOne(systemId, releaseComment(state, "its deployment was refused"), deps);
  if (reply.kind === "done") state.refusals.delete(systemId);
}

/** People are told; machines that lack the annotation get it from the next run. */
export async function annotate(systemId: string, { claim }: ClaimState, deps: ClaimDeps): Promise<void> {
  const reply = await annotateOne(claim, systemId, deps);
  if (reply.kind !== "done")
    deps.note(`claim ${claim.name}: ${systemId} could not be annotated: ${reply.failure.message}`);
}

const releaseComment = ({ claim }: ClaimState, why: string): string => `svc claim ${claim.name}: ${why}`;

async function release(
  { machines }: { readonly machines: readonly ClaimedMachine[] },
  state: ClaimState,
  deps: ClaimDeps,
) {
  let unclear = 0;
  await inParallel(
    machines,
    deps.parallel,
    async (machine) => {
      const { systemId, hostname, statusName, status } = machine.view;
      const attempt = countAttempt(state, "release", systemId);
      const isFailed = ["failed_deployment", "broken"].includes(valueOfStatus(status) ?? "");
      const reply = await releaseOne(systemId, releaseComment(state, "not needed any more"), deps);
      if (reply.kind === "done" || reply.kind === "gone") {
        if (isFailed && state.options.replacesFailed) state.replacementsLeft -= 1;
        state.released.set(systemId, machine);
        state.mine.delete(systemId);
        state.asked.delete(systemId);
        state.attempts.delete(`deploy ${systemId}`);
        deps.note(`claim ${state.claim.name}: released ${hostname} (was ${statusName})`);
      } else {
        if (reply.kind === "refused" || attempt >= maxAttempts) {
          state.unreleasable.add(systemId);
          state.refusals.set(systemId, reply.failure);
        }
        unclear = Math.max(unclear, attempt);
      }
      if (attempt >= maxAttempts) state.unreleasable.add(systemId);
    },
    () => isStopped(deps),
  );
  if (unclear > 0) await pause(settleMs / 2, unclear, deps);
}

async function settle(
  { machines }: { readonly machines: readonly ClaimedMachine[] },
  { looks }: ClaimState,
  deps: ClaimDeps,
) {
  let most = 0;
  for (const { view } of machines) {
    const count = (looks.get(view.systemId) ?? 0) + 1;
    looks.set(view.systemId, count);
    most = Math.max(most, count);
  }
  await pause(settleMs, most, deps);
}

/** Machines on their way out may be allocated again when they are. */
async function leave(
  { machines }: { readonly machines: readonly ClaimedMachine[] },
  state: ClaimState,
  deps: ClaimDeps,
) {
  for (const { view } of machines) {
    const looks = countAttempt(state, "leave", view.systemId);
    if (looks > waiters.release.deadlineMs / leaveMs)
      state.own = state.own.filter((each) => each.view.systemId !== view.systemId);
  }
  await deps.clock.sleep(leaveMs * (0.5 + deps.random.next()), deps.stopping);
}

async function wait(
  { machines }: { readonly machines: readonly ClaimedMachine[] },
  state: ClaimState,
  deps: ClaimDeps,
) {
  const { claim, asked } = state;
  const targets = machines.map(({ view: { systemId, hostname, owner, status } }) => ({
    systemId,
    hostname,
    owner,
    answered: status,
  }));
  const { client, clock, random, stopping: signal, waitTimeoutMs, pollIntervalMs } = deps;
  const onProgress = deps.onProgress ?? ((event: ProgressEvent) => tell(event, claim.name, deps));
  const waiting = { client, clock, random, signal, waitTimeoutMs, pollIntervalMs, onProgress };
  const outcomes = await watchUntil(targets, { kind: "operation", waiter: waiters.deploy }, waiting);
  state.own = state.own.map((machine) => asSeen(machine, outcomes));
  for (const { systemId, result, failure } of outcomes) {
    asked.delete(systemId);
    if (failure !== undefined) throw failure;
    if (result === "timeout") state.isOverdue = true;
    if (result === "left" && countAttempt(state, "left", systemId) >= maxAttempts)
      state.abandoned.add(systemId);
  }
}

/** A machine in the status that a wait saw last: a run that ends here tells of that. */
function asSeen(machine: ClaimedMachine, outcomes: readonly WaitOutcome[]): ClaimedMachine {
  const { view } = machine;
  const { to } = outcomes.find(({ systemId }) => systemId === view.systemId) ?? {};
  const status = Object.values(statuses).find(({ name }) => name === to);
  return status === undefined
    ? machine
    : { ...machine, view: { ...view, status: status.id, statusName: status.name } };
}

function tell(event: ProgressEvent, claim: string, { note }: ClaimDeps): void {
  // That it deploys has been told.
  if (event.type === "changed" && event.to !== statuses.deploying.name)
    note(`claim ${claim}: ${event.hostname} ${event.to}`);
  else if (event.type === "readError" && event.inARow === 1) note(`claim ${claim}: ${event.text}`);
}

async function pause(baseMs: number, count: number, { clock, random, stopping }: ClaimDeps): Promise<void> {
  const ms = Math.min(maxSettleMs, baseMs * 2 ** (count - 1)) * (0.25 + random.next());
  await clock.sleep(Math.round(ms), stopping);
}

const steps: Steps = { allocate, deploy, release, settle, leave, wait };
