import { describe, expect, it } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import {
  type StatusValue,
  serviceLimitsMs,
  statuses,
  statusValue,
  statusValues,
  type Waiter,
  type WaiterName,
  waiters,
} from "../../../src/catalogue/statuses.ts";

/** Number, value for `?status=`, name and kind. */
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

  it("are found by number; an unknown number is undefined", () => {
    for (const value of statusValues) expect(statusValue(statuses[value].id)).toBe(value);
    expect(statusValue(23)).toBeUndefined();
    expect(statusValue(-1)).toBeUndefined();
  });
});

/** The deadline in minutes and the flags of each waiter. */
const waits: Readonly<Record<WaiterName, readonly [deadline: number, ...marks: string[]]>> = {
  commission: [70, "mayEndInInitialStatus", "changesOwner"],
  create: [70, "changesOwner"],
  accept: [70, "changesOwner"],
  test: [40, "mayEndInInitialStatus"],
  deploy: [40],
  release: [15, "deletionIsSuccess"],
  rescue_mode: [40],
  exit_rescue_mode: [15],
  abort: [15],
  power_on: [10, "power=on"],
  power_off: [10, "power=off"],
};

describe.each(Object.entries<Waiter>(waiters))("waiter %s", (name, waiter) => {
  it("has its deadline and marks", () => {
    const marks = (["mayEndInInitialStatus", "changesOwner", "deletionIsSuccess"] as const).filter(
      (mark) => waiter[mark],
    );
    const power = waiter.power === undefined ? [] : [`power=${waiter.power}`];
    expect([waiter.deadlineMs / 60_000, ...marks, ...power]).toEqual(waits[name as WaiterName]);
  });

  it("waits longer than the service itself", () => {
    const involved = Object.entries(serviceLimitsMs).filter(([status]) =>
      waiter.failure.some((failure) =>
        statuses[failure].name.toLowerCase().includes(statuses[status as StatusValue].name.toLowerCase()),
      ),
    );
    for (const [status, limitMs] of involved) expect(waiter.deadlineMs, status).toBeGreaterThan(limitMs);
  });
});

it("these operations can be waited for", async () => {
  const waiting = (await loadAllOperations()).flatMap(({ id, operation: { waiter } }) =>
    waiter === undefined ? [] : [[id, waiter]],
  );
  expect(new Set(waiting.map(([, waiter]) => waiter))).toEqual(new Set(Object.keys(waiters)));
  expect(Object.fromEntries(waiting)).toEqual({
    "machines.create": "create",
    "machines.accept": "accept",
    "machines.accept_all": "accept",
    "machines.release": "release",
    "machine.abort": "abort",
    "machine.commission": "commission",
    "machine.deploy": "deploy",
    "machine.exit_rescue_mode": "exit_rescue_mode",
    "machine.power_off": "power_off",
    "machine.power_on": "power_on",
    "machine.release": "release",
    "machine.rescue_mode": "rescue_mode",
    "machine.test": "test",
  });
});

/** Minutes after which the service itself gives up, by status number. Erasing has no limit. */
it("the service's own limits are these", () => {
  const limits = Object.entries(serviceLimitsMs).map(([value, ms]) => [
    statuses[value as StatusValue].id,
    ms / 60_000,
  ]);
  expect(Object.fromEntries(limits)).toEqual({ 1: 30, 9: 30, 12: 5, 17: 30, 19: 5, 21: 30 });
});
