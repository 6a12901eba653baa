import { expect, test } from "vitest";
import {
  attentionIn,
  countMachine,
  emptyTally,
  factsOf,
  progressIn,
} from "../../../../../src/cli/commands/status/attention.ts";
import { pageLines } from "../../../../../src/cli/commands/status/page.ts";
import type { FleetStatus } from "../../../../../src/cli/commands/status/read-status.ts";

import { coloredPalette, colorless } from "../../../../../src/cli/output/palette.ts";
import * as width from "../../../../../src/cli/output/width.ts";
import { seeded } from "../../../random.ts";
import { machine, mixedFleet } from "./fleet.ts";

const colored = await coloredPalette();

const now = Date.UTC(2026, 10, 22, 13, 4, 5);

function statusOf(fleet: readonly unknown[], more: Partial<FleetStatus> = {}): FleetStatus {
  const tally = emptyTally();
  for (const each of fleet) countMachine(tally, each);
  const facts = (each: Parameters<typeof factsOf>[0]) => factsOf(each, []);
  return {
    time: now,
    tally,
    attention: attentionIn(tally, facts, now),
    inProgress: progressIn(tally, facts),
    isImporting: false,
    unread: [],
    ...more,
  };
}

const style = (columns: number, height: number | undefined) => ({
  width: columns,
  height,
  palette: colorless,
  measure: width,
  block: "#",
});
const head = { service: "lab: rack.example:5240/SVC" };

test("no line is wider than the terminal, and no page is longer, for any fleet and size", () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = seeded(seed);
    const fleet = mixedFleet(Math.floor(random() ** 3 * 400), random);
    const [columns, rows] = [20 + Math.floor(random() * 180), 10 + Math.floor(random() * 60)];
    const unread =
      random() < 0.3
        ? [{ part: "events" as const, message: "events of 3 machines: you may\nnot".repeat(3) }]
        : [];
    const lines = pageLines(statusOf(fleet, { unread }), head, style(columns, rows));
    const where = `seed ${seed}, ${columns}x${rows}`;
    expect(Math.max(...lines.map((line) => width.widthOf(line))), where).toBeLessThanOrEqual(columns);
    expect(lines.length, where).toBeLessThanOrEqual(rows);
    expect(lines.join("").match(/[\u0000-\u001f\u007f]/), where).toBeNull();
  }
});

test("colours change nothing but colours", () => {
  const status = statusOf(mixedFleet(60, seeded(7)));
  const plain = pageLines(status, head, style(100, 30));
  const painted = pageLines(status, head, { ...style(100, 30), palette: colored });
  expect(painted.join("\n")).toContain("\u001b[");
  expect(painted.map((line) => line.replace(/\u001b\[\d+m/g, "").trimEnd())).toEqual(plain);
});

const fleet = [
  machine("web-01", "deploying", { owner: "bob", pool: { name: "web" } }),
  machine("web-02", "ready", { pool: { name: "web" } }),
  machine("old-01", "broken", { error_description: "fan 2 has failed", zone: { name: "south" } }),
  machine("app-01", "deployed", { power_state: "on", locked: true }),
];

test("the page of a small fleet", () => {
  expect(pageLines(statusOf(fleet), head, style(80, 23)).join("\n")).toBe(
    `lab: rack.example:5240/SVC                                  2026-11-22 13:04:05Z
4 machines, 1 needs attention, 1 in progress

Needs attention: 1 broken
  old-01  Broken     -  fan 2 has failed

In progress
  web-01  Deploying  -  of 30m, owner bob

Status     all                           Pool     all  ready  issues
Ready        1  ######################   default    2      0       1  #########
Deployed     1  ######################   web        2      1       0  #########
Deploying    1  ######################
Broken       1  ######################   Zone     all  ready  issues
                                         north      3      1       0  #########
                                         south      1      0       1  ###

Power: 3 off, 1 on.  Locked: 1.  Images: no import is running`,
  );
});

test("names and statuses are not cut where reasons are", () => {
  const text = pageLines(statusOf(fleet), head, style(40, 23)).join("\n");
  expect(text).toContain("4 machines, 1 issue, 1 in progress");
  expect(text).toMatch(/^ {2}old-01 {2}Broken {5}- {2}fan 2 has failed$/m);
  expect(text).toMatch(/^ {2}web-01 {2}Deploying {2}- {2}of 30m, owner b…$/m);
});

test("rows without room are counted, in lists and in charts", () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    machine(`m-${index}`, "broken", {
      pool: { name: `pool-${index % 40}` },
      error_description: `reason ${index}`,
    }),
  );
  const lines = pageLines(statusOf(many), head, style(80, 23));
  const text = lines.join("\n");
  const machineCount = [...text.matchAll(/^ {2}m-/gm)].length;
  expect(machineCount).toBeGreaterThan(2);
  expect(text).toContain(`and ${300 - machineCount} more: svc machines issues`);
  expect(text).toMatch(/\d+ other po.* +\d+ /);
  expect(lines).toHaveLength(23);
});

test("without a height, reasons are complete, and a list ends after 20 machines", () => {
  const reason =
    "a reason that is much longer than eighty columns, as those of firmware updates are known to be";
  const many = Array.from({ length: 30 }, (_, index) =>
    machine(`m-${index}`, "broken", { error_description: `${index} ${reason}` }),
  );
  const text = pageLines(statusOf(many), head, style(80, undefined)).join("\n");
  expect([...text.matchAll(/firmware updates are known to be$/gm)]).toHaveLength(20);
  expect(text).toContain("and 10 more: svc machines issues");
});

test("machines with the same reason share a row, with as many names as fit", () => {
  const fleet = [
    ...Array.from({ length: 40 }, (_, at) => machine(`m-${at}`, "broken", { error_description: "no disk" })),
    machine("x-1", "broken", { error_description: "no fan" }),
    machine("x-2", "broken", { error_description: "no fan" }),
  ];
  const lines = pageLines(statusOf(fleet), head, style(70, 23));
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}40 machines {2}Broken .*no disk: m-0, m-1, m.*\u2026$/),
  );
  expect(lines.filter((line) => /^ {2}x-\d .* no fan$/.test(line))).toHaveLength(2);
  const plain = pageLines(statusOf(fleet), head, style(80, undefined)).join("\n");
  expect(plain).toContain("no disk: m-0, m-1, m-10, m-11, m-12, and 35 more");
});

test.each([
  [60, 20],
  [80, 24],
  [40, 14],
])("no failing status is missing from a page of %d columns and %d lines", (columns, rows) => {
  const bad = ["broken", "failed_deployment", "failed_testing"] as const;
  const good = ["new", "ready", "allocated", "deployed", "reserved", "retired"] as const;
  const fleet = [...good, ...bad].flatMap((status) =>
    Array.from({ length: 9 }, (_, at) => machine(`${status}-${at}`, status)),
  );
  const text = pageLines(statusOf(fleet), head, style(columns, rows)).join("\n");
  for (const name of ["Broken", "Failed deployment", "Failed testing"]) expect(text).toContain(name);
  expect(text).not.toMatch(/^\d+ more /m);
});

test("an empty fleet has no lists and no charts", () => {
  expect(pageLines(statusOf([]), head, style(80, 23)).slice(1)).toEqual([
    "0 machines, nothing needs attention, nothing in progress",
    "",
    "Images: no import is running",
  ]);
});

test("unread parts are named, and an unknown import state is left out", () => {
  const unread = [{ part: "images" as const, message: "image import: forbidden" }];
  const text = pageLines(statusOf([], { isImporting: undefined, unread }), head, style(80, 23)).join("\n");
  expect(text).toContain("Not read: image import: forbidden");
  expect(text).not.toContain("Images:");
});
