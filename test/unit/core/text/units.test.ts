import { describe, expect, test, vi } from "vitest";
import {
  binaryUnits,
  decimalUnits,
  formatAge,
  formatDuration,
  formatElapsed,
  formatSize,
  parseDuration,
  parseMoment,
} from "../../../../src/core/text/units.ts";
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

const now = Date.parse("2026-11-23T12:00:00Z");
const local = (text: string): string => new Date(text).toISOString();

test.each([
  ["1h", "2026-11-23T11:00:00.000Z"],
  ["1d12h", "2026-11-22T00:00:00.000Z"],
  ["60d", "2026-09-24T12:00:00.000Z"],
  ["2026-11-20T10:00Z", "2026-11-20T10:00:00.000Z"],
  ["2026-11-20T10:00:30+01:00", "2026-11-20T09:00:30.000Z"],
  ["2026-11-20T10:00", local("2026-11-20T10:00")],
  ["2026-11-20 10:00", local("2026-11-20T10:00")],
  ["2026-11-20", local("2026-11-20T00:00")],
])("%s", (text, at) => {
  expect(new Date(parseMoment(text, "--since", now)).toISOString()).toBe(at);
});

test.each([
  ["2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"],
  ["2026-03-29T02:30", "2026-03-29T00:30:00.000Z", "2026-03-29T01:30:00.000Z"],
  ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T12:00", "2026-03-29T10:00:00.000Z", "2026-03-29T10:00:00.000Z"],
])("%s, when clocks in Berlin change, gives the widest range", (text, since, until) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const range = (["--since", "--until"] as const).map((label) => parseMoment(text, label, now));
  vi.unstubAllEnvs();
  expect(range.map((at) => new Date(at).toISOString())).toEqual([since, until]);
});

test("a time without a date is today, in local time", () => {
  const at = new Date(parseMoment("10:30", "--since", now));
  expect([at.getHours(), at.getMinutes(), at.toDateString()]).toEqual([10, 30, new Date(now).toDateString()]);
});

test.each([
  "",
  "1",
  "h",
  "1y",
  "2026-13-01",
  "2026-02-30",
  "2026-11-20T25:00",
  "20261120",
  "T10:00",
  "1h ago",
  "2026-11-20T",
])("%j is not a time", (text) => {
  expect(() => parseMoment(text, "--since", now)).toThrow(`--since takes a time, not '${text}'`);
});

test.each([
  [0, "0 B", "0 B"],
  [999, "999 B", "999 B"],
  [1000, "1 kB", "1000 B"],
  [1023, "1 kB", "1023 B"],
  [1024, "1 kB", "1 KiB"],
  [1536, "1.5 kB", "1.5 KiB"],
  [999_949, "999.9 kB", "976.5 KiB"],
  [999_950, "1 MB", "976.5 KiB"],
  [1_048_524, "1 MB", "1023.9 KiB"],
  [1_048_525, "1 MB", "1 MiB"],
  [2 ** 40, "1.1 TB", "1 TiB"],
  [5e18, "5000 PB", "4440.9 PiB"],
  [-1536, "-1.5 kB", "-1.5 KiB"],
])("%d bytes are %s or %s", (bytes, decimal, binary) => {
  expect([formatSize(bytes, decimalUnits), formatSize(bytes, binaryUnits)]).toEqual([decimal, binary]);
});

test("a fixed size keeps its decimal, except for bytes", () => {
  const fixed = (bytes: number) => formatSize(bytes, binaryUnits, { isFixed: true });
  expect([512, 2048, 2 ** 20].map(fixed)).toEqual(["512 B", "2.0 KiB", "1.0 MiB"]);
});

test.each([
  ["decimal", decimalUnits, 1000],
  ["binary", binaryUnits, 1024],
] as const)(
  "a size in %s units is within a twentieth of its unit, and below the next one",
  (_, units, step) => {
    const random = createRandom(step);
    for (let count = 0; count < 500; count += 1) {
      const bytes = random.below(step ** (1 + random.below(5)));
      const [number = "", unit] = formatSize(bytes, units).split(" ");
      const size = step ** units.map(String).indexOf(unit ?? "");
      expect(Number(number)).toBeLessThan(step);
      expect(Math.abs(Number(number) * size - bytes)).toBeLessThanOrEqual(0.05 * size + 1e-6 * bytes);
    }
  },
);
