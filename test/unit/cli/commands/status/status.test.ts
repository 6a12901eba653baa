import { expect, test } from "vitest";
import { status } from "../../../../../src/cli/commands/fleet.ts";
import { type Globals, runCommand } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { rejection } from "../../../rejection.ts";
import { type HarnessLine, printingHarness, type Service } from "../../harness.ts";
import { changed, machine, serviceOf } from "./fleet.ts";

interface Line {
  readonly options?: HarnessLine["options"];
  readonly globals?: Partial<Globals>;
  readonly isTTY?: boolean;
  readonly whoami?: unknown;
}

function harness(service: Service, { options = {}, globals = {}, isTTY = false, whoami }: Line = {}) {
  return printingHarness(
    service,
    { options, globals: { color: false, ...globals } },
    { isTTY },
    () => whoami,
  );
}

async function statusOf(service: Service, line: Line = {}) {
  const statusRun = harness(service, { ...line, globals: { output: "json", ...line.globals } });
  await runCommand(status, statusRun.invocation);
  return { statusRun, status: JSON.parse(statusRun.terminal.shown.stdout) };
}

const fleet = [
  machine("web-01", "deploying", { owner: "bob" }),
  machine("old-01", "broken", { error_description: "fan 2 has failed" }),
  machine("app-01", "deployed", { power_state: "on", locked: true }),
];

test("JSON is one object with the documented members", async () => {
  const { now } = harness(serviceOf({ machines: [] })).clock;
  const events = [changed("web-01", "deploying", 3, now()), changed("old-01", "broken", 60, now())];
  const { status } = await statusOf(serviceOf({ machines: fleet, events, importing: "True" }));
  expect(status).toMatchObject({
    service: "http://svc.example:5240/SVC",
    machines: 3,
    by_status: [
      { status: 6, status_name: "Deployed", machines: 1 },
      { status: 9, status_name: "Deploying", machines: 1 },
      { status: 8, status_name: "Broken", machines: 1 },
    ],
    by_pool: [{ name: "default", machines: 3, ready: 0, troubled: 1 }],
    by_zone: [{ name: "north", machines: 3, ready: 0, troubled: 1 }],
    by_power: { off: 2, on: 1 },
    locked: 1,
    attention: [
      { hostname: "old-01", issue: "broken", age_seconds: 3600, reason: "fan 2 has failed", pool: "default" },
    ],
    in_progress: [
      { hostname: "web-01", status_name: "Deploying", age_seconds: 180, limit_seconds: 1800, owner: "bob" },
    ],
    images: { importing: true },
    unread: [],
  });
});

test("a page in a pipe has no colours and does not move the cursor", async () => {
  const statusRun = harness(serviceOf({ machines: fleet }));
  await runCommand(status, statusRun.invocation);
  const { stdout } = statusRun.terminal.shown;
  expect(stdout).toContain("3 machines, 1 needs attention, 1 in progress\n");
  expect(stdout).toMatch(/^ {2}old-01 {2}Broken {5}- {2}fan 2 has failed$/m);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).not.toContain("\u2588");
});

test.each([
  ["csv", "NAME,ISSUE,STATUS,POOL,ZONE,SINCE,REASON\nold-01,broken,Broken,default,north,,fan 2 has failed\n"],
  ["name", "id-old-01\n"],
] as const)("-o %s has a row for each machine that needs attention", async (output, expected) => {
  const statusRun = harness(serviceOf({ machines: fleet }), { globals: { output } });
  await runCommand(status, statusRun.invocation);
  expect(statusRun.terminal.shown.stdout).toBe(expected);
});

test("the number of requests is limited for any number of machines", async () => {
  const many = Array.from({ length: 4000 }, (_, index) =>
    machine(`m-${index}`, index % 2 === 0 ? "failed_testing" : "deploying", { locked: true }),
  );
  const { statusRun, status } = await statusOf(serviceOf({ machines: many }));
  const counts = new Map<string, number>();
  for (const { label } of statusRun.requests) counts.set(label, (counts.get(label) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({
    "GET /machines/": 1,
    "GET /boot-resources/op-is_importing": 1,
    "GET /events/op-query": 10,
    "GET /installation-results/": 5,
  });
  expect(status.attention).toHaveLength(2000);
  expect(status.in_progress).toHaveLength(2000);
  expect(status.unread).toEqual([
    {
      part: "events",
      message: "events of 3800 machines: too many to read at once; 'svc machines issues' reads them all",
    },
  ]);
});

test("a fleet without anything in progress costs two requests", async () => {
  const { statusRun } = await statusOf(
    serviceOf({ machines: [machine("a", "ready"), machine("b", "deployed")] }),
  );
  expect(statusRun.requests.map(({ label }) => label).sort()).toEqual([
    "GET /boot-resources/op-is_importing",
    "GET /machines/",
  ]);
});

test("parts that the user may not read are named, and the rest is shown", async () => {
  const forbidden = new Failure("forbidden", "you may not do that");
  const { status } = await statusOf(serviceOf({ machines: fleet, events: forbidden, importing: forbidden }));
  expect(status.unread).toEqual([
    { part: "events", message: "events of 2 machines: you may not do that" },
    { part: "images", message: "image import: you may not do that" },
  ]);
  expect(status.images).toEqual({ importing: null });
  expect(status.attention).toMatchObject([{ hostname: "old-01", reason: "fan 2 has failed", since: null }]);
});

test("fails if the machines cannot be read", async () => {
  const statusRun = harness(serviceOf({ machines: new Failure("forbidden", "not yours") }));
  expect((await rejection(() => runCommand(status, statusRun.invocation))).message).toBe("not yours");
  expect(statusRun.terminal.shown.stdout).toBe("");
});

test("filters are sent to the service, and svc applies those that the service does not have", async () => {
  const machines = [
    machine("a", "ready", { tag_names: ["ssd"], owner: "me" }),
    machine("b", "ready", { tag_names: [], owner: "me" }),
    machine("c", "ready", { tag_names: ["ssd"], owner: "bob" }),
  ];
  const { statusRun, status } = await statusOf(serviceOf({ machines }), {
    options: {
      pool: ["web", "ci"],
      zone: ["north"],
      tags: ["ssd"],
      mine: true,
      where: { parameters: { status: "ready" }, conditions: [] },
    },
    whoami: { username: "me" },
  });
  expect(statusRun.requests.find(({ label }) => label === "GET /machines/")?.values).toEqual({
    status: "ready",
    pool: ["web", "ci"],
    zone: ["north"],
    owner: ["me"],
    tags: ["ssd"],
  });
  expect(status.machines).toBe(1);
});

test("a filter that is given twice is refused before anything is sent", async () => {
  const statusRun = harness(serviceOf({ machines: [] }), {
    options: { pool: ["a"], where: { parameters: { pool: "b" }, conditions: [] } },
  });
  const failure = await rejection(() => runCommand(status, statusRun.invocation));
  expect([failure.kind, failure.message]).toEqual(["usage", "use --pool or --where pool=..., not both"]);
  expect(statusRun.requests).toEqual([]);
});

/** Watches `looks` times; each time reads the next of the lists, repeating the last one. */
async function watch(lists: readonly unknown[], looks: number, line: Line = {}) {
  let at = 0;
  const service: Service = (request) => {
    const machines = lists[Math.min(at, lists.length - 1)];
    if (request.label === "GET /machines/") at += 1;
    return serviceOf({ machines })(request);
  };
  const statusRun = harness(service, { ...line, options: { watch: true, ...line.options } });
  let sleeps = 0;
  statusRun.clock.onSleep = () => {
    sleeps += 1;
    if (sleeps === looks) statusRun.terminal.signal("SIGINT");
  };
  const failure = await rejection(() => runCommand(status, statusRun.invocation));
  expect(failure.exitCode).toBe(130);
  expect(statusRun.terminal.listeners()).toBe(0);
  return statusRun;
}

test("--watch in a pipe prints changes, but not for the time alone", async () => {
  const statusRun = await watch(
    [[machine("a", "ready")], [machine("a", "ready")], [machine("a", "broken")]],
    5,
  );
  const pages = statusRun.terminal.shown.stdout.split("\n\nsvc.example");
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain("1 needs attention");
  const json = await watch([[machine("a", "ready")], [machine("a", "broken")]], 4, {
    globals: { output: "json" },
  });
  expect(
    json.terminal.shown.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).attention.length),
  ).toEqual([0, 1]);
});

test("--watch on a terminal draws over itself and leaves no lines behind", async () => {
  const statusRun = await watch([fleet, [machine("a", "ready")]], 2, { isTTY: true });
  const [first = "", second = ""] = statusRun.terminal.shown.stdout.split(/\u001b\[\d+A\r\u001b\[J/);
  const lines = first.split("\n").length - 1;
  expect(statusRun.terminal.shown.stdout).toContain(`\u001b[${lines}A\r\u001b[J`);
  expect(first).toContain("every 10s, ");
  expect(second).toContain("1 machine, nothing needs attention");
});

test("--watch reads events again only for machines that have changed", async () => {
  const deploying = machine("a", "deploying");
  const statusRun = await watch(
    [[deploying], [deploying], [deploying], [deploying], [deploying], [deploying]],
    6,
  );
  const reads = statusRun.requests.filter(({ label }) => label.startsWith("GET /events/"));
  // No event shows when the deployment began; svc searches for one three times and then stops.
  expect(reads).toHaveLength(3);
});

test("--watch reports a failed read and continues", async () => {
  const statusRun = await watch([[machine("a", "ready")], new Failure("unreachable", "no route"), []], 3, {
    isTTY: true,
  });
  expect(statusRun.terminal.shown.stderr).toContain("no route");
  expect(statusRun.terminal.shown.stdout).toContain("0 machines");
});
