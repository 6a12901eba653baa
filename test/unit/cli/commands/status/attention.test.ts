import { expect, test } from "vitest";
import {
  attentionIn,
  factsOf,
  type MachineFacts,
  progressIn,
} from "../../../../../src/cli/commands/status/attention.ts";
import { countMachine, emptyTally, type FleetMachine } from "../../../../../src/cli/commands/status/tally.ts";
import type { MachineEvent } from "../../../../../src/client/lifecycle/history.ts";
import { machine } from "./fleet.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 20, 12);

const event = (type: string, msAgo: number, description = ""): MachineEvent => ({
  id: Math.round(1_000_000 - msAgo / 1000),
  level: "INFO",
  type,
  description,
  created: undefined,
  at: now - msAgo,
});

function look(
  machines: readonly unknown[],
  histories: Readonly<Record<string, readonly MachineEvent[]>> = {},
) {
  const tally = emptyTally();
  for (const each of machines) countMachine(tally, each);
  const facts = (each: FleetMachine): MachineFacts => factsOf(each, histories[each.hostname] ?? []);
  return {
    attention: attentionIn(tally, facts, now).map(({ machine: { hostname }, kind, since, reason }) => ({
      hostname,
      kind,
      ago: since === undefined ? undefined : now - since,
      reason,
    })),
    progress: progressIn(tally, facts).map(({ machine: { hostname }, since, limitMs }) => ({
      hostname,
      ago: since === undefined ? undefined : now - since,
      limitMs,
    })),
  };
}

test("failures come before rescue mode and locks, the latest first", () => {
  const { attention } = look(
    [
      machine("rescued", "rescue_mode"),
      machine("old", "broken", { error_description: "PSU dead" }),
      machine("new", "failed_deployment"),
      machine("unknown", "failed_testing"),
      machine("fine", "deployed"),
    ],
    {
      rescued: [event("Rescue mode", minute)],
      old: [event("Broken", 3 * day)],
      new: [event("Failed deployment", 2 * minute)],
    },
  );
  expect(attention.map(({ hostname, kind, ago }) => [hostname, kind, ago])).toEqual([
    ["new", "failed", 2 * minute],
    ["old", "broken", 3 * day],
    ["unknown", "failed", undefined],
    ["rescued", "rescue", minute],
  ]);
  expect(attention[1]?.reason).toBe("PSU dead");
});

test("an operation needs attention only after the service's own limit", () => {
  const machines = [
    machine("slow", "deploying"),
    machine("new", "deploying"),
    machine("erasing", "disk_erasing"),
  ];
  const { attention, progress } = look(machines, {
    slow: [event("Deploying", 31 * minute)],
    new: [event("Deploying", 29 * minute)],
    erasing: [event("Disk erasing", 9 * 60 * minute)],
  });
  expect(attention.map(({ hostname, kind }) => [hostname, kind])).toEqual([["slow", "stuck"]]);
  expect(progress).toEqual([
    { hostname: "erasing", ago: 9 * 60 * minute, limitMs: undefined },
    { hostname: "slow", ago: 31 * minute, limitMs: 30 * minute },
    { hostname: "new", ago: 29 * minute, limitMs: 30 * minute },
  ]);
});

test("operations without a known time come last", () => {
  const machines = [machine("b", "testing"), machine("a", "testing"), machine("c", "testing")];
  const { progress } = look(machines, { c: [event("Testing", minute)] });
  expect(progress.map(({ hostname }) => hostname)).toEqual(["c", "a", "b"]);
});

test.each([
  ["Locked", 8 * day, true],
  ["User locking node", 8 * day, true],
  ["Locked", 6 * day, false],
  ["Unlocked", 8 * day, false],
  ["Deadlocked", 8 * day, false],
])("a lock by the event %s needs attention when it is old: %d ms", (type, ago, isTold) => {
  const { attention } = look([machine("app", "deployed", { locked: true })], {
    app: [event(type, ago, "in use")],
  });
  expect(attention).toEqual(
    isTold ? [{ hostname: "app", kind: "locked", ago, reason: "locked: in use" }] : [],
  );
});

test("a machine that is failed and locked has two rows", () => {
  const { attention } = look([machine("app", "broken", { locked: true })], {
    app: [event("Broken", minute), event("Locked", 30 * day)],
  });
  expect(attention.map(({ kind }) => kind)).toEqual(["broken", "locked"]);
});
