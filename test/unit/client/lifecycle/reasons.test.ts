import { expect, test } from "vitest";
import { statuses } from "../../../../src/catalogue/statuses.ts";
import type { MachineEvent } from "../../../../src/client/lifecycle/history.ts";
import type { MachineView } from "../../../../src/client/lifecycle/machine-view.ts";
import { isExplained, judgeIssue, possibleIssue } from "../../../../src/client/lifecycle/reasons.ts";

const minute = 60_000;
const now = Date.UTC(2026, 10, 20, 12);

const view = (value: keyof typeof statuses, more: Partial<MachineView> = {}): MachineView => ({
  systemId: "abc123",
  hostname: "web-01",
  status: statuses[value].id,
  statusName: statuses[value].name,
  powerState: "on",
  statusMessage: undefined,
  errorDescription: undefined,
  locked: false,
  owner: undefined,
  release: undefined,
  ipAddresses: [],
  ...more,
});

const event = (type: string, minutesAgo: number, level = "INFO", description = ""): MachineEvent => ({
  id: 1000 - minutesAgo,
  level,
  type,
  description,
  created: undefined,
  at: now - minutesAgo * minute,
});

test.each([
  ["new", undefined],
  ["ready", undefined],
  ["retired", undefined],
  ["disk_erasing", undefined],
  ["missing", "missing"],
  ["broken", "broken"],
  ["failed_commissioning", "failed"],
  ["failed_exiting_rescue_mode", "failed"],
  ["deploying", "stuck"],
  ["releasing", "stuck"],
] as const)("a machine that is %s may be: %s", (value, kind) => {
  expect(possibleIssue(view(value))).toBe(kind);
});

test("an unknown status has no issue", () => {
  expect(possibleIssue(view("ready", { status: 99, statusName: "Dreaming" }))).toBeUndefined();
  expect(judgeIssue(view("ready", { status: 99 }), [], now)).toBeUndefined();
});

test("a power error counts in any status, and unknown power in none", () => {
  expect(possibleIssue(view("deployed", { powerState: "error" }))).toBe("power");
  expect(possibleIssue(view("deployed", { powerState: "unknown" }))).toBeUndefined();
});

test("deploying is stuck only after the service's limit of half an hour", () => {
  expect(judgeIssue(view("deploying"), [event("Deploying", 29)], now)).toBeUndefined();
  expect(judgeIssue(view("deploying"), [event("Deploying", 31)], now)).toMatchObject({
    kind: "stuck",
    since: now - 31 * minute,
  });
});

test("releasing is stuck after five minutes", () => {
  expect(judgeIssue(view("releasing"), [event("Releasing", 6)], now)?.kind).toBe("stuck");
  expect(judgeIssue(view("releasing"), [event("Releasing", 4)], now)).toBeUndefined();
});

test("the latest event of the status counts, even if only its description contains the status", () => {
  const history = [
    event("Node changed status", 10, "INFO", "From 'Ready' to 'Deploying'"),
    event("Deploying", 5000),
  ];
  expect(judgeIssue(view("deploying"), history, now)).toBeUndefined();
});

test("without an event of the status, a machine is stuck if its last event is old", () => {
  expect(
    judgeIssue(view("deploying"), [event("Installing", 3), event("Installing", 90)], now),
  ).toBeUndefined();
  expect(judgeIssue(view("deploying"), [event("Installing", 90)], now)?.kind).toBe("stuck");
  expect(judgeIssue(view("deploying"), [], now)).toBeUndefined();
});

test("the reason is one line without repetition", () => {
  const failed = view("failed_deployment", {
    errorDescription: "no\ndisk",
    statusMessage: "Failed deployment - no disk",
  });
  const history = [event("Failed deployment", 2, "ERROR", "no disk")];
  expect(judgeIssue(failed, history, now)).toEqual({
    kind: "failed",
    since: now - 2 * minute,
    reason: "no disk",
  });
});

const change = (from: string, to: string, minutesAgo: number) =>
  event("Node changed status", minutesAgo, "DEBUG", `From '${from}' to '${to}'`);
const marked = (minutesAgo: number) =>
  event("User marking node broken", minutesAgo, "DEBUG", "(admin) - fan 3 dead");
const released = [change("Ready", "Broken", 1), change("Releasing", "Ready", 2)];

test.each([
  ["is ready", [change("Ready", "Broken", 1), marked(2), change("Releasing", "Ready", 9)]],
  ["is released first", [...released, change("Allocated", "Releasing", 3), marked(4)]],
  [
    "is released and erased first",
    [...released, change("Disk erasing", "Releasing", 3), change("Deployed", "Disk erasing", 4), marked(5)],
  ],
  [
    "failed before",
    [...released, change("Failed deployment", "Releasing", 3), marked(4), event("Disk full", 5, "ERROR")],
  ],
])("the comment of marking a machine that %s is why it is broken", (_, history) => {
  expect(judgeIssue(view("broken"), history, now)?.reason).toBe("fan 3 dead (admin)");
});

test.each([
  ["has been fixed since", [change("Broken", "Ready", 3), change("Ready", "Broken", 4), marked(5)]],
  [
    "has been used since",
    [change("Deployed", "Releasing", 3), change("Deploying", "Deployed", 4), marked(5)],
  ],
])("a machine that %s is not broken for an earlier reason", (_, older) => {
  expect(judgeIssue(view("broken"), [...released, ...older], now)?.reason).toBeUndefined();
});

test("older events are read until they show who marked a released machine as broken", () => {
  const release = [...released, change("Allocated", "Releasing", 3)];
  expect(isExplained(view("broken"), release)).toBe(false);
  expect(isExplained(view("broken"), [...release, marked(4)])).toBe(true);
  expect(isExplained(view("broken"), [...release, change("Ready", "Allocated", 4)])).toBe(true);
});
