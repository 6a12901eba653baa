import { expect, test } from "vitest";
import { statuses } from "../../../../src/catalogue/statuses.ts";
import type { MachineEvent } from "../../../../src/client/lifecycle/history.ts";
import { judgeIssue, suspect } from "../../../../src/client/lifecycle/issue.ts";
import type { MachineView } from "../../../../src/client/lifecycle/machine-view.ts";

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
  expect(suspect(view(value))).toBe(kind);
});

test("a status that is not in the table breaks nothing", () => {
  expect(suspect(view("ready", { status: 99, statusName: "Dreaming" }))).toBeUndefined();
  expect(judgeIssue(view("ready", { status: 99 }), [], now)).toBeUndefined();
});

test("a power error counts in any status, and unknown power in none", () => {
  expect(suspect(view("deployed", { powerState: "error" }))).toBe("power");
  expect(suspect(view("deployed", { powerState: "unknown" }))).toBeUndefined();
});

test("deploying is stuck only after the service's own half hour", () => {
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

test("the latest event of the status counts, also where the description names it", () => {
  const history = [
    event("Node changed status", 10, "INFO", "From 'Ready' to 'Deploying'"),
    event("Deploying", 5000),
  ];
  expect(judgeIssue(view("deploying"), history, now)).toBeUndefined();
});

test("without an event of the status a machine that still speaks is not stuck, a silent one is", () => {
  expect(
    judgeIssue(view("deploying"), [event("Installing", 3), event("Installing", 90)], now),
  ).toBeUndefined();
  expect(judgeIssue(view("deploying"), [event("Installing", 90)], now)?.kind).toBe("stuck");
  expect(judgeIssue(view("deploying"), [], now)).toBeUndefined();
});

test("the reason is said once, in one line", () => {
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
