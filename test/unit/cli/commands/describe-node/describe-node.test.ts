import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { describeDevices, describeMachines } from "../../../../../src/cli/commands/machines.ts";
import { runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { createRandom } from "../../../random.ts";
import { printingHarness, type ServedRequest, type Service } from "../../harness.ts";
import { machineAnswer } from "../ssh/machines.ts";

const event = (id: number, level: string, description: string) => ({
  id,
  level,
  type: "Node changed status",
  description,
  node: "4tn8bn",
  hostname: "deployed1",
  created: "Sat, 21 Nov. 2026 02:34:09",
});

/** A service with one machine; an answer of `others` replaces the default one. */
const service =
  (
    others: (request: ServedRequest) => unknown = () => undefined,
    changed: Readonly<Record<string, unknown>> = {},
  ): Service =>
  (request) => {
    const ownAnswer = others(request);
    if (ownAnswer !== undefined) return ownAnswer;
    const machine = machineAnswer(changed);
    if (request.label === "GET /events/op-query")
      return { events: [event(2, "INFO", "From 'Deploying' to 'Deployed'"), event(1, "DEBUG", "x")] };
    if (request.label.endsWith("{system_id}/")) return machine;
    return request.label === "GET /installation-results/" ? [] : [machine];
  };

const forbidden = (label: string) => (request: ServedRequest) => {
  if (request.label === label) throw new Failure("forbidden", "you may not", { status: 403, request: label });
};

const line = (names: readonly string[] = ["4tn8bn"], more: object = {}) => ({
  arguments: { system_id: names },
  ...more,
});

describe("the page about a machine", () => {
  test("shows everything else if a part cannot be read, and names that part", async () => {
    const run = printingHarness(service(forbidden("GET /events/op-query")), line());
    await runCommand(describeMachines, run.invocation);
    expect(run.terminal.shown.stdout).toContain("Last events\n  not read: you may not\n");
    expect(run.terminal.shown.stdout).toContain("Interfaces\n  eth0  52:54:00:10:00:16");
    const all = printingHarness(
      service((request) => {
        forbidden("GET /events/op-query")(request);
        forbidden("GET /installation-results/")(request);
      }),
      line(["4tn8bn"], { globals: { output: "json" } }),
    );
    await runCommand(describeMachines, all.invocation);
    expect(JSON.parse(all.terminal.shown.stdout)).toMatchObject({
      node: { hostname: "deployed1" },
      events: [],
      unread: [
        { part: "events", message: "you may not" },
        { part: "scripts", message: "you may not" },
      ],
    });
  });

  test("shows why a machine was marked broken, even if it was released at the same time", async () => {
    const events = [
      event(5, "DEBUG", "From 'Ready' to 'Broken'"),
      event(4, "DEBUG", "From 'Releasing' to 'Ready'"),
      event(3, "DEBUG", "From 'Deployed' to 'Releasing'"),
      { ...event(2, "DEBUG", "(admin) - fan \u001b[2J3 dead"), type: "User marking node broken" },
    ];
    const broken = service(({ label }) => (label === "GET /events/op-query" ? { events } : undefined), {
      status: 8,
      status_name: "Broken",
      error_description: "",
      status_message: "From 'Ready' to 'Broken'",
    });
    const run = printingHarness(broken, line());
    await runCommand(describeMachines, run.invocation);
    expect(run.terminal.shown.stdout).toMatch(/^ *Reason: +fan .*dead \(admin\)$/m);
    const json = printingHarness(broken, line(["4tn8bn"], { globals: { output: "json" } }));
    await runCommand(describeMachines, json.invocation);
    expect(JSON.parse(json.terminal.shown.stdout)).toMatchObject({
      reason: expect.stringContaining("dead (admin)"),
    });
  });

  test("fails if the machine itself cannot be read", async () => {
    const run = printingHarness(service(forbidden("GET /machines/{system_id}/")), line());
    await expect(runCommand(describeMachines, run.invocation)).rejects.toMatchObject({ kind: "forbidden" });
    expect(run.terminal.shown.stdout).toBe("");
  });

  test("shows the machines that can be read, and names the others in the failure", async () => {
    const two = ["aaaaaa", "bbbbbb"].map((system_id) =>
      machineAnswer({ system_id, hostname: `host-${system_id}` }),
    );
    const run = printingHarness(
      service(({ label, values }) => {
        if (label === "GET /machines/") return two;
        if (label !== "GET /machines/{system_id}/") return undefined;
        if (values["system_id"] === "bbbbbb")
          throw new Failure("notFound", "no such machine", { status: 404 });
        return two[0];
      }),
      line(["aaaaaa", "bbbbbb"], { globals: { output: "json" } }),
    );
    await expect(runCommand(describeMachines, run.invocation)).rejects.toMatchObject({
      kind: "someFailed",
      details: { lines: ["host-bbbbbb: no such machine"] },
    });
    expect(JSON.parse(run.terminal.shown.stdout)).toHaveLength(1);
  });

  test("masks annotations with names that suggest a secret", async () => {
    const changed = { workload_annotations: { role: "db", db_password: "hunter2" } };
    const run = printingHarness(service(undefined, changed), line());
    await runCommand(describeMachines, run.invocation);
    expect(run.terminal.shown.stdout).toContain("db_password: ********\n");
    expect(run.terminal.shown.stdout).not.toContain("hunter2");
  });

  test("requests no events or scripts for a device", async () => {
    const run = printingHarness(service(), line(["4tn8bn"], { options: { events: 0 } }));
    await runCommand(describeDevices, run.invocation);
    expect(run.requests.map(({ label }) => label)).toEqual(["GET /devices/", "GET /devices/{system_id}/"]);
  });
});

const odd: readonly unknown[] = [
  ...[
    "",
    " ",
    "\u001b[2J",
    "a\nb",
    "\u202e",
    "名前".repeat(30),
    "x".repeat(200),
    "long words of a text ".repeat(12),
  ],
  ...[null, 7, true, [], {}, ["a", null], { name: "é".repeat(50) }, { name: null }, { toString: 1 }],
];

describe.each([40, 80, 120])("at %i columns", (columns) => {
  test("no line is wider than the terminal, no text is lost, and no text moves the cursor", async () => {
    const random = createRandom(columns);
    const members = Object.keys(machineAnswer());
    for (let round = 0; round < 50; round++) {
      const changed = Object.fromEntries(
        Array.from({ length: 6 }, () => [random.pick(members), random.pick(odd)]).filter(
          ([name]) => name !== "system_id",
        ),
      );
      const run = printingHarness(
        service(undefined, changed),
        line(["4tn8bn"], { globals: { color: false } }),
        { isTTY: true, columns },
      );
      await runCommand(describeMachines, run.invocation);
      const { default: widthOf } = await import("string-width");
      const text = run.terminal.shown.stdout;
      expect(text.split("\n").filter((each) => widthOf(each) > columns)).toEqual([]);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
      expect(text).toContain("Last events");
    }
  });

  test("colours change nothing but colours", async () => {
    const printed = async (color: boolean) => {
      const run = printingHarness(service(), line(["4tn8bn"], { globals: { color } }), {
        isTTY: true,
        columns,
      });
      await runCommand(describeMachines, run.invocation);
      return run.terminal.shown.stdout;
    };
    const colored = await printed(true);
    expect(colored).toMatch(/Status: +\u001b\[34mDeployed\u001b\[39m for /);
    expect(colored).toMatch(/Power: +\u001b\[32mon\u001b\[39m \(/);
    expect(stripVTControlCharacters(colored)).toBe(await printed(false));
    expect(await printed(false)).not.toMatch(/ $/m);
  });

  test("a folded text is complete", async () => {
    const description = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
    const run = printingHarness(
      service(undefined, { description }),
      line(["4tn8bn"], { globals: { color: false } }),
      { isTTY: true, columns },
    );
    await runCommand(describeMachines, run.invocation);
    expect(run.terminal.shown.stdout.replace(/\s+/g, " ")).toContain(`Description: ${description}`);
  });
});
