import { type StatusValue, statuses, statusValue, type Waiter } from "../../catalogue/statuses.ts";

export interface Observed {
  readonly status: number;
  readonly powerState: string | undefined;
}

/** `left`: another user moved the machine on. `note` is for the operator. */
export interface Verdict {
  readonly state: "progress" | "done" | "failed" | "left";
  /** The status was reached with nothing to do. */
  readonly isIdle?: true;
  readonly note?: string;
}

/**
 * Classifies a machine for `waiter`. `before`: the status number when the operation was sent; `hasBegun`: it has been
 * in progress since. Total and pure: every known status has one verdict; an unknown one is in progress.
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
    return { state: "progress", note: `unknown status ${observed.status}, treated as in progress` };
  if (statuses[value].kind === "progress") return { state: "progress" };
  if (waiter.success === "settled") return { state: "done" };
  if (waiter.failure.includes(value)) return { state: "failed" };
  if (finalStatuses(waiter, before).includes(value)) return { state: "done" };
  const isIdle = !hasBegun && waiter.idleSuccess?.includes(value) === true;
  return isIdle ? { state: "done", isIdle } : { state: "left" };
}

function finalStatuses({ success }: Waiter, before: number | undefined): readonly StatusValue[] {
  if (success === "settled") return [];
  return success === "before" ? endsOfBefore(before) : success;
}

/**
 * A machine now owned by another user. It can only be taken from Ready, so an operation that ends there is done; a
 * release is done in any case, since no other user can free the machine.
 */
export function classifyTakeover(
  waiter: Waiter,
  owner: string | undefined,
  before: number | undefined,
  hasBegun: boolean,
): Verdict {
  const by = owner === undefined ? "by another user: it may no longer be read" : `by ${owner}`;
  const isOver =
    (hasBegun || waiter.goneIsSuccess === true) && finalStatuses(waiter, before).includes("ready");
  return isOver ? { state: "done", note: `then taken ${by}` } : { state: "left", note: `taken ${by}` };
}

/** A deleted machine: success for a waiter that expects it, else it left the operation. */
export function classifyGone(waiter: Waiter): Verdict {
  return waiter.goneIsSuccess === true
    ? { state: "done", note: "gone: a composed machine is deleted when it is released" }
    : { state: "left" };
}

/** `unknown` means manual power, which is not waited for. */
export function classifyPower(targetState: "on" | "off", powerState: string | undefined): Verdict {
  if (powerState === targetState) return { state: "done" };
  if (powerState === "error") return { state: "failed" };
  if (powerState === undefined || powerState === "unknown")
    return { state: "done", note: "the power state is unknown to the service and is not waited for" };
  return { state: "progress" };
}

const stableValues = Object.entries(statuses)
  .filter(([, status]) => status.kind === "stable")
  .map(([value]) => value as StatusValue);

/**
 * Where a test returns to: ready from broken and from failures but failed commissioning, else the previous status. If
 * that is unknown, every stable status counts.
 */
function endsOfBefore(before: number | undefined): readonly StatusValue[] {
  const value = before === undefined ? undefined : statusValue(before);
  if (value === undefined || statuses[value].kind === "progress") return stableValues;
  if (value === "failed_commissioning") return [value, "ready"];
  return value === "broken" || statuses[value].kind === "failure" ? ["ready"] : [value];
}
