import { expect, test } from "vitest";
import { countMachine, emptyTally } from "../../../../../src/cli/commands/status/tally.ts";
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
