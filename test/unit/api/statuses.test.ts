import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../src/api/index.ts";
import {
  type StatusValue,
  serviceLimitsMs,
  statuses,
  statusValue,
  statusValues,
  type Waiter,
  waiters,
} from "../../../src/api/statuses.ts";

const allWaiters: readonly (readonly [string, Waiter])[] = Object.entries(waiters);

/**
 * What a waiter makes of a status, by the words of `Waiter`; `left` has gone where the operation does not
 * lead.
 */
function meanings(waiter: Waiter, status: StatusValue): readonly string[] {
  const { kind } = statuses[status];
  const isSuccess = Array.isArray(waiter.success) && waiter.success.includes(status);
  const isFailure = waiter.failure.includes(status);
  return [
    ...(kind === "progress" ? ["progress"] : []),
    ...(isSuccess ? ["success"] : []),
    ...(isFailure ? ["failure"] : []),
    ...(kind !== "progress" && !isSuccess && !isFailure ? ["left"] : []),
  ];
}

describe("the statuses", () => {
  it("have numbers and names of their own", () => {
    const all = Object.values(statuses);
    expect(new Set(all.map(({ id }) => id)).size).toBe(23);
    expect(new Set(all.map(({ name }) => name)).size).toBe(23);
    expect(Math.max(...all.map(({ id }) => id))).toBe(22);
  });

  it("are found by number, and an unknown number is nothing", () => {
    for (const value of statusValues) expect(statusValue(statuses[value].id)).toBe(value);
    expect(statusValue(23)).toBeUndefined();
    expect(statusValue(-1)).toBeUndefined();
  });

  it("are limited in time by the service only while in progress", () => {
    for (const value of Object.keys(serviceLimitsMs) as StatusValue[]) {
      expect(statuses[value].kind).toBe("progress");
    }
    expect(serviceLimitsMs.disk_erasing).toBeUndefined();
  });
});

describe.each(allWaiters)("waiter %s", (name, waiter) => {
  it.each(statusValues)("makes one thing of %s", (status) => {
    expect(meanings(waiter, status)).toHaveLength(1);
  });

  it("ends well somewhere", () => {
    const ends = waiter.power !== undefined || !Array.isArray(waiter.success) || waiter.success.length > 0;
    expect(ends).toBe(true);
  });

  it("waits longer than the service itself", () => {
    const involved = Object.entries(serviceLimitsMs).filter(([status]) =>
      waiter.failure.some((failure) =>
        statuses[failure].name.toLowerCase().includes(statuses[status as StatusValue].name.toLowerCase()),
      ),
    );
    for (const [status, limitMs] of involved) expect(waiter.deadlineMs, status).toBeGreaterThan(limitMs);
    expect(waiter.deadlineMs).toBeGreaterThan(0);
  });

  it("belongs to an operation", async () => {
    const used = (await loadAllOperations()).map(({ operation }) => operation.waiter);
    expect(used).toContain(name);
  });
});
