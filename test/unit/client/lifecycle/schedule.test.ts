import { describe, expect, test } from "vitest";
import { delayAfter } from "../../../../src/client/lifecycle/wait.ts";

const pace = (pollIntervalMs: number | undefined, random = 0) => ({ pollIntervalMs, random: () => random });

describe("the delay after a poll", () => {
  test("is a second three times, then grows by half up to ten seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((polls) => delayAfter(polls, pace(undefined)))).toEqual([
      1_000, 1_000, 1_000, 1_500, 2_250, 3_375, 5_062.5, 7_593.75, 10_000, 10_000,
    ]);
  });

  test("loses at most a fifth to jitter", () => {
    expect(delayAfter(10, pace(undefined, 0.5))).toBe(9_000);
    expect(delayAfter(10, pace(undefined, 0.999_999))).toBeCloseTo(8_000, 0);
    expect(delayAfter(1, pace(undefined, 0.999_999))).toBe(1_000);
  });

  test.each([1, 3, 4, 5, 20])("number %i is as long as the service asks for", (polls) => {
    expect(delayAfter(polls, pace(undefined), 45_000)).toBe(45_000);
    expect(delayAfter(polls, pace(250), 45_000)).toBe(45_000);
  });

  test("is the interval where one is set", () => {
    expect([1, 4, 20].map((polls) => delayAfter(polls, pace(250)))).toEqual([250, 250, 250]);
  });

  test("is ten minutes at most, whatever the service asks for", () => {
    expect(delayAfter(5, pace(undefined), 86_400_000)).toBe(600_000);
  });
});
