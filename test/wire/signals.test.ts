import { describe, expect, test } from "vitest";
import type { Signal } from "../../src/context.ts";
import { doubtHint } from "../../src/core/failure.ts";
import { type RunningSvc, runSvc, startSvc } from "../svc-run.ts";
import { doubtfulService, type Reaction } from "./unclear-answer-service.ts";

const signals: readonly (readonly [Signal, number])[] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
];

/**
 * Runs a command line, never answers changing request number `moment`, and sends the signal while it waits.
 */
async function stalledAt(
  moment: number,
  signal: Signal,
  words: readonly string[],
  reaction: "stall" | "busy" = "stall",
) {
  let line: RunningSvc | undefined;
  const service = await doubtfulService(
    (_, count) => (count === moment ? reaction : "machine"),
    (_, count) => {
      if (count === moment) setTimeout(() => line?.signal(signal), reaction === "busy" ? 200 : 0);
    },
  );
  const { SVC_URL: _, ...env } = service.env;
  line = startSvc([...words, "-o", "json", "--url", service.url, "--addressing", "path"], { env });
  const { code, stdout, stderr } = await line.ended;
  const text = stderr.split("\n").find((each) => each.startsWith('{"error"')) ?? "{}";
  return {
    code,
    printed: stdout === "" ? undefined : JSON.parse(stdout),
    error: JSON.parse(text).error,
    service,
  };
}

describe.each(signals)("%s exits with %i", (signal, code) => {
  test.each([1, 2, 3])("while change %i to one of several machines is in progress", async (moment) => {
    for (const wait of [[], ["--wait"]]) {
      const names = ["aaaaaa", "bbbbbb", "cccccc"];
      const words = ["machines", "deploy", ...names, "--parallel", "1", ...wait];
      const { code: actual, printed, error, service } = await stalledAt(moment, signal, words);
      const outcomes = names.map((_, index) =>
        index + 1 < moment ? "done" : index + 1 === moment ? "unknown" : "not_sent",
      );
      expect([actual, error.exit_code, error.outcome]).toEqual([code, code, "unknown"]);
      expect(printed).toMatchObject(outcomes.map((outcome) => ({ outcome })));
      expect(service.changes).toHaveLength(moment);
      expect(error.hint).toContain(doubtHint);
      expect(error.machines).toHaveLength(wait.length > 0 ? names.length : names.length - moment + 1);
      if (wait.length > 0)
        expect(error.hint).toContain(
          `svc machines wait ${names.slice(0, moment).join(" ")} --for deployed --url ${service.url} --addressing path`,
        );
    }
  });

  test.each([
    [1, []],
    [2, []],
    [1, ["--wait"]],
    [2, ["--wait"]],
    [2, ["--release-on-failure"]],
  ] as const)("during allocate --deploy, while change %i is in progress (%j)", async (moment, more) => {
    const words = ["machines", "allocate", "--deploy", ...more];
    const { code: actual, printed, error, service } = await stalledAt(moment, signal, words);
    expect([actual, error.exit_code, error.outcome]).toEqual([code, code, "unknown"]);
    if (moment === 1) return expect(printed).toBeUndefined();
    expect(error.machines).toMatchObject([{ system_id: "aaaaaa" }]);
    if (more.some((option) => option === "--release-on-failure")) {
      expect(service.changes.at(-1)).toBe("POST /machines/aaaaaa/op-release");
      return expect(error.message).toContain("has been released");
    }
    expect(printed).toMatchObject({ system_id: "aaaaaa" });
    expect(error.hint).toContain(
      `release it: svc machines release aaaaaa --url ${service.url} --addressing path`,
    );
  });

  test.each([
    ["machines", "power-on", "aaaaaa", "--wait"],
    ["machines", "power-on", "aaaaaa", "bbbbbb", "--wait"],
    ["machines", "lock", "aaaaaa"],
    ["machines", "set-zone", "--nodes", "aaaaaa", "--zone", "north"],
    ["machines", "release-many", "--machines", "aaaaaa", "--wait"],
    ["machines", "deploy", "aaaaaa", "bbbbbb", "--wait"],
    ["machines", "allocate", "--deploy"],
    ["machines", "allocate", "--deploy", "--wait"],
  ])(
    "at every read, if no later read is answered, and prints the machine if it was changed: %s %s %s %s",
    async (...words) => {
      for (let moment = 1; moment < 9; moment++) {
        let line: RunningSvc | undefined;
        let isHit = false;
        const service = await doubtfulService(
          "empty",
          () => undefined,
          (count) => {
            if (count >= moment && !isHit) setImmediate(() => line?.signal(signal));
            isHit ||= count >= moment;
            return isHit;
          },
        );
        line = startSvc([...words, "-y", "-o", "json"], service);
        const { code: actual, stdout, stderr } = await line.ended;
        const label = `${words.join(" ")}: request ${moment}: ${service.changes}`;
        if (!isHit) continue;
        expect(actual, label).toEqual(code);
        // If the wait was interrupted, the machine is not done and is listed in the error.
        const affectedMachines = stderr.includes("stopped waiting") ? stderr : stdout;
        expect(affectedMachines.includes('"aaaaaa"'), label).toEqual(service.changes.length > 0);
      }
    },
  );

  test.each<[string, Reaction, string]>([
    ["tags create --name blue", { status: 200, body: '{"name":"blue"}' }, "done"],
    ["api POST tags/ -f name=blue", { status: 200, body: '{"name":"blue"}' }, "done"],
    ["fabrics delete 3", "empty", "done"],
    ["tags create --name blue", 400, "refused"],
    ["tags create --name blue", "busy", "refused"],
    ["fabrics delete 3", 404, "refused"],
    ["fabrics delete 3", 502, "unknown"],
    ["fabrics delete 3", "reset", "unknown"],
  ])("and waits for the answer to one request: %s, %j", async (words, reaction, outcome) => {
    let line: RunningSvc | undefined;
    const service = await doubtfulService(reaction, () => line?.signal(signal));
    line = startSvc([...words.split(" "), "-y", "-o", "json"], service);
    const { code: actual, stdout, stderr } = await line.ended;
    expect([actual, service.changes.length]).toEqual([code, 1]);
    expect(stderr).toMatch(/^(interrupted|terminated): waiting for the answer\n/);
    expect(JSON.parse(stderr.split("\n").at(-2) ?? "").error).toMatchObject({ exit_code: code, outcome });
    if (outcome === "done" && reaction !== "empty") expect(JSON.parse(stdout)).toEqual({ name: "blue" });
  });

  test.each([
    ["machines lock aaaaaa bbbbbb --parallel 1", 0],
    ["fabrics delete 3", 1],
  ])("and at a second signal waits for no answer, and ends at the third: %s", async (words, noteCount) => {
    let line: RunningSvc | undefined;
    const isHeard: (boolean | undefined)[] = [];
    const service = await doubtfulService("stall", () => {
      for (let count = 1; count <= 3; count += 1) isHeard.push(line?.signal(signal));
    });
    line = startSvc([...words.split(" "), "-y", "-o", "json"], service);
    const { code: actual, stderr } = await line.ended;
    expect([actual, isHeard]).toEqual([code, [true, true, false]]);
    expect(JSON.parse(stderr.split("\n").at(-2) ?? "").error.outcome).toBe("unknown");
    expect(stderr.split("waiting for the answer")).toHaveLength(noteCount + 1);
  });

  test.each([
    [["machines", "deploy", "aaaaaa", "--wait"], "machines get aaaaaa", "wait aaaaaa --for deployed --url"],
    [["machines", "deploy", "aaaaaa"], "machines get aaaaaa", undefined],
    // There is no command to resume the wait: the status from before would end it at once.
    [["machines", "commission", "aaaaaa", "--wait"], "machines get aaaaaa", undefined],
    [["machines", "accept", "--machines", "aaaaaa", "--wait"], "machines get aaaaaa", undefined],
    [["fabrics", "delete", "3"], "fabrics get 3", undefined],
  ] as const)("while one request is in progress: %j", async (words, look, resume) => {
    const { code: actual, error } = await stalledAt(1, signal, [...words, "-y"]);
    expect([actual, error.outcome]).toEqual([code, "unknown"]);
    expect(error.hint).toContain(`(svc ${look} --url `);
    if (resume === undefined) expect(error.hint).not.toContain("wait for the requests that were sent");
    else expect(error.hint).toContain(`wait for the requests that were sent: svc machines ${resume}`);
  });
});

describe.each(signals)("%s during the pause of a Retry-After exits with %i", (signal, code) => {
  test.each([
    ["refused", 1, ["machines", "deploy", "aaaaaa"]],
    ["refused", 1, ["machines", "deploy", "aaaaaa", "bbbbbb", "--parallel", "1"]],
    ["partial", 2, ["machines", "deploy", "aaaaaa", "bbbbbb", "--parallel", "1"]],
    ["refused", 2, ["machines", "allocate", "--deploy"]],
  ] as const)("and reports %s after request %i: %j", async (outcome, moment, words) => {
    const { code: actual, error, service } = await stalledAt(moment, signal, words, "busy");
    // A machine that could not be deployed is released.
    const releases = service.changes.filter((change) => change.endsWith("/op-release"));
    expect([actual, error.outcome, service.changes.length - releases.length]).toEqual([
      code,
      outcome,
      moment,
    ]);
  });
});

describe("a service that answers changes with an empty body", () => {
  test.each([
    ["power-on", []],
    ["lock", []],
    ["set-workload-annotations", ["a=b"]],
    ["deploy", []],
  ])("makes svc print the machine after %s", async (verb, more) => {
    const { env } = await doubtfulService("empty");
    const print = async (form: string, ...names: string[]) =>
      (await runSvc(["machines", verb, ...names, ...more, "-y", "-o", form], { env })).stdout;
    expect(JSON.parse(await print("json", "aaaaaa"))).toMatchObject({
      system_id: "aaaaaa",
      status_name: "Ready",
    });
    expect(await print("name", "aaaaaa")).toBe("aaaaaa\n");
    expect(await print("table", "aaaaaa")).toContain("aaaaaa");
    expect(JSON.parse(await print("json", "aaaaaa", "bbbbbb"))).toMatchObject([
      { system_id: "aaaaaa", ok: true, status: "Ready", machine: { system_id: "aaaaaa", status: 4 } },
      { system_id: "bbbbbb", outcome: "done", machine: { hostname: "bbbbbb" } },
    ]);
    expect(await print("table", "aaaaaa", "bbbbbb")).toContain("Ready");
  });
});
