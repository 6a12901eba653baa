import type { StatusValue } from "../../catalogue/statuses.ts";
import type { Verdict } from "./classify.ts";
import { type Goal, judge, judgeGone, judgeTakeover } from "./goal.ts";
import { inProgress, type MachineView, nameOfStatus, valueOfStatus } from "./machine-view.ts";
import type { WatchTarget } from "./progress-event.ts";
import type { Evidence, Finding, WatchedMachine } from "./watched.ts";

/** The result of one read: nothing yet, or a finding and the evidence it needs. */
export interface Assessment {
  readonly end: { readonly finding: Finding; readonly evidence: Evidence } | undefined;
  readonly note: string | undefined;
}

/** `answersSsh`: an SSH server answers at one of the machine's addresses. */
export function assess(
  goal: Goal,
  one: WatchedMachine,
  view: MachineView,
  answersSsh: boolean,
  elapsedMs: number,
): Assessment {
  const { target, hasBegun } = one;
  const verdict = judge(goal, { ...view, ssh: answersSsh }, target.before, hasBegun);
  if (isTakenOver(one, view) && (isAboutStatus(goal) || verdict.state !== "done")) {
    const takeoverVerdict = judgeTakeover(goal, view.owner, target.before, hasBegun);
    return { end: endByTakeover(takeoverVerdict, view.statusName), note: undefined };
  }
  const { state, note } = verdict;
  if (state === "progress") return { end: undefined, note };
  const evidence = evidenceFor(goal, verdict, one, view, elapsedMs);
  const needed = target.isUnclear === true ? evidenceAfterDoubt(goal, one, view, evidence) : undefined;
  if (needed !== undefined)
    return { end: endWith({ state: "left" }, doubtReason(goal, one, view), view.statusName, needed), note };
  const isUnseen = state === "done" && !hasBegun && evidence.isWeak === true && verdict.isIdle !== true;
  const remark =
    note ??
    powerNow(view, goal) ??
    passedTests(view, goal) ??
    (isUnseen ? "it was never seen in progress" : undefined);
  const reason = state === "left" ? otherStatusReason(one, view) : remark;
  return { end: endWith(verdict, reason, view.statusName, evidence), note };
}

/** Tests that pass do not make up for a commissioning that failed. */
const passedTests = ({ status, hostname }: MachineView, goal: Goal): string | undefined =>
  goal.kind === "operation" &&
  goal.waiter.success === "before" &&
  valueOfStatus(status) === "failed_commissioning"
    ? `the tests passed; next: svc machines commission ${hostname}`
    : undefined;

const isTakenOver = (one: WatchedMachine, view: MachineView): boolean =>
  view.owner !== undefined && one.owner !== undefined && view.owner !== one.owner;

/**
 * The evidence that ends the wait for an operation that may not have been sent; undefined if the finding proves it
 * was.
 */
function evidenceAfterDoubt(
  goal: Goal,
  one: WatchedMachine,
  view: MachineView,
  evidence: Evidence,
): Evidence | undefined {
  if (evidence.isWeak === true)
    return one.hasBegun && !mayPredateOperation(goal, one, view) ? undefined : evidence;
  return mayPredateOperation(goal, one, view) ? evidenceOfUnmoved : undefined;
}

export function assessGone(goal: Goal, by: "service" | "page"): Assessment {
  const verdict = judgeGone(goal);
  return {
    end: endWith(verdict, verdict.note ?? "the machine is gone", "gone", evidenceOfGone(by)),
    note: undefined,
  };
}

export function assessForbidden(goal: Goal, { target, hasBegun }: WatchedMachine): Assessment {
  const verdict = judgeTakeover(goal, undefined, target.before, hasBegun);
  return { end: endByTakeover(verdict, "no access"), note: undefined };
}

function endWith(
  verdict: Verdict,
  reason: string | undefined,
  to: string,
  evidence: Evidence,
): Assessment["end"] {
  const { state } = verdict;
  if (state === "progress") return undefined;
  return { finding: { result: state, reason, to, key: `${state} ${to} ${reason}` }, evidence };
}

function endByTakeover(verdict: Verdict, to: string): Assessment["end"] {
  const end = endWith(verdict, verdict.note, to, evidenceOfOwner);
  return end && { ...end, finding: { ...end.finding, isTaken: true } };
}

/** Another owner makes the status meaningless; power states and conditions still hold. */
const isAboutStatus = (goal: Goal): boolean => goal.kind === "operation" && goal.waiter.power === undefined;

const abortedTo: Readonly<Partial<Record<string, StatusValue>>> = {
  commissioning: "new",
  deploying: "allocated",
};

/** The machine was at the goal before, or what was to be aborted ended by itself. */
function mayPredateOperation(goal: Goal, { target, hasBegun }: WatchedMachine, view: MachineView): boolean {
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

function doubtReason(goal: Goal, { target }: WatchedMachine, view: MachineView): string {
  if (isAboutStatus(goal) && view.status === target.before) return notBegun(view);
  return `it may have been carried out (${powerNow(view, goal) ?? `now ${view.statusName}`})`;
}

const notBegun = (view: MachineView): string => `the operation has not begun: still ${view.statusName}`;

function otherStatusReason({ target, from, hasBegun }: WatchedMachine, view: MachineView): string {
  const answerStatusName =
    target.answerStatus !== undefined && inProgress(target.answerStatus)
      ? nameOfStatus(target.answerStatus)
      : undefined;
  if (!hasBegun && answerStatusName === undefined && from === view.statusName) return notBegun(view);
  const start = from === view.statusName ? answerStatusName : from;
  return `ended in an unexpected status: ${start === undefined ? "" : `${start} -> `}${view.statusName}`;
}

function powerNow(view: MachineView, goal: Goal): string | undefined {
  return goal.kind === "operation" && goal.waiter.power !== undefined
    ? `power ${view.powerState ?? "unknown"}`
    : undefined;
}

/**
 * Services show an old state for a moment (several servers, cached lists) and may change the status a moment after
 * answering. Only what an old state cannot look like counts at once.
 */
const immediate: Evidence = { ms: 0, reads: 1 };
/** Reads that agree for this long do not show an old state. */
const agreeingReads: Evidence = { ms: 3_000, reads: 2 };
/** How long an operation may take to begin. */
const beforeStart: Evidence = { ms: 8_000, reads: 2 };
/** The power state is old until the power controller was asked. */
const oldPowerState: Evidence = { ms: 15_000, reads: 3, isWeak: true };
/** A 404 page may come from a proxy while the service restarts. */
const missingPage: Evidence = { ms: 30_000, reads: 5, isWeak: true };

/** Milliseconds after which no read shows the time before the operation. */
const staleMs = 10_000;

function evidenceFor(
  goal: Goal,
  { state, isIdle }: Verdict,
  { target, hasBegun }: WatchedMachine,
  view: MachineView,
  elapsedMs: number,
): Evidence {
  if (goal.kind === "conditions") {
    if (state === "done") return immediate;
    const isAboutPower = goal.conditions.some(({ kind }) => kind === "power");
    if (isAboutPower && view.powerState === "error") return oldPowerState;
    return hasBegun ? immediate : agreeingReads;
  }
  const { waiter } = goal;
  if (waiter.power !== undefined) return state === "done" ? immediate : oldPowerState;
  const mayBeOld = isOld(target, view);
  if (state === "done" && isIdle !== true && !(mayBeOld && waiter.mayEndWhereItBegan === true))
    return immediate;
  if (hasBegun && (mayBeOld ? elapsedMs > staleMs : state === "failed")) return immediate;
  const isAnswered = target.answerStatus !== undefined && inProgress(target.answerStatus);
  const needed = hasBegun || isAnswered ? agreeingReads : beforeStart;
  return mayBeOld ? { ...needed, isWeak: true } : needed;
}

const evidenceOfOwner: Evidence = { ...agreeingReads, isWeak: true };

/** The evidence that a request without a clear answer changed nothing: the status is the previous one. */
const evidenceOfUnmoved: Evidence = beforeStart;

const evidenceOfGone = (by: "service" | "page"): Evidence => (by === "page" ? missingPage : agreeingReads);

/** True for a status that may date from before the operation. */
function isOld({ before, answerStatus }: WatchTarget, { status }: MachineView): boolean {
  const earlierStatus =
    before ?? (answerStatus === undefined || inProgress(answerStatus) ? undefined : answerStatus);
  return earlierStatus === undefined || status === earlierStatus;
}
