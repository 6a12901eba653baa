import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../src/api/index.ts";
import type { Column } from "../../../src/api/operation.ts";
import { shapeOf } from "../../../src/cli/operation/result.ts";
import { rowShape } from "../../../src/cli/operation/rows.ts";
import { seeded } from "../random.ts";
import { shown } from "./printed.ts";

const entries = await loadAllOperations();
const tables = new Map<string, readonly Column[]>([["results", rowShape.columns]]);
for (const entry of entries) {
  const { columns } = shapeOf(entry);
  if (columns.some(({ rank }) => rank === "key")) tables.set(entry.group.name, columns);
}

/** A row with words of its own in every column; `texts` are phrases. */
function rowOf(columns: readonly Column[], row: number, next: () => number): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [index, { path, rank }] of columns.entries()) {
    const [member = "", inner] = path.split(".");
    const word = `r${row}c${index}${"x".repeat(Math.floor(next() * 16))}`;
    const cell =
      rank === "text" ? Array.from({ length: 1 + Math.floor(next() * 20) }, () => word).join(" ") : word;
    value[member] = inner === undefined ? cell : { [inner]: cell };
  }
  return value;
}

describe.each([...tables])("a table of %s on a terminal of any width", (_, columns) => {
  test("shows every key whole, in every row", async () => {
    const next = seeded(41);
    const keys = columns.filter(({ rank, wide }) => rank === "key" && wide !== true);
    const texts = columns.filter(({ rank, wide }) => rank === "text" && wide !== true);
    for (const terminal of [1, 10, 20, 30, 40, 50, 60, 80, 100, 132, 200, 400]) {
      const rows = [0, 1, 2].map((row) => rowOf(columns, row, next));
      const text = await shown(rows, { shape: { identity: "id", columns }, terminal });
      const words = text.split(/\s+/);
      for (const row of rows) {
        for (const { path } of keys) {
          const [member = "", inner] = path.split(".");
          const cell = inner === undefined ? row[member] : Reflect.get(row[member] as object, inner);
          expect([terminal, path, words.includes(String(cell))]).toEqual([terminal, path, true]);
        }
        for (const { path } of texts) {
          const [word = ""] = String(row[path]).split(" ");
          const count = words.filter((each) => each === word).length;
          expect(count === String(row[path]).split(" ").length || word.length > 16).toBe(true);
        }
      }
      expect(text.includes("NAME") || text.includes("TIME") || text.includes("IP")).toBe(true);
    }
  });
});
