import { describe, expect, test } from "vitest";
import { orderFor } from "../../../../src/cli/output/rows.ts";
import { seeded } from "../../random.ts";
import { shape } from "./printed.ts";

const values = [
  -1,
  0,
  -0,
  2,
  10,
  1.5,
  -9.25,
  2n ** 64n,
  -(2n ** 64n),
  2n,
  2 ** 64,
  9007199254740993n,
  "",
  ...["-1", "-10", "2", "10", "a", "A", "node-2", "node-10", "é", "e"],
  true,
  false,
  null,
  undefined,
  [],
  [1, 2],
  {},
];

describe.each([["memory"], ["-memory"]])("the order by %s", (name) => {
  const order = orderFor([name], shape);
  const keys = values.map((memory) => order.keyOf({ memory }));

  test("is antisymmetric", () => {
    for (const one of keys) {
      for (const other of keys) {
        expect(Math.sign(order.compare(one, other)) + Math.sign(order.compare(other, one))).toBe(0);
      }
    }
  });

  test("is transitive", () => {
    for (const one of keys) {
      for (const other of keys) {
        if (order.compare(one, other) > 0) continue;
        for (const third of keys) {
          if (order.compare(other, third) > 0) continue;
          expect([one, other, third, order.compare(one, third) <= 0]).toEqual([one, other, third, true]);
        }
      }
    }
  });
});

test("an order by several columns uses the first column that differs", () => {
  const next = seeded(31);
  const order = orderFor(["pool.name", "-memory"], shape);
  const rows = Array.from({ length: 200 }, () => ({
    pool: { name: ["a", "b", "c"][Math.floor(next() * 3)] },
    memory: Math.floor(next() * 5),
  }));
  const sorted = [...rows].sort((one, other) => order.compare(order.keyOf(one), order.keyOf(other)));
  for (const [index, row] of sorted.entries()) {
    const before = sorted[index - 1] ?? row;
    expect((before.pool.name ?? "") <= (row.pool.name ?? "")).toBe(true);
    if (before.pool.name === row.pool.name) expect(before.memory).toBeGreaterThanOrEqual(row.memory);
  }
});
