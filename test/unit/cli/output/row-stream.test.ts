import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { OutputFormat } from "../../../../src/catalogue/commands/options.ts";
import type { Column } from "../../../../src/catalogue/operation.ts";
import type { TableLayout } from "../../../../src/cli/output/fit.ts";
import { openRowStream } from "../../../../src/cli/output/print.ts";
import { createRandom } from "../../random.ts";
import { generatedTable } from "./generated-table.ts";
import { printedText } from "./printed.ts";

const shape = {
  identity: "id",
  rows: "events",
  columns: [
    { header: "ID", path: "id" },
    { header: "WHAT", path: "what" },
  ],
};

async function streamed(format: OutputFormat, batches: readonly (readonly unknown[])[], query?: string) {
  const out = new PassThrough();
  const stream = openRowStream(
    shape,
    { format, hasHeader: true, showSecrets: false, color: false, ...(query === undefined ? {} : { query }) },
    out,
  );
  for (const batch of batches) await stream.write(batch);
  out.end();
  return await text(out);
}

const [one, ten, two] = [
  { id: 1, what: "a" },
  { id: 1000, what: "b" },
  { id: 2, what: "c" },
];

test.each<readonly [OutputFormat, readonly (readonly unknown[])[], string | undefined, string]>([
  ["table", [[], [ten], [], [one, two]], undefined, "ID    WHAT\n1000  b\n1     a\n2     c\n"],
  ["table", [[], []], undefined, ""],
  ["csv", [[one], [two]], undefined, "ID,WHAT\n1,a\n2,c\n"],
  ["name", [[one], [two]], undefined, "1\n2\n"],
  ["ndjson", [[one, two]], "what", '"a"\n"c"\n'],
])("%s has one header and fixed columns: %j with the query %s", async (format, batches, query, text) => {
  expect(await streamed(format, batches, query)).toBe(text);
});

test.each(["json", "ndjson"] as const)("%s prints an object on each line", async (format) => {
  const lines = (await streamed(format, [[one], [ten, two]])).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([one, ten, two]);
});

/** The output of batches of rows on a terminal of this width. */
async function onTerminal(
  columns: readonly Column[],
  batches: readonly (readonly unknown[])[],
  width: number,
): Promise<readonly string[]> {
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: width });
  const settings = { format: "table", hasHeader: true, showSecrets: false, color: false } as const;
  const stream = openRowStream({ identity: "id", columns }, settings, out);
  for (const batch of batches) await stream.write(batch);
  out.end();
  return (await text(out)).trimEnd().split("\n");
}

test("on a terminal the columns of the first table stay, and a long text is folded in its column", async () => {
  const columns = [
    { header: "ID", path: "id", rank: "minor", width: 4 },
    { header: "TIME", path: "time", rank: "key", width: 20 },
    { header: "WHAT", path: "what", rank: "text", width: 30 },
  ] as const;
  const rows = Array.from({ length: 6 }, (_, index) => ({
    id: 10 ** index,
    time: "2026-11-22 01:39:30Z",
    what: "word ".repeat(index * 4).trim(),
  }));
  for (const width of [20, 40, 50, 80]) {
    const lines = await onTerminal(
      columns,
      rows.map((row) => [row]),
      width,
    );
    const starts = lines.flatMap((line) => (line.includes("2026") ? [line.indexOf("2026")] : []));
    expect(new Set(starts).size).toBe(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(lines.filter((line) => line.includes("01:39:30Z"))).toHaveLength(rows.length);
  }
});

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  "columns do not move after the first table, and no line is wider than the terminal (%i)",
  async (seed) => {
    const random = createRandom(seed);
    const { columns } = generatedTable(random);
    // Each cell starts with a letter that identifies its column and occurs nowhere else in it.
    const rowOf = () =>
      Object.fromEntries(
        columns.map(({ path }, index) => [
          path,
          `${String.fromCharCode(65 + index)}${"x".repeat(random.below(60))}`,
        ]),
      );
    const texts = columns.map(({ as: _, ...column }, index) => ({ ...column, header: `h${index}` }));
    const batches = Array.from({ length: 6 }, () => Array.from({ length: random.below(5) }, rowOf));
    for (const width of [10, 20, 40, 60, 80, 120, 200]) {
      const lines = await onTerminal(texts, batches, width);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      for (const index of texts.keys()) {
        const letter = String.fromCharCode(65 + index);
        const starts = new Set(lines.map((line) => line.indexOf(letter)).filter((at) => at !== -1));
        expect([width, letter, starts.size <= 1]).toEqual([width, letter, true]);
      }
    }
  },
);

test("a redrawn table grows, but does not shrink", async () => {
  const random = createRandom(7);
  const columns: readonly Column[] = [
    { header: "NAME", path: "name", rank: "key" },
    { header: "STATUS", path: "status", rank: "key" },
    { header: "POOL", path: "pool" },
  ];
  const layout: TableLayout = { grows: true };
  let before = [0, 0];
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 1 + random.below(3) }, () => ({
      name: "n".repeat(1 + random.below(30)),
      status: "s".repeat(1 + random.below(20)),
      pool: "p",
    }));
    const [header = ""] = (
      await printedText(rows, { shape: { identity: "name", columns }, terminal: 100, layout })
    ).split("\n");
    const starts = [header.indexOf("STATUS"), header.indexOf("POOL")];
    for (const [at, start] of starts.entries()) expect(start).toBeGreaterThanOrEqual(before[at] ?? 0);
    before = starts;
  }
  expect(before).toEqual([32, 54]);
});
