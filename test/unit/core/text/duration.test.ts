import { describe, expect, test } from "vitest";
import {
  formatAge,
  formatDuration,
  formatElapsed,
  parseDuration,
} from "../../../../src/core/text/duration.ts";
import { createRandom, seedsOfRun } from "../../random.ts";
import { rejection } from "../../rejection.ts";

test.each([
  [0, "0"],
  [250, "250ms"],
  [1_500, "1500ms"],
  [90_000, "90s"],
  [120_000, "2m"],
  [5_400_000, "90m"],
  [7_200_000, "2h"],
  [86_400_000, "1d"],
])("%d ms is typed as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [-1, "0s", "0s"],
  [0, "0s", "0s"],
  [499, "0s", "0s"],
  [59_499, "59s", "59s"],
  [59_500, "1m00s", "1m00s"],
  [200_000, "3m20s", "3m20s"],
  [3_599_499, "59m59s", "59m59s"],
  [3_599_500, "1h00m", "1h00m"],
  [3_720_000, "1h02m", "1h02m"],
  [86_399_000, "23h59m", "23h59m"],
  [86_400_000, "24h00m", "1d0h"],
  [273_600_000, "76h00m", "3d4h"],
])("%d ms took %s, and is %s old", (ms, elapsed, age) => {
  expect([formatElapsed(ms), formatAge(ms)]).toEqual([elapsed, age]);
});

test.each(seedsOfRun(3))("what is written is read as the same time: seed %d", (seed) => {
  const random = createRandom(seed);
  for (let count = 0; count < 200; count += 1) {
    const ms = random.below(10 ** (1 + random.below(9)));
    expect(parseDuration(formatDuration(ms), "it")).toBe(ms);
    const unitMs = ms >= 3_599_500 ? 60_000 : 1_000;
    const read = parseDuration(formatElapsed(ms), "it");
    expect(Math.abs(read - ms), `${ms} ms as ${formatElapsed(ms)}`).toBeLessThanOrEqual(unitMs);
  }
});

describe("a duration", () => {
  test.each([
    "",
    ...[" ", "s", "m5", "5x", "-5s", "+5s", "1,5h", "5 s", "5s5", "1.h", "Infinity", "1e3", "0x10"],
    ...["forever", "5s\n6"],
  ])("is not %j", async (text) => {
    const failure = await rejection(() => parseDuration(text, "--wait-timeout"));
    expect([failure.kind, failure.message]).toEqual(["usage", expect.stringContaining("--wait-timeout")]);
  });

  test.each(["25d", "9999999999999s", `${"9".repeat(400)}h`])(
    "is not longer than a timer takes: %s",
    async (text) => {
      expect((await rejection(() => parseDuration(text, "--wait-timeout"))).kind).toBe("usage");
    },
  );

  test.each([
    ["0", 0],
    ["0s", 0],
    ["90", 90_000],
    ["90s", 90_000],
    ["40m", 2_400_000],
    ["2h", 7_200_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    ["1d", 86_400_000],
    [" 5s ", 5000],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text, "it")).toBe(ms);
  });
});
