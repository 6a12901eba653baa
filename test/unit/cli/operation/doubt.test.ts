import { describe, expect, it } from "vitest";
import { statuses } from "../../../../src/catalogue/statuses.ts";
import { type ChangeOutcome, Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import { type FleetMachine, fleetService, harness, three } from "./fleet-service.ts";

const doubt = "it may have been carried out: check before sending it again";
const broken = () => new Failure("unreachable", "closed the connection", { outcome: "unknown" });
const refused = () => new Failure("conflict", "wrong state", { outcome: "refused" });

/** Pseudo-random numbers. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

describe("changes of several machines that get no clear answer", () => {
  it("lists refused, unclear and unsent nodes separately", async () => {
    const random = numbers(7);
    for (let round = 0; round < 60; round++) {
      const fates = Array.from(
        { length: 2 + (random.next().value % 7) },
        () => (["done", "refused", "unknown"] as const)[random.next().value % 3] ?? "done",
      );
      const machines = fates.map((_, index) => ({
        system_id: `aaaa${10 + index}`,
        hostname: `web-${index}`,
      }));
      const service = fleetService(...machines);
      service.before = (operation, { system_id }) => {
        if (operation.method !== "POST") return undefined;
        const fate = fates[machines.findIndex((each) => each.system_id === system_id)];
        if (fate === "done") return undefined;
        throw fate === "refused" ? refused() : new Failure("serverError", "gave up", { outcome: "unknown" });
      };
      const failFast = random.next().value % 2 === 0;
      const names = machines.map(({ hostname }) => hostname);
      const { run, printed } = harness(service, "machine.deploy", names, {
        options: { parallel: 1, ...(failFast ? { "fail-fast": true } : {}) },
      });
      const first = fates.findIndex((fate) => fate !== "done");
      const expected: ChangeOutcome[] = fates.map((fate, index) =>
        failFast && first >= 0 && index > first ? "not_sent" : fate,
      );
      const failure = first < 0 ? await run() : await rejection(run);
      expect(printed[0]).toMatchObject(expected.map((outcome) => ({ ok: outcome === "done", outcome })));
      if (failure === undefined) continue;
      const count = (outcome: ChangeOutcome) => expected.filter((each) => each === outcome).length;
      const words = [
        [count("refused"), "failed"],
        [count("unknown"), "without a clear answer"],
        [count("not_sent"), "not sent"],
      ].filter(([number]) => number !== 0);
      const [[number, word] = [], ...others] = words;
      expect(failure.message).toBe(
        [
          `machines deploy: ${number} of ${fates.length} ${word}`,
          ...others.map((each) => each.join(" ")),
        ].join(", "),
      );
      const total = count("unknown") > 0 ? "unknown" : count("done") > 0 ? "partial" : "refused";
      expect(failure.details.outcome).toBe(total);
      expect(failure.details.hint?.includes(doubt) === true).toBe(count("unknown") > 0);
      expect(failure.details.machines).toHaveLength(fates.length - count("done"));
    }
  });

  it("names the command that shows the outcome", async () => {
    const service = fleetService(...three);
    service.before = (operation, { system_id }) => {
      if (operation.method === "POST" && system_id !== "aaaaaa") throw broken();
      return undefined;
    };
    const { run, printed } = harness(service, "machine.deploy", ["web-01", "web-02", "cccccc"], {
      globals: { profile: "lab", signature: "hmac-sha1", addressing: "query", configDir: "/x y" },
    });
    const failure = await rejection(run);
    expect(failure.details.hint).toBe(
      `${doubt} (svc machines get web-02 cccccc --profile lab --signature hmac-sha1 --addressing query --config-dir '/x y')`,
    );
    expect(printed[0]).toMatchObject([
      { ok: true },
      { error: "no clear answer; it may have been carried out: closed the connection" },
      { outcome: "unknown" },
    ]);
  });
});

/** Machines whose deployment may or may not start on request, and ends after some reads. */
function deploying(machines: readonly (FleetMachine & { readonly fate: string })[]) {
  const service = fleetService(...machines);
  const readsLeft = new Map<string, number>();
  const objectOf = ({ system_id, hostname }: FleetMachine) => {
    const remainingReads = readsLeft.get(system_id);
    const status = remainingReads === undefined ? "ready" : remainingReads > 0 ? "deploying" : "deployed";
    if (remainingReads !== undefined) readsLeft.set(system_id, remainingReads - 1);
    return { system_id, hostname, status: statuses[status].id, status_name: statuses[status].name };
  };
  service.before = ({ method, path }, { system_id, id }) => {
    const one = machines.find((each) => each.system_id === system_id);
    if (method === "POST") {
      if (one?.fate !== "lost") readsLeft.set(String(system_id), 2);
      if (one?.fate !== "answered") throw broken();
      return undefined;
    }
    if (path !== "/machines/") return one && objectOf(one);
    return machines.filter((each) => id === undefined || [id].flat().includes(each.system_id)).map(objectOf);
  };
  return service;
}

describe("--wait after a change that got no clear answer", () => {
  const machines = ["answered", "taken", "lost"].map((fate, index) => ({
    system_id: `aaaaa${index}`,
    hostname: `web-0${index}`,
    fate,
  }));
  const names = machines.map(({ hostname }) => hostname);

  it("watches machines without a clear answer until the outcome is known", async () => {
    const { run, printed, terminal } = harness(deploying(machines), "machine.deploy", names, {
      options: { wait: true },
    });
    const failure = await rejection(run);
    expect(printed[0]).toMatchObject([
      { ok: true, status: "Deployed", outcome: "done" },
      { ok: true, status: "Deployed", outcome: "done" },
      { ok: false, status: "Ready", outcome: "unknown" },
    ]);
    expect(failure).toMatchObject({
      message: "machines deploy: 1 of 3 without a clear answer",
      details: { outcome: "unknown" },
    });
    expect(terminal.shown.stderr).toContain(
      "2 of 3 got no clear answer; watching these machines for the outcome",
    );
  });

  it("does the same for one machine", async () => {
    const takenRun = harness(deploying(machines), "machine.deploy", ["web-01"], { options: { wait: true } });
    await takenRun.run();
    expect(takenRun.printed[0]).toMatchObject({ system_id: "aaaaa1", status_name: "Deployed" });
    const lost = harness(deploying(machines), "machine.deploy", ["web-02"], { options: { wait: true } });
    expect(await rejection(lost.run)).toMatchObject({
      kind: "unreachable",
      details: {
        outcome: "unknown",
        hint: `${doubt} (svc machines get web-02)`,
        machines: [{ system_id: "aaaaa2", hostname: "web-02", status: "Ready" }],
      },
    });
  });

  it("watches nothing if the service cannot be read", async () => {
    const service = deploying(machines);
    const { before } = service;
    let isDown = false;
    service.before = (operation, values) => {
      if (isDown) throw new Failure("unreachable", "refused");
      isDown = operation.method === "POST";
      return before(operation, values);
    };
    const { run, printed } = harness(service, "machine.deploy", ["web-01", "web-02"], {
      options: { wait: true, parallel: 1 },
    });
    expect((await rejection(run)).details.outcome).toBe("unknown");
    expect(printed[0]).toMatchObject([{ outcome: "unknown" }, { ok: false }]);
  });
});
