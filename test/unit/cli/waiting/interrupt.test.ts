import { describe, expect, it, vi } from "vitest";
import { group as machines } from "../../../../src/catalogue/groups/machines.ts";
import type { Invocation } from "../../../../src/cli/invocation/invocation.ts";
import { watch, watchOperation } from "../../../../src/cli/waiting/wait.ts";
import type { WatchTarget } from "../../../../src/client/lifecycle/progress-event.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { fakeService, machine } from "../../client/lifecycle/fake-service.ts";
import { waitingHarness } from "../harness.ts";

const deploy = machines.operations["machine.deploy"];

const target = (systemId: string): WatchTarget => ({
  systemId,
  hostname: `host-${systemId}`,
  statusBefore: 10,
});

/** Waits until all pending work has run. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("signals", () => {
  const watching = (isTTY: boolean, options: Invocation["options"] = {}) => {
    const service = fakeService(machine("aaaaaa", "deploying"), machine("bbbbbb", "deploying"));
    const harness = waitingHarness(service, { options: { progress: "none", ...options } }, { isTTY });
    /** Sleeps that end only when the test wakes them. */
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
    /** Presses Ctrl-C and optionally answers the question. */
    const interrupt = async (answer?: string) => {
      await turns();
      harness.terminal.signal("SIGINT");
      if (answer === undefined) return;
      await turns();
      harness.terminal.type(answer);
    };
    const watchAll = (...ids: readonly string[]) =>
      watchOperation(
        invocation,
        deploy,
        ids.map((id) => target(id)),
      );
    const failed = async (...ids: readonly string[]) => {
      const { failure } = await watchAll(...ids);
      if (failure === undefined) throw new Error("the wait has not failed");
      return failure;
    };
    const wake = () => void sleeps.splice(0).map((each) => each.wake());
    return { service, harness, invocation, wake, interrupt, watchAll, failed };
  };

  it("stops watching after Ctrl-C if nobody can answer, and says how to continue", async () => {
    const { harness, failed, interrupt } = watching(false);
    const wait = failed("aaaaaa");
    await interrupt();
    expect(harness.terminal.listeners(), "a second one meets no listener and ends the process").toBe(0);
    expect(await wait).toMatchObject({
      kind: "interrupted",
      message: "stopped waiting; the operation continues for host-aaaaaa",
      details: { hint: "continue waiting: svc machines wait aaaaaa --for deployed" },
    });
    expect(harness.terminal.listeners()).toBe(0);
  });

  it("removes the live lines while the process is stopped, and draws them again", async () => {
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
    const wait = watchOperation({ ...invocation, context }, deploy, [target("aaaaaa"), target("bbbbbb")]);
    await turns();
    const { shown: output } = harness.terminal;
    const hidden = "\u001b[?25l";
    const visible = "\u001b[?25h";
    // The module that draws is loaded on demand.
    await vi.waitUntil(() => output.stderr.includes(hidden), { timeout: 60_000, interval: 5 });
    expect(output.stderr.lastIndexOf(hidden)).toBeGreaterThan(output.stderr.lastIndexOf(visible));
    job?.before();
    expect(output.stderr.endsWith(visible)).toBe(true);
    job?.after();
    expect(output.stderr.lastIndexOf(hidden)).toBeGreaterThan(output.stderr.lastIndexOf(visible));
    harness.terminal.signal("SIGTERM");
    await wait;
    expect(output.stderr.lastIndexOf(visible)).toBeGreaterThan(output.stderr.lastIndexOf(hidden));
    expect(job).toBeUndefined();
  });

  it("stops without a question at SIGTERM, also on a terminal", async () => {
    const { harness, failed } = watching(true);
    const wait = failed("aaaaaa");
    await turns();
    harness.terminal.signal("SIGTERM");
    expect((await wait).kind).toBe("terminated");
    expect(harness.terminal.shown.stderr).toBe("");
  });

  it("continues if the user chooses that", async () => {
    const { service, harness, watchAll, interrupt, wake } = watching(true);
    const wait = watchAll("aaaaaa");
    await interrupt("1\r");
    expect(harness.terminal.shown.stderr).toContain("Still waiting for host-aaaaaa (Deploying).");
    await turns();
    service.machines.get("aaaaaa")?.script.splice(0, 1, "deployed");
    wake();
    expect((await wait).failure).toBeUndefined();
  });

  it("leaves the operation running if the user chooses that", async () => {
    const { service, failed, interrupt } = watching(true);
    const wait = failed("aaaaaa");
    await interrupt("leave\r");
    expect((await wait).kind).toBe("interrupted");
    expect(service.calls.some(({ path }) => path.endsWith("op-abort"))).toBe(false);
  });

  /** Makes aborted deployments return to Allocated. */
  const takingAborts = (service: ReturnType<typeof fakeService>) => {
    service.before = ({ path, values }) => {
      if (path.endsWith("op-abort"))
        service.machines.get(String(values["system_id"]))?.script.splice(0, 1, "allocated");
    };
  };

  it("aborts the operation on every machine that is still in it, and reports how it ended", async () => {
    const { service, failed, interrupt } = watching(true);
    takingAborts(service);
    service.machines.get("bbbbbb")?.script.splice(0, 1, "deployed");
    const wait = failed("aaaaaa", "bbbbbb");
    await interrupt("abort\r");
    const failure = await wait;
    expect(failure).toMatchObject({ kind: "interrupted", message: "aborted the operation on host-aaaaaa" });
    expect(service.calls.filter(({ path }) => path.endsWith("op-abort")).map(({ values }) => values)).toEqual(
      [{ system_id: "aaaaaa" }],
    );
    expect(failure.details.lines).toEqual(["host-aaaaaa: aborted, now Allocated"]);
    expect(failure.details.hint).toBeUndefined();
  });

  it("aborts the operation also if the time ran out during the question", async () => {
    const { service, harness, watchAll, interrupt, wake } = watching(true, { "wait-timeout": 1_000 });
    takingAborts(service);
    const wait = watchAll("aaaaaa");
    await interrupt();
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

  it.each([
    ["deployed", "done"],
    ["failed_deployment", "failed"],
  ] as const)("says of what had ended in %s before the abort that it is %s", async (end, result) => {
    const { service, watchAll, interrupt } = watching(true);
    service.before = ({ path }) => {
      if (!path.endsWith("op-abort")) return;
      service.machines.get("aaaaaa")?.script.splice(0, 1, end);
      throw new Failure("conflict", "wrong state");
    };
    const wait = watchAll("aaaaaa");
    await interrupt("abort\r");
    expect((await wait).outcomes).toMatchObject([{ result }]);
  });

  it("reports machines that could not be aborted, and how to continue", async () => {
    const { service, failed, interrupt } = watching(true);
    service.before = ({ path }) => {
      if (path.endsWith("op-abort")) throw new Failure("conflict", "nothing to abort", { status: 409 });
    };
    const wait = failed("aaaaaa");
    await interrupt("abort\r");
    const failure = await wait;
    expect(failure.message).toBe("could not abort the operation on host-aaaaaa");
    expect(failure.details.lines?.[0]).toContain("could not be aborted: nothing to abort");
    expect(failure.details.hint).toBe("continue waiting: svc machines wait aaaaaa --for deployed");
  });

  it("does not mention an operation if svc sent none", async () => {
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
    const { harness, failed, interrupt } = watching(true);
    const wait = failed("aaaaaa");
    await interrupt("\u0003");
    expect((await wait).kind).toBe("interrupted");
    expect(harness.terminal.listeners()).toBe(0);
    expect(harness.terminal.rawModes.at(-1)).toBe(false);
  });

  it("gives a command with rows the failure of each machine that was stopped", async () => {
    const { service, watchAll, interrupt } = watching(false);
    service.machines.get("bbbbbb")?.script.splice(0, 1, "deployed");
    const wait = watchAll("aaaaaa", "bbbbbb");
    await interrupt();
    const { outcomes, failure } = await wait;
    expect(outcomes).toMatchObject([
      { result: "stopped", failure: { kind: "interrupted" } },
      { result: "done" },
    ]);
    expect(failure?.details.hint).toContain("svc machines wait aaaaaa --for deployed");
  });
});
