import type { StatusValue } from "../api/statuses.ts";
import type { Verdict } from "./classify.ts";
import {
  type Evidence,
  evidenceFor,
  evidenceOfGone,
  evidenceOfOwner,
  evidenceOfUnmoved,
} from "./evidence.ts";
import { type Goal, judge, judgeGone, judgeTaken } from "./goal.ts";
import { inProgress, type MachineView, nameOfStatus, valueOfStatus } from "./machine-view.ts";
import type { Finding, Watched } from "./watched.ts";

/** What one read says about the end of a machine's wait: none yet, or a finding and what it needs to count. */
export interface Found {
  readonly end: { readonly finding: Finding; readonly evidence: Evidence } | undefined;
  /** A remark for the operator. */
  readonly note: string | undefined;
}

/** What a machine that was read, and taken in, says. */
export function findingOf(
  goal: Goal,
  one: Watched,
  view: MachineView,
  answersSsh: boolean,
  elapsedMs: number,
): Found {
  const { target, hasBegun } = one;
  const verdict = judge(goal, { ...view, ssh: answersSsh }, target.before, hasBegun);
  const isTaken = view.owner !== undefined && one.owner !== undefined && view.owner !== one.owner;
  if (isTaken && (isAboutStatus(goal) || verdict.state !== "done")) {
    const taken = judgeTaken(goal, view.owner, target.before, hasBegun);
    return { end: endedTaken(taken, view.statusName), note: undefined };
  }
  const { state, note } = verdict;
  if (state === "progress") return { end: undefined, note };
  const evidence = evidenceFor(goal, {
    result: state,
    isIdle: verdict.isIdle === true,
    status: view.status,
    powerState: view.powerState,
    before: target.before,
    answered: target.answered,
    hasBegun,
    elapsedMs,
  });
  if (target.isUnclear === true) {
    const isUnsure = saysNothing(goal, one, view);
    if (isUnsure || (!hasBegun && evidence.isWeak === true)) {
      const needed = isUnsure && evidence.isWeak !== true ? evidenceOfUnmoved : evidence;
      return { end: ended({ state: "left" }, unsureReason(goal, one, view), view.statusName, needed), note };
    }
  }
  const isUnseen = state === "done" && evidence.isWeak === true && verdict.isIdle !== true;
  const reason =
    state === "left"
      ? leftReason(one, view)
      : (note ?? powerNow(view, goal) ?? (isUnseen ? unseen : undefined));
  return { end: ended(verdict, reason, view.statusName, evidence), note };
}

const unseen = "it was not seen in progress";

/** What a machine that is not there says. */
export function findingOfGone(goal: Goal, by: "service" | "page"): Found {
  const verdict = judgeGone(goal);
  return {
    end: ended(verdict, verdict.note ?? "the machine is gone", "gone", evidenceOfGone(by)),
    note: undefined,
  };
}

/** What a machine that may not be read says. */
export function findingOfBarred(goal: Goal, { target, hasBegun }: Watched): Found {
  const verdict = judgeTaken(goal, undefined, target.before, hasBegun);
  return { end: endedTaken(verdict, "no access"), note: undefined };
}

function ended(verdict: Verdict, reason: string | undefined, to: string, evidence: Evidence): Found["end"] {
  const { state } = verdict;
  if (state === "progress") return undefined;
  return { finding: { result: state, reason, to, key: `${state} ${to} ${reason}` }, evidence };
}

function endedTaken(verdict: Verdict, to: string): Found["end"] {
  const end = ended(verdict, verdict.note, to, evidenceOfOwner);
  return end && { ...end, finding: { ...end.finding, isTaken: true } };
}

/** A status says nothing where the machine is somebody else's; a power state and a condition hold all the same. */
const isAboutStatus = (goal: Goal): boolean => goal.kind === "operation" && goal.waiter.power === undefined;

/** Where an abort leads to that nothing else does. */
const abortedTo: Readonly<Partial<Record<string, StatusValue>>> = {
  commissioning: "new",
  deploying: "allocated",
};

/**
 * True where a machine would be as it is without the request as well: it stood at the goal before, or what was
 * to be aborted has ended by itself.
 */
function saysNothing(goal: Goal, { target, hasBegun }: Watched, view: MachineView): boolean {
  if (goal.kind !== "operation") return false;
  const { waiter } = goal;
  if (waiter.power !== undefined)
    return (
      !hasBegun &&
      (view.powerState !== waiter.power || [waiter.power, "unknown", undefined].includes(target.powerBefore))
    );
  if (waiter.success === "settled")
    return valueOfStatus(view.status) !== abortedTo[valueOfStatus(target.before) ?? ""];
  return !hasBegun && view.status === target.before;
}

function unsureReason(goal: Goal, { target }: Watched, view: MachineView): string {
  if (isAboutStatus(goal) && view.status === target.before) return notBegun(view);
  return `it may have been carried out (${powerNow(view, goal) ?? `now ${view.statusName}`})`;
}

const notBegun = (view: MachineView): string => `the operation has not begun: still ${view.statusName}`;

function leftReason({ target, from, hasBegun }: Watched, view: MachineView): string {
  const answered =
    target.answered !== undefined && inProgress(target.answered) ? nameOfStatus(target.answered) : undefined;
  if (!hasBegun && answered === undefined && from === view.statusName) return notBegun(view);
  const start = from === view.statusName ? answered : from;
  return `left the operation: ${start === undefined ? "" : `${start} -> `}${view.statusName}`;
}

/** What a wait for power has come to, which the status does not tell. */
function powerNow(view: MachineView, goal: Goal): string | undefined {
  return goal.kind === "operation" && goal.waiter.power !== undefined
    ? `power ${view.powerState ?? "unknown"}`
    : undefined;
}
