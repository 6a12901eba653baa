import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { OutputFormat } from "../../../src/contract/options.ts";
import { openRowStream } from "../../../src/output/row-stream.ts";

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
    { format, header: true, showSecrets: false, color: false, ...(query === undefined ? {} : { query }) },
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

test("a table has one header, and its columns do not move back", async () => {
  expect(await streamed("table", [[], [ten], [], [one, two]])).toBe(
    "ID    WHAT\n1000  b\n1     a\n2     c\n",
  );
});

test.each(["json", "ndjson"] as const)("%s is an object a line", async (format) => {
  const lines = (await streamed(format, [[one], [ten, two]])).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([one, ten, two]);
});

test("csv has one header", async () => {
  expect(await streamed("csv", [[one], [two]])).toBe("ID,WHAT\n1,a\n2,c\n");
});

test("name prints an identifier a row", async () => {
  expect(await streamed("name", [[one], [two]])).toBe("1\n2\n");
});

test("a query is about each row", async () => {
  expect(await streamed("ndjson", [[one, two]], "what")).toBe('"a"\n"c"\n');
});

test("nothing to print prints nothing, no header either", async () => {
  expect(await streamed("table", [[], []])).toBe("");
});

test("on a terminal the columns of the first table stay, and a text is folded under itself", async () => {
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
    const out = Object.assign(new PassThrough(), { isTTY: true, columns: width });
    const settings = { format: "table", header: true, showSecrets: false, color: false } as const;
    const stream = openRowStream({ identity: "id", columns }, settings, out);
    for (const row of rows) await stream.write([row]);
    out.end();
    const lines = (await text(out)).split("\n");
    const starts = lines.flatMap((line) => (line.includes("2026") ? [line.indexOf("2026")] : []));
    expect([width, starts.length, new Set(starts).size]).toEqual([width, rows.length, 1]);
    if (width > 20) expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});
