import { serviceLimitsMs } from "../../../catalogue/statuses.ts";
import type { MachineEvent } from "../../../client/lifecycle/history.ts";
import {
  type FailedScript,
  type Issue,
  type IssueKind,
  judgeIssue,
} from "../../../client/lifecycle/issue.ts";
import { type MachineView, valueOfStatus } from "../../../client/lifecycle/machine-view.ts";
import { episodeOf } from "../../../client/lifecycle/reasons.ts";
import type { FleetMachine, Tally } from "./tally.ts";

/** Why somebody should look at a machine, the most urgent first. */
export const attentionKinds = [
  ...(["failed", "broken", "missing", "stuck", "power"] as const satisfies readonly IssueKind[]),
  "rescue",
  "locked",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** A machine that somebody should look at. */
export interface Attention {
  readonly machine: FleetMachine;
  readonly kind: AttentionKind;
  /** Milliseconds since the epoch; undefined where no event shows it. */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

/** A machine in a status that ends by itself. */
export interface Progress {
  readonly machine: FleetMachine;
  readonly since: number | undefined;
  /** The service's own limit of the status, in milliseconds; undefined where it has none. */
  readonly limitMs: number | undefined;
}

/** What the events of a machine say that does not change while it keeps its status. */
export interface Facts {
  /** When it came into its status. */
  readonly began: number | undefined;
  /** Its issue as if any time had passed: what is stuck is for the clock to say. */
  readonly issue: Issue | undefined;
  readonly lock: { readonly at: number; readonly comment: string | undefined } | undefined;
}

/** A lock that is older is more often forgotten than meant, in milliseconds. */
const longLockMs = 7 * 86_400_000;

/** Reads the events of a machine, newest first, and its failed scripts; without any, its own fields say what they can. */
export function factsOf(
  machine: MachineView,
  history: readonly MachineEvent[],
  scripts: readonly FailedScript[] = [],
): Facts {
  const lock = machine.locked ? history.find(({ type }) => /\block(?:ed|ing)\b/i.test(type)) : undefined;
  return {
    began: episodeOf(machine, history).began?.at,
    issue: judgeIssue(machine, history, Number.POSITIVE_INFINITY, scripts),
    lock: lock?.at === undefined ? undefined : { at: lock.at, comment: lock.description || undefined },
  };
}

/**
 * Who needs somebody at `now` (the service's time in milliseconds), the failures before what people have left
 * behind, and of each the latest first: what has changed over night stands on top.
 */
export function attentionIn(
  tally: Tally,
  facts: (machine: FleetMachine) => Facts,
  now: number,
): readonly Attention[] {
  const failed = [...new Set([...tally.suspects, ...tally.inProgress])].flatMap(
    (machine): readonly Attention[] => {
      const { issue, began } = facts(machine);
      if (issue === undefined)
        return valueOfStatus(machine.status) === "rescue_mode"
          ? [{ machine, kind: "rescue" as const, since: began, reason: undefined }]
          : [];
      if (issue.kind === "stuck" && !isOverdue(machine, issue.since, now)) return [];
      return [{ machine, ...issue }];
    },
  );
  const locked = tally.locked.flatMap((machine): readonly Attention[] => {
    const { lock } = facts(machine);
    if (lock === undefined || now - lock.at <= longLockMs) return [];
    const reason = lock.comment === undefined ? "locked" : `locked: ${lock.comment}`;
    return [{ machine, kind: "locked" as const, since: lock.at, reason }];
  });
  return [...failed, ...locked].sort(
    (a, b) =>
      Number(isLeftBehind(a)) - Number(isLeftBehind(b)) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind) ||
      compare(a.machine.hostname, b.machine.hostname),
  );
}

const isLeftBehind = ({ kind }: Attention): boolean => kind === "rescue" || kind === "locked";

function isOverdue(machine: MachineView, since: number | undefined, now: number): boolean {
  const limitMs = limitOf(machine);
  return limitMs !== undefined && since !== undefined && now - since > limitMs;
}

function limitOf({ status }: MachineView): number | undefined {
  const value = valueOfStatus(status);
  return value === undefined ? undefined : serviceLimitsMs[value];
}

/** What goes on, the longest first; where the time is not known, at the end. */
export function progressIn(tally: Tally, facts: (machine: FleetMachine) => Facts): readonly Progress[] {
  return tally.inProgress
    .map((machine) => {
      const { began, issue } = facts(machine);
      return { machine, since: began ?? issue?.since, limitMs: limitOf(machine) };
    })
    .sort(
      (a, b) =>
        (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY) ||
        compare(a.machine.hostname, b.machine.hostname),
    );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
