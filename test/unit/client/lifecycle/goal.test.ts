import { describe, expect, it } from "vitest";
import { type StatusValue, statuses } from "../../../../src/catalogue/statuses.ts";
import { type Condition, judge, judgeGone, needsSshProbe } from "../../../../src/client/lifecycle/goal.ts";

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
