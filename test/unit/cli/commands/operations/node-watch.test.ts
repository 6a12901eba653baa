import { expect, test } from "vitest";
import { listNodes } from "../../../../../src/cli/commands/operations/node-list.ts";
import type { Globals } from "../../../../../src/cli/invocation/invocation.ts";
import { Failure } from "../../../../../src/core/failure.ts";
import { rejection } from "../../../rejection.ts";
import { printingHarness, runOf, type Service } from "../../harness.ts";

const machine = (id: string, status_name: string) => ({
  system_id: id,
  hostname: `host-${id}`,
  fqdn: `host-${id}.example`,
  status_name,
});

/** A service that answers with these lists in order; the last one is repeated. */
function lists(...answers: readonly unknown[]): Service {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

function harness(service: Service, reads: number, isTTY = false, more: Partial<Globals> = {}, columns = 80) {
  const harnessRun = printingHarness(
    service,
    { options: { watch: true }, globals: { columns: ["NAME", "STATUS"], color: false, ...more } },
    { isTTY, columns },
  );
  let sleeps = 0;
  harnessRun.clock.onSleep = () => {
    sleeps += 1;
    if (sleeps === reads) harnessRun.terminal.signal("SIGINT");
  };
  return harnessRun;
}

const watch = (harnessRun: ReturnType<typeof harness>) =>
  rejection(() => listNodes(runOf("machines.list", { pool: "ci" }, harnessRun.invocation).run));

test("prints all rows, then changed rows, and reports nodes that are gone", async () => {
  const harnessRun = harness(
    lists(
      [machine("a", "Ready"), machine("b", "Ready")],
      [machine("a", "Ready"), machine("b", "Ready")],
      [machine("a", "Deploying")],
      [machine("a", "Deploying"), machine("c", "New")],
    ),
    4,
  );
  expect((await watch(harnessRun)).exitCode).toBe(130);
  expect(harnessRun.terminal.shown.stdout.split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
    ...["NAME STATUS", "host-a.example Ready", "host-b.example Ready", "host-a.example Deploying"],
    "host-c.example New",
    "",
  ]);
  expect(harnessRun.terminal.shown.stderr).toContain("host-b (b) is no longer in the list");
  expect(harnessRun.requests.every(({ values }) => values["pool"] === "ci")).toBe(true);
  expect(harnessRun.terminal.listeners()).toBe(0);
});

test.each([
  ["[].hostname", ["host-a", "host-b", "host-a"]],
  ["[?status_name=='Deploying'].system_id", ["a"]],
  ["nothing", []],
])("a query applies to the list of changed nodes: %s", async (query, expected) => {
  const harnessRun = harness(
    lists(
      [machine("a", "Ready"), machine("b", "Ready")],
      [machine("a", "Ready"), machine("b", "Ready")],
      [machine("a", "Deploying"), machine("b", "Ready")],
    ),
    4,
    false,
    { output: "ndjson", query },
  );
  await watch(harnessRun);
  const lines = harnessRun.terminal.shown.stdout.split("\n").filter((line) => line !== "");
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
});

test("on a terminal, the list is drawn over itself with as many lines as it has", async () => {
  const harnessRun = harness(
    lists([machine("a", "Ready"), machine("b", "Ready")], [machine("a", "Broken")]),
    2,
    true,
  );
  await watch(harnessRun);
  const [first, second] = harnessRun.terminal.shown.stdout.split("\u001b[4A\r\u001b[J");
  expect(first?.split("\n")).toHaveLength(5);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}every 5s, press Ctrl-C to stop\n/);
  expect(second).toContain("Broken");
  expect(second?.split("\n")).toHaveLength(4);
});

test("hidden columns are named below the list", async () => {
  const harnessRun = harness(lists([machine("a".repeat(25), "Ready")]), 1, true, { columns: undefined });
  await watch(harnessRun);
  expect(harnessRun.terminal.shown.stdout.trimEnd().split("\n").at(-1)).toBe("hidden: POOL, ZONE, ARCH");
});

test("a list longer than the terminal shows how many rows are missing", async () => {
  const many = Array.from({ length: 50 }, (_, index) => machine(`m${index}`, "Ready"));
  const harnessRun = harness(lists(many), 1, true);
  await watch(harnessRun);
  const lines = harnessRun.terminal.shown.stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(23);
  expect(lines.at(-1)).toBe("and 30 more");
  const narrowRun = harness(lists(many), 1, true, {}, 5);
  await watch(narrowRun);
  expect(narrowRun.terminal.shown.stdout).toContain("\nand\u2026\n");
});

test("failed reads do not end it, and the drawn lines stay", async () => {
  const harnessRun = harness(
    lists([machine("a", "Ready")], new Failure("unreachable", "no route"), [machine("a", "Broken")]),
    3,
    true,
  );
  await watch(harnessRun);
  expect(harnessRun.terminal.shown.stderr).toContain("no route");
  expect(harnessRun.terminal.shown.stdout).not.toContain("\u001b[2A");
  expect(harnessRun.terminal.shown.stdout).toContain("Broken");
});

test("consecutive failed reads double the pause up to thirty seconds, until one succeeds", async () => {
  const down = new Failure("unreachable", "no answer");
  const harnessRun = harness(
    lists([machine("a", "Ready")], down, down, down, down, down, [machine("a", "Ready")]),
    8,
  );
  expect((await watch(harnessRun)).exitCode).toBe(130);
  // With the smallest jitter: nine tenths of 5, 10, 20 and 30 seconds.
  expect(harnessRun.clock.sleeps).toEqual([4_500, 9_000, 18_000, 27_000, 27_000, 27_000, 4_500]);
});

test("an answer that is not a list counts as a failed read, and as a failure at the beginning", async () => {
  const later = harness(lists([machine("a", "Ready")], { detail: "<html>" }, [machine("a", "Broken")]), 3);
  expect((await watch(later)).exitCode).toBe(130);
  expect(later.terminal.shown.stdout).toContain("Broken");
  const first = harness(lists({ detail: "x" }), 3);
  expect((await watch(first)).kind).toBe("other");
});

test.each([
  ["table", ""],
  ["csv", "NAME,STATUS\n"],
  ["tsv", "NAME\tSTATUS\n"],
  ["ndjson", ""],
  ["name", ""],
] as const)("an empty first list is reported in words; as %s it has no rows", async (format, begin) => {
  const empty = harness(lists([], []), 2, false, { output: format });
  await watch(empty);
  expect(empty.terminal.shown.stdout).toBe(begin);
  expect(empty.terminal.shown.stderr).toBe("no machines; watching\n");
  const later = harness(lists([], [machine("a", "Ready")], []), 3, false, { output: format });
  await watch(later);
  expect(later.terminal.shown.stdout.split("\n").filter((line) => line.startsWith("NAME")).length).toBe(
    ["table", "csv", "tsv"].includes(format) ? 1 : 0,
  );
  expect(later.terminal.shown.stderr.match(/watching/g)).toHaveLength(1);
});
