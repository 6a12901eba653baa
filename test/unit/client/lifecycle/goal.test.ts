import { describe, expect, it } from "vitest";
import { type StatusValue, statuses, type Waiter, waiters } from "../../../../src/catalogue/statuses.ts";
import {
  type Condition,
  classify,
  judge,
  judgeGone,
  needsSshProbe,
} from "../../../../src/client/lifecycle/goal.ts";

const byStatus = (waiter: Waiter, value: StatusValue, before?: StatusValue) =>
  classify(
    waiter,
    { status: statuses[value].id, powerState: "on" },
    before === undefined ? undefined : statuses[before].id,
  ).state;

const statusWaiters = Object.entries(waiters).filter(
  ([, waiter]: [string, Waiter]) => waiter.power === undefined,
);

/** Expected results by status number, independent of the source. */
const inProgress = [1, 9, 12, 14, 17, 19, 21];
const ends: Readonly<Record<string, { readonly done: number[]; readonly failed: number[] }>> = {
  "commission from 0": { done: [4], failed: [2, 8, 22] },
  "commission from 4": { done: [4], failed: [2, 8, 22] },
  "create from 0": { done: [0, 4, 6], failed: [2, 8, 22] },
  "accept from 0": { done: [4], failed: [2, 8, 22] },
  "test from 4": { done: [4], failed: [22] },
  "test from 6": { done: [6], failed: [22] },
  "test from 10": { done: [10], failed: [22] },
  "test from 8": { done: [4], failed: [22] },
  "test from 22": { done: [4], failed: [22] },
  "test from 11": { done: [4], failed: [22] },
  "test from 2": { done: [2, 4], failed: [22] },
  "deploy from 10": { done: [6], failed: [8, 11] },
  "release from 6": { done: [0, 4], failed: [8, 13, 15] },
  "rescue_mode from 6": { done: [16], failed: [18] },
  "exit_rescue_mode from 16": { done: [0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 22], failed: [20] },
  "abort from 9": { done: [0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 16, 18, 20, 22], failed: [] },
};

describe("classify", () => {
  it("lists each status once in a waiter, and none in progress", () => {
    for (const [name, waiter] of statusWaiters as [string, Waiter][]) {
      const success = Array.isArray(waiter.success) ? (waiter.success as StatusValue[]) : [];
      const finalStatuses = [...success, ...waiter.failure];
      expect(new Set(finalStatuses).size, name).toBe(finalStatuses.length);
      for (const value of finalStatuses)
        expect(statuses[value].kind, `${name} ${value}`).not.toBe("progress");
    }
  });

  it.each(Object.entries(ends))("gives every status number the verdict that %s is known by", (key, end) => {
    const [name = "", before = ""] = key.split(" from ");
    const waiter: Waiter = waiters[name as keyof typeof waiters];
    for (let status = 0; status <= 22; status++) {
      const verdict = classify(waiter, { status, powerState: "on" }, Number(before));
      const expected = inProgress.includes(status)
        ? "progress"
        : end.done.includes(status)
          ? "done"
          : end.failed.includes(status)
            ? "failed"
            : "left";
      expect(verdict.state, `status ${status}`).toBe(expected);
    }
  });

  it("reports a new machine whose commissioning was aborted as left", () => {
    expect(classify(waiters.create, { status: 0, powerState: "off" }, undefined, true).state).toBe("left");
    expect(classify(waiters.create, { status: 6, powerState: "off" }, undefined, true).state).toBe("left");
    expect(classify(waiters.create, { status: 4, powerState: "off" }, undefined, true).state).toBe("done");
  });

  it("has the final statuses of every waiter by number", () => {
    const statuses = Object.keys(ends).map((key) => key.split(" from ")[0]);
    for (const [name] of statusWaiters) expect(statuses).toContain(name);
  });

  it("takes an unknown status number as in progress, with a note", () => {
    for (const [, waiter] of statusWaiters)
      expect(classify(waiter, { status: 99, powerState: "on" }, 4)).toEqual({
        state: "progress",
        note: "unknown status 99, treated as in progress",
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

  it("accepts any stable status after a test if the previous status is unknown", () => {
    expect(byStatus(waiters.test, "deployed")).toBe("done");
    expect(byStatus(waiters.test, "failed_testing")).toBe("failed");
  });

  it("waits for one power state only", () => {
    const power = (powerState: string | undefined) =>
      classify(waiters.power_on, { status: 4, powerState }, 4).state;
    expect(["on", "off", "error", "unknown", undefined, "cycling"].map(power)).toEqual([
      ...["done", "progress", "failed", "done", "done", "progress"],
    ]);
    expect(classify(waiters.power_off, { status: 4, powerState: "unknown" }, 4).note).toContain(
      "does not wait for it",
    );
  });

  it("counts a deleted machine as released, and as left by any other operation", () => {
    expect(judgeGone({ kind: "operation", waiter: waiters.release }).state).toBe("done");
    expect(judgeGone({ kind: "operation", waiter: waiters.deploy }).state).toBe("left");
  });
});

const deployed: Condition = { kind: "status", value: "deployed" };
const failedTesting: Condition = { kind: "status", value: "failed_testing" };
const powerOn: Condition = { kind: "power", value: "on" };
const ssh: Condition = { kind: "ssh" };
const gone: Condition = { kind: "gone" };

const goal = (all: boolean, ...conditions: Condition[]) => ({ kind: "conditions", conditions, all }) as const;
const observation = (value: StatusValue | number, powerState = "off", answers = false) => ({
  status: typeof value === "number" ? value : statuses[value].id,
  powerState,
  ssh: answers,
});
const state = (...args: Parameters<typeof judge>) => judge(...args).state;

describe("conditions of a wait", () => {
  it("fails at a failure status that is not a target, and continues in other stable statuses", () => {
    expect(state(goal(false, deployed), observation("failed_testing"), undefined)).toBe("failed");
    expect(state(goal(false, failedTesting), observation("failed_testing"), undefined)).toBe("done");
    expect(state(goal(false, deployed), observation("allocated"), undefined)).toBe("progress");
  });

  it("fails at Broken if the target is a status", () => {
    expect(state(goal(false, deployed), observation("broken"), undefined)).toBe("failed");
    expect(state(goal(false, { kind: "status", value: "broken" }), observation("broken"), undefined)).toBe(
      "done",
    );
    expect(state(goal(false, powerOn), observation("broken"), undefined)).toBe("progress");
    expect(state(goal(false, gone), observation("broken"), undefined)).toBe("progress");
  });

  it("waits for a power state whatever the status is", () => {
    expect(state(goal(false, powerOn), observation("failed_testing", "off"), undefined)).toBe("progress");
    expect(state(goal(false, powerOn), observation("failed_testing", "on"), undefined)).toBe("done");
    expect(state(goal(false, powerOn), observation("ready", "error"), undefined)).toBe("failed");
  });

  it("accepts an unknown power state with a note, but not for another target", () => {
    expect(judge(goal(false, powerOn), observation("ready", "unknown"), undefined)).toMatchObject({
      state: "done",
      note: expect.stringContaining("does not wait for it"),
    });
    expect(state(goal(false, deployed, powerOn), observation("deploying", "unknown"), undefined)).toBe(
      "progress",
    );
    expect(state(goal(true, deployed, powerOn), observation("deployed", "unknown"), undefined)).toBe("done");
  });

  it("needs any or all", () => {
    expect(state(goal(false, deployed, powerOn), observation("deployed", "off"), undefined)).toBe("done");
    expect(state(goal(true, deployed, powerOn), observation("deployed", "off"), undefined)).toBe("progress");
    expect(state(goal(true, deployed, powerOn), observation("deployed", "on"), undefined)).toBe("done");
    expect(state(goal(true, deployed, powerOn), observation("deployed", "error"), undefined)).toBe("failed");
    expect(state(goal(false, deployed, powerOn), observation("deploying", "error"), undefined)).toBe(
      "progress",
    );
  });

  it("without conditions waits until nothing is in progress", () => {
    expect(state(goal(false), observation("testing"), undefined)).toBe("progress");
    expect(state(goal(false), observation("ready"), undefined)).toBe("done");
    expect(state(goal(false), observation("failed_testing"), undefined)).toBe("failed");
    expect(judge(goal(false), observation(99), undefined)).toMatchObject({ state: "progress" });
  });

  it("counts a deleted machine as done only if that is a target", () => {
    expect(judgeGone(goal(false, deployed, gone)).state).toBe("done");
    expect(judgeGone(goal(true, deployed, gone)).state).toBe("left");
    expect(judgeGone(goal(false)).state).toBe("left");
  });

  it("probes SSH only if no temporary system can answer and all other conditions are met", () => {
    expect(needsSshProbe(goal(false, ssh), observation("deploying"))).toBe(false);
    expect(needsSshProbe(goal(false, ssh), observation("deployed"))).toBe(true);
    expect(needsSshProbe(goal(true, ssh, deployed), observation("allocated"))).toBe(false);
    expect(needsSshProbe(goal(true, ssh, deployed), observation("deployed"))).toBe(true);
    expect(needsSshProbe(goal(false, deployed), observation("deployed"))).toBe(false);
  });
});
