import type { Outcome } from "../../lifecycle/progress-event.ts";
import { escapeText } from "../../output/escape.ts";

/** One outcome as a line. */
export function sentence(outcome: Outcome): string {
  const { hostname, result, to, reason, elapsedMs } = outcome;
  const because = reason === undefined ? "" : `: ${reason}`;
  const took = spokenDuration(elapsedMs);
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
      return `${hostname}: not watched any longer, ${to ?? "unread"}${because}`;
  }
}

/** An outcome in the form of the rows of commands on several machines. */
export function outcomeRow(outcome: Outcome) {
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
function errorOf({ result, reason, elapsedMs }: Outcome): string {
  const because = reason === undefined ? "" : `: ${reason}`;
  if (result === "timeout") return `not done after ${spokenDuration(elapsedMs)}${because}`;
  if (result === "stopped") return reason ?? "not watched any longer";
  return reason ?? result;
}

/** Text of the service as one line without control characters. */
export const oneLine = (text: string): string => escapeText(text.replace(/\s+/g, " ").trim());

/** Milliseconds for people, to the second, in a form that durations are typed in: `1h02m`, `3m20s`, `15s`. */
export function spokenDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours > 0) return `${hours}h${two(minutes)}m`;
  return minutes > 0 ? `${minutes}m${two(rest)}s` : `${rest}s`;
}

const dayMs = 86_400_000;

/** Milliseconds for people, in days and hours where they are long. */
export function spokenAge(ms: number): string {
  const days = Math.floor(ms / dayMs);
  return days === 0 ? spokenDuration(ms) : `${days}d${Math.floor((ms % dayMs) / 3_600_000)}h`;
}
