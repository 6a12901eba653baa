import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { Column } from "../../../../src/catalogue/operation.ts";
import { resultRowShape, shapeOf } from "../../../../src/cli/operation/shapes.ts";
import { cellText } from "../../../../src/cli/output/cells.ts";
import type { OutputSettings } from "../../../../src/cli/output/columns.ts";
import type { TableLayout } from "../../../../src/cli/output/fit.ts";
import { widthOf } from "../../../../src/cli/output/width.ts";
import { createRandom, partOfRun } from "../../random.ts";
import { type GeneratedTable, generatedTable } from "./generated-table.ts";
import { printedText } from "./printed.ts";

const now = Date.UTC(2026, 10, 22, 12);
const widths = [10, 13, 17, 20, 25, 32, 40, 50, 60, 72, 80, 100, 120, 160, 300];

const tables = Array.from({ length: 16 }, (_, seed) => [seed, generatedTable(createRandom(seed))] as const);

/** The table printed at a width, and the headers reported as hidden. */
async function printed({ columns, rows }: GeneratedTable, terminal: number, more: { format?: "wide" } = {}) {
  const hidden: string[] = [];
  const noteHiddenColumns = (headers: readonly string[]) => void hidden.push(...headers);
  const text = await printedText(rows, {
    shape: { identity: "c0", columns },
    terminal,
    noteHiddenColumns,
    now: () => now,
    ...more,
  });
  return { text, hidden };
}

const isKey = ({ rank }: Column): boolean => rank === "key" || rank === "text";
const solid = (text: string): string => text.replace(/\s+/g, "");

/** The width of the widest cell of a column, including its header. */
const naturalOf = ({ rows }: GeneratedTable, { header, path, as }: Column): number =>
  Math.max(header.length, ...rows.map((row) => widthOf(cellText(row, path, as, now))));

describe.each(partOfRun(tables, 6))("the generated table %i", (_, table) => {
  test("has no line that is wider than the terminal, and is always the same", async () => {
    for (const width of widths) {
      for (const more of [{}, { format: "wide" }] as const) {
        const { text } = await printed(table, width, more);
        expect([width, text.split("\n").filter((line) => widthOf(line) > width)]).toEqual([width, []]);
        expect((await printed(table, width, more)).text).toBe(text);
      }
    }
  });

  test("shows complete keys if they fit side by side", async () => {
    const keys = table.columns.filter(isKey);
    const least = keys.reduce((sum, column) => sum + naturalOf(table, column) + 2, -2);
    for (const width of widths.filter((each) => keys.length > 0 && each >= least)) {
      const { text, hidden } = await printed(table, width);
      const lines = text.split("\n");
      for (const { header, path, as, rank } of keys) {
        expect(hidden).not.toContain(header);
        for (const row of table.rows) {
          const cell = cellText(row, path, as, now);
          const isThere =
            lines.some((line) => line.includes(cell)) || (rank === "text" && widthOf(cell) > 16);
          expect([width, cell, isThere]).toEqual([width, cell, true]);
        }
      }
    }
  });

  test("names the columns that it hides, and hides none that a narrower terminal shows", async () => {
    let before = table.columns.map(({ header }) => header);
    for (const width of widths) {
      const { text, hidden } = await printed(table, width);
      expect(hidden.filter((header) => !before.includes(header))).toEqual([]);
      for (const { header } of table.columns) {
        const isShown = solid(text).includes(header) || text.includes(header.slice(0, width - 1));
        expect([width, header, isShown || hidden.includes(header)]).toEqual([width, header, true]);
      }
      before = hidden;
    }
  });

  test("is complete with -o wide at every width", async () => {
    for (const width of widths) {
      const { text, hidden } = await printed(table, width, { format: "wide" });
      expect(hidden).toEqual([]);
      for (const { header } of table.columns) expect(solid(text)).toContain(header);
    }
  });
});

const entries = await loadAllOperations();
const shapes = new Map<string, readonly Column[]>([["results", resultRowShape.columns]]);
for (const entry of entries) {
  const { columns } = shapeOf(entry);
  if (columns.length > 1) shapes.set(entry.group.name, columns);
}

test.each([...shapes])("the table of %s has a key, whose columns fit into 80 columns", (_, columns) => {
  const keys = columns.filter(({ wide, rank }) => wide !== true && rank === "key");
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.reduce((sum, { width = 20 }) => sum + width + 2, -2)).toBeLessThanOrEqual(80);
  for (const { header, rank, wide } of columns)
    if (/^(NAME|STATUS|TIME|ERROR)$/.test(header) && wide !== true)
      expect(["key", "text"].includes(rank ?? ""), header).toBe(true);
});

test("a table that does not fit becomes records with folded values, below their labels if necessary", async () => {
  const columns: readonly Column[] = [
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "text", rank: "text" },
    { header: "POOL", path: "pool" },
  ];
  const rows = [{ name: "web-01.rack-7.example.com", text: "fan 2 has failed", pool: "p" }];
  const at = (terminal: number, format: "table" | "wide" = "table") =>
    printedText(rows, { shape: { identity: "name", columns }, terminal, format });
  expect(await at(32)).toBe(
    "NAME         web-01.rack-7.\n             example.com\nDESCRIPTION  fan 2 has failed\n",
  );
  expect(await at(32, "wide")).toBe(
    "NAME         web-01.rack-7.\n             example.com\nDESCRIPTION  fan 2 has failed\nPOOL         p\n",
  );
  expect(await at(18)).toBe("NAME\n  web-01.rack-7.\n  example.com\nDESCRIPTION\n  fan 2 has failed\n");
  expect(await at(40)).toBe(
    ["NAME                    DESCRIPTION", "web-01.rack-7.example.  fan 2 has failed", "com", ""].join("\n"),
  );
  expect(await at(48)).toBe(
    "NAME                       DESCRIPTION\nweb-01.rack-7.example.com  fan 2 has failed\n",
  );
});

describe("a name that is much longer than the others", () => {
  const columns: readonly Column[] = [
    { header: "NAME", path: "name", rank: "key" },
    { header: "STATUS", path: "status", rank: "key" },
    { header: "OWNER", path: "owner" },
    { header: "POOL", path: "pool", rank: "minor" },
  ];
  const rowsWith = (long: readonly string[], count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: long[at] ?? `web-${at}`,
      status: "Ready",
      owner: "ann",
      pool: "p",
    }));
  const at = async (terminal: number, rows: readonly unknown[], more: Partial<OutputSettings> = {}) => {
    let hidden: readonly string[] = [];
    const noteHiddenColumns = (headers: readonly string[]) => {
      hidden = headers;
    };
    const text = await printedText(rows, {
      shape: { identity: "name", columns },
      terminal,
      noteHiddenColumns,
      ...more,
    });
    return { text, hidden };
  };

  test("gets a line of its own and hides no other column", async () => {
    for (const length of [30, 45, 63, 200]) {
      for (const rows of [2, 3, 12, 250]) {
        const name = "x".repeat(length);
        const few = rowsWith([name, ...(rows > 11 ? ["y".repeat(length)] : [])], rows);
        const { text, hidden } = await at(32, few);
        expect([length, rows, hidden]).toEqual([length, rows, []]);
        const lines = text.split("\n");
        const below = lines.findIndex((line) => line.startsWith("xxx")) + Math.ceil(length / 32);
        expect(lines.slice(1, below).join("")).toBe(name);
        expect(lines[below]).toMatch(/^ {8,}Ready +ann +p$/);
        expect(lines.filter((line) => line.length > 32)).toEqual([]);
      }
    }
  });

  test("stays in its row if there is room, and in a pipe", async () => {
    const rows = rowsWith(["x".repeat(63)], 12);
    expect((await at(120, rows)).text.split("\n")[1]).toBe(`${"x".repeat(63)}  Ready   ann    p`);
    const piped = await printedText(rows, { shape: { identity: "name", columns } });
    expect(piped.split("\n")[1]).toBe(`${"x".repeat(63)}  Ready   ann    p`);
  });

  test("is treated like the others if many are that long", async () => {
    const many = Array.from({ length: 6 }, (_, each) => `${"x".repeat(28)}${each}`);
    const { text, hidden } = await at(38, rowsWith(many, 12));
    expect(hidden).toEqual(["OWNER", "POOL"]);
    expect(text.split("\n")[1]).toBe(`${many[0]}  Ready`);
  });

  test("hides no column of a redrawn table, not even after it is gone", async () => {
    const layout: TableLayout = { grows: true };
    for (const long of [[], ["x".repeat(63)], []]) {
      const { text, hidden } = await at(32, rowsWith(long, 12), { layout });
      expect(hidden).toEqual([]);
      expect(text.split("\n").at(-2)).toMatch(/^web-11 {2,}Ready +ann +p$/);
    }
  });
});
