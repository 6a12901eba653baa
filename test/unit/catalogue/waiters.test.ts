import { expect, test } from "vitest";
import { loadAllOperations } from "../../../src/catalogue/index.ts";
import {
  type StatusValue,
  serviceLimitsMs,
  statuses,
  type Waiter,
  type WaiterName,
  waiters,
} from "../../../src/catalogue/statuses.ts";

/** Statuses by number, and times in minutes. */
interface Written {
  readonly success: readonly number[] | "before" | "settled";
  readonly failure: readonly number[];
  readonly deadline: number;
  readonly idle?: readonly number[];
  readonly marks?: string;
}

const written: Readonly<Record<WaiterName, Written>> = {
  commission: {
    success: [4],
    failure: [2, 8, 22],
    deadline: 70,
    marks: "mayEndWhereItBegan changesOwner",
  },
  create: { success: [4], failure: [2, 8, 22], deadline: 70, idle: [0, 6], marks: "changesOwner" },
  accept: { success: [4], failure: [2, 8, 22], deadline: 70, marks: "changesOwner" },
  test: { success: "before", failure: [22], deadline: 40, marks: "mayEndWhereItBegan" },
  deploy: { success: [6], failure: [8, 11], deadline: 40 },
  release: { success: [0, 4], failure: [8, 13, 15], deadline: 15, marks: "goneIsSuccess" },
  rescue_mode: { success: [16], failure: [18], deadline: 40 },
  exit_rescue_mode: {
    success: [0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 22],
    failure: [20],
    deadline: 15,
  },
  abort: { success: "settled", failure: [], deadline: 15 },
  power_on: { success: [], failure: [], deadline: 10, marks: "power=on" },
  power_off: { success: [], failure: [], deadline: 10, marks: "power=off" },
};

const numbers = (values: readonly StatusValue[]): readonly number[] =>
  values.map((value) => statuses[value].id).sort((a, b) => a - b);

function writtenFrom(waiter: Waiter): Written {
  const { success, failure, deadlineMs, idleSuccess, power } = waiter;
  const marks = [
    ...(["mayEndWhereItBegan", "changesOwner", "goneIsSuccess"] as const).filter((mark) => waiter[mark]),
    ...(power === undefined ? [] : [`power=${power}`]),
  ];
  return {
    success: typeof success === "string" ? success : numbers(success),
    failure: numbers(failure),
    deadline: deadlineMs / 60_000,
    ...(idleSuccess === undefined ? {} : { idle: numbers(idleSuccess) }),
    ...(marks.length === 0 ? {} : { marks: marks.join(" ") }),
  };
}

test.each(Object.entries(written))("waiter %s ends where and when it should", (name, expected) => {
  expect(writtenFrom(waiters[name as WaiterName])).toEqual(expected);
});

test("every waiter is written down", () => {
  expect(Object.keys(waiters).sort()).toEqual(Object.keys(written).sort());
});

test("these operations have something to wait for", async () => {
  const waiting = (await loadAllOperations()).flatMap(({ id, operation: { waiter } }) =>
    waiter === undefined ? [] : [[id, waiter]],
  );
  expect(Object.fromEntries(waiting)).toEqual({
    "machines.create": "create",
    "machines.accept": "accept",
    "machines.accept_all": "accept",
    "machines.release": "release",
    "machine.abort": "abort",
    "machine.commission": "commission",
    "machine.deploy": "deploy",
    "machine.exit_rescue_mode": "exit_rescue_mode",
    "machine.power_off": "power_off",
    "machine.power_on": "power_on",
    "machine.release": "release",
    "machine.rescue_mode": "rescue_mode",
    "machine.test": "test",
  });
});

/** Minutes after which the service itself gives up, by status number; it never gives up erasing. */
test("the service's own limits are these", () => {
  const limits = Object.entries(serviceLimitsMs).map(([value, ms]) => [
    statuses[value as StatusValue].id,
    ms / 60_000,
  ]);
  expect(Object.fromEntries(limits)).toEqual({ 1: 30, 9: 30, 12: 5, 17: 30, 19: 5, 21: 30 });
});
