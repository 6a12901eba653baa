import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, SvcError } from "../../../../src/client/library/index.ts";
import { startSandbox } from "../../../../src/client/library/sandbox.ts";
import type { Sandbox } from "../../../../src/client/library/sandbox-types.ts";
import { combineSignals } from "../../../../src/client/library/session.ts";
import type { List, StatusChange } from "../../../../src/client/library/types.ts";
import { Failure } from "../../../../src/core/failure.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("the signals of a connection", () => {
  test("have no listener after any number of calls", () => {
    const { signal } = new AbortController();
    const calls = Array.from({ length: 50 }, () => combineSignals(signal, undefined));
    expect(listeners(signal)).toBe(0);
    for (const { release } of calls) release();
  });

  test("end every call that has not been released", () => {
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const calls = Array.from({ length: 3 }, () => combineSignals(...signals));
    calls[0]?.release();
    controllers[1]?.abort(new Error("enough"));
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([false, true, true]);
    expect(calls[1]?.signal.reason).toMatchObject({ kind: "interrupted", cause: new Error("enough") });
    controllers[0]?.abort();
    expect(calls[1]?.signal.reason).toMatchObject({ cause: new Error("enough") });
  });

  test("that were aborted before end a call at once", () => {
    const failure = new Failure("interrupted", "the connection was closed");
    const { signal } = combineSignals(undefined, AbortSignal.abort(failure));
    expect(signal.reason).toBe(failure);
  });
});

type Method = (...input: unknown[]) => Promise<unknown>;
type Machines = Readonly<
  Record<"deploy" | "releaseMany" | "get" | "lock" | "release" | "powerOn", Method>
> & { readonly list: (...input: unknown[]) => List<{ readonly hostname: string }> };

let sandbox: Sandbox;
let svc: Awaited<ReturnType<typeof connect>>;
let machines: Machines;
beforeEach(async () => {
  sandbox = await startSandbox({ instant: true });
  svc = await connect({ ...sandbox.profile, env: {}, retries: 0 });
  machines = svc["machines"] as Machines;
});
afterEach(async () => {
  await svc.close();
  await sandbox.stop();
});

const caught = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => undefined,
    (error: unknown) => error,
  );

const fast = { pollIntervalMs: 10 };

describe("a call that waits", () => {
  test("resolves with the final machine and reports each status", async () => {
    const changes: StatusChange[] = [];
    const onChange = (change: StatusChange) => changes.push(change);
    const machine = await machines.deploy("web-01", { wait: true }, { ...fast, onChange });
    expect(machine).toMatchObject({ hostname: "web-01", status_name: "Deployed" });
    expect(changes.at(-1)).toMatchObject({ hostname: "web-01", to: "Deployed" });
  });

  test("of several machines resolves with all of them", async () => {
    await machines.deploy("web-01", { wait: true }, fast);
    await machines.deploy("web-02", { wait: true }, fast);
    const released = await machines.releaseMany({ machines: ["web-01", "web-02"], wait: true }, fast);
    expect(released).toMatchObject([
      { hostname: "web-01", status_name: "Ready" },
      { hostname: "web-02", status_name: "Ready" },
    ]);
  });

  test("rejects with the failure state", async () => {
    sandbox.faults.add("fail=deploy,machine=web-01");
    const error = await caught(machines.deploy("web-01", { wait: true }, fast));
    expect(error).toBeInstanceOf(SvcError);
    expect(error).toMatchObject({
      kind: "operationFailed",
      exitCode: 9,
      outcome: "done",
      machines: [{ hostname: "web-01", status: "Failed deployment" }],
    });
  });

  test("that ends by an exception of onChange has the outcome done", async () => {
    const onChange = () => {
      throw new Error("mine");
    };
    const error = await caught(machines.deploy("web-01", { wait: true }, { ...fast, onChange }));
    expect(error).toMatchObject({
      kind: "other",
      outcome: "done",
      message: "mine",
      cause: new Error("mine"),
    });
  });
});

describe("timeouts and signals", () => {
  let slow: Sandbox;
  beforeEach(async () => {
    slow = await startSandbox({ speed: 0.001 });
    await svc.close();
    svc = await connect({ ...slow.profile, env: {} });
    machines = svc["machines"] as Machines;
  });
  afterEach(() => slow.stop());

  test("end a wait, while the operation continues", async () => {
    const error = await caught(machines.deploy("web-01", { wait: true }, { ...fast, waitTimeoutMs: 50 }));
    expect(error).toMatchObject({ kind: "stillInProgress", exitCode: 8, outcome: "done" });
    expect(await machines.get("web-01")).toMatchObject({ status_name: "Deploying" });
    slow.clock.advance(3_600_000);
    expect(await svc.waitFor("web-01", "deployed", fast)).toMatchObject({ status: "Deployed" });
  });

  test("a signal ends a wait with the outcome of the change", async () => {
    const controller = new AbortController();
    const onChange = () => controller.abort(new Error("enough"));
    const work = machines.deploy("web-01", { wait: true }, { ...fast, signal: controller.signal, onChange });
    const error = await caught(work);
    expect(error).toMatchObject({ kind: "interrupted", outcome: "done" });
  });

  test("a signal that was aborted before sends nothing", async () => {
    const signal = AbortSignal.abort();
    const error = await caught(machines.deploy("web-01", {}, { signal }));
    expect(error).toMatchObject({ kind: "interrupted", outcome: "not_sent" });
    expect(await machines.get("web-01")).toMatchObject({ status_name: "Ready" });
  });

  test("a signal ends a wait for conditions, and one of the connection ends all", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const other = await connect({ ...slow.profile, env: {}, signal });
    const waiting = caught(other.waitFor("web-01", "deployed", fast));
    controller.abort();
    expect(await waiting).toMatchObject({ kind: "interrupted" });
    await other.close();
  });
});

describe("waitFor", () => {
  test("resolves at once if the condition is met, for one name and for several", async () => {
    expect(await svc.waitFor("web-01", ["ready", "deployed"], fast)).toMatchObject({ status: "Ready" });
    expect(await svc.waitFor(["web-01", "web-02"], "power=off", fast)).toMatchObject([
      { hostname: "web-01" },
      { hostname: "web-02" },
    ]);
  });

  test.each([
    ["web-99", "ready", { kind: "notFound" }],
    ["web-01", "redy", { kind: "usage", hint: "did you mean ready?" }],
  ])("of %s for %s is refused", async (name, condition, expected) => {
    expect(await caught(svc.waitFor(name, condition))).toMatchObject(expected);
  });
});

describe("a list", () => {
  test("sends no request until it is used, and one for each iteration", async () => {
    sandbox.faults.add("errors=1,status=500");
    const list = machines.list();
    await Promise.resolve();
    sandbox.faults.clear();
    expect(await list).toHaveLength(12);
    const names: string[] = [];
    for await (const { hostname } of list) {
      names.push(hostname);
      if (names.length === 3) break;
    }
    expect(names).toHaveLength(3);
    expect(await list.then((all) => all.length)).toBe(12);
  });

  test("rejects with the service's failure, awaited or iterated", async () => {
    const list = machines.list({}, { retries: 0 });
    sandbox.faults.add("errors=1,status=500");
    const iterate = async () => {
      for await (const _ of list) throw new Error("there is no element");
    };
    expect(await caught(iterate())).toMatchObject({ kind: "serverError", status: 500 });
    expect(await caught(list)).toMatchObject({ kind: "serverError", status: 500 });
    expect(await list.catch(() => "caught")).toBe("caught");
  });

  test("cannot be iterated if the answer is not a list", async () => {
    const one = machines.get("web-01") as unknown as AsyncIterable<unknown>;
    const iterate = async () => {
      for await (const _ of one) throw new Error("there is no element");
    };
    expect(await caught(iterate())).toMatchObject({ kind: "other" });
  });
});

describe("a locked machine", () => {
  test("explains a 403 without a reason", async () => {
    await machines.deploy("web-01", { wait: true }, fast);
    await machines.lock("web-01");
    expect(await caught(machines.release("web-01"))).toMatchObject({
      kind: "forbidden",
      message: "cannot release: web-01 is locked",
      outcome: "refused",
    });
  });
});

describe("operations that the library does not know", () => {
  test("request sends fields of any kind, and resolves with the answer", async () => {
    const file = new Uint8Array([1, 2]);
    await svc.request("POST", "files/", { filename: "a.bin", file });
    expect(await svc.request("get", "files/?prefix=a")).toMatchObject([{ filename: "a.bin" }]);
    const hostname = ["web-01", "web-02"];
    expect(await svc.request("GET", "machines/", { hostname, zone: undefined })).toHaveLength(2);
    expect(await svc.request("DELETE", "files/a.bin/")).toBeUndefined();
    expect(await caught(svc.request("GET", "nosuch/"))).toMatchObject({ kind: "notFound" });
  });

  test("described has the groups that the service describes", async () => {
    expect(await svc.described("rackcontrollers")["list"]?.()).toMatchObject([{ hostname: "rack-01" }]);
    expect(await caught(svc.described("zones")["lst"]?.() ?? Promise.resolve())).toMatchObject({
      kind: "usage",
      hint: "did you mean list?",
    });
    for (const [name, hint] of [
      ["zoness", "did you mean zones?"],
      [undefined as never, expect.stringMatching(/^groups: /)],
    ])
      expect(await caught(svc.described(name)["list"]?.() ?? Promise.resolve())).toMatchObject({
        kind: "notFound",
        message: `the service's description has no group '${name}'`,
        hint,
      });
  });

  test("described reads again after a failure", async () => {
    const racks = svc.described("rackcontrollers");
    sandbox.faults.set("errors=1");
    expect(await caught(racks["list"]?.() ?? Promise.resolve())).toMatchObject({ kind: "serverError" });
    sandbox.faults.clear();
    expect(await racks["list"]?.()).toHaveLength(1);
  });
});
