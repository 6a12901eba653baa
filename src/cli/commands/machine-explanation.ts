import { episodeOf, fittingMessage } from "../../lifecycle/episode.ts";
import { isFailure, type MachineEvent } from "../../lifecycle/history.ts";
import { judgeIssue } from "../../lifecycle/issue.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { ScriptResult } from "./failed-scripts.ts";

/** Of the warnings and errors around a failure, how many are kept. */
const maxEvents = 8;

/** What is known about the last failure of a machine. */
export interface Explanation {
  readonly system_id: string;
  readonly hostname: string;
  readonly status: number;
  readonly status_name: string;
  /** When it came into this status; null where no event shows it. */
  readonly since: string | null;
  readonly power_state: string | null;
  readonly status_message: string | null;
  readonly error_description: string | null;
  /** What kind of attention it needs now; null where it needs none. */
  readonly issue: string | null;
  readonly reason: string | null;
  /** The status message where it is about this status. */
  readonly message: string | null;
  /** The last ERROR or CRITICAL event. */
  readonly failure: EventSummary | null;
  /** WARNING and above around it, oldest first. */
  readonly events: readonly EventSummary[];
  readonly failed_scripts: readonly ScriptSummary[];
}

export const explanationMembers: readonly (keyof Explanation)[] = [
  "system_id",
  "hostname",
  "status",
  "status_name",
  "since",
  "power_state",
  "status_message",
  "error_description",
  "issue",
  "reason",
  "message",
  "failure",
  "events",
  "failed_scripts",
];

export interface EventSummary {
  readonly id: number;
  readonly level: string;
  readonly type: string;
  readonly description: string;
  readonly created: string | null;
}

interface ScriptSummary {
  readonly name: string;
  readonly script_result: number;
  readonly result_type: number | null;
  readonly updated: string | null;
  /** Text; undefined bytes are replaced. */
  readonly output: string;
}

/** Puts together what was read about a machine; `warnings` are its newest events of that level and above. */
export function explain(
  view: MachineView,
  warnings: readonly MachineEvent[],
  history: readonly MachineEvent[],
  scripts: readonly ScriptResult[],
  now: number,
): Explanation {
  const at = warnings.findIndex(isFailure);
  const around =
    at === -1 ? warnings.slice(0, maxEvents) : warnings.slice(Math.max(0, at - 2), at + maxEvents - 2);
  const issue = judgeIssue(view, history, now, scripts);
  const episode = episodeOf(view, history);
  return {
    system_id: view.systemId,
    hostname: view.hostname,
    status: view.status,
    status_name: view.statusName,
    since: timeOf(episode.began?.at),
    power_state: view.powerState ?? null,
    status_message: view.statusMessage ?? null,
    error_description: view.errorDescription ?? null,
    issue: issue?.kind ?? null,
    reason: issue?.reason ?? null,
    message: fittingMessage(view, episode) ?? null,
    failure: at === -1 ? null : summaryOf(warnings[at]),
    events: around.flatMap((event) => summaryOf(event) ?? []).reverse(),
    failed_scripts: scripts.map(({ name, exitStatus, resultType, updated, data }) => ({
      name,
      script_result: exitStatus,
      result_type: resultType ?? null,
      updated: updated ?? null,
      output: Buffer.from(data ?? "", "base64").toString("utf8"),
    })),
  };
}

const timeOf = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

function summaryOf(event: MachineEvent | undefined): EventSummary | null {
  if (event === undefined) return null;
  const { id, level, type, description, created } = event;
  return { id, level, type, description, created: created ?? null };
}
