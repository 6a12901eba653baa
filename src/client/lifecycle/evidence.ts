import type { Verdict } from "./classify.ts";
import type { Goal } from "./goal.ts";
import { inProgress, type MachineView } from "./machine-view.ts";
import type { WatchTarget } from "./progress-event.ts";
import type { Evidence, Watched } from "./watched.ts";

/**
 * A service shows an old state for a moment (several servers, a list from a cache), and it may change the status
 * a moment after it has answered. So only what an old state cannot look like counts at once.
 */
const enough: Evidence = { ms: 0, reads: 1 };
/** Reads that agree for so long do not show an old state. */
const agreed: Evidence = { ms: 3_000, reads: 2 };
/** So long an operation may take to begin. */
const unbegun: Evidence = { ms: 8_000, reads: 2 };
/** The power state is an old one until the power controller has been asked. */
const powerAsked: Evidence = { ms: 15_000, reads: 3, isWeak: true };
/** A page that says 404 may come from a proxy whose service is being restarted. */
const page: Evidence = { ms: 30_000, reads: 5, isWeak: true };

/** After so long, in milliseconds, a read shows nothing of the time before the operation. */
const staleMs = 10_000;

/** The evidence that a verdict on a machine's status or power needs, `elapsedMs` after the wait began. */
export function evidenceFor(
  goal: Goal,
  { state, isIdle }: Verdict,
  { target, hasBegun }: Watched,
  view: MachineView,
  elapsedMs: number,
): Evidence {
  if (goal.kind === "conditions") {
    if (state === "done") return enough;
    const isAboutPower = goal.conditions.some(({ kind }) => kind === "power");
    if (isAboutPower && view.powerState === "error") return powerAsked;
    return hasBegun ? enough : agreed;
  }
  const { waiter } = goal;
  if (waiter.power !== undefined) return state === "done" ? enough : powerAsked;
  const mayBeOld = isOld(target, view);
  if (state === "done" && isIdle !== true && !(mayBeOld && waiter.mayEndWhereItBegan === true)) return enough;
  if (hasBegun && (mayBeOld ? elapsedMs > staleMs : state === "failed")) return enough;
  const isAnswered = target.answered !== undefined && inProgress(target.answered);
  const needed = hasBegun || isAnswered ? agreed : unbegun;
  return mayBeOld ? { ...needed, isWeak: true } : needed;
}

/** The evidence that another owner, or an answer of 403, needs. */
export const evidenceOfOwner: Evidence = { ...agreed, isWeak: true };

/** The evidence that a request without a clear answer changed nothing: the status is the one before it. */
export const evidenceOfUnmoved: Evidence = unbegun;

/** The evidence that an answer of 404 needs, by who gave it. */
export const evidenceOfGone = (by: "service" | "page"): Evidence => (by === "page" ? page : agreed);

/** True for a status that the machine may have had before the operation began. */
function isOld({ before, answered }: WatchTarget, { status }: MachineView): boolean {
  const known = before ?? (answered === undefined || inProgress(answered) ? undefined : answered);
  return known === undefined || status === known;
}
