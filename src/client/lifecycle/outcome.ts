import { formatElapsed } from "../../core/text/duration.ts";
import type { WaitOutcome } from "./progress-event.ts";

/** One outcome as a line. */
export function formatOutcome(outcome: WaitOutcome): string {
  const { hostname, result, to, reason, elapsedMs } = outcome;
  const because = reason === undefined ? "" : `: ${reason}`;
  const took = formatElapsed(elapsedMs);
  switch (result) {
    case "done":
      return `${hostname}: ${to ?? "done"} after ${took}${because}`;
    case "failed":
      return `${hostname}: ${to ?? "failed"}${because}`;
    case "left":
      return `${hostname}: ${reason ?? "left the operation"}`;
    case "timeout":
      return `${hostname}: still ${to ?? "unread"} after ${took}${because}`;
    case "aborted":
      return `${hostname}: aborted, now ${to ?? "unread"}`;
    case "stopped":
      return `${hostname}: no longer watched, ${to ?? "unread"}${because}`;
  }
}

/** An outcome in the form of the rows of commands on several machines. */
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

/** Why a row is not done; the status stands beside it. */
function errorOf({ result, reason, elapsedMs }: WaitOutcome): string {
  const because = reason === undefined ? "" : `: ${reason}`;
  if (result === "timeout") return `not done after ${formatElapsed(elapsedMs)}${because}`;
  if (result === "stopped") return reason ?? "no longer watched";
  return reason ?? result;
}
