import { group } from "../../catalogue/groups/machines.ts";
import { statuses, statusValue, waiters } from "../../catalogue/statuses.ts";
import { watchUntil } from "../../client/execute/wait.ts";
import type { Value, Values } from "../../client/http/call.ts";
import { createLedger } from "../../client/http/ledger.ts";
import type { ProgressEvent, WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { asFailure, Failure, isInDoubt, isSignal } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { claimFields } from "../document/claims.ts";
import { type Claim, labelOf } from "../item.ts";
import { sentValue } from "../values.ts";
import { type ClaimChange, type ClaimDeps, type ClaimState, type Decision, recordOf } from "./decide.ts";
import { annotationKeys, type ClaimedMachine, claimedMachine, markOf } from "./machines.ts";

const maxAttempts = 5;

/** Pause before machines are read again; doubles with each reading. */
const firstPauseMs = 1_000;
const maxPauseMs = 8_000;
/** Milliseconds before machines that are being released are read again. */
const releasingPauseMs = 3_000;

type Machines = readonly ClaimedMachine[];

export async function carryOutDecision(
  decision: Exclude<Decision, { kind: "end" }>,
  state: ClaimState,
  deps: ClaimDeps,
): Promise<void> {
  if (decision.kind === "allocate") return await allocate(decision.count, state, deps);
  const steps = { deploy, release, waitForOtherRuns, waitForReleases, wait };
  await steps[decision.kind](decision.machines, state, deps);
}

async function allocate(count: number, state: ClaimState, deps: ClaimDeps): Promise<void> {
  const { claim } = state;
  let mustStop = false;
  await inParallel(
    Array.from({ length: count }),
    deps.parallel,
    async () => {
      const reply = await allocateOne(state, deps);
      if (reply.kind === "done" && reply.machine !== undefined) {
        const { systemId, hostname } = reply.machine.view;
        const reset = { isFromThisRun: true, isListed: false, surplusReadings: 0 };
        Object.assign(recordOf(state, systemId), reset);
        state.ownMachines = [...state.ownMachines, reply.machine];
        state.consecutiveUnclearAnswers = 0;
        deps.note(`claim ${labelOf(claim)}: allocated ${hostname} (${systemId})`);
        return;
      }
      mustStop = true;
      if (reply.kind !== "done") noteUnallocated(reply, state, deps);
    },
    () => mustStop || deps.stopSignal.aborted,
  );
  if (state.consecutiveUnclearAnswers > 0) await pause(firstPauseMs, state.consecutiveUnclearAnswers, deps);
}

function noteUnallocated(reply: Exclude<Reply, { kind: "done" }>, state: ClaimState, deps: ClaimDeps): void {
  const { kind, failure } = reply;
  if (kind !== "unclear") {
    state.noMachineFailure = failure;
    return;
  }
  state.consecutiveUnclearAnswers += 1;
  const why = failure.message.replace(/\.$/, "");
  const text = isInDoubt(failure)
    ? `it is unclear whether a machine was allocated (${why}); checking`
    : `no machine was allocated (${why}); trying again`;
  deps.note(`claim ${labelOf(state.claim)}: ${text}`);
  if (state.consecutiveUnclearAnswers >= maxAttempts) state.noMachineFailure = failure;
}

async function requestEach(
  machines: readonly ClaimedMachine[],
  deps: ClaimDeps,
  send: (machine: ClaimedMachine) => Promise<number | undefined>,
): Promise<void> {
  const attemptNumbers = await inParallel(machines, deps.parallel, send, () => deps.stopSignal.aborted);
  const attempts = Math.max(0, ...attemptNumbers.map((attempt) => attempt ?? 0));
  if (attempts > 0) await pause(firstPauseMs / 2, attempts, deps);
}

async function deploy(machines: Machines, state: ClaimState, deps: ClaimDeps): Promise<void> {
  const { claim } = state;
  await requestEach(machines, deps, async ({ view: { systemId, hostname } }) => {
    const record = recordOf(state, systemId);
    record.attempts.deploy += 1;
    const reply = await deployOne(state, systemId, deps);
    if (reply.kind === "done") {
      record.isDeploySent = true;
      deps.note(`claim ${labelOf(claim)}: deploying ${hostname}`);
      await annotate(systemId, state, deps);
      return undefined;
    }
    const isRefused = reply.kind === "refused";
    if (isRefused || record.attempts.deploy >= maxAttempts) {
      record.isAbandoned = true;
      record.refusal = reply.failure;
    }
    if (!isRefused) return record.attempts.deploy;
    state.noMachineFailure ??= reply.failure;
    if (!record.isFromThisRun) return undefined;
    const comment = releaseComment(state, "its deployment was refused");
    const releaseReply = await releaseOne(state, systemId, comment, deps);
    if (releaseReply.kind === "done") record.refusal = undefined;
    return undefined;
  });
}

/** The annotations are for people, so a failure is only noted; the next run annotates machines that lack them. */
export async function annotate(systemId: string, { claim }: ClaimState, deps: ClaimDeps): Promise<void> {
  const since = new Date(deps.clock.now()).toISOString();
  const key = { [annotationKeys.claim]: claim.name, [annotationKeys.since]: since };
  const reply = await request("machine.set_workload_annotations", { system_id: systemId, key }, deps);
  if (reply.kind === "done") return;
  const text = isInDoubt(reply.failure)
    ? `it is unclear whether ${systemId} was annotated`
    : `${systemId} could not be annotated`;
  deps.note(`claim ${labelOf(claim)}: ${text}: ${reply.failure.message}`);
}

const releaseComment = ({ claim }: ClaimState, why: string): string => `svc claim ${claim.name}: ${why}`;

async function release(machines: Machines, state: ClaimState, deps: ClaimDeps): Promise<void> {
  await requestEach(machines, deps, async (machine) => {
    const { systemId, hostname, statusName, status } = machine.view;
    const record = recordOf(state, systemId);
    record.attempts.release += 1;
    const isLastAttempt = record.attempts.release >= maxAttempts;
    if (isLastAttempt) record.isUnreleasable = true;
    const isFailed = ["failed_deployment", "broken"].includes(statusValue(status) ?? "");
    const reply = await releaseOne(state, systemId, releaseComment(state, "no longer needed"), deps);
    if (reply.kind === "done" || reply.kind === "gone") {
      if (isFailed && state.options.replacesFailed) state.replacementsLeft -= 1;
      record.isFromThisRun = false;
      record.isDeploySent = false;
      record.attempts.deploy = 0;
      deps.note(`claim ${labelOf(state.claim)}: released ${hostname} (was ${statusName})`);
      return undefined;
    }
    if (reply.kind === "refused" || isLastAttempt) {
      record.isUnreleasable = true;
      record.refusal = reply.failure;
    }
    return record.attempts.release;
  });
}

async function waitForOtherRuns(machines: Machines, state: ClaimState, deps: ClaimDeps): Promise<void> {
  const records = machines.map(({ view }) => recordOf(state, view.systemId));
  for (const record of records) record.surplusReadings += 1;
  await pause(firstPauseMs, Math.max(...records.map(({ surplusReadings }) => surplusReadings)), deps);
}

async function waitForReleases(_machines: Machines, _state: ClaimState, deps: ClaimDeps): Promise<void> {
  await deps.clock.sleep(releasingPauseMs * (0.5 + deps.random.next()), deps.stopSignal);
}

async function wait(machines: Machines, state: ClaimState, deps: ClaimDeps): Promise<void> {
  const { claim } = state;
  const targets = machines.map(({ view: { systemId, hostname, owner, status: answerStatus } }) => ({
    systemId,
    hostname,
    owner,
    answerStatus,
  }));
  const { client, clock, random, stopSignal: signal, waitTimeoutMs, pollIntervalMs } = deps;
  const onProgress = deps.onProgress ?? ((event: ProgressEvent) => noteProgress(event, labelOf(claim), deps));
  const watchOptions = { client, clock, random, signal, waitTimeoutMs, pollIntervalMs, onProgress };
  const outcomes = await watchUntil(targets, { kind: "operation", waiter: waiters.deploy }, watchOptions);
  state.ownMachines = state.ownMachines.map((machine) => withObservedStatus(machine, outcomes));
  for (const { systemId, result, failure } of outcomes) {
    const record = recordOf(state, systemId);
    record.isDeploySent = false;
    if (failure !== undefined) throw failure;
    if (result === "timeout") state.isOverdue = true;
    if (result === "left") record.attempts.interrupted += 1;
    if (record.attempts.interrupted >= maxAttempts) record.isAbandoned = true;
  }
}

function withObservedStatus(machine: ClaimedMachine, outcomes: readonly WaitOutcome[]): ClaimedMachine {
  const { view } = machine;
  const { to } = outcomes.find(({ systemId }) => systemId === view.systemId) ?? {};
  const status = Object.values(statuses).find(({ name }) => name === to);
  return status === undefined
    ? machine
    : { ...machine, view: { ...view, status: status.id, statusName: status.name } };
}

function noteProgress(event: ProgressEvent, claim: string, { note }: ClaimDeps): void {
  // `deploy` has already reported that the deployment started.
  if (event.type === "changed" && event.to !== statuses.deploying.name)
    note(`claim ${claim}: ${event.hostname} ${event.to}`);
  else if (event.type === "readError" && event.consecutiveErrors === 1) note(`claim ${claim}: ${event.text}`);
}

async function pause(baseMs: number, tries: number, { clock, random, stopSignal }: ClaimDeps): Promise<void> {
  const ms = Math.min(maxPauseMs, baseMs * 2 ** (tries - 1)) * (0.25 + random.next());
  await clock.sleep(Math.round(ms), stopSignal);
}

const { operations } = group;

/**
 * The result of a request. `conflict`: the state has changed, or no machine matches (409). `unclear`: it may have
 * been carried out, or the service failed. `gone`: the machine does not exist.
 */
type Reply =
  | { readonly kind: "done"; readonly machine: ClaimedMachine | undefined }
  | { readonly kind: "conflict" | "refused" | "unclear" | "gone"; readonly failure: Failure };

/** Records a change in the claim's ledger, and its requests in a ledger of their own. */
function beginChange(change: ClaimChange, { ledger }: ClaimState, { client }: ClaimDeps) {
  const requests = createLedger(client.ledger);
  return { requests, settle: ledger.begin(change, requests) };
}

async function allocateOne(state: ClaimState, deps: ClaimDeps): Promise<Reply> {
  const change = beginChange({ action: "allocate" }, state, deps);
  const reply = await request("machines.allocate", claimValues(state.claim, "allocate"), deps, change);
  if (reply.kind !== "done" || reply.machine !== undefined) return reply;
  change.settle("unknown");
  const message = "the service's answer to allocate is not a machine";
  return { kind: "unclear", failure: new Failure("other", message, { outcome: "unknown" }) };
}

function deployOne(state: ClaimState, systemId: string, deps: ClaimDeps): Promise<Reply> {
  const values = { ...claimValues(state.claim, "deploy"), system_id: systemId };
  return request("machine.deploy", values, deps, beginChange({ action: "deploy", systemId }, state, deps));
}

export function releaseOne(state: ClaimState, systemId: string, comment: string, deps: ClaimDeps) {
  const change = beginChange({ action: "release", systemId }, state, deps);
  return request("machine.release", { system_id: systemId, comment }, deps, change);
}

export const lacksAnnotation = ({ annotations }: ClaimedMachine, claim: string): boolean =>
  annotations !== undefined && annotations[annotationKeys.claim] !== claim;

async function request(
  id: keyof typeof operations,
  values: Values,
  { client, signal }: ClaimDeps,
  change?: ReturnType<typeof beginChange>,
): Promise<Reply> {
  try {
    const answer = await client.call(operations[id], values, { signal, ledger: change?.requests });
    const machine = claimedMachine(await answer.value());
    if (machine !== undefined) client.ledger?.hostnames.set(machine.view.systemId, machine.view.hostname);
    change?.settle("done");
    return { kind: "done", machine };
  } catch (error) {
    const failure = asFailure(error);
    change?.settle(failure.details.outcome ?? "not_sent");
    if (isSignal(failure) || failure.kind === "notAuthenticated") throw failure;
    return { kind: kindOf(failure), failure };
  }
}

function kindOf({ kind, details }: Failure): Exclude<Reply["kind"], "done"> {
  // A conflict with Retry-After concerns the service, not the machine.
  const isTransient = kind === "serverError" || kind === "unreachable" || details.retryAfterMs !== undefined;
  if (details.outcome === "unknown" || isTransient) return "unclear";
  if (kind === "notFound") return "gone";
  return kind === "conflict" && details.status === 409 ? "conflict" : "refused";
}

/** Includes the mark in `deploy` too, because that also allocates a machine that has become Ready. */
function claimValues(claim: Claim, member: keyof typeof claimFields): Values {
  const values: Record<string, Value> = { agent_name: markOf(claim.name) };
  for (const [name, fieldValue] of claim[member]) {
    const field = claimFields[member].get(name);
    const value = field && sentValue(field, fieldValue);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
