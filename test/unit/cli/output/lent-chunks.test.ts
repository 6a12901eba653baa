import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { printBytes } from "../../../../src/cli/output/print.ts";
import type { OutputSettings } from "../../../../src/cli/output/shape.ts";
import { checkedJson } from "../../../../src/client/http/checked-json.ts";
import { seeded } from "../../random.ts";
import { inPieces, settings, shape } from "./printed.ts";

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly lend: () => void;
}

/** The same chunks; as soon as they are lent, one after another in the same memory, which is overwritten when the next one is asked for. */
function lent(chunks: readonly Buffer[]): Source {
  const memory = Buffer.alloc(Math.max(...chunks.map(({ length }) => length)));
  let isLent = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      if (isLent) chunk.copy(memory);
      yield isLent ? memory.subarray(0, chunk.length) : chunk;
      memory.fill('"');
    }
  }
  return {
    bytes: bytes(),
    lend: () => {
      isLent = true;
    },
  };
}

const lasting = (chunks: readonly Buffer[]): Source => ({ bytes: inPieces(chunks), lend: () => undefined });

/** What an answer is printed as to a reader that takes each piece some time after it was written. */
async function printed({ bytes, lend }: Source, options: Partial<OutputSettings>): Promise<string> {
  const taken: Buffer[] = [];
  const out = new Writable({
    write(piece: Buffer, _encoding, done) {
      setImmediate(() => {
        taken.push(Buffer.from(piece));
        done();
      });
    },
  });
  const isFollowed = options.format !== "json";
  const facts = { contentType: "application/json", status: 200, request: "GET /x/", changes: false };
  const checked = checkedJson(bytes, { ...facts, isFollowed, isLent: true, lend });
  await printBytes(checked, shape, { ...settings, ...options }, out);
  return Buffer.concat(taken).toString();
}

function cutUp(text: string, longest: number): readonly Buffer[] {
  const next = seeded(51);
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 0)
    chunks.push(bytes.subarray(at, at + 1 + Math.floor(next() * longest)));
  return chunks;
}

const machines = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      system_id: `id${index}`,
      fqdn: `node-${index}.exämple.net`,
      status_name: "Ready",
      pool: { name: "default" },
      memory: index,
      note: 'a " and a \\ '.repeat(index % 40),
    })),
  );

const forms: readonly (readonly [string, Partial<OutputSettings>])[] = [
  ["json", { format: "json" }],
  ["ndjson", { format: "ndjson" }],
  ["yaml", { format: "yaml" }],
  ["csv", { format: "csv" }],
  ["table", { format: "table" }],
  ["name", { format: "name" }],
  ["sorted", { format: "table", sort: ["-RAM"] }],
  ["a query", { format: "json", query: "[].memory" }],
];

describe("an answer whose memory is used again is printed as one that lasts", () => {
  test.each(forms)("%s", async (_, options) => {
    const count = options.format === "yaml" ? 300 : 6000;
    const text = machines(count);
    for (const longest of [300_000, 2000]) {
      const chunks = cutUp(text, longest);
      const expected = await printed(lasting(chunks), options);
      expect(expected.length).toBeGreaterThan(count);
      expect((await printed(lent(chunks), options)) === expected).toBe(true);
    }
  });

  test.each([
    '{"a": {"b": [1, 2]}, "c": "d"}',
    '"a text"',
    "true",
    ` \n\ufeff${JSON.stringify({ text: "é".repeat(400_000) })}`,
    JSON.stringify("x".repeat(700_000)),
  ])("what is not a list: %.20j", async (text) => {
    for (const format of ["json", "yaml", "table"] as const) {
      const chunks = cutUp(text, text.length > 100 ? 5000 : 3);
      const expected = await printed(lasting(chunks), { format });
      expect((await printed(lent(chunks), { format })) === expected).toBe(true);
    }
  });
});
