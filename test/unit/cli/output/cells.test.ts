import { describe, expect, test } from "vitest";
import { ageText, cellText, rawText, timeText, valuesAt } from "../../../../src/cli/output/cells.ts";
import { fitColumns } from "../../../../src/cli/output/fit.ts";
import { cutTo, widthOf } from "../../../../src/cli/output/width.ts";
import { printedText } from "./printed.ts";

describe("paths", () => {
  const row = {
    zero: 0,
    nothing: null,
    empty: [],
    interface_set: [{ mac_address: "a" }, {}, { mac_address: "b", links: [{ ip: 1 }, { ip: 2 }] }],
  };

  test("traverse lists, pick elements by number, and end at a missing member", () => {
    expect(valuesAt(row, "interface_set.mac_address")).toEqual(["a", "b"]);
    expect(valuesAt(row, "interface_set.links.ip")).toEqual([1, 2]);
    expect(valuesAt(row, "interface_set.2.mac_address")).toEqual(["b"]);
    expect(valuesAt(row, "interface_set.9.mac_address")).toEqual([]);
    expect(valuesAt(row, "zero.deeper")).toEqual([]);
    expect(valuesAt(row, "constructor.name")).toEqual([]);
    expect(valuesAt("text", "length")).toEqual([]);
  });

  test("for an empty value show a dash to people and nothing to programs, and 0 for 0", () => {
    for (const path of ["nothing", "empty", "missing", "nothing.more"]) {
      expect(cellText(row, path, undefined)).toBe("-");
      expect(rawText(row, path)).toBe("");
    }
    expect(cellText(row, "zero", undefined)).toBe("0");
    expect(cellText({ status: -1, status_name: "Failed" }, "status_name", "outcome")).toBe("-");
    expect(cellText({ status: 2, status_name: "Passed" }, "status_name", "outcome")).toBe("Passed");
    expect(rawText(row, "zero")).toBe("0");
  });

  test("print JSON to programs if they end at objects", () => {
    expect(rawText({ zone: { id: 0 } }, "zone")).toBe('{"id":0}');
  });
});

describe("cell forms", () => {
  test.each([
    [8192, "mebibytes", "8 GiB"],
    [1536, "mebibytes", "1.5 GiB"],
    [0, "mebibytes", "0 B"],
    [100000, "megabytes", "100 GB"],
    [999.97, "megabytes", "1 GB"],
    [40_000_000_000, "bytes", "40 GB"],
    [512, "bytes", "512 B"],
    ["40000", "bytes", "40 kB"],
    ["unknown", "bytes", "unknown"],
    [12345678901234567890n, "bytes", "12345678901234567890"],
    [true, "boolean", "yes"],
    [false, "boolean", "no"],
    ["maybe", "boolean", "maybe"],
    [[], "count", "0"],
    [[{}, {}], "count", "2"],
    [{ a: 1 }, "count", "1"],
    [7, "count", "7"],
    [null, "count", "-"],
    ["Fri, 20 Nov. 2026 16:17:54", "time", "2026-11-20 16:17:54Z"],
    ["Fri, 1 May 2026 16:17:40 -0000", "time", "2026-05-01 16:17:40Z"],
    ["2026-11-20T16:17:26.482", "time", "2026-11-20 16:17:26Z"],
    ["2026-11-20T16:17:26+02:00", "time", "2026-11-20 14:17:26Z"],
    ["yesterday", "time", "yesterday"],
    [null, "time", "-"],
    ["", "boolean", "-"],
    [["machines", "mark-broken"], "words", "machines mark-broken"],
  ] as const)("%s as %s is %s", (value, form, text) => {
    expect(cellText({ value }, "value", form)).toBe(text);
  });
});

describe("text widths", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本", 4],
    ["ｆ", 2],
    ["🚀", 2],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["\u200b", 0],
    ["…", 1],
    ["ｶﾞ", 2],
    ["ﾊﾟ", 2],
    ["का", 2],
    ["கா", 2],
    ["\u0600", 1],
    ["\ufe10", 2],
    ["\ufe19", 2],
    ["\u4dc0", 2],
    ["\u{1f200}", 2],
    ["\u{1f265}", 2],
  ])("%j takes %i columns", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test("a cut text fits and ends with a complete character", () => {
    expect(cutTo("日本語", 6)).toBe("日本語");
    expect(cutTo("日本語", 5)).toBe("日本…");
    expect(cutTo("日本語", 4)).toBe("日…");
    expect(cutTo("👩‍👩‍👧👩‍👩‍👧", 3)).toBe("👩‍👩‍👧…");
    expect(cutTo("abc", 1)).toBe("…");
    expect(cutTo("abc", 0)).toBe("");
  });

  const columnsOf = (natural: readonly number[], headers: readonly number[]) =>
    natural.map((width, index) => ({ naturalWidth: width, headerWidth: headers[index] ?? 0 }));

  test("the columns together are never wider than the terminal, and the first one always stays", () => {
    for (let total = 1; total < 300; total += 1) {
      const places = fitColumns(columnsOf([100, 3, 50, 1000, 8], [4, 3, 6, 11, 2]), total) ?? [];
      const used = places.reduce((sum, { width }) => sum + width, 0) + 2 * (places.length - 1);
      expect(used).toBeLessThanOrEqual(total);
      expect(places[0]?.index).toBe(0);
    }
  });

  test("columns that fit keep their width", () => {
    expect(fitColumns(columnsOf([10, 5], [4, 4]), 17)?.map(({ width }) => width)).toEqual([10, 5]);
  });

  test("keys are never cut, minor columns are left out first, and too many keys do not make a table", () => {
    const ranks = ["key", "key", undefined, "minor", undefined, "minor", "text"] as const;
    const naturals = [20, 14, 8, 7, 8, 13, 60];
    for (let total = 1; total < 200; total += 1) {
      const places = fitColumns(
        naturals.map((naturalWidth, index) => ({ naturalWidth, headerWidth: 4, rank: ranks[index] })),
        total,
      );
      if (places === undefined) {
        expect(total).toBeLessThan(20 + 14 + 16 + 4);
        continue;
      }
      const widths = new Map(places.map(({ index, width }) => [index, width]));
      expect([...widths.values()].reduce((sum, width) => sum + width + 2, -2)).toBeLessThanOrEqual(total);
      expect([widths.get(0), widths.get(1)]).toEqual([20, 14]);
      expect(widths.get(6)).toBeGreaterThanOrEqual(16);
      if (widths.has(3) || widths.has(5)) expect(widths.has(2) && widths.has(4)).toBe(true);
    }
  });
});

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
    ["is the text where it is no day", "2026-13-45T99:99:99", "2026-13-45T99:99:99"],
    ["is nothing of nothing", "", ""],
  ])("%s", (_, text, written) => expect(ageText(text, now)).toBe(written));

  test("is the time itself if the present time is unknown", () => {
    const text = "2026-11-22T11:00:00.123";
    expect(ageText(text, undefined)).toBe(timeText(text));
  });
});

describe("a column of ages", () => {
  const shape = { identity: "id", columns: [{ header: "SEEN", path: "seen", as: "age" }] } as const;
  const rows = [{ id: 1, seen: "2026-11-22T09:00:00" }];
  const expected = "SEEN\n2026-11-22 09:00:00Z\n";
  const options = { shape, now: () => now };

  test("has ages in a table on a terminal, and times everywhere else", async () => {
    expect(await printedText(rows, { ...options, terminal: 80 })).toBe("SEEN\n3h\n");
    expect(await printedText(rows, options)).toBe(expected);
    expect(await printedText(rows, { ...options, terminal: 80, format: "wide" })).toBe(expected);
    expect(await printedText(rows[0], { ...options, terminal: 80 })).toBe("SEEN  2026-11-22 09:00:00Z\n");
    expect(await printedText(rows, { ...options, terminal: 80, format: "csv" })).toBe(
      "SEEN\n2026-11-22T09:00:00\n",
    );
  });
});
