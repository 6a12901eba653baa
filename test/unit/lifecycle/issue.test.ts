import { expect, test } from "vitest";
import { statuses } from "../../../src/api/statuses.ts";
import { eventTime } from "../../../src/lifecycle/event-time.ts";
import type { MachineEvent } from "../../../src/lifecycle/history.ts";
import { judgeIssue, suspect } from "../../../src/lifecycle/issue.ts";
import type { MachineView } from "../../../src/lifecycle/machine-view.ts";

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

test.each([
  ["Fri, 20 Nov. 2026 16:17:54", Date.UTC(2026, 10, 20, 16, 17, 54)],
  ["Sat, 1 May 2027 01:02:03", Date.UTC(2027, 4, 1, 1, 2, 3)],
  ["2026-11-20T16:17:28.229", Date.UTC(2026, 10, 20, 16, 17, 28, 229)],
  ["2026-11-20 16:17:28", Date.UTC(2026, 10, 20, 16, 17, 28)],
  ["2026-11-20T16:17:28+02:00", Date.UTC(2026, 10, 20, 14, 17, 28)],
  ["Fri, 20 Nov 2026 16:17:54 +0200", Date.UTC(2026, 10, 20, 14, 17, 54)],
  ["Fri, 20 Nov 2026 16:17:54 -0330", Date.UTC(2026, 10, 20, 19, 47, 54)],
  ["Fri, 20 Nov 2026 16:17:54 GMT", Date.UTC(2026, 10, 20, 16, 17, 54)],
  ["2026-11-20T16:17:28Z", Date.UTC(2026, 10, 20, 16, 17, 28)],
  ["Tue, 31 Feb 2026 00:00:00", undefined],
  ["2026-02-29T00:00:00Z", undefined],
  ["2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
  ["Fri, 20 Xxx 2026 16:17:54", undefined],
  ["2026-11-20T24:00:00", undefined],
  ["yesterday", undefined],
  ["", undefined],
  ["2026-99-99T99:99", undefined],
])("the time of %s is %s", (created, ms) => {
  expect(eventTime(created)).toBe(ms);
});
