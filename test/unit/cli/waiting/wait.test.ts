import { describe, expect, it } from "vitest";
import { group as machines } from "../../../../src/catalogue/groups/machines.ts";
import { waitForMachines } from "../../../../src/cli/commands/machines.ts";
import { runCommand } from "../../../../src/cli/invocation/invocation.ts";
import { watchOperation } from "../../../../src/cli/waiting/wait.ts";
import { parseCondition, parseConditions } from "../../../../src/client/lifecycle/goal.ts";
import type { WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { type FakeMachine, fakeService, machine } from "../../client/lifecycle/fake-service.ts";
import { rejection } from "../../rejection.ts";
import { waitingHarness } from "../harness.ts";

/** Waits after an operation and throws the failure of the wait, if any. */
async function waitAfter(...watchArguments: Parameters<typeof watchOperation>): Promise<void> {
  const { failure } = await watchOperation(...watchArguments);
  if (failure !== undefined) throw failure;
}

const { operations } = machines;
const deploy = operations["machine.deploy"];

const target = (systemId: string, before = 10): WatchTarget => ({
  systemId,
  hostname: `host-${systemId}`,
  statusBefore: before,
});

describe("the end of a wait after an operation", () => {
  const waitOf = (service: ReturnType<typeof fakeService>, line = {}, ...ids: string[]) => {
    const harness = waitingHarness(service, line);
    return {
      harness,
      wait: waitAfter(
        harness.invocation,
        deploy,
        ids.map((id) => target(id)),
      ),
    };
  };

  it("is a failure of the operation with its reason for one machine", async () => {
    const service = fakeService({
      ...machine("aaaaaa", "deploying", "failed_deployment"),
      error_description: "no disk",
    });
    const failure = await rejection(() => waitOf(service, {}, "aaaaaa").wait);
    expect(failure).toMatchObject({
      kind: "operationFailed",
      message: "host-aaaaaa: Failed deployment: no disk",
    });
    expect(failure.details.hint).toBe("svc machines why aaaaaa");
  });

  it("is a failure where the machine left the operation", async () => {
    const failure = await rejection(
      () => waitOf(fakeService(machine("aaaaaa", "deploying", "ready")), {}, "aaaaaa").wait,
    );
    expect(failure).toMatchObject({
      kind: "operationFailed",
      message: "host-aaaaaa: ended in an unexpected status: Allocated -> Ready",
    });
  });

  it("names the command that continues after a time-out", async () => {
    const line = {
      options: { "wait-timeout": 90_000 },
      globals: { profile: "my lab", url: "http://x.example/S" },
    };
    const failure = await rejection(
      () => waitOf(fakeService(machine("aaaaaa", "deploying")), line, "aaaaaa").wait,
    );
    expect(failure).toMatchObject({
      kind: "stillInProgress",
      message: "host-aaaaaa: still Deploying after 1m30s",
    });
    expect(failure.details.hint).toBe(
      "continue waiting: svc machines wait aaaaaa --for deployed --profile 'my lab' --url http://x.example/S",
    );
  });

  it("is a partial failure for mixed results, with ids for reuse", async () => {
    const service = fakeService(
      machine("aaaaaa", "deployed"),
      machine("bbbbbb", "failed_deployment"),
      machine("cccccc", "deploying"),
    );
    const failure = await rejection(
      () => waitOf(service, { options: { "wait-timeout": 5000 } }, "aaaaaa", "bbbbbb", "cccccc").wait,
    );
    expect(failure).toMatchObject({ kind: "someFailed", message: "2 of 3 machines are not done" });
    expect(failure.details.lines?.at(-1)).toBe("not done: bbbbbb cccccc");
    expect(failure.details.hint).toContain("svc machines wait cccccc --for deployed");
  });

  it("is the common kind where all failed the same way", async () => {
    const both = fakeService(machine("aaaaaa", "failed_deployment"), machine("bbbbbb", "broken"));
    expect((await rejection(() => waitOf(both, {}, "aaaaaa", "bbbbbb").wait)).kind).toBe("operationFailed");
  });

  it("writes nothing to standard output, and leaves no listener", async () => {
    const { harness, wait } = waitOf(fakeService(machine("aaaaaa", "deploying", "deployed")), {}, "aaaaaa");
    await wait;
    expect(harness.terminal.shown.stdout).toBe("");
    expect(harness.terminal.shown.stderr).toContain("host-aaaaaa: Allocated -> Deploying");
    expect(harness.terminal.listeners()).toBe(0);
  });

  it("mentions one machine if one is stopped", async () => {
    const service = fakeService(machine("aaaaaa", "deploying"));
    service.before = () => {
      throw new Failure("notAuthenticated", "the key was revoked", { status: 401 });
    };
    const failure = await rejection(() => waitOf(service, {}, "aaaaaa").wait);
    expect(failure.kind).toBe("notAuthenticated");
    expect(failure.message).toContain(
      "the key was revoked; stopped waiting; the operation continues for host-aaaaaa",
    );
  });
});

describe("resuming", () => {
  it.each([
    ["machine.deploy", [10], "--for deployed"],
    ["machine.commission", [4], "--for ready"],
    ["machine.test", [6, 6], "--for deployed"],
    ["machine.test", [6, 4], ""],
    ["machine.release", [6], "--for ready --for new --for gone"],
    ["machine.exit_rescue_mode", [16], ""],
    ["machine.power_on", [10], "--for power=on"],
    ["machine.abort", [9], ""],
  ] as const)("of %s from %j says %s", async (id, befores, conditions) => {
    const ids = befores.map((_, index) => `aaaaa${index}`);
    const service = fakeService(
      ...ids.map((systemId): FakeMachine => ({ ...machine(systemId, "testing"), power_state: "off" })),
    );
    const harness = waitingHarness(service, { options: { "wait-timeout": 2000 } });
    const targets = befores.map((before, index) => target(ids[index] ?? "", before));
    const failure = await rejection(() => waitAfter(harness.invocation, operations[id], targets));
    const words = ["continue waiting: svc machines wait", ...ids, conditions];
    expect(failure.details.hint).toBe(words.filter((word) => word !== "").join(" "));
  });
});

describe("svc machines wait", () => {
  const waitOn = (service: ReturnType<typeof fakeService>, names: string[], options = {}) =>
    waitingHarness(service, { arguments: { system_id: names }, options });

  it.each(["ready!", "powr=on", "", "power=up"])("refuses --for '%s'", (text) => {
    expect(() => parseCondition(text)).toThrow(Failure);
  });

  it("takes statuses by value and by name", () => {
    for (const text of ["failed_deployment", "Failed deployment", "failed-deployment"])
      expect(parseCondition(text)).toEqual({ kind: "status", value: "failed_deployment" });
  });

  it("prints a row for each machine and succeeds when all have ended", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready", "ready", "deployed")), ["aaaaaa"], {
      for: parseConditions(["deployed"]),
    });
    await runCommand(waitForMachines, harness.invocation);
    expect(harness.printed).toMatchObject([
      [{ system_id: "aaaaaa", ok: true, status: "Deployed", result: "done" }],
    ]);
  });

  it("writes the rows also when it fails", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "failed_testing")), ["aaaaaa"], {
      for: parseConditions(["ready,deployed"]),
    });
    expect((await rejection(() => runCommand(waitForMachines, harness.invocation))).kind).toBe(
      "operationFailed",
    );
    expect(harness.printed).toMatchObject([[{ system_id: "aaaaaa", ok: false, status: "Failed testing" }]]);
  });

  it("treats a machine that no longer exists as deleted", async () => {
    const harness = waitOn(fakeService(), ["aaaaaa"], { for: parseConditions(["gone"]) });
    await runCommand(waitForMachines, harness.invocation);
    expect(harness.printed).toMatchObject([[{ system_id: "aaaaaa", ok: true, status: "gone" }]]);
  });

  it("resumes with the names as they were typed", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready")), ["host-aaaaaa"], {
      for: [{ kind: "status", value: "deployed" }],
      "wait-timeout": 2_000,
    });
    const failure = await rejection(() => runCommand(waitForMachines, harness.invocation));
    expect(failure.details.hint).toBe("continue waiting: svc machines wait host-aaaaaa --for deployed");
  });

  it("does not wait if a name matches nothing", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready")), ["aaaaaa", "zzzzzz"], {
      for: parseConditions(["ready"]),
    });
    expect((await rejection(() => runCommand(waitForMachines, harness.invocation))).kind).toBe("notFound");
    expect(harness.printed).toEqual([]);
  });
});
