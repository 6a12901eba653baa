import { inParallel } from "../../core/parallel.ts";
import { failureReason, ownReason } from "./failure-reason.ts";
import type { Goal } from "./goal.ts";
import type { Roster } from "./roster.ts";
import type { WaitOptions } from "./wait-options.ts";
import { type Finding, type Watched, withOwnMessage } from "./watched.ts";
import { within } from "./within.ts";

/** Failed machines of one wait whose last ERROR event is asked for, and the time for all that ask at once. */
const maxReasons = 20;
const maxReasonsMs = 10_000;
const minReasonsMs = 1_000;
/** Beyond the deadline, in milliseconds. */
const graceMs = 5_000;
const reasonsAtOnce = 4;

/** Settles machines as found. */
export type Settle = (ends: readonly (readonly [Watched, Finding])[]) => Promise<void>;

/** A `Settle` that asks the service for the reason of the first failures of the wait. */
export function createSettle(roster: Roster, goal: Goal, { client, clock, signal }: WaitOptions): Settle {
  let reasonsAsked = 0;
  const settleFailed = (one: Watched, reason: string | undefined) =>
    roster.settle(one, "failed", joined(powerReason(one, goal), reason));
  return async (ends) => {
    for (const [one, { result, reason, to, isTaken }] of ends)
      if (result !== "failed") roster.settle(one, result, reason, { to, ...(isTaken ? { isTaken } : {}) });
    const failed = ends.filter(([, { result }]) => result === "failed").map(([one]) => one);
    const asked = failed.slice(0, maxReasons - reasonsAsked);
    reasonsAsked += asked.length;
    const boundMs = Math.max(minReasonsMs, Math.min(maxReasonsMs, roster.leftMs() + graceMs));
    await within(clock, boundMs, signal, (bounded) =>
      inParallel(asked, reasonsAtOnce, async (one) => {
        const view = withOwnMessage(one);
        settleFailed(one, view && (await failureReason(client, view, bounded)));
      }),
    );
    for (const one of failed.slice(asked.length)) {
      const view = withOwnMessage(one);
      settleFailed(one, view && ownReason(view));
    }
  };
}

/** Reasons as one line; undefined without any. */
function joined(...reasons: readonly (string | undefined)[]): string | undefined {
  const given = reasons.filter((reason) => reason !== undefined);
  return given.length === 0 ? undefined : given.join("; ");
}

function powerReason(one: Watched, goal: Goal): string | undefined {
  const watchesPower =
    goal.kind === "operation"
      ? goal.waiter.power !== undefined
      : goal.conditions.some((condition) => condition.kind === "power");
  return watchesPower && one.view?.powerState === "error"
    ? "the service cannot control or read the machine's power"
    : undefined;
}
