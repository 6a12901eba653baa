import { expect, test } from "vitest";
import { compareNaturally } from "../../../../src/core/text/order.ts";
import { createRandom, seedsOfRun } from "../../random.ts";

test("texts are sorted in natural order", () => {
  const sorted = [
    ...["", "0", "00", "2", "10", "10.0.0.9", "10.0.0.10", "a", "A", "a01", "a1", "a2b", "a10", "é"],
    ...["web-2", "web-10"],
  ];
  const random = createRandom(3);
  for (let round = 0; round < 200; round++) {
    const shuffled = [...sorted];
    for (let index = shuffled.length - 1; index > 0; index--) {
      const other = random.below(index + 1);
      [shuffled[index], shuffled[other]] = [shuffled[other] ?? "", shuffled[index] ?? ""];
    }
    expect(shuffled.sort(compareNaturally)).toEqual(sorted);
  }
});

test.each(seedsOfRun(1))("the order does not depend on what comes before what (seed %i)", (seed) => {
  const random = createRandom(seed);
  const text = () =>
    Array.from({ length: random.below(5) }, () =>
      random.pick(["a", "B", "0", "1", "12", "-", "é", "."]),
    ).join("");
  const disordered: string[][] = [];
  for (let round = 0; round < 20_000; round++) {
    const [a, b, c] = [text(), text(), text()];
    const isOne =
      Math.sign(compareNaturally(a, b)) + Math.sign(compareNaturally(b, a)) === 0 &&
      (compareNaturally(a, b) === 0) === (a === b) &&
      (compareNaturally(a, b) > 0 || compareNaturally(b, c) > 0 || compareNaturally(a, c) <= 0);
    if (!isOne) disordered.push([a, b, c]);
  }
  expect(disordered).toEqual([]);
});
