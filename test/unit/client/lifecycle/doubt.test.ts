import { describe, expect, it } from "vitest";
import type { StatusValue, WaiterName } from "../../../../src/catalogue/statuses.ts";
import { createLedger } from "../../../../src/client/http/ledger.ts";
import type { WaitOutcome, WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { clearDoubts } from "../../../../src/client/lifecycle/submitted.ts";
import { machine } from "./fake-service.ts";
import { setUp, target } from "./waiting.ts";

describe("a wait after a request without a clear answer", () => {
  it.each([
    ["deploy", 6, "deployed"],
    ["release", 4, "ready"],
    ["rescue_mode", 16, "rescue_mode"],
  ] as const)(
    "does not take a machine that stood at the goal for a %s in doubt",
    async (waiter, before, status) => {
      const { run } = setUp(machine("aaaaaa", status));
      const [outcome] = await run(waiter, [target("aaaaaa", { statusBefore: before, isUnclear: true })]);
      expect(outcome).toMatchObject({ result: "left" });
      expect(outcome?.reason).toContain("no sign of the operation");
    },
  );

  const inDoubt = async (
    waiter: WaiterName,
    before: Partial<WatchTarget>,
    after: StatusValue,
    power: string,
  ) => {
    const { run } = setUp({ ...machine("aaaaaa", after), power_state: power });
    const [outcome] = await run(waiter, [target("aaaaaa", { ...before, isUnclear: true })]);
    return [outcome?.result, outcome?.reason];
  };

  it.each([
    ["power_on", "off", "on", "done"],
    ["power_on", "error", "on", "done"],
    ["power_on", "on", "on", "left"],
    ["power_on", undefined, "on", "left"],
    ["power_on", "unknown", "unknown", "left"],
    ["power_on", "off", "unknown", "left"],
    ["power_on", "off", "error", "left"],
    ["power_off", "on", "off", "done"],
    ["power_off", "off", "off", "left"],
    ["power_off", undefined, "off", "left"],
  ] as const)("takes a %s in doubt for done by a change of power alone: %s to %s", async (...each) => {
    const [waiter, powerBefore, power, result] = each;
    const observations = powerBefore === undefined ? {} : { powerBefore };
    const [actual, reason] = await inDoubt(waiter, { statusBefore: 6, ...observations }, "deployed", power);
    expect(actual).toBe(result);
    if (result === "left") expect(reason).toBe(`it may have been carried out (power ${power})`);
  });

  it.each([
    [9, "allocated", "done"],
    [9, "deployed", "left"],
    [9, "failed_deployment", "left"],
    [1, "new", "done"],
    [1, "ready", "left"],
    [1, "failed_commissioning", "left"],
    [21, "ready", "left"],
    [14, "failed_disk_erasing", "left"],
    [undefined, "allocated", "left"],
  ] as const)("takes an abort in doubt of %s for done by an end of its own alone: %s", async (...each) => {
    const [before, after, result] = each;
    const observations = before === undefined ? {} : { statusBefore: before };
    expect((await inDoubt("abort", observations, after, "on"))[0]).toBe(result);
  });
});

describe("the reason of a machine that is done", () => {
  it.each([
    ["deploy", "deploying", "deployed", [undefined, 4, 10]],
    ["release", "releasing", "ready", [undefined, 6, 10]],
    ["commission", "commissioning", "ready", [undefined, 0, 4]],
    ["test", "testing", "ready", [undefined, 4]],
    ["rescue_mode", "entering_rescue_mode", "rescue_mode", [undefined, 6]],
  ] as const)("is left out for a %s that was seen %s", async (waiter, progress, end, statusesBefore) => {
    for (const before of statusesBefore) {
      const { run } = setUp(machine("aaaaaa", progress, progress, end));
      const observations = before === undefined ? {} : { statusBefore: before };
      const [outcome] = await run(waiter, [target("aaaaaa", observations)]);
      expect(outcome).toMatchObject({ result: "done" });
      expect(outcome?.reason).toBeUndefined();
    }
  });
});

it("a change of a machine is explained by the last request of its kind", () => {
  const ledger = createLedger();
  for (const [request, outcome] of [
    ["POST /machines/aaaaaa/op-power_off", "unknown"],
    ["POST /machines/aaaaaa/op-power_off", "done"],
    ["POST /machines/bbbbbb/op-power_off", "unknown"],
    ["POST /machines/bbbbbb/op-power_on", "done"],
    ["POST /machines/cccccc/op-power_off", "unknown"],
    ["POST /machines/dddddd/op-power_off", "unknown"],
    ["POST /machines/dddddd/op-power_off", "unknown"],
  ] as const)
    ledger.begin(request)(outcome);
  const off = { to: "off", from: undefined, reason: undefined, elapsedMs: 0 };
  const outcomes = ["aaaaaa", "bbbbbb", "dddddd"].map((systemId): WaitOutcome => {
    return { ...off, systemId, hostname: systemId, result: "done", hasChanged: true };
  });
  for (const outcome of outcomes) clearDoubts(ledger, outcome);
  const recorded = ledger.changes().map(({ outcome }) => outcome);
  expect(recorded).toEqual(["unknown", "done", "done", "done", "unknown", "unknown", "done"]);
});
