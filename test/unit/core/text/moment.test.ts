import { expect, test, vi } from "vitest";
import { parseMoment } from "../../../../src/core/text/moment.ts";

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
