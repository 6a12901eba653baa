import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../src/api/index.ts";
import type { Column } from "../../../src/api/operation.ts";
import { shapeOf } from "../../../src/cli/operation/result.ts";
import { rowShape } from "../../../src/cli/operation/rows.ts";
import { cellText } from "../../../src/output/cells.ts";
import { widthOf } from "../../../src/output/width.ts";
import { createRandom } from "../random.ts";
import { type GeneratedTable, generatedTable } from "./generated-table.ts";
import { shown } from "./printed.ts";

const now = Date.UTC(2026, 10, 22, 12);
const widths = [10, 13, 17, 20, 25, 32, 40, 50, 60, 72, 80, 100, 120, 160, 300];

const tables: readonly (readonly [number, GeneratedTable])[] = Array.from({ length: 32 }, (_, seed) => [
  seed,
  generatedTable(createRandom(seed)),
]);

/** The table at a width: its text, and the headers that were reported as hidden. */
async function printed({ columns, rows }: GeneratedTable, terminal: number, more: { format?: "wide" } = {}) {
  const hidden: string[] = [];
  const noteHidden = (headers: readonly string[]) => void hidden.push(...headers);
  const text = await shown(rows, {
    shape: { identity: "c0", columns },
    terminal,
    noteHidden,
    now: () => now,
    ...more,
  });
  return { text, hidden };
}

const isKey = ({ rank }: Column): boolean => rank === "key" || rank === "text";
const solid = (text: string): string => text.replace(/\s+/g, "");

/** The widest cell of a column, its header included. */
const naturalOf = ({ rows }: GeneratedTable, { header, path, as }: Column): number =>
  Math.max(header.length, ...rows.map((row) => widthOf(cellText(row, path, as, now))));

describe.each(tables)("the generated table %i", (_, table) => {
  test("has no line that is wider than the terminal, and is the same each time", async () => {
    for (const width of widths) {
      for (const more of [{}, { format: "wide" }] as const) {
        const { text } = await printed(table, width, more);
        expect([width, text.split("\n").filter((line) => widthOf(line) > width)]).toEqual([width, []]);
        expect((await printed(table, width, more)).text).toBe(text);
      }
    }
  });

  test("shows its keys whole wherever they fit side by side", async () => {
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

  test("hides no column at a width that a narrower terminal shows, and names each that it hides", async () => {
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

  test("is whole when wide, at every width", async () => {
    for (const width of widths) {
      const { text, hidden } = await printed(table, width, { format: "wide" });
      expect(hidden).toEqual([]);
      for (const { header } of table.columns) expect(solid(text)).toContain(header);
    }
  });
});

const entries = await loadAllOperations();
const shapes = new Map<string, readonly Column[]>([["results", rowShape.columns]]);
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
      expect([header, ["key", "text"].includes(rank ?? "")]).toEqual([header, true]);
});

test("what does not fit as a table is a record for each row, folded, with its label above where it has to be", async () => {
  const columns: readonly Column[] = [
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "text", rank: "text" },
    { header: "POOL", path: "pool" },
  ];
  const rows = [{ name: "web-01.rack-7.example.com", text: "fan 2 has failed", pool: "p" }];
  const at = (terminal: number, format: "table" | "wide" = "table") =>
    shown(rows, { shape: { identity: "name", columns }, terminal, format });
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
