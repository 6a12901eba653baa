import { type StatusValue, statuses, statusValue, type Waiter } from "../../catalogue/statuses.ts";

/** What a wait looks at. */
export interface Observed {
  readonly status: number;
  readonly powerState: string | undefined;
}

/**
 * Where a machine stands in an operation: still in it, at its end, in a failure, or out of it (another user
 * moved the machine on). `note` is a remark for the operator.
 */
export interface Verdict {
  readonly state: "progress" | "done" | "failed" | "left";
  /** Done by a status in which there was nothing to do. */
  readonly isIdle?: true;
  readonly note?: string;
}

/**
 * Places a machine in the operation of `waiter`. `before` is the status number it had when the operation was
 * sent; `hasBegun`, whether it has been in progress since. Total and pure: every status of the table gets one
 * verdict, and an unknown one is in progress.
 */
export function classify(
  waiter: Waiter,
  observed: Observed,
  before: number | undefined,
  hasBegun = false,
): Verdict {
  if (waiter.power !== undefined) return classifyPower(waiter.power, observed.powerState);
  const value = statusValue(observed.status);
  if (value === undefined)
    return { state: "progress", note: `unknown status ${observed.status}, taken as in progress` };
  if (statuses[value].kind === "progress") return { state: "progress" };
  if (waiter.success === "settled") return { state: "done" };
  if (waiter.failure.includes(value)) return { state: "failed" };
  if (endsOf(waiter, before).includes(value)) return { state: "done" };
  const isIdle = !hasBegun && waiter.idleSuccess?.includes(value) === true;
  return isIdle ? { state: "done", isIdle } : { state: "left" };
}

/** The statuses that an operation is done in, where the waiter names them. */
function endsOf({ success }: Waiter, before: number | undefined): readonly StatusValue[] {
  if (success === "settled") return [];
  return success === "before" ? endsOfBefore(before) : success;
}

/**
 * A machine that belongs to another user now. Only from Ready can it be taken, so an operation that ends
 * there has ended; a release needs no other sign, since no other user can free the machine.
 */
export function classifyTaken(
  waiter: Waiter,
  owner: string | undefined,
  before: number | undefined,
  hasBegun: boolean,
): Verdict {
  const by = owner === undefined ? "by another user: it may no longer be read" : `by ${owner}`;
  const isOver = (hasBegun || waiter.goneIsSuccess === true) && endsOf(waiter, before).includes("ready");
  return isOver ? { state: "done", note: `then taken ${by}` } : { state: "left", note: `taken ${by}` };
}

/** A machine that does not exist any more: success where the waiter says so, else it has left the operation. */
export function classifyGone(waiter: Waiter): Verdict {
  return waiter.goneIsSuccess === true
    ? { state: "done", note: "gone, as a composed machine is after its release" }
    : { state: "left" };
}

/** The power state against the wanted one (`unknown` is manual power, never waited for). */
export function classifyPower(wanted: "on" | "off", powerState: string | undefined): Verdict {
  if (powerState === wanted) return { state: "done" };
  if (powerState === "error") return { state: "failed" };
  if (powerState === undefined || powerState === "unknown")
    return { state: "done", note: "the power state is unknown to the service and is not waited for" };
  return { state: "progress" };
}

const stableValues = Object.entries(statuses)
  .filter(([, status]) => status.kind === "stable")
  .map(([value]) => value as StatusValue);

/**
 * Where a test returns to: ready from broken and from any failure but
 * failed commissioning, else the status it had. Without a known status before, every stable one counts.
 */
function endsOfBefore(before: number | undefined): readonly StatusValue[] {
  const value = before === undefined ? undefined : statusValue(before);
  if (value === undefined || statuses[value].kind === "progress") return stableValues;
  if (value === "failed_commissioning") return [value, "ready"];
  return value === "broken" || statuses[value].kind === "failure" ? ["ready"] : [value];
}
