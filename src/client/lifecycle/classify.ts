import { type StatusValue, statuses, statusValue, type Waiter } from "../../catalogue/statuses.ts";

export interface ObservedState {
  readonly status: number;
  readonly powerState: string | undefined;
}

/** `left`: the machine ended in a status that the operation does not lead to. `note` is a remark for the operator. */
export interface Verdict {
  readonly state: "progress" | "done" | "failed" | "left";
  /** True if the operation had nothing to do. */
  readonly isIdle?: true;
  readonly note?: string;
}

/** `before` is the status number before the operation. An unknown status counts as in progress. */
export function classify(
  waiter: Waiter,
  observed: ObservedState,
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
  return success === "before" ? statusesAfterTest(before) : success;
}

/** Only a Ready machine can be taken over, so an operation that ends in Ready is done. */
export function classifyTakeover(
  waiter: Waiter,
  owner: string | undefined,
  before: number | undefined,
  hasBegun: boolean,
): Verdict {
  const takenBy = owner === undefined ? "by another user: it can no longer be read" : `by ${owner}`;
  const isOver =
    (hasBegun || waiter.deletionIsSuccess === true) && finalStatuses(waiter, before).includes("ready");
  return isOver
    ? { state: "done", note: `then taken ${takenBy}` }
    : { state: "left", note: `taken ${takenBy}` };
}

export function classifyGone(waiter: Waiter): Verdict {
  return waiter.deletionIsSuccess === true
    ? { state: "done", note: "gone: a composed machine is deleted when it is released" }
    : { state: "left" };
}

/** The service reports `unknown` for manual power, which it does not control. */
export function classifyPower(targetState: "on" | "off", powerState: string | undefined): Verdict {
  if (powerState === targetState) return { state: "done" };
  if (powerState === "error") return { state: "failed" };
  if (powerState === undefined || powerState === "unknown")
    return { state: "done", note: "the service cannot query the power state, so svc does not wait for it" };
  return { state: "progress" };
}

const stableValues = Object.entries(statuses)
  .filter(([, status]) => status.kind === "stable")
  .map(([value]) => value as StatusValue);

/** Ready after Broken and most failures, else the previous status; any stable status if that is unknown. */
function statusesAfterTest(before: number | undefined): readonly StatusValue[] {
  const value = before === undefined ? undefined : statusValue(before);
  if (value === undefined || statuses[value].kind === "progress") return stableValues;
  if (value === "failed_commissioning") return [value, "ready"];
  return value === "broken" || statuses[value].kind === "failure" ? ["ready"] : [value];
}
