import { describe, expect, it } from "vitest";
import { type StatusValue, statuses, statusValues, type Waiter, waiters } from "../../../src/api/statuses.ts";
import { classify, classifyGone } from "../../../src/lifecycle/classify.ts";

const byStatus = (waiter: Waiter, value: StatusValue, before?: StatusValue) =>
  classify(
    waiter,
    { status: statuses[value].id, powerState: "on" },
    before === undefined ? undefined : statuses[before].id,
  ).state;

const statusWaiters = Object.entries(waiters).filter(
  ([, waiter]: [string, Waiter]) => waiter.power === undefined,
);

describe("classify", () => {
  it("names no status twice in a waiter, and none that is in progress", () => {
    for (const [name, waiter] of statusWaiters as [string, Waiter][]) {
      const success = Array.isArray(waiter.success) ? (waiter.success as StatusValue[]) : [];
      const named = [...success, ...waiter.failure];
      expect(new Set(named).size, name).toBe(named.length);
      for (const value of named) expect(statuses[value].kind, `${name} ${value}`).not.toBe("progress");
    }
  });

  it.each(statusWaiters)("gives every status the verdict that the data of %s says", (_, waiter: Waiter) => {
    for (const value of statusValues) {
      const inProgress = statuses[value].kind === "progress";
      const failed = waiter.failure.includes(value);
      const done =
        waiter.success === "settled"
          ? !inProgress
          : waiter.success === "before"
            ? value === "ready"
            : waiter.success.includes(value);
      expect([inProgress, failed, done].filter(Boolean).length, value).toBeLessThanOrEqual(1);
      const expected = inProgress ? "progress" : failed ? "failed" : done ? "done" : "left";
      expect(byStatus(waiter, value, "ready"), value).toBe(expected);
    }
  });

  it("takes an unknown status number as in progress, with a note", () => {
    for (const [, waiter] of statusWaiters)
      expect(classify(waiter, { status: 99, powerState: "on" }, 4)).toEqual({
        state: "progress",
        note: "unknown status 99, taken as in progress",
      });
  });

  it.each([
    ["deployed", "deployed", "done"],
    ["deployed", "ready", "left"],
    ["broken", "ready", "done"],
    ["broken", "broken", "left"],
    ["failed_deployment", "ready", "done"],
    ["failed_commissioning", "failed_commissioning", "done"],
    ["missing", "missing", "done"],
  ] as const)("ends a test that began in %s and shows %s as %s", (before, now, state) => {
    expect(byStatus(waiters.test, now, before)).toBe(state);
  });

  it("takes any stable status as the end of a test where the status before is unknown", () => {
    expect(byStatus(waiters.test, "deployed")).toBe("done");
    expect(byStatus(waiters.test, "failed_testing")).toBe("failed");
  });

  it("sees an aborted operation as left, and not as done", () => {
    expect(byStatus(waiters.commission, "new", "new")).toBe("left");
    expect(byStatus(waiters.deploy, "allocated", "allocated")).toBe("left");
  });

  it("returns from rescue mode to a failure that the machine had before", () => {
    expect(byStatus(waiters.exit_rescue_mode, "failed_testing")).toBe("done");
    expect(byStatus(waiters.exit_rescue_mode, "rescue_mode")).toBe("left");
  });

  it("waits for a power state and for no other", () => {
    const power = (powerState: string | undefined) =>
      classify(waiters.power_on, { status: 4, powerState }, 4).state;
    expect(["on", "off", "error", "unknown", undefined, "cycling"].map(power)).toEqual([
      "done",
      "progress",
      "failed",
      "done",
      "done",
      "progress",
    ]);
    expect(classify(waiters.power_off, { status: 4, powerState: "unknown" }, 4).note).toContain(
      "not waited for",
    );
  });

  it("counts a machine that is gone as released, and as left by any other operation", () => {
    expect(classifyGone(waiters.release).state).toBe("done");
    expect(classifyGone(waiters.deploy).state).toBe("left");
  });
});
