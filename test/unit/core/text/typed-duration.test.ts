import { describe, expect, test } from "vitest";
import { formatDuration } from "../../../../src/core/text/duration.ts";
import { parseDuration } from "../../../../src/core/text/typed-duration.ts";
import { rejection } from "../../rejection.ts";

describe("a duration", () => {
  test.each([
    "",
    " ",
    "s",
    "m5",
    "5x",
    "-5s",
    "+5s",
    "1,5h",
    "5 s",
    "5s5",
    "1.h",
    "Infinity",
    "1e3",
    "0x10",
    "forever",
    "5s\n6",
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

  test.each([0, 1, 1500, 90_000, 5_400_000, 7_200_000, 86_400_000])(
    "of %d ms is written as it is read",
    (ms) => {
      expect(parseDuration(formatDuration(ms), "it")).toBe(ms);
    },
  );
});
