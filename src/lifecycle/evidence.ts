import type { Condition, Goal } from "./goal.ts";
import { inProgress } from "./machine-view.ts";

/** What a finding needs before it counts. */
export interface Evidence {
  /** Milliseconds between the first and the last of the reads that agree. */
  readonly ms: number;
  /** Reads that agree. */
  readonly reads: number;
  /** Too little of it is none: at the deadline the machine counts as unfinished. */
  readonly isWeak?: true;
}

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

/** A finding about a machine that was read, and what is known of the machine. */
interface FindingFacts {
  readonly result: "done" | "failed" | "left";
  /** Done, but by a status in which nothing was to do. */
  readonly isIdle: boolean;
  readonly status: number;
  readonly powerState: string | undefined;
  /** The status before the operation, where it is known, and the one in its answer. */
  readonly before: number | undefined;
  readonly answered: number | undefined;
  readonly hasBegun: boolean;
  /** Since the wait began. */
  readonly elapsedMs: number;
}

/** The evidence that a finding on a machine's status or power needs. */
export function evidenceFor(goal: Goal, found: FindingFacts): Evidence {
  const { result, hasBegun, elapsedMs } = found;
  if (goal.kind === "conditions") return evidenceForConditions(goal.conditions, found);
  const { waiter } = goal;
  if (waiter.power !== undefined) return result === "done" ? enough : powerAsked;
  const mayBeOld = isOld(found);
  if (result === "done" && !found.isIdle && !(mayBeOld && waiter.mayEndWhereItBegan === true)) return enough;
  if (hasBegun && (mayBeOld ? elapsedMs > staleMs : result === "failed")) return enough;
  const isAnswered = found.answered !== undefined && inProgress(found.answered);
  const needed = hasBegun || isAnswered ? agreed : unbegun;
  return mayBeOld ? { ...needed, isWeak: true } : needed;
}

function evidenceForConditions(conditions: readonly Condition[], found: FindingFacts): Evidence {
  if (found.result === "done") return enough;
  const isAboutPower = conditions.some(({ kind }) => kind === "power");
  if (isAboutPower && found.powerState === "error") return powerAsked;
  return found.hasBegun ? enough : agreed;
}

/** The evidence that another owner, or an answer of 403, needs. */
export const evidenceOfOwner: Evidence = { ...agreed, isWeak: true };

/** The evidence that a request without a clear answer changed nothing: the status is the one before it. */
export const evidenceOfUnmoved: Evidence = unbegun;

/** The evidence that an answer of 404 needs, by who gave it. */
export const evidenceOfGone = (by: "service" | "page"): Evidence => (by === "page" ? page : agreed);

/** True for a status that the machine may have had before the operation began. */
function isOld({ status, before, answered }: FindingFacts): boolean {
  const known = before ?? (answered === undefined || inProgress(answered) ? undefined : answered);
  return known === undefined || status === known;
}
