import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/core/failure.ts";
import { rejection } from "../../rejection.ts";
import {
  type FleetService,
  fleetOf,
  fleetService,
  harness,
  posted,
  refusing,
  three,
} from "./fleet-service.ts";

const allThree = three.map(({ hostname }) => hostname);

/** Prepares `svc machines deploy`; `before` can refuse requests. */
function deploy(
  names: readonly string[] = allThree,
  before?: FleetService["before"],
  line: Parameters<typeof harness>[3] = {},
) {
  const service = fleetService(...three);
  if (before !== undefined) service.before = before;
  return { service, ...harness(service, "machine.deploy", names, line) };
}

const wrongState = new Failure("conflict", "wrong state", { outcome: "refused" });

describe("several machines, some of which fail", () => {
  it("changes nothing if one name is unknown", async () => {
    const { service, run, printed } = deploy(["web-01", "web-02", "nope"]);
    expect(await rejection(run)).toMatchObject({ kind: "notFound" });
    expect(posted(service)).toEqual([]);
    expect(printed).toEqual([]);
  });

  it("continues after a failure, prints a row for each node and lists the failed ones", async () => {
    const { run, printed } = deploy(allThree, refusing(wrongState, "bbbbbb"));
    const failure = await rejection(run);
    expect(failure).toMatchObject({ exitCode: 10, message: "machines deploy: 1 of 3 failed" });
    expect(failure.details.lines).toEqual(["failed: web-02"]);
    expect(printed[0]).toEqual([
      { system_id: "aaaaaa", hostname: "web-01", ok: true, status: "Ready", error: null, outcome: "done" },
      {
        system_id: "bbbbbb",
        hostname: "web-02",
        ok: false,
        status: "Deployed",
        error: "wrong state",
        outcome: "refused",
      },
      { system_id: "cccccc", hostname: "web-03", ok: true, status: "Deployed", error: null, outcome: "done" },
    ]);
  });

  it("was sent nothing if a failure says nothing of a change", async () => {
    const { run, printed } = deploy(allThree, refusing(new Failure("interrupted", "interrupted")));
    expect((await rejection(run)).details.outcome).toBe("not_sent");
    expect(printed[0]).toMatchObject(allThree.map(() => ({ ok: false, outcome: "not_sent" })));
  });

  it("does not call for an administrator if others succeeded", async () => {
    const service = fleetService(...three);
    const hintFor = async (...systemIds: readonly string[]) => {
      service.before = (operation, { system_id }) => {
        if (operation.method === "POST" && systemIds.includes(String(system_id)))
          throw new Failure("forbidden", "no", { status: 403, hint: "only administrators may do this" });
        return undefined;
      };
      return (await rejection(harness(service, "machine.commission", allThree).run)).details.hint;
    };
    expect(await hintFor("bbbbbb")).toBe(undefined);
    expect(await hintFor("aaaaaa", "bbbbbb", "cccccc")).toBe("only administrators may do this");
  });

  it("combines hints into one command", async () => {
    const hintOf = async (...first: readonly string[]) => {
      const { run } = deploy(allThree, ({ method }, { system_id }) => {
        const index = three.findIndex((each) => each.system_id === system_id);
        if (method !== "POST" || first[index] === undefined) return undefined;
        throw wrongState.with({ hint: first[index] });
      });
      return (await rejection(run)).details.hint;
    };
    const release = (name: string) => `release it first: svc machines release ${name}`;
    expect(await hintOf(release("web-01"))).toBe(release("web-01"));
    expect(await hintOf(release("web-01"), release("web-02"), "wait until it is done: svc x web-03")).toBe(
      undefined,
    );
    expect(await hintOf(release("web-01"), release("web-02"))).toBe(
      "release them first: svc machines release web-01 web-02",
    );
    expect(await hintOf("ask", "ask")).toBe("ask");
  });

  it("has the common exit code if all fail the same way, and 10 otherwise", async () => {
    const all = deploy(["web-01", "web-02"], refusing(wrongState));
    expect(await rejection(all.run)).toMatchObject({ exitCode: 6 });
    const mixedRun = deploy(["web-01", "web-02"], (operation, { system_id }) => {
      if (operation.method === "POST")
        throw new Failure(system_id === "aaaaaa" ? "conflict" : "serverError", "no");
      return undefined;
    });
    expect(await rejection(mixedRun.run)).toMatchObject({ exitCode: 10 });
  });

  it("--fail-fast sends no further request", async () => {
    const line = { options: { "fail-fast": true, parallel: 1 } };
    const { service, run, printed } = deploy(allThree, refusing(wrongState), line);
    expect(await rejection(run)).toMatchObject({ exitCode: 6 });
    expect(posted(service)).toEqual(["POST /machines/aaaaaa/op-deploy"]);
    expect(printed[0]).toMatchObject([
      { error: "wrong state" },
      { error: "not sent: an earlier request failed" },
      { error: "not sent: an earlier request failed" },
    ]);
  });

  it("stops if the key is refused", async () => {
    const refused = refusing(new Failure("notAuthenticated", "no such token"));
    const { service, run } = deploy(allThree, refused, { options: { parallel: 1 } });
    expect(await rejection(run)).toMatchObject({ exitCode: 4 });
    expect(posted(service)).toHaveLength(1);
  });

  it("stops if the service is repeatedly unreachable, not after the first dropped connection", async () => {
    const { service, names } = fleetOf(20);
    let count = 0;
    service.before = (operation) => {
      if (operation.method === "POST" && ++count > 5) throw new Failure("unreachable", "refused");
      return undefined;
    };
    const down = harness(service, "machine.deploy", names, { options: { parallel: 2 } });
    expect(await rejection(down.run)).toMatchObject({ exitCode: 10 });
    expect(posted(service).length).toBeLessThan(12);
    service.sent.length = 0;
    service.before = (operation) => {
      if (operation.method === "POST" && ++count % 2 === 0) throw new Failure("unreachable", "broke off");
      return undefined;
    };
    const flaky = harness(service, "machine.deploy", names, { options: { parallel: 2 } });
    expect(await rejection(flaky.run)).toMatchObject({ exitCode: 10 });
    expect(posted(service)).toHaveLength(20);
  });

  it("ends with Ctrl-C: what is under way finishes, nothing further is begun", async () => {
    const line = { options: { parallel: 1, wait: true } };
    const { service, run, printed, terminal } = deploy(allThree, undefined, line);
    service.before = (operation) => {
      if (operation.method === "POST") terminal.signal("SIGINT");
      return undefined;
    };
    const failure = await rejection(run);
    expect(failure.exitCode).toBe(130);
    expect(failure.details.hint).toBe(
      "wait for the requests that were sent: svc machines wait web-01 --for deployed",
    );
    expect(printed[0]).toMatchObject([
      { ok: false, error: "not watched to the end", outcome: "done" },
      { error: "not sent: interrupted" },
      { error: "not sent: interrupted" },
    ]);
    expect(terminal.listeners()).toBe(0);
  });

  it("-o name prints only nodes that succeeded, and the reasons of the others as errors", async () => {
    const line = { globals: { output: "name" } };
    const { run, printed } = deploy(["web-01", "web-02"], refusing(wrongState, "bbbbbb"), line);
    expect((await rejection(run)).details.lines).toEqual(["web-02: wrong state", "failed: web-02"]);
    expect(printed[0]).toMatchObject([{ system_id: "aaaaaa" }]);
  });

  it("never sends more requests at once than --parallel", async () => {
    const { service, names } = fleetOf(30);
    let underWay = 0;
    let most = 0;
    service.before = async (operation) => {
      if (operation.method !== "POST") return undefined;
      most = Math.max(most, ++underWay);
      await new Promise((later) => setImmediate(later));
      underWay--;
      return undefined;
    };
    await harness(service, "machine.deploy", names, { options: { parallel: 3 } }).run();
    expect(most).toBe(3);
    await harness(service, "machine.deploy", names).run();
    expect(most).toBe(8);
  });
});

describe("reading several machines", () => {
  it("prints answers in the order of the names, and reports unread nodes", async () => {
    const service = fleetService(...three);
    service.before = (operation, { system_id }) => {
      if (operation.path !== "/machines/" && system_id === "bbbbbb")
        throw new Failure("serverError", "broke");
      return undefined;
    };
    const { run, printed } = harness(service, "machine.read", ["web-03", "web-02", "web-01"]);
    const failure = await rejection(run);
    expect(failure.exitCode).toBe(10);
    expect(failure.details.lines).toEqual(["web-02: broke", "failed: web-02"]);
    expect(printed[0]).toMatchObject([{ system_id: "cccccc" }, { system_id: "aaaaaa" }]);
  });

  it("adds names to answers that lack them", async () => {
    const service = fleetService(...three);
    service.before = (operation) => (operation.path.includes("op-") ? { state: "on" } : undefined);
    const { run, printed } = harness(service, "machine.query_power_state", ["web-01", "web-02"]);
    await run();
    expect(printed[0]).toEqual([
      { system_id: "aaaaaa", hostname: "web-01", state: "on" },
      { system_id: "bbbbbb", hostname: "web-02", state: "on" },
    ]);
  });

  it("keeps secrets in one member, so that names stay readable where they are masked", async () => {
    const service = fleetService(...three);
    service.before = (operation) => (operation.path.includes("op-") ? { power_pass: "x" } : undefined);
    const { run, printed } = harness(service, "machine.power_parameters", ["web-01", "web-02"]);
    await run();
    expect(printed[0]).toMatchObject([
      { hostname: "web-01", value: { power_pass: "x" } },
      { hostname: "web-02" },
    ]);
  });
});

describe("one machine", () => {
  it("takes one request by system_id, two by name", async () => {
    const byId = deploy(["aaaaaa"]);
    await byId.run();
    expect(byId.service.sent).toEqual(["POST /machines/aaaaaa/op-deploy"]);
    const byName = deploy(["web-01"]);
    await byName.run();
    expect(byName.service.sent).toEqual(["GET /machines/", "POST /machines/aaaaaa/op-deploy"]);
  });

  it("may be called like a system_id", async () => {
    const service = fleetService({ system_id: "aaaaaa", hostname: "web001" });
    const { run, printed } = harness(service, "machine.deploy", ["web001"]);
    await run();
    expect(printed[0]).toMatchObject({ system_id: "aaaaaa" });
    expect(posted(service)).toEqual(["POST /machines/web001/op-deploy", "POST /machines/aaaaaa/op-deploy"]);
  });

  it("that does not exist fails as the service says, and nothing is guessed", async () => {
    const { service, run } = deploy(["zzzzzz"]);
    expect(await rejection(run)).toMatchObject({ kind: "notFound", message: "no such machine" });
    expect(posted(service)).toHaveLength(1);
  });

  it("selected by a range or standard input still writes rows, as a script expects", async () => {
    const { run, printed } = deploy(["web-[01]"]);
    await run();
    expect(printed[0]).toMatchObject([{ system_id: "aaaaaa", ok: true }]);
  });

  it("that is locked explains a 403 without a reason", async () => {
    const service = fleetService({ system_id: "aaaaaa", hostname: "web-01", locked: true });
    service.before = refusing(new Failure("forbidden", "forbidden", { status: 403 }));
    for (const name of ["aaaaaa", "web-01"]) {
      const failure = await rejection(harness(service, "machine.deploy", [name]).run);
      expect(failure).toMatchObject({ kind: "forbidden", message: "cannot deploy: web-01 is locked" });
      expect(failure.details.hint).toBe(`svc machines unlock ${name}`);
    }
  });
});

describe("nothing selected", () => {
  const forms = ["table", "wide", "json", "ndjson", "yaml", "csv", "tsv", "name"] as const;
  const operations = ["machine.release", "machine.deploy", "machine.read", "machine.query_power_state"];
  const wheres = [
    ["no machine matches --where", [], { parameters: { pool: "none" }, conditions: [] }],
    ["standard input contains no machine", ["-"], undefined],
  ] as const;

  it.each(wheres)("is said (%s), and is no failure", async (label, names, where) => {
    for (const id of operations)
      for (const output of forms)
        for (const wait of [{}, { wait: true }]) {
          const service = fleetService(...three);
          const { run, printed, terminal } = harness(service, id, names, {
            globals: { output },
            options: where === undefined ? wait : { where, ...wait },
          });
          terminal.hangUp();
          await run();
          expect([output, printed], id).toEqual([output, ["table", "wide"].includes(output) ? [] : [[]]]);
          expect(terminal.shown.stderr).toBe(`${label}: nothing to do\n`);
          expect(posted(service)).toEqual([]);
        }
  });
});

describe("the next step", () => {
  it.each([
    ["machine.deploy", ["web-01"], true, "next: svc machines wait web-01 --for deployed"],
    ["machine.deploy", ["web-01", "web-02"], true, "next: svc machines wait web-01 web-02 --for deployed"],
    ["machine.deploy", ["web-*"], true, "next: svc machines wait web-01 web-02 web-03 --for deployed"],
    ["machine.commission", ["web-01"], true, "next: svc machines wait web-01 --for ready"],
    ["machine.abort", ["web-01"], true, undefined],
    ["machine.lock", ["web-01"], true, undefined],
    ["machine.deploy", ["web-01"], false, undefined],
  ])("of %s of %j on a terminal (%s): %j", async (id, names, isTTY, expected) => {
    const { run, terminal } = harness(fleetService(...three), id, names, { terminal: { isTTY } });
    await run();
    expect(/next: .*/.exec(terminal.shown.stderr)?.[0].trim()).toBe(expected);
  });
});
