import { isFailure, type MachineEvent } from "../../client/lifecycle/history.ts";
import { judgeIssue } from "../../client/lifecycle/issue.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { episodeOf, fittingMessage } from "../../client/lifecycle/reasons.ts";
import type { ScriptResult } from "./failed-scripts.ts";

/** Of the warnings and errors around a failure, how many are kept. */
const maxEvents = 8;

/** What is known about the last failure of a machine. */
export type Explanation = ReturnType<typeof explain>;

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

/** Puts together what was read about a machine; `warnings` are its newest events of that level and above. */
export function explain(
  view: MachineView,
  warnings: readonly MachineEvent[],
  history: readonly MachineEvent[],
  scripts: readonly ScriptResult[],
  now: number,
) {
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
    /** When it came into this status; null where no event shows it. */
    since: episode.began?.at === undefined ? null : new Date(episode.began.at).toISOString(),
    power_state: view.powerState ?? null,
    status_message: view.statusMessage ?? null,
    error_description: view.errorDescription ?? null,
    /** What kind of attention it needs now; null where it needs none. */
    issue: issue?.kind ?? null,
    reason: issue?.reason ?? null,
    /** The status message where it is about this status. */
    message: fittingMessage(view, episode) ?? null,
    /** The last ERROR or CRITICAL event. */
    failure: warnings.filter(isFailure).map(summaryOf)[0] ?? null,
    /** WARNING and above around it, oldest first. */
    events: around.map(summaryOf).reverse(),
    failed_scripts: scripts.map(({ name, exitStatus, resultType, updated, data }) => ({
      name,
      script_result: exitStatus,
      result_type: resultType ?? null,
      updated: updated ?? null,
      // Bytes that are not text are replaced.
      output: Buffer.from(data ?? "", "base64").toString("utf8"),
    })),
  };
}

/** Of an event what people read. */
export type EventSummary = ReturnType<typeof summaryOf>;

const summaryOf = ({ id, level, type, description, created }: MachineEvent) => ({
  id,
  level,
  type,
  description,
  created: created ?? null,
});
