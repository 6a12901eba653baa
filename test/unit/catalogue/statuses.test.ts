import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import {
  type StatusValue,
  serviceLimitsMs,
  statuses,
  statusValue,
  statusValues,
  type Waiter,
  waiters,
} from "../../../src/catalogue/statuses.ts";

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

/** Number, value for `?status=`, name and kind: in progress, stable, unhealthy, failure. */
const written = `
  0 new                          New                           stable
  1 commissioning                Commissioning                 progress
  2 failed_commissioning         Failed commissioning          failure
  3 missing                      Missing                       unhealthy
  4 ready                        Ready                         stable
  5 reserved                     Reserved                      stable
  6 deployed                     Deployed                      stable
  7 retired                      Retired                       stable
  8 broken                       Broken                        unhealthy
  9 deploying                    Deploying                     progress
  10 allocated                   Allocated                     stable
  11 failed_deployment           Failed deployment             failure
  12 releasing                   Releasing                     progress
  13 failed_releasing            Releasing failed              failure
  14 disk_erasing                Disk erasing                  progress
  15 failed_disk_erasing         Failed disk erasing           failure
  16 rescue_mode                 Rescue mode                   stable
  17 entering_rescue_mode        Entering rescue mode          progress
  18 failed_entering_rescue_mode Failed to enter rescue mode   failure
  19 exiting_rescue_mode         Exiting rescue mode           progress
  20 failed_exiting_rescue_mode  Failed to exit rescue mode    failure
  21 testing                     Testing                       progress
  22 failed_testing              Failed testing                failure
`;

describe("the statuses", () => {
  it("are these 23", () => {
    const rows = written
      .trim()
      .split("\n")
      .map((row) => /^\s*(\d+) (\w+)\s+(.*?)\s+(\w+)$/.exec(row)?.slice(1));
    expect(
      Object.entries(statuses).map(([value, { id, name, kind }]) => [String(id), value, name, kind]),
    ).toEqual(rows);
  });

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
