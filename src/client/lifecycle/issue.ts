import { type StatusValue, serviceLimitsMs, statuses } from "../../catalogue/statuses.ts";
import { joinTexts } from "../../core/text/word-lists.ts";
import { eventText, isFailure, type MachineEvent } from "./history.ts";
import { type MachineView, valueOfStatus } from "./machine-view.ts";
import { distinct, episodeOf, messageOfStatus, powerErrorText, reasonsIn } from "./reasons.ts";

export type IssueKind = "failed" | "broken" | "missing" | "stuck" | "power";

export interface Issue {
  readonly kind: IssueKind;
  /** When the status began, in milliseconds since the epoch; undefined if no event shows it. */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

export interface FailedScript {
  readonly name: string;
  /** 0 is commissioning, 1 installation, 2 testing. */
  readonly resultType: number | undefined;
  readonly exitStatus: number;
}

/** The issue that a machine shows without its events. `stuck` is only a possibility. */
export function possibleIssue(view: MachineView): IssueKind | undefined {
  const value = valueOfStatus(view.status);
  if (value === "broken" || value === "missing") return value;
  if (value !== undefined && statuses[value].kind === "failure") return "failed";
  if (view.powerState === "error") return "power";
  return value !== undefined && serviceLimitsMs[value] !== undefined ? "stuck" : undefined;
}

/** True if older events would not change the issue. */
export function isExplained(view: MachineView, history: readonly MachineEvent[]): boolean {
  const kind = possibleIssue(view);
  if (kind === undefined || kind === "power") return true;
  const episode = episodeOf(view, history);
  if (episode.start === undefined) return false;
  return kind === "stuck" || episode.isComplete || reasonsIn(view, episode).length > 0;
}

const scriptTypes: Readonly<Partial<Record<StatusValue, number>>> = {
  failed_commissioning: 0,
  failed_deployment: 1,
  failed_testing: 2,
};

export function mayBeScripts(view: MachineView): boolean {
  const value = valueOfStatus(view.status);
  return value !== undefined && scriptTypes[value] !== undefined;
}

/** `now` is the service's time in milliseconds. Returns undefined if the machine has no issue. */
export function judgeIssue(
  view: MachineView,
  history: readonly MachineEvent[],
  now: number,
  scripts: readonly FailedScript[] = [],
): Issue | undefined {
  const kind = possibleIssue(view);
  if (kind === undefined) return undefined;
  const episode = episodeOf(view, history);
  const began = episode.start?.at;
  if (kind === "stuck") {
    const value = valueOfStatus(view.status);
    const limitMs = value === undefined ? undefined : serviceLimitsMs[value];
    // Without an event for the status, the machine has had it at least since its last event.
    const since = began ?? history[0]?.at;
    if (limitMs === undefined || since === undefined || now - since <= limitMs) return undefined;
    const text = `longer than the service's limit of ${Math.round(limitMs / 60_000)} minutes`;
    return { kind, since, reason: distinct([text, messageOfStatus(view, episode)]).join("; ") };
  }
  if (kind === "power") {
    const failure = history.find((event) => isFailure(event) && /power/i.test(eventText(event)));
    const reasons = distinct([powerErrorText, failure && eventText(failure)]);
    return { kind, since: undefined, reason: reasons.join("; ") };
  }
  const reportedReasons = reasonsIn(view, episode);
  const reasons = distinct([scriptReason(view, scripts, reportedReasons), ...reportedReasons]);
  return { kind, since: began, reason: joinTexts(...reasons) };
}

function scriptReason(view: MachineView, scripts: readonly FailedScript[], others: readonly string[]) {
  const value = valueOfStatus(view.status);
  const type = value === undefined ? undefined : scriptTypes[value];
  if (type === undefined) return undefined;
  const matchingScripts = scripts.filter(({ resultType }) => resultType === undefined || resultType === type);
  const names = [...new Set(matchingScripts.map(({ name }) => name))].filter(
    (name) => !others.some((reason) => reason.includes(name)),
  );
  if (names.length === 0) return undefined;
  return `${names.length === 1 ? "script" : "scripts"} ${names.join(", ")} failed`;
}
