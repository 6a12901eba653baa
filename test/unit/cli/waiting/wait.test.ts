import { describe, expect, it, vi } from "vitest";
import { group as machines } from "../../../../src/catalogue/groups/machines.ts";
import { waitForMachines } from "../../../../src/cli/commands/machines-wait.ts";
import type { Invocation } from "../../../../src/cli/invocation/invocation.ts";
import { watch, watchAfter } from "../../../../src/cli/waiting/wait.ts";
import { parseCondition, parseConditions } from "../../../../src/client/lifecycle/goal.ts";
import type { WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { type FakeMachine, fakeService, machine } from "../../client/lifecycle/fake-service.ts";
import { waitingHarness } from "../waiting-harness.ts";

/** Waits after an operation and throws what the wait comes to. */
async function waitAfter(...given: Parameters<typeof watchAfter>): Promise<void> {
  const { failure } = await watchAfter(...given);
  if (failure !== undefined) throw failure;
}

const { operations } = machines;
const deploy = operations["machine.deploy"];

const target = (systemId: string, before = 10): WatchTarget => ({
  systemId,
  hostname: `host-${systemId}`,
  before,
});

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`no Failure but ${error}`);
  return error;
}

/** Enough turns of the event loop for everything that is ready to run. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

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
    const failure = await failureOf(waitOf(service, {}, "aaaaaa").wait);
    expect(failure).toMatchObject({
      kind: "operationFailed",
      message: "host-aaaaaa: Failed deployment: no disk",
    });
    expect(failure.details.hint).toBe("svc machines why aaaaaa");
  });

  it("is a failure where the machine left the operation", async () => {
    const failure = await failureOf(
      waitOf(fakeService(machine("aaaaaa", "deploying", "ready")), {}, "aaaaaa").wait,
    );
    expect(failure).toMatchObject({
      kind: "operationFailed",
      message: "host-aaaaaa: left the operation: Allocated -> Ready",
    });
  });

  it("names the command that goes on when the time has run out", async () => {
    const line = {
      options: { "wait-timeout": 90_000 },
      globals: { profile: "my lab", url: "http://x.example/S" },
    };
    const failure = await failureOf(waitOf(fakeService(machine("aaaaaa", "deploying")), line, "aaaaaa").wait);
    expect(failure).toMatchObject({
      kind: "stillInProgress",
      message: "host-aaaaaa: still Deploying after 1m30s",
    });
    expect(failure.details.hint).toBe(
      "continue waiting: svc machines wait aaaaaa --for deployed --profile 'my lab' --url http://x.example/S",
    );
  });

  it("is some failed for mixed results, with the ids ready to be used again", async () => {
    const service = fakeService(
      machine("aaaaaa", "deployed"),
      machine("bbbbbb", "failed_deployment"),
      machine("cccccc", "deploying"),
    );
    const failure = await failureOf(
      waitOf(service, { options: { "wait-timeout": 5000 } }, "aaaaaa", "bbbbbb", "cccccc").wait,
    );
    expect(failure).toMatchObject({ kind: "someFailed", message: "2 of 3 machines are not done" });
    expect(failure.details.lines?.at(-1)).toBe("not done: bbbbbb cccccc");
    expect(failure.details.hint).toContain("svc machines wait cccccc --for deployed");
  });

  it("is the common kind where all failed the same way", async () => {
    const both = fakeService(machine("aaaaaa", "failed_deployment"), machine("bbbbbb", "broken"));
    expect((await failureOf(waitOf(both, {}, "aaaaaa", "bbbbbb").wait)).kind).toBe("operationFailed");
  });

  it("writes nothing to standard output, and leaves no listener", async () => {
    const { harness, wait } = waitOf(fakeService(machine("aaaaaa", "deploying", "deployed")), {}, "aaaaaa");
    await wait;
    expect(harness.terminal.shown.stdout).toBe("");
    expect(harness.terminal.shown.stderr).toContain("host-aaaaaa: Allocated -> Deploying");
    expect(harness.terminal.listeners()).toBe(0);
  });

  it("keeps to one machine in its words for how many are stopped", async () => {
    const service = fakeService(machine("aaaaaa", "deploying"));
    service.before = () => {
      throw new Failure("notAuthenticated", "the key was revoked", { status: 401 });
    };
    const failure = await failureOf(waitOf(service, {}, "aaaaaa").wait);
    expect(failure.kind).toBe("notAuthenticated");
    expect(failure.message).toContain(
      "the key was revoked; stopped waiting; the operation goes on for host-aaaaaa",
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
    const failure = await failureOf(waitAfter(harness.invocation, operations[id], targets));
    const words = ["continue waiting: svc machines wait", ...ids, conditions];
    expect(failure.details.hint).toBe(words.filter((word) => word !== "").join(" "));
  });
});

describe("signals", () => {
  const watching = (isTTY: boolean, options: Invocation["options"] = {}) => {
    const service = fakeService(machine("aaaaaa", "deploying"), machine("bbbbbb", "deploying"));
    const harness = waitingHarness(service, { options: { progress: "none", ...options } }, { isTTY });
    /** Ends a sleep only when the test says so. */
    const sleeps: { wake: () => void }[] = [];
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const stop = () => reject(signal?.reason);
        signal?.addEventListener("abort", stop, { once: true });
        sleeps.push({
          wake: () => {
            signal?.removeEventListener("abort", stop);
            resolve();
          },
        });
      });
    const invocation = {
      ...harness.invocation,
      context: { ...harness.invocation.context, clock: { ...harness.clock, sleep } },
    };
    return { service, harness, invocation, wake: () => void sleeps.splice(0).map(({ wake }) => wake()) };
  };

  it("stops watching at Ctrl-C where nobody can be asked, and says how to go on", async () => {
    const { harness, invocation } = watching(false);
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa")]));
    await turns();
    harness.terminal.signal("SIGINT");
    expect(harness.terminal.listeners(), "a second one meets no listener and ends the process").toBe(0);
    const failure = await wait;
    expect(failure).toMatchObject({
      kind: "interrupted",
      message: "stopped waiting; the operation goes on for host-aaaaaa",
    });
    expect(failure.details.hint).toBe("continue waiting: svc machines wait aaaaaa --for deployed");
    expect(harness.terminal.listeners()).toBe(0);
  });

  it("takes the live lines off a terminal that stops the process, and draws them again", async () => {
    const { harness, invocation } = watching(true, { progress: "auto" });
    Object.assign(harness.terminal.context.stderr, { columns: 80, rows: 24 });
    let job: { before(): void; after(): void } | undefined;
    const onSuspend = (before: () => void, after: () => void) => {
      job = { before, after };
      return () => {
        job = undefined;
      };
    };
    const context = { ...invocation.context, onSuspend };
    const wait = failureOf(
      waitAfter({ ...invocation, context }, deploy, [target("aaaaaa"), target("bbbbbb")]),
    );
    await turns();
    const { shown } = harness.terminal;
    const hidden = "\u001b[?25l";
    const visible = "\u001b[?25h";
    // What draws is loaded when it is needed.
    await vi.waitUntil(() => shown.stderr.includes(hidden), { timeout: 60_000, interval: 5 });
    expect(shown.stderr.lastIndexOf(hidden)).toBeGreaterThan(shown.stderr.lastIndexOf(visible));
    job?.before();
    expect(shown.stderr.endsWith(visible)).toBe(true);
    job?.after();
    expect(shown.stderr.lastIndexOf(hidden)).toBeGreaterThan(shown.stderr.lastIndexOf(visible));
    harness.terminal.signal("SIGTERM");
    await wait;
    expect(shown.stderr.lastIndexOf(visible)).toBeGreaterThan(shown.stderr.lastIndexOf(hidden));
    expect(job).toBeUndefined();
  });

  it("stops without a question at SIGTERM, also on a terminal", async () => {
    const { harness, invocation } = watching(true);
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa")]));
    await turns();
    harness.terminal.signal("SIGTERM");
    expect((await wait).kind).toBe("terminated");
    expect(harness.terminal.shown.stderr).toBe("");
  });

  it("goes on when the operator says so", async () => {
    const { service, harness, invocation, wake } = watching(true);
    const wait = waitAfter(invocation, deploy, [target("aaaaaa")]);
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    expect(harness.terminal.shown.stderr).toContain("Still waiting for host-aaaaaa (Deploying).");
    harness.terminal.type("1\r");
    await turns();
    service.machines.get("aaaaaa")?.script.splice(0, 1, "deployed");
    wake();
    await expect(wait).resolves.toBeUndefined();
  });

  it("leaves the operation running when the operator says so", async () => {
    const { service, harness, invocation } = watching(true);
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa")]));
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    harness.terminal.type("leave\r");
    expect((await wait).kind).toBe("interrupted");
    expect(service.calls.some(({ path }) => path.endsWith("op-abort"))).toBe(false);
  });

  /** A service at which an abort takes a deployment back to Allocated. */
  const takingAborts = (service: ReturnType<typeof fakeService>) => {
    service.before = ({ path, values }) => {
      if (path.endsWith("op-abort"))
        service.machines.get(String(values["system_id"]))?.script.splice(0, 1, "allocated");
    };
  };

  it("aborts the operation on every machine that is still in it, and reports how it ended", async () => {
    const { service, harness, invocation } = watching(true);
    takingAborts(service);
    service.machines.get("bbbbbb")?.script.splice(0, 1, "deployed");
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa"), target("bbbbbb")]));
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    harness.terminal.type("abort\r");
    const failure = await wait;
    expect(failure).toMatchObject({
      kind: "interrupted",
      message: "aborted the operation on host-aaaaaa",
    });
    expect(service.calls.filter(({ path }) => path.endsWith("op-abort")).map(({ values }) => values)).toEqual(
      [{ system_id: "aaaaaa" }],
    );
    expect(failure.details.lines).toEqual(["host-aaaaaa: aborted, now Allocated"]);
    expect(failure.details.hint).toBeUndefined();
  });

  it("aborts the operation also where the time ran out while the question was open", async () => {
    const { service, harness, invocation, wake } = watching(true, { "wait-timeout": 1_000 });
    takingAborts(service);
    const wait = watchAfter(invocation, deploy, [target("aaaaaa")]);
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    harness.clock.advance(2_000);
    wake();
    await turns();
    harness.terminal.type("abort\r");
    const { outcomes, failure } = await wait;
    expect(service.calls.filter(({ path }) => path.endsWith("op-abort"))).toHaveLength(1);
    expect(outcomes).toMatchObject([{ result: "aborted", to: "Allocated", reason: "aborted" }]);
    expect(failure?.kind).toBe("interrupted");
  });

  it("says of what had ended before the abort how it ended", async () => {
    for (const [end, result] of [
      ["deployed", "done"],
      ["failed_deployment", "failed"],
    ] as const) {
      const { service, harness, invocation } = watching(true);
      service.before = ({ path }) => {
        if (!path.endsWith("op-abort")) return;
        service.machines.get("aaaaaa")?.script.splice(0, 1, end);
        throw new Failure("conflict", "wrong state");
      };
      const wait = watchAfter(invocation, deploy, [target("aaaaaa")]);
      await turns();
      harness.terminal.signal("SIGINT");
      await turns();
      harness.terminal.type("abort\r");
      expect((await wait).outcomes).toMatchObject([{ result }]);
    }
  });

  it("says what could not be aborted, and how to go on", async () => {
    const { service, harness, invocation } = watching(true);
    service.before = ({ path }) => {
      if (path.endsWith("op-abort")) throw new Failure("conflict", "nothing to abort", { status: 409 });
    };
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa")]));
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    harness.terminal.type("abort\r");
    const failure = await wait;
    expect(failure.message).toBe("could not abort the operation on host-aaaaaa");
    expect(failure.details.lines?.[0]).toContain("could not be aborted: nothing to abort");
    expect(failure.details.hint).toBe("continue waiting: svc machines wait aaaaaa --for deployed");
  });

  it("speaks of no operation where svc began none", async () => {
    const { harness, invocation } = watching(false);
    const goal = { kind: "conditions", conditions: [{ kind: "gone" }], all: false } as const;
    const report = watch(invocation, [target("aaaaaa")], goal);
    await turns();
    harness.terminal.signal("SIGTERM");
    const { failure } = await report;
    expect(failure).toMatchObject({ kind: "terminated", message: "stopped waiting for host-aaaaaa" });
    expect(failure?.details.hint).toBe("continue waiting: svc machines wait aaaaaa --for gone");
  });

  it("ends at once at a second Ctrl-C", async () => {
    const { harness, invocation } = watching(true);
    const wait = failureOf(waitAfter(invocation, deploy, [target("aaaaaa")]));
    await turns();
    harness.terminal.signal("SIGINT");
    await turns();
    harness.terminal.type("\u0003");
    expect((await wait).kind).toBe("interrupted");
    expect(harness.terminal.listeners()).toBe(0);
    expect(harness.terminal.rawModes.at(-1)).toBe(false);
  });

  it("gives a command with rows the failure of each machine that was stopped", async () => {
    const { service, harness, invocation } = watching(false);
    service.machines.get("bbbbbb")?.script.splice(0, 1, "deployed");
    const wait = watchAfter(invocation, deploy, [target("aaaaaa"), target("bbbbbb")]);
    await turns();
    harness.terminal.signal("SIGINT");
    const { outcomes, failure } = await wait;
    expect(outcomes).toMatchObject([
      { result: "stopped", failure: { kind: "interrupted" } },
      { result: "done" },
    ]);
    expect(failure?.details.hint).toContain("svc machines wait aaaaaa --for deployed");
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

  it("writes a row for each machine and ends well when all are there", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready", "ready", "deployed")), ["aaaaaa"], {
      for: parseConditions(["deployed"]),
    });
    await waitForMachines(harness.invocation);
    expect(harness.printed).toMatchObject([
      [{ system_id: "aaaaaa", ok: true, status: "Deployed", result: "done" }],
    ]);
  });

  it("writes the rows also when it fails", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "failed_testing")), ["aaaaaa"], {
      for: parseConditions(["ready,deployed"]),
    });
    expect((await failureOf(waitForMachines(harness.invocation))).kind).toBe("operationFailed");
    expect(harness.printed).toMatchObject([[{ system_id: "aaaaaa", ok: false, status: "Failed testing" }]]);
  });

  it("takes a machine that is gone already as gone", async () => {
    const harness = waitOn(fakeService(), ["aaaaaa"], { for: parseConditions(["gone"]) });
    await waitForMachines(harness.invocation);
    expect(harness.printed).toMatchObject([[{ system_id: "aaaaaa", ok: true, status: "gone" }]]);
  });

  it("resumes with the names as they were typed", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready")), ["host-aaaaaa"], {
      for: [{ kind: "status", value: "deployed" }],
      "wait-timeout": 2_000,
    });
    const failure = await failureOf(waitForMachines(harness.invocation));
    expect(failure.details.hint).toBe("continue waiting: svc machines wait host-aaaaaa --for deployed");
  });

  it("does not begin to wait where a name matches nothing", async () => {
    const harness = waitOn(fakeService(machine("aaaaaa", "ready")), ["aaaaaa", "zzzzzz"], {
      for: parseConditions(["ready"]),
    });
    expect((await failureOf(waitForMachines(harness.invocation))).kind).toBe("notFound");
    expect(harness.printed).toEqual([]);
  });
});
