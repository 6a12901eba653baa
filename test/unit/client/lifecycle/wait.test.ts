import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { listenersOf, machine } from "./fake-service.ts";
import { deployingFor, setUp, target } from "./waiting.ts";

describe("waiting despite failures", () => {
  it("continues after answers of 502, dropped connections and garbage, and reports each", async () => {
    const { service, run, eventTexts: eventsOf } = setUp(machine("aaaaaa", ...deployingFor(2, "deployed")));
    const trouble = [
      new Failure("serverError", "the service answers 502", { status: 502 }),
      new Failure("unreachable", "connection reset"),
      new SyntaxError("Unexpected token '<'"),
    ];
    service.before = () => {
      const error = trouble.shift();
      if (error !== undefined) throw error;
    };
    const [outcome] = await run("deploy", [target("aaaaaa", { statusBefore: 10 })]);
    expect(outcome).toMatchObject({ result: "done", from: "Allocated", to: "Deployed" });
    expect(eventsOf("readError").map(({ consecutiveErrors }) => consecutiveErrors)).toEqual([1, 2, 3]);
  });

  it("treats an answer without machines as broken, and not as deleted machines", async () => {
    const { service, run, eventTexts: eventsOf } = setUp(machine("aaaaaa", "deployed"));
    const call = service.call;
    let requestCount = 0;
    service.call = async (...args) => {
      const answer = await call(...args);
      requestCount += 1;
      const broken = [undefined, "<html>", {}, [null], [1]];
      return requestCount <= broken.length
        ? { ...answer, value: async () => broken[requestCount - 1] }
        : answer;
    };
    const [outcome] = await run("release", [target("aaaaaa")], { deadlineMs: 0 });
    expect(outcome?.result).toBe("left");
    expect(eventsOf("readError")).toHaveLength(5);
  });

  it("counts a short test in doubt as done if it was seen in progress", async () => {
    const { run } = setUp(machine("aaaaaa", "deployed", "testing", "deployed"));
    const [outcome] = await run("test", [target("aaaaaa", { statusBefore: 6, isUnclear: true })]);
    expect(outcome).toMatchObject({ result: "done", to: "Deployed" });
    const unseen = setUp(machine("aaaaaa", "deployed"));
    const [other] = await unseen.run("test", [target("aaaaaa", { statusBefore: 6, isUnclear: true })]);
    expect(other).toMatchObject({ result: "left", reason: "no sign of the operation: still Deployed" });
  });

  it("respects Retry-After however long it has waited", async () => {
    const { service, clock, run } = setUp(machine("aaaaaa", ...deployingFor(5, "deployed")));
    service.before = () => {
      if (clock.sleeps.length !== 4) return;
      throw new Failure("serverError", "busy", { status: 503, retryAfterMs: 45_000 });
    };
    await run("deploy", [target("aaaaaa")], { random: () => 0 });
    expect(clock.sleeps.slice(0, 5)).toEqual([1_000, 1_000, 1_000, 1_500, 45_000]);
  });

  it("reads once more at the deadline, even before a Retry-After has passed", async () => {
    const { service, clock, run } = setUp(machine("aaaaaa", "deploying"));
    service.before = () => {
      throw new Failure("serverError", "busy", { retryAfterMs: 3_600_000 });
    };
    const [outcome] = await run("deploy", [target("aaaaaa")], { deadlineMs: 90_000 });
    expect(clock.sleeps).toEqual([90_000]);
    expect(service.listCalls()).toHaveLength(2);
    expect(outcome).toMatchObject({ result: "timeout", elapsedMs: 90_000, reason: "last read failed: busy" });
  });

  it.each(["notAuthenticated", "forbidden"] as const)("ends at once when the answer is %s", async (kind) => {
    const { service, clock, run } = setUp(machine("aaaaaa", "deploying"));
    service.before = () => {
      throw new Failure(kind, "no");
    };
    const [outcome] = await run("deploy", [target("aaaaaa")]);
    expect(outcome).toMatchObject({ result: "stopped", failure: { kind } });
    expect(clock.sleeps).toEqual([]);
  });

  it("continues in an unknown status, with one note", async () => {
    const { run, eventTexts: eventsOf } = setUp(machine("aaaaaa", 99, 99, 99, "deployed"));
    const [outcome] = await run("deploy", [target("aaaaaa", { statusBefore: 10 })]);
    expect(outcome?.result).toBe("done");
    expect(eventsOf("note")).toHaveLength(1);
  });
});

describe("deleted machines", () => {
  it("reads a missing machine by itself before it counts as deleted", async () => {
    const { service, run } = setUp(machine("aaaaaa", "releasing", "gone"));
    const [outcome] = await run("release", [target("aaaaaa", { statusBefore: 6 })]);
    expect(outcome).toMatchObject({ result: "done", to: "gone" });
    const [first, second, third] = service.calls.map(({ path }) => path);
    expect([first, second, third]).toEqual(["/machines/", "/machines/", "/machines/{system_id}/"]);
  });

  it("ignores that a single list lacks a machine", async () => {
    const { service, run } = setUp(machine("aaaaaa", "releasing", "releasing", "ready"));
    const call = service.call;
    service.call = async (operation, values, options) => {
      const answer = await call(operation, values, options);
      const isSecond = service.listCalls().length === 2 && operation.path === "/machines/";
      return isSecond ? { ...answer, value: async () => [] } : answer;
    };
    const [outcome] = await run("release", [target("aaaaaa")]);
    expect(outcome).toMatchObject({ result: "done", to: "Ready" });
  });

  it("fail any operation but a release", async () => {
    const { run } = setUp(machine("aaaaaa", "deploying", "gone"));
    expect(await run("deploy", [target("aaaaaa")])).toMatchObject([
      { result: "left", reason: "the machine is gone" },
    ]);
  });

  it("finds the one id of fifty that the filter refuses, and reads the others", async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `m${String(index).padStart(5, "0")}`);
    const { service, run } = setUp(...ids.map((id) => machine(id, "ready")));
    service.machines.delete("m00031");
    service.before = ({ path, values }) => {
      if (path === "/machines/" && Array.isArray(values["id"]) && values["id"].includes("m00031"))
        throw new Failure("invalid", "unknown system id", { status: 400 });
    };
    const outcomes = await run(
      "release",
      ids.map((id) => target(id)),
    );
    expect(outcomes.every(({ result }) => result === "done")).toBe(true);
    expect(outcomes[31]?.to).toBe("gone");
    expect(service.calls.length).toBeLessThan(20);
  });
});

describe("ends", () => {
  it("reports the reason of a failure: the machine's message and its last ERROR event", async () => {
    const failing = {
      ...machine("aaaaaa", "deploying", "failed_deployment"),
      error_description: "disk\nfull",
    };
    const { service, run } = setUp(failing);
    service.lastError = {
      type: "Node installation failure",
      description: "curtin failed",
      created: "Fri, 20 Nov. 2026",
    };
    const [outcome] = await run("deploy", [target("aaaaaa", { statusBefore: 10 })]);
    expect(outcome).toMatchObject({
      result: "failed",
      from: "Allocated",
      to: "Failed deployment",
      reason: "disk full; last error: Node installation failure: curtin failed (Fri, 20 Nov. 2026)",
    });
  });

  it("reports each text once", async () => {
    const { service, run } = setUp({
      ...machine("aaaaaa", "failed_deployment"),
      error_description: "no disk",
      status_message: "Failed deployment - no disk",
    });
    service.lastError = { type: "Failed deployment", description: "no disk" };
    expect(await run("deploy", [target("aaaaaa")])).toMatchObject([{ reason: "no disk" }]);
  });

  it("is a failure even if the event log cannot be read", async () => {
    const { service, run } = setUp({
      ...machine("aaaaaa", "failed_deployment"),
      status_message: "timed out",
    });
    service.before = ({ path }) => {
      if (path.startsWith("/events/")) throw new Failure("serverError", "no");
    };
    expect(await run("deploy", [target("aaaaaa")])).toMatchObject([
      { result: "failed", reason: "timed out" },
    ]);
  });

  it("reads the events of twenty failed machines at most", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(5, "0")}`);
    const { service, run } = setUp(...ids.map((id) => machine(id, "failed_deployment")));
    const outcomes = await run(
      "deploy",
      ids.map((id) => target(id)),
    );
    expect(outcomes.every(({ result }) => result === "failed")).toBe(true);
    expect(service.calls.filter(({ path }) => path.startsWith("/events/"))).toHaveLength(20);
  });

  it("reports both statuses of a machine that left the operation", async () => {
    const { run } = setUp(machine("aaaaaa", "deploying", "ready"));
    expect(await run("deploy", [target("aaaaaa", { statusBefore: 10 })])).toMatchObject([
      { result: "left", reason: "ended in an unexpected status: Allocated -> Ready" },
    ]);
  });

  it("waits a moment if the service still shows the previous status", async () => {
    const { run } = setUp(machine("aaaaaa", "allocated", "allocated", "deploying", "deployed"));
    expect(await run("deploy", [target("aaaaaa", { statusBefore: 10 })])).toMatchObject([{ result: "done" }]);
    const stuck = setUp(machine("aaaaaa", "allocated"));
    expect(await stuck.run("deploy", [target("aaaaaa", { statusBefore: 10 })])).toMatchObject([
      { result: "left" },
    ]);
    expect(stuck.clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(3_000);
  });

  it("accepts at once a target that cannot be an old state", async () => {
    const { service, run } = setUp(machine("aaaaaa", "deployed"));
    expect(await run("deploy", [target("aaaaaa", { statusBefore: 10, answerStatus: 9 })])).toMatchObject([
      { result: "done" },
    ]);
    expect(service.listCalls()).toHaveLength(1);
  });

  it("waits for ssh at the first address that answers", async () => {
    const { run } = setUp({
      ...machine("aaaaaa", "deploying", "deployed"),
      ip_addresses: ["10.0.0.1", "10.0.0.2"],
    });
    const probed: string[] = [];
    const outcomes = await run(
      { kind: "conditions", conditions: [{ kind: "ssh" }], all: false },
      [target("aaaaaa")],
      {
        probeSsh: async (address) => {
          probed.push(address);
          return address === "10.0.0.2" && probed.length > 2;
        },
      },
    );
    expect(outcomes).toMatchObject([{ result: "done" }]);
    expect(probed).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.2"]);
  });
});

describe("a signal", () => {
  it("ends a wait during a pause", async () => {
    const { clock, run } = setUp(machine("aaaaaa", "deploying"), machine("bbbbbb", "deployed"));
    const stopping = new AbortController();
    clock.onSleep = () => stopping.abort(new Failure("interrupted", "interrupted"));
    const outcomes = await run("deploy", [target("aaaaaa"), target("bbbbbb")], { signal: stopping.signal });
    expect(outcomes).toMatchObject([{ result: "stopped", to: "Deploying" }, { result: "done" }]);
    expect(listenersOf(stopping.signal)).toBe(0);
  });

  it("ends a wait during a request, which it aborts", async () => {
    const { service, run, eventTexts: eventsOf } = setUp(machine("aaaaaa", "deploying"));
    const stopping = new AbortController();
    service.before = ({ options }) => {
      stopping.abort(new Failure("interrupted", "interrupted"));
      options?.signal?.throwIfAborted();
    };
    expect(await run("deploy", [target("aaaaaa")], { signal: stopping.signal })).toMatchObject([
      { result: "stopped" },
    ]);
    expect(eventsOf("readError")).toEqual([]);
    expect(eventsOf("ended")).toHaveLength(1);
  });

  it("has no listener left after many polls", async () => {
    const { run } = setUp(machine("aaaaaa", ...deployingFor(200, "deployed")));
    const { signal } = new AbortController();
    await run("deploy", [target("aaaaaa")], { signal });
    expect(listenersOf(signal)).toBe(0);
  });
});
