import { expect, test } from "vitest";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";

test("the same seed gives the same values of each kind", () => {
  const [a, b] = [seededRandom(seedState(3)), seededRandom(seedState(3))];
  expect([a.token(18), a.uuid(), a.integer(5, 7)]).toEqual([b.token(18), b.uuid(), b.integer(5, 7)]);
  expect(a.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(a.token(32)).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(() => a.pick([])).toThrow(RangeError);
});
