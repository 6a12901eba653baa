import { expect, test } from "vitest";
import { parseTimeSpan } from "../../../../src/sandbox/values/quantities.ts";

test.each([
  ["15m", 900],
  ["90", 90],
  ["1h 30min", 5400],
  ["1h30m5s", 5405],
  ["2 days", 172_800],
  ["1500ms", 1],
] as const)("%s is %i seconds", (text, seconds) => {
  expect(parseTimeSpan(text)).toBe(seconds);
});

test.each(["", "m", "15 parsecs", "-5s", "1h,2m", "__proto__", "1constructor"])("'%s' is none", (text) => {
  expect(parseTimeSpan(text)).toBeUndefined();
});
