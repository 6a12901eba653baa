import { type StatusValue, statusValue } from "../../catalogue/statuses.ts";
import { type Goal, judge, judgeGone, judgeTakeover, type Verdict } from "./goal.ts";
import { isInProgress, type MachineView, nameOfStatus } from "./machine-view.ts";
import type { WatchTarget } from "./progress-event.ts";
import type { Finding, RequiredEvidence, WatchedMachine } from "./watched.ts";

/** The result of one poll: a finding with the evidence that it needs, or no `end` yet. */
export interface Assessment {
  readonly end: { readonly finding: Finding; readonly evidence: RequiredEvidence } | undefined;
  readonly note: string | undefined;
}

export function assess(
  goal: Goal,
  machine: WatchedMachine,
  view: MachineView,
  answersSsh: boolean,
  elapsedMs: number,
): Assessment {
  const { target, hasBegun } = machine;
  const verdict = judge(goal, { ...view, ssh: answersSsh }, target.statusBefore, hasBegun);
  if (hasOtherOwner(machine, view) && (isAboutStatus(goal) || verdict.state !== "done")) {
    const takeoverVerdict = judgeTakeover(goal, view.owner, target.statusBefore, hasBegun);
    return { end: endByTakeover(takeoverVerdict, view.statusName), note: undefined };
  }
  const { state, note } = verdict;
  if (state === "progress") return { end: undefined, note };
  const evidence = evidenceFor(goal, verdict, machine, view, elapsedMs);
  const doubtEvidence =
    target.isUnclear === true ? evidenceAfterDoubt(goal, machine, view, evidence) : undefined;
  if (doubtEvidence !== undefined) {
    const reason = doubtReason(goal, machine, view);
    return { end: endWith({ state: "left" }, reason, view.statusName, doubtEvidence), note };
  }
  const wasNeverInProgress =
    state === "done" && !hasBegun && evidence.isWeak === true && verdict.isIdle !== true;
  const remark =
    note ??
    powerText(view, goal) ??
    passedTestsRemark(view, goal) ??
    (wasNeverInProgress ? "it was never seen in progress" : undefined);
  const reason = state === "left" ? otherStatusReason(machine, view) : remark;
  return { end: endWith(verdict, reason, view.statusName, evidence), note };
}

/** A machine whose commissioning failed needs commissioning again even if its tests pass. */
const passedTestsRemark = ({ status, hostname }: MachineView, goal: Goal): string | undefined =>
  goal.kind === "operation" &&
  goal.waiter.success === "before" &&
  statusValue(status) === "failed_commissioning"
    ? `the tests passed; next: svc machines commission ${hostname}`
    : undefined;

const hasOtherOwner = (machine: WatchedMachine, view: MachineView): boolean =>
  view.owner !== undefined && machine.owner !== undefined && view.owner !== machine.owner;

/** The evidence needed if the operation may not have been sent; undefined if the finding proves that it was. */
function evidenceAfterDoubt(
  goal: Goal,
  machine: WatchedMachine,
  view: MachineView,
  evidence: RequiredEvidence,
): RequiredEvidence | undefined {
  if (evidence.isWeak === true)
    return machine.hasBegun && !mayPredateOperation(goal, machine, view) ? undefined : evidence;
  return mayPredateOperation(goal, machine, view) ? evidenceOfSameStatus : undefined;
}

export function assessGone(goal: Goal, reportedBy: "service" | "page"): Assessment {
  const verdict = judgeGone(goal);
  const evidence = reportedBy === "page" ? missingPage : agreeingReads;
  return { end: endWith(verdict, verdict.note ?? "the machine is gone", "gone", evidence), note: undefined };
}

export function assessForbidden(goal: Goal, { target, hasBegun }: WatchedMachine): Assessment {
  const verdict = judgeTakeover(goal, undefined, target.statusBefore, hasBegun);
  return { end: endByTakeover(verdict, "no access"), note: undefined };
}

function endWith(verdict: Verdict, reason: string | undefined, to: string, evidence: RequiredEvidence) {
  const { state } = verdict;
  if (state === "progress") return undefined;
  return { finding: { result: state, reason, to, agreementKey: `${state} ${to} ${reason}` }, evidence };
}

function endByTakeover(verdict: Verdict, to: string): Assessment["end"] {
  const end = endWith(verdict, verdict.note, to, evidenceOfOwner);
  return end && { ...end, finding: { ...end.finding, isTaken: true } };
}

/** True if the goal is a status. Power states and conditions do not depend on the owner. */
const isAboutStatus = (goal: Goal): boolean => goal.kind === "operation" && goal.waiter.power === undefined;

const statusAfterAbort: Readonly<Partial<Record<string, StatusValue>>> = {
  commissioning: "new",
  deploying: "allocated",
};

/** True if the state may be older than the request: the machine was in it before, or the work ended by itself. */
function mayPredateOperation(goal: Goal, { target, hasBegun }: WatchedMachine, view: MachineView): boolean {
  if (goal.kind !== "operation") return false;
  const { waiter } = goal;
  if (waiter.power !== undefined)
    return (
      !hasBegun &&
      (view.powerState !== waiter.power || [waiter.power, "unknown", undefined].includes(target.powerBefore))
    );
  if (waiter.success === "settled")
    return statusValue(view.status) !== statusAfterAbort[statusValue(target.statusBefore) ?? ""];
  return !hasBegun && view.status === target.statusBefore;
}

function doubtReason(goal: Goal, { target }: WatchedMachine, view: MachineView): string {
  if (isAboutStatus(goal) && view.status === target.statusBefore) return notBegunReason(view);
  return `it may have been carried out (${powerText(view, goal) ?? `now ${view.statusName}`})`;
}

const notBegunReason = (view: MachineView): string => `no sign of the operation: still ${view.statusName}`;

function otherStatusReason({ target, from, hasBegun }: WatchedMachine, view: MachineView): string {
  const answerStatusName =
    target.answerStatus !== undefined && isInProgress(target.answerStatus)
      ? nameOfStatus(target.answerStatus)
      : undefined;
  if (!hasBegun && answerStatusName === undefined && from === view.statusName) return notBegunReason(view);
  const start = from === view.statusName ? answerStatusName : from;
  return `ended in an unexpected status: ${start === undefined ? "" : `${start} -> `}${view.statusName}`;
}

function powerText(view: MachineView, goal: Goal): string | undefined {
  return goal.kind === "operation" && goal.waiter.power !== undefined
    ? `power ${view.powerState ?? "unknown"}`
    : undefined;
}

/** Services may show an old state for a moment, so only a state that cannot be old is trusted at once. */
const oneRead: RequiredEvidence = { durationMs: 0, reads: 1 };
/** If reads agree for this long, the state is not old. */
const agreeingReads: RequiredEvidence = { durationMs: 3_000, reads: 2 };
/** The operation has this long to begin. */
const beforeStart: RequiredEvidence = { durationMs: 8_000, reads: 2 };
/** The power state is old until the service has asked the power controller. */
const oldPowerState: RequiredEvidence = { durationMs: 15_000, reads: 3, isWeak: true };
/** A proxy may answer with a 404 page while the service restarts. */
const missingPage: RequiredEvidence = { durationMs: 30_000, reads: 5, isWeak: true };

/** After this time, reads no longer show the state before the operation. */
const staleMs = 10_000;

function evidenceFor(
  goal: Goal,
  { state, isIdle }: Verdict,
  { target, hasBegun }: WatchedMachine,
  view: MachineView,
  elapsedMs: number,
): RequiredEvidence {
  if (goal.kind === "conditions") {
    if (state === "done") return oneRead;
    const isAboutPower = goal.conditions.some(({ kind }) => kind === "power");
    if (isAboutPower && view.powerState === "error") return oldPowerState;
    return hasBegun ? oneRead : agreeingReads;
  }
  const { waiter } = goal;
  if (waiter.power !== undefined) return state === "done" ? oneRead : oldPowerState;
  const mayBeOld = statusMayPredate(target, view);
  if (state === "done" && isIdle !== true && !(mayBeOld && waiter.mayEndInInitialStatus === true))
    return oneRead;
  if (hasBegun && (mayBeOld ? elapsedMs > staleMs : state === "failed")) return oneRead;
  const answeredInProgress = target.answerStatus !== undefined && isInProgress(target.answerStatus);
  const requiredEvidence = hasBegun || answeredInProgress ? agreeingReads : beforeStart;
  return mayBeOld ? { ...requiredEvidence, isWeak: true } : requiredEvidence;
}

const evidenceOfOwner: RequiredEvidence = { ...agreeingReads, isWeak: true };

const evidenceOfSameStatus: RequiredEvidence = beforeStart;

function statusMayPredate(
  { statusBefore: before, answerStatus }: WatchTarget,
  { status }: MachineView,
): boolean {
  const earlierStatus =
    before ?? (answerStatus === undefined || isInProgress(answerStatus) ? undefined : answerStatus);
  return earlierStatus === undefined || status === earlierStatus;
}
