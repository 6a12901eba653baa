import { statuses } from "../../catalogue/statuses.ts";
import { type ExitKind, type FailedMachine, Failure, isSignal } from "../../core/failure.ts";
import { formatElapsed } from "../../core/text/units.ts";
import { cutList, joinTexts, nameList } from "../../core/text/word-lists.ts";
import { stateText, type WaitOutcome, type WatchTarget } from "./progress-event.ts";

const maxLines = 10;

export const isUnfinished = ({ result }: WaitOutcome): boolean =>
  result === "stopped" || result === "timeout";

interface WaitContext {
  /** The command that continues the wait; undefined if such a wait would end at once, in the previous status. */
  readonly resume: string | undefined;
  readonly targets: readonly WatchTarget[];
  readonly isOperation: boolean;
  readonly isAborting: boolean;
}

export function exitKindOf(outcome: WaitOutcome): ExitKind | undefined {
  switch (outcome.result) {
    case "done":
      return undefined;
    case "timeout":
      return "stillInProgress";
    case "stopped":
    case "aborted":
      return outcome.failure?.kind ?? "interrupted";
    default:
      return "operationFailed";
  }
}

/** The kind is that of a stop, or else the kind that all outcomes share, or else `someFailed`. */
export function failureOf(
  outcomes: readonly WaitOutcome[],
  { resume, targets, isOperation, isAborting }: WaitContext,
): Failure | undefined {
  const names = new Map(
    targets.map(({ systemId, nameForCommands }) => [systemId, nameForCommands ?? systemId]),
  );
  const nameOf = ({ systemId }: WaitOutcome) => names.get(systemId) ?? systemId;
  const unsuccessful = outcomes.filter((outcome) => outcome.result !== "done");
  const [first] = unsuccessful;
  if (first === undefined) return undefined;
  const stopped = unsuccessful.find((outcome) => outcome.result === "stopped");
  if (isAborting) return abortFailure(unsuccessful, resume, targets);
  if (stopped !== undefined) {
    const unclearIds = new Set(targets.flatMap(({ systemId, isUnclear }) => (isUnclear ? [systemId] : [])));
    const operationContinues =
      isOperation && !unsuccessful.some((each) => each.result === "stopped" && unclearIds.has(each.systemId));
    return stopFailure(unsuccessful, stopped, resume, operationContinues);
  }
  const hasTimedOut = unsuccessful.some((outcome) => outcome.result === "timeout");
  const hint = hasTimedOut ? resumeHint(resume) : `svc machines why ${nameOf(first)}`;
  const machines = failedMachines(unsuccessful);
  if (outcomes.length === 1)
    return new Failure(exitKindOf(first) ?? "other", formatOutcome(first), { hint, machines });
  const kinds = new Set(unsuccessful.map(exitKindOf));
  const [kind = "someFailed"] = kinds;
  const haveOneKind = unsuccessful.length === outcomes.length && kinds.size === 1;
  return new Failure(
    haveOneKind ? kind : "someFailed",
    `${unsuccessful.length} of ${outcomes.length} machines are not done`,
    {
      lines: [
        ...cutList(unsuccessful.map(formatOutcome), maxLines),
        `not done: ${nameList(unsuccessful.map(nameOf), " ")}`,
      ],
      hint,
      machines,
    },
  );
}

const failedMachines = (outcomes: readonly WaitOutcome[]): readonly FailedMachine[] =>
  outcomes.map(({ systemId, hostname, to }) => ({ system_id: systemId, hostname, status: to ?? null }));

const resumeHint = (resume: string | undefined): string | undefined =>
  resume === undefined ? undefined : `continue waiting: ${resume}`;

/** The hint continues the wait for machines whose operation could not be aborted. */
function abortFailure(
  unsuccessful: readonly WaitOutcome[],
  resume: string | undefined,
  targets: readonly WatchTarget[],
): Failure {
  const abortedOutcomes = unsuccessful.filter(({ result }) => result === "aborted");
  const unfinishedOutcomes = unsuccessful.filter(isUnfinished);
  const affectedOutcomes = abortedOutcomes.length > 0 ? abortedOutcomes : unfinishedOutcomes;
  const names =
    affectedOutcomes.length === 1 ? affectedOutcomes[0]?.hostname : `${affectedOutcomes.length} machines`;
  const verb = abortedOutcomes.length > 0 ? "aborted" : "could not abort";
  return new Failure("interrupted", `${verb} the operation on ${names}`, {
    lines: unsuccessful.slice(0, maxLines).map(formatOutcome),
    machines: failedMachines(unsuccessful),
    hint: joinTexts(
      unfinishedOutcomes.length > 0 ? resumeHint(resume) : undefined,
      releaseHint(abortedOutcomes, targets),
    ),
  });
}

const maxReleaseNames = 10;

/** An aborted deployment leaves its machine allocated, even if the machine was free before. */
function releaseHint(aborted: readonly WaitOutcome[], targets: readonly WatchTarget[]): string | undefined {
  const byId = new Map(targets.map((target) => [target.systemId, target]));
  const newlyAllocated = aborted.filter(
    ({ systemId, to }) =>
      to === statuses.allocated.name && byId.get(systemId)?.statusBefore !== statuses.allocated.id,
  );
  if (newlyAllocated.length === 0) return undefined;
  const names = newlyAllocated
    .slice(0, maxReleaseNames)
    .map(({ systemId }) => byId.get(systemId)?.nameForCommands ?? systemId);
  const omittedCount = newlyAllocated.length - names.length;
  const subject = newlyAllocated.length === 1 ? "it is still" : `${newlyAllocated.length} machines are still`;
  return `${subject} allocated: svc machines release ${names.join(" ")}${omittedCount > 0 ? ` (and ${omittedCount} more)` : ""}`;
}

function stopFailure(
  unsuccessful: readonly WaitOutcome[],
  stopped: WaitOutcome,
  resume: string | undefined,
  operationContinues: boolean,
): Failure {
  const stoppedOutcomes = unsuccessful.filter((outcome) => outcome.result === "stopped");
  const names = stoppedOutcomes.length === 1 ? stopped.hostname : `${stoppedOutcomes.length} machines`;
  const cause = stopped.failure;
  const message = operationContinues
    ? `stopped waiting; the operation continues for ${names}`
    : `stopped waiting for ${names}`;
  const isStopped = cause === undefined || isSignal(cause);
  return new Failure(cause?.kind ?? "interrupted", isStopped ? message : `${cause.message}; ${message}`, {
    ...(isStopped ? {} : cause.details),
    lines: unsuccessful
      .filter((outcome) => outcome.result !== "stopped")
      .slice(0, maxLines)
      .map(formatOutcome),
    machines: failedMachines(unsuccessful),
    hint: resumeHint(resume),
  });
}

export function formatOutcome(outcome: WaitOutcome): string {
  const { hostname, result, reason, elapsedMs } = outcome;
  const to = outcome.to === undefined ? undefined : stateText({ ...outcome, to: outcome.to });
  const reasonSuffix = reason === undefined ? "" : `: ${reason}`;
  const elapsed = formatElapsed(elapsedMs);
  switch (result) {
    case "done":
      return `${hostname}: ${to ?? "done"} after ${elapsed}${reasonSuffix}`;
    case "failed":
      return `${hostname}: ${to ?? "failed"}${reasonSuffix}`;
    case "left":
      return `${hostname}: ${reason ?? "ended in an unexpected status"}`;
    case "timeout":
      return `${hostname}: ${to === undefined ? "status unknown" : `still ${to}`} after ${elapsed}${reasonSuffix}`;
    case "aborted":
      return `${hostname}: aborted, now ${to ?? "in an unknown status"}`;
    case "stopped":
      return `${hostname}: no longer watched, ${to ?? "status unknown"}${reasonSuffix}`;
  }
}

export function outcomeRow(outcome: WaitOutcome) {
  const isDone = outcome.result === "done";
  return {
    system_id: outcome.systemId,
    hostname: outcome.hostname,
    ok: isDone,
    status: outcome.to ?? null,
    error: isDone ? null : errorOf(outcome),
    result: outcome.result,
    from: outcome.from ?? null,
    elapsed_seconds: Math.round(outcome.elapsedMs / 1000),
  };
}

function errorOf({ result, reason, elapsedMs }: WaitOutcome): string {
  const reasonSuffix = reason === undefined ? "" : `: ${reason}`;
  if (result === "timeout") return `not done after ${formatElapsed(elapsedMs)}${reasonSuffix}`;
  if (result === "stopped") return reason ?? "no longer watched";
  return reason ?? result;
}
