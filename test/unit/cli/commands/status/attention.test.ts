import { expect, test } from "vitest";
import {
  attentionIn,
  countMachine,
  emptyTally,
  type FleetMachine,
  factsOf,
  type MachineFacts,
  progressIn,
} from "../../../../../src/cli/commands/status/attention.ts";
import type { MachineEvent } from "../../../../../src/client/lifecycle/history.ts";
import { seeded } from "../../../random.ts";
import { machine, mixedFleet } from "./fleet.ts";

function tallyOf(elements: readonly unknown[]) {
  const tally = emptyTally();
  for (const element of elements) countMachine(tally, element);
  return tally;
}

test("every machine is counted once in each count", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seeded(seed);
    const fleet = mixedFleet(Math.floor(random() * 60), random);
    const tally = tallyOf(fleet);
    const sum = (counts: Iterable<{ machines: number }>) =>
      [...counts].reduce((all, { machines }) => all + machines, 0);
    expect(tally.machines).toBe(fleet.length);
    expect(sum(tally.byStatus.values())).toBe(fleet.length);
    expect(sum(tally.byPool.values())).toBe(fleet.length);
    expect(sum(tally.byZone.values())).toBe(fleet.length);
    expect([...tally.byPower.values()].reduce((all, each) => all + each, 0)).toBe(fleet.length);
    expect(tally.locked).toHaveLength(fleet.filter(({ locked }) => locked).length);
  }
});

test("elements that are not machines are ignored", () => {
  expect(tallyOf([null, 7, "text", [], {}, { system_id: "a" }, { status: 4 }]).machines).toBe(0);
});

test("a pool is counted by name, whether it is an object, a name, or missing", () => {
  const tally = tallyOf([
    machine("a", "ready", { pool: { name: "web" } }),
    machine("b", "broken", { pool: "web" }),
    machine("c", "ready", { pool: undefined }),
  ]);
  expect([...tally.byPool]).toEqual([
    ["web", { machines: 2, ready: 1, troubled: 1 }],
    ["-", { machines: 1, ready: 1, troubled: 0 }],
  ]);
});

test("a machine in progress with a power error is in both lists", () => {
  const tally = tallyOf([machine("a", "deploying", { power_state: "error" })]);
  expect(tally.inProgress).toHaveLength(1);
  expect(tally.suspects).toHaveLength(1);
});

test("an unknown status counts as in progress, under the service's name for it", () => {
  const tally = tallyOf([machine("a", "ready", { status: 99, status_name: "Dreaming" })]);
  expect(tally.inProgress).toHaveLength(1);
  expect([...tally.byStatus]).toEqual([[99, { name: "Dreaming", machines: 1 }]]);
});

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
