import { expect, test } from "vitest";
import { parseTime } from "../../../../src/core/text/times.ts";

test.each([
  ["Fri, 20 Nov. 2026 16:17:54", Date.UTC(2026, 10, 20, 16, 17, 54)],
  ["Sat, 1 May 2027 01:02:03", Date.UTC(2027, 4, 1, 1, 2, 3)],
  ["2026-11-20T16:17:28.229", Date.UTC(2026, 10, 20, 16, 17, 28, 229)],
  ["2026-11-20 16:17:28", Date.UTC(2026, 10, 20, 16, 17, 28)],
  ["Fri, 20 Nov 2026 16:17:54 GMT", Date.UTC(2026, 10, 20, 16, 17, 54)],
  ["Fri, 20 Xxx 2026 16:17:54", undefined],
  ["yesterday", undefined],
  ["", undefined],
  ["2026-99-99T99:99", undefined],
])("the time of %s is %s", (created, ms) => {
  expect(parseTime(created)).toBe(ms);
});

const two = (number: number): string => String(number).padStart(2, "0");

// The last valid and the first invalid value of each part. A leap second counts as the next minute.
test.each([
  ["hour", 23, (value: number) => `${two(value)}:00:00`, 3_600_000],
  ["minute", 59, (value: number) => `00:${two(value)}:00`, 60_000],
  ["second", 60, (value: number) => `00:00:${two(value)}`, 1_000],
])("the last %s of a day is %i", (_, last, time, lengthMs) => {
  for (const value of [0, 1, last - 1, last])
    for (const created of [`1970-01-01T${time(value)}`, `Thu, 01 Jan. 1970 ${time(value)}`])
      expect(parseTime(created), created).toEqual(value * lengthMs);
  for (const value of [last + 1, 99])
    for (const created of [`1970-01-01T${time(value)}`, `Thu, 01 Jan. 1970 ${time(value)}`])
      expect(parseTime(created), created).toEqual(undefined);
});

test("every day of the calendar is parsed, and no other day", () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  let dayMs = Date.UTC(2023, 0, 1);
  for (const [year, leapDay] of [
    [2023, 0],
    [2024, 1],
    [2025, 0],
  ] as const) {
    for (const [month, length] of lengths.entries()) {
      const last = length + (month === 1 ? leapDay : 0);
      for (let day = 0; day <= 32; day += 1) {
        const exists = day >= 1 && day <= last;
        const forms = [
          `${year}-${two(month + 1)}-${two(day)} 00:00`,
          `Mon, ${day} ${names[month]} ${year} 00:00:00`,
        ];
        for (const created of forms) expect(parseTime(created), created).toEqual(exists ? dayMs : undefined);
        if (exists) dayMs += 86_400_000;
      }
    }
  }
});

test.each([
  ["Z", 0],
  ["+00:00", 0],
  ["+01:00", 60],
  ["+0530", 330],
  ["-08:00", -480],
  ["-0330", -210],
])("the zone %s is %i minutes ahead of UTC", (zone, aheadMinutes) => {
  const ms = Date.UTC(2026, 10, 20, 16, 17, 54) - aheadMinutes * 60_000;
  expect(parseTime(`2026-11-20T16:17:54${zone}`)).toBe(ms);
  expect(parseTime(`2026-11-20 16:17:54.250 ${zone}`)).toBe(ms + 250);
  expect(parseTime(`Fri, 20 Nov 2026 16:17:54 ${zone}`)).toBe(ms);
});
