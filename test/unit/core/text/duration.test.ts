import { expect, test } from "vitest";
import { formatAge, formatDuration, formatElapsed } from "../../../../src/core/text/duration.ts";
import { parseDuration } from "../../../../src/core/text/typed-duration.ts";
import { createRandom } from "../../random.ts";

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

test.each([1, 2, 3, 4])("what is written is read as the same time: seed %d", (seed) => {
  const random = createRandom(seed);
  for (let count = 0; count < 200; count += 1) {
    const ms = random.below(10 ** (1 + random.below(9)));
    expect(parseDuration(formatDuration(ms), "it")).toBe(ms);
    const unitMs = ms >= 3_599_500 ? 60_000 : 1_000;
    const read = parseDuration(formatElapsed(ms), "it");
    expect(Math.abs(read - ms), `${ms} ms as ${formatElapsed(ms)}`).toBeLessThanOrEqual(unitMs);
  }
});
