import { describe, expect, test } from "vitest";
import { ageText, timeText } from "../../../../src/cli/output/cells.ts";
import { shown } from "./printed.ts";

const now = Date.UTC(2026, 10, 22, 12, 0, 0);

describe("an age", () => {
  test.each([
    ["2026-11-22T12:00:00.500", "0s"],
    ["2026-11-22T11:59:15", "45s"],
    ["2026-11-22 11:59:01Z", "59s"],
    ["2026-11-22 11:59:00Z", "1m"],
    ["2026-11-22T11:00:01", "59m"],
    ["2026-11-22T11:00:00+00:00", "1h"],
    ["2026-11-21T12:00:01", "23h"],
    ["2026-11-21T12:00:00", "1d"],
    ["Tue, 17 Nov. 2026 12:00:00", "5d"],
    ["2025-11-22T12:00:00", "365d"],
    ["2024-11-22T12:00:00", "2y"],
    ["1970-01-01T00:00:00", "56y"],
    ["2026-11-22T12:00:30", "0s"],
  ])("of %s is %s", (text, age) => expect(ageText(text, now)).toBe(age));

  test.each([
    ["is the time where that is ahead", "2026-11-22T12:05:00", "2026-11-22 12:05:00Z"],
    ["is the text where its form is not known", "yesterday", "yesterday"],
    ["is the text where it is no day", "2026-13-45T99:99:99", "2026-13-45 99:99:99Z"],
    ["is nothing of nothing", "", ""],
  ])("%s", (_, text, written) => expect(ageText(text, now)).toBe(written));

  test("is the time where it is not known what time it is", () => {
    const text = "2026-11-22T11:00:00.123";
    expect(ageText(text, undefined)).toBe(timeText(text));
  });
});

describe("a column of ages", () => {
  const shape = { identity: "id", columns: [{ header: "SEEN", path: "seen", as: "age" }] } as const;
  const rows = [{ id: 1, seen: "2026-11-22T09:00:00" }];
  const whole = "SEEN\n2026-11-22 09:00:00Z\n";
  const given = { shape, now: () => now };

  test("has ages in a table on a terminal, and times everywhere else", async () => {
    expect(await shown(rows, { ...given, terminal: 80 })).toBe("SEEN\n3h\n");
    expect(await shown(rows, given)).toBe(whole);
    expect(await shown(rows, { ...given, terminal: 80, format: "wide" })).toBe(whole);
    expect(await shown(rows[0], { ...given, terminal: 80 })).toBe("SEEN  2026-11-22 09:00:00Z\n");
    expect(await shown(rows, { ...given, terminal: 80, format: "csv" })).toBe("SEEN\n2026-11-22T09:00:00\n");
  });
});
