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

/** Most urgent first. */
export const attentionKinds = [
  ...(["failed", "broken", "missing", "stuck", "power"] as const satisfies readonly IssueKind[]),
  "rescue",
  "locked",
] as const;
type AttentionKind = (typeof attentionKinds)[number];

export interface Attention {
  readonly machine: FleetMachine;
  readonly kind: AttentionKind;
  /** Milliseconds since the epoch; undefined if no event shows it. */
  readonly since: number | undefined;
  readonly reason: string | undefined;
}

export interface Progress {
  readonly machine: FleetMachine;
  readonly since: number | undefined;
  /** The service's limit for the status, in milliseconds; undefined if it has none. */
  readonly limitMs: number | undefined;
}

/** What the events of a machine show; valid while the machine keeps its status. */
export interface MachineFacts {
  readonly beganAt: number | undefined;
  /** The issue if the machine kept its status forever, so a "stuck" issue may not apply yet. */
  readonly issue: Issue | undefined;
  readonly lock: { readonly at: number; readonly comment: string | undefined } | undefined;
}

/** Older locks were probably forgotten. */
const oldLockMs = 7 * 86_400_000;

export function factsOf(
  machine: MachineView,
  history: readonly MachineEvent[],
  scripts: readonly FailedScript[] = [],
): MachineFacts {
  const lock = machine.locked ? history.find(({ type }) => /\block(?:ed|ing)\b/i.test(type)) : undefined;
  return {
    beganAt: episodeOf(machine, history).start?.at,
    issue: judgeIssue(machine, history, Number.POSITIVE_INFINITY, scripts),
    lock: lock?.at === undefined ? undefined : { at: lock.at, comment: lock.description || undefined },
  };
}

/** Failures come before rescue mode and locks; within each group, the latest comes first. */
export function attentionIn(tally: Tally, facts: (machine: FleetMachine) => MachineFacts, now: number) {
  const issueEntries = [...new Set([...tally.suspects, ...tally.inProgress])].flatMap(
    (machine): readonly Attention[] => {
      const { issue, beganAt } = facts(machine);
      if (issue === undefined)
        return valueOfStatus(machine.status) === "rescue_mode"
          ? [{ machine, kind: "rescue" as const, since: beganAt, reason: undefined }]
          : [];
      if (issue.kind === "stuck" && !isOverdue(machine, issue.since, now)) return [];
      return [{ machine, ...issue }];
    },
  );
  const lockEntries = tally.locked.flatMap((machine): readonly Attention[] => {
    const { lock } = facts(machine);
    if (lock === undefined || now - lock.at <= oldLockMs) return [];
    const reason = lock.comment === undefined ? "locked" : `locked: ${lock.comment}`;
    return [{ machine, kind: "locked" as const, since: lock.at, reason }];
  });
  return [...issueEntries, ...lockEntries].sort(
    (a, b) =>
      Number(isMinor(a)) - Number(isMinor(b)) ||
      (b.since ?? 0) - (a.since ?? 0) ||
      attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind) ||
      compare(a.machine.hostname, b.machine.hostname),
  );
}

const isMinor = ({ kind }: Attention): boolean => kind === "rescue" || kind === "locked";

function isOverdue(machine: MachineView, since: number | undefined, now: number): boolean {
  const limitMs = limitOf(machine);
  return limitMs !== undefined && since !== undefined && now - since > limitMs;
}

function limitOf({ status }: MachineView): number | undefined {
  const value = valueOfStatus(status);
  return value === undefined ? undefined : serviceLimitsMs[value];
}

/** Longest first; unknown times last. */
export const progressIn = (tally: Tally, facts: (machine: FleetMachine) => MachineFacts) =>
  tally.inProgress
    .map((machine) => {
      const { beganAt, issue } = facts(machine);
      return { machine, since: beganAt ?? issue?.since, limitMs: limitOf(machine) };
    })
    .sort(
      (a, b) =>
        (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY) ||
        compare(a.machine.hostname, b.machine.hostname),
    );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
