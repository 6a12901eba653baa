import { describe, expect, test } from "vitest";
import { statuses, statusValue } from "../../../../src/catalogue/statuses.ts";
import { executeOnce } from "../../../../src/cli/operation/execute.ts";
import type { Values } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { failureOf } from "../../rejection.ts";
import { entryOf } from "../command-line.ts";
import { printingHarness, type ServedRequest } from "../harness.ts";

const machine = (system_id: string, status: number, owner = "") => ({
  system_id,
  hostname: `host-${system_id}`,
  status,
  status_name: statuses[statusValue(status) ?? "new"].name,
  owner,
});

/** A service whose machines move on to the next status of their script at each read after the change. */
function changing(answer: () => unknown, scripts: Readonly<Record<string, readonly number[]>>) {
  const remainingStatuses = new Map(Object.entries(scripts).map(([id, script]) => [id, [...script]]));
  let isChanged = false;
  const now = (id: string) => {
    const script = remainingStatuses.get(id) ?? [];
    const [status = 0] = script;
    if (isChanged && script.length > 1) script.shift();
    return machine(id, status);
  };
  return ({ label, values }: ServedRequest): unknown => {
    if (label.startsWith("POST")) {
      isChanged = true;
      return answer();
    }
    if (label === "GET /machines/{system_id}/") return now(String(values["system_id"]));
    const ids = values["id"];
    return [...remainingStatuses.keys()].filter((id) => !Array.isArray(ids) || ids.includes(id)).map(now);
  };
}

async function run(id: string, values: Values, service: (request: ServedRequest) => unknown, options = {}) {
  const harness = printingHarness(service, {
    options: { wait: true, progress: "none", ...options },
    globals: { output: "json", yes: true },
  });
  const client = await harness.invocation.connect();
  const failure = await failureOf(() => executeOnce(entryOf(id), values, client, harness.invocation));
  return { ...harness, failure, printed: JSON.parse(harness.terminal.shown.stdout || "null") };
}

describe("--wait after a request about several machines", () => {
  test.each([
    ["of objects", () => [machine("aaaaaa", 12), machine("bbbbbb", 12)]],
    ["of system ids", () => ["aaaaaa", "bbbbbb"]],
    ["of nothing", () => []],
  ])("watches every machine of a release, at an answer %s", async (_, answer) => {
    const service = changing(answer, { aaaaaa: [6, 12, 12, 4], bbbbbb: [6, 12, 13] });
    const { failure, printed } = await run(
      "machines.release",
      { machines: ["aaaaaa", "host-bbbbbb"] },
      service,
    );
    expect(printed).toMatchObject([
      { system_id: "aaaaaa", ok: true, status: "Ready", outcome: "done" },
      { system_id: "bbbbbb", ok: false, status: "Releasing failed" },
    ]);
    expect(failure).toMatchObject({ kind: "someFailed" });
    expect((failure as Failure).details.lines).toContain("failed: host-bbbbbb");
  });

  test.each(["machines.accept", "machines.accept_all"])(
    "waits until what %s commissions is ready",
    async (id) => {
      const service = changing(() => [machine("aaaaaa", 1)], { aaaaaa: [0, 1, 21, 4] });
      const values = id === "machines.accept" ? { machines: ["aaaaaa"] } : {};
      const { failure, printed } = await run(id, values, service);
      expect(failure).toBeUndefined();
      expect(printed).toMatchObject([{ system_id: "aaaaaa", ok: true, status: "Ready" }]);
    },
  );

  test("waits for nothing if no machine is accepted", async () => {
    const { failure, printed } = await run(
      "machines.accept_all",
      {},
      changing(() => [], {}),
    );
    expect([failure, printed]).toEqual([undefined, []]);
  });

  test.each([
    ["machines.accept_all", null],
    ["machines.accept_all", {}],
    ["machines.accept_all", "accepted"],
    ["machines.create", null],
    ["machines.create", {}],
    ["machines.create", []],
  ])("fails where the answer of %s names no machine: %j", async (id, answer) => {
    const { failure, printed } = await run(
      id,
      {},
      changing(() => answer, {}),
    );
    expect(failure).toMatchObject({ kind: "other", details: { outcome: "unknown" } });
    expect(printed).toBeNull();
  });

  test("watches machines without a clear answer", async () => {
    const broken = () => {
      throw new Failure("serverError", "502", { status: 502, outcome: "unknown" });
    };
    const done = await run(
      "machines.release",
      { machines: ["aaaaaa"] },
      changing(broken, { aaaaaa: [6, 12, 4] }),
    );
    expect([done.failure, done.printed]).toMatchObject([undefined, [{ ok: true }]]);
    const never = await run("machines.release", { machines: ["aaaaaa"] }, changing(broken, { aaaaaa: [6] }));
    expect(never.failure).toMatchObject({ kind: "serverError", details: { outcome: "unknown" } });
  });
});

describe("--wait after creating a machine", () => {
  test.each([
    ["commissioned", [0, 0, 1, 21, 4], 0, "Ready", undefined],
    ["left in New for approval", [0], 0, "New", undefined],
    ["created as deployed", [6], 6, "Deployed", undefined],
    ["failing", [1, 2], 1, "Failed commissioning", "operationFailed"],
  ] as const)("prints the machine as it is at the end: %s", async (_, script, answer, status, kind) => {
    const service = changing(() => machine("aaaaaa", answer), { aaaaaa: script });
    const { failure, printed } = await run("machines.create", { architecture: "amd64/generic" }, service);
    expect(printed).toMatchObject({ system_id: "aaaaaa", status_name: status });
    expect((failure as Failure | undefined)?.kind).toBe(kind);
  });
});
