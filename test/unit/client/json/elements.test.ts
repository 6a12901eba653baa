import { describe, expect, test } from "vitest";
import {
  createMemberReader,
  openElements,
  openRows,
  readElement,
} from "../../../../src/client/json/elements.ts";
import { parseExact } from "../../../../src/client/json/exact.ts";
import { isRecord } from "../../../../src/core/json-record.ts";
import { inPieces } from "../../cli/output/printed.ts";
import { seeded } from "../../random.ts";
import { damaged, randomJson } from "./random-json.ts";

async function elementsOf(
  chunks: readonly (string | Uint8Array)[],
  rows?: string,
  open: typeof openRows = openElements,
): Promise<unknown> {
  const elements = await open(inPieces(chunks), rows);
  if (!elements.isList) return { whole: (await elements.readAll()).toString() };
  const values: unknown[] = [];
  for await (const element of elements.rows) values.push(readElement(element));
  return values;
}

const hostile = [
  { name: 'quote " backslash \\ bracket ]}', "key\\": "x\\" },
  { "é 🚀 日本": "\u001b[31m\u202e", nested: [[], [{}], [[1, "]"]]] },
  "text, with ] and }",
  -12.5e3,
  null,
  [],
  {},
  [[{ a: [] }]],
];
const hostileJson = JSON.stringify(hostile).replace("é", "\\u00e9");

describe("splitting a list", () => {
  test.each([
    ["split", openElements],
    ["parsed whole", openRows],
  ])("gives the same elements wherever one chunk ends: %s", async (_, open) => {
    const bytes = Buffer.from(` \n${hostileJson}\r\n`);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(await elementsOf(pieces, undefined, open)).toEqual(hostile);
    }
  });

  test("yields the same elements from single bytes with empty chunks between them", async () => {
    const bytes = [...Buffer.from(hostileJson)].flatMap((byte) => [Buffer.of(byte), Buffer.alloc(0)]);
    expect(await elementsOf(bytes)).toEqual(hostile);
  });

  test.each(["[]", " [ ] ", "[\n]\n"])("yields nothing for %j", async (json) => {
    expect(await elementsOf([json])).toEqual([]);
  });

  test("rejects every way in which a list can end early", async () => {
    const json = '[{"a":"b\\"c"},[1],"x"]';
    for (let end = 1; end < json.length; end += 1) {
      await expect(elementsOf([json.slice(0, end)])).rejects.toThrow("the answer ended early");
    }
  });

  test.each(["[1,,2]", "[1,]", "[,1]", "[1}", "[{]}", "[tru]"])("rejects %s", async (json) => {
    await expect(elementsOf([json])).rejects.toMatchObject({ kind: "other" });
  });

  test("yields the elements that JSON.parse yields for a random list, split anywhere", async () => {
    const next = seeded(31);
    for (let run = 0; run < 500; run += 1) {
      const values = Array.from({ length: Math.floor(next() * 5) }, () => randomJson(next));
      const bytes = Buffer.from(`[${values.join(next() < 0.5 ? "," : " ,\n")}]`);
      const chunks: Buffer[] = [];
      const longest = next() < 0.5 ? 6 : 60;
      for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 0)
        chunks.push(bytes.subarray(at, at + 1 + Math.floor(next() * longest)));
      const expected = values.map((json) => parseExact(json));
      expect(await elementsOf(chunks), bytes.toString()).toEqual(expected);
      const names = expected.flatMap((value) => (isRecord(value) ? Object.keys(value) : []));
      const read = createMemberReader(names);
      // A list that arrives in one chunk is parsed as a whole.
      const opened =
        next() < 0.5 ? openRows(inPieces([bytes]), undefined) : openElements(inPieces(chunks), undefined);
      const elements = await opened;
      if (!elements.isList) throw new Error("expected a list");
      let index = 0;
      for await (const element of elements.rows) {
        const value = expected[index];
        index += 1;
        const members = read(element);
        // Of a repeated name the first value is kept, unlike in JSON.parse, so only the names are compared.
        if (isRecord(value)) expect(Object.keys(members as object).sort()).toEqual(Object.keys(value).sort());
        else expect(members).toEqual(value);
      }
    }
  });

  test("treats a damaged list in the same way wherever chunks end", async () => {
    const next = seeded(32);
    const counts = { refused: 0, split: 0 };
    const verdictOf = async (chunks: readonly Buffer[]): Promise<string> => {
      try {
        return JSON.stringify(await elementsOf(chunks), (_, item) =>
          typeof item === "bigint" ? `${item}` : item,
        );
      } catch (error) {
        return String(error);
      }
    };
    for (let run = 0; run < 500; run += 1) {
      const bytes = Buffer.from(damaged(`[${randomJson(next)},${randomJson(next)}]`, next));
      if (bytes[0] !== 0x5b) continue;
      const verdict = await verdictOf([bytes]);
      const single = [...bytes].map((byte) => Buffer.of(byte));
      expect(await verdictOf(single), bytes.toString()).toBe(verdict);
      counts[verdict.startsWith("[") ? "split" : "refused"] += 1;
    }
    expect(Math.min(counts.refused, counts.split)).toBeGreaterThan(60);
  });

  test("limits the nesting, counting the list itself", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    await expect(elementsOf([nested(1000)])).resolves.toHaveLength(1);
    await expect(elementsOf([nested(1001)])).rejects.toThrow("nested too deeply");
  });

  test("rejects with the error of its source", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("[1,");
      throw new Error("reset");
    }
    const elements = await openElements(broken(), undefined);
    if (!elements.isList) throw new Error("expected a list");
    const read = async (): Promise<void> => {
      for await (const element of elements.rows) readElement(element);
    };
    await expect(read()).rejects.toThrow("reset");
  });

  test("closes its source when the reader stops", async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from("[");
        for (;;) yield Buffer.from("1,");
      } finally {
        released = true;
      }
    }
    const elements = await openElements(endless(), undefined);
    if (!elements.isList) throw new Error("expected a list");
    for await (const _ of elements.rows) break;
    expect(released).toBe(true);
  });
});

describe("rows inside an answer", () => {
  const answer =
    '{"count": 2, "note": "events\\": [", "x": {"events": [9]}, "events": [{"id": 0}, {"id": 1}], "next": null}';

  test("are found only at their level, wherever a chunk ends", async () => {
    for (let cut = 0; cut <= answer.length; cut += 1) {
      const chunks = [answer.slice(0, cut), answer.slice(cut)];
      expect(await elementsOf(chunks, "events")).toEqual([{ id: 0 }, { id: 1 }]);
    }
  });

  test("are found by a name written with escapes", async () => {
    expect(await elementsOf(['{"\\u0065vents":[1]}'], "events")).toEqual([1]);
  });

  test.each(['{"count":0}', '{"events":null}', '{"events', '"events"', "{}"])(
    "are missing in %s, which is returned as a whole",
    async (json) => {
      expect(await elementsOf([json], "events")).toEqual({ whole: json });
    },
  );

  test("are ignored if the answer is a list", async () => {
    expect(await elementsOf(["[1]"], "events")).toEqual([1]);
  });
});

describe.each([
  ["split", openElements],
  ["parsed whole", openRows],
])("reading some members of a list that is %s", (_, open) => {
  async function membersOf(json: string, names: readonly string[]): Promise<unknown> {
    const elements = await open(inPieces([`[${json}]`]), undefined);
    if (!elements.isList) throw new Error("expected a list");
    const read = createMemberReader(names);
    for await (const element of elements.rows) return read(element);
    return undefined;
  }

  test("reads members only at the top level", async () => {
    const json = '{ "x" : {"name": "no", "id": 1}, "list": [{"name": 2}] ,"name" : "a\\"b" , "id":0 }';
    expect({ ...((await membersOf(json, ["name", "id", "gone"])) as object) }).toEqual({
      name: 'a"b',
      id: 0,
    });
  });

  test("distinguishes a name with escapes from one with the same beginning", async () => {
    const json = '{"names":1,"nam":2,"n\\u0061me":3}';
    expect({ ...((await membersOf(json, ["name"])) as object) }).toEqual({ name: 3 });
  });

  test("keeps integers that a double cannot hold", async () => {
    const json =
      '{"a":12345678901234567890,"b":[-9007199254740993],"c":"integer:12345678901234567890","d":1e400}';
    expect({ ...((await membersOf(json, ["a", "b", "c"])) as object) }).toEqual({
      a: 12345678901234567890n,
      b: [-9007199254740993n],
      c: "integer:12345678901234567890",
    });
  });

  test("reads __proto__ like any other name", async () => {
    const read = (await membersOf('{"__proto__":{"x":1},"y":2}', ["__proto__", "y"])) as Record<
      string,
      unknown
    >;
    expect(read["x"]).toBeUndefined();
    expect(read["y"]).toBe(2);
  });

  test.each(["{}", " { } "])("yields nothing for %j", async (json) => {
    expect({ ...((await membersOf(json, ["a"])) as object) }).toEqual({});
  });

  test.each(['{"a" 1}', '{"a":}', '{"b":1,"a"}', '{"a":1', '{"a":"x" "y"}', "{a:1}"])(
    "rejects %s",
    async (json) => {
      await expect(membersOf(json, ["a"])).rejects.toMatchObject({ kind: "other" });
    },
  );

  test.each([
    ["7", 7],
    ['"x"', "x"],
    ["null", null],
    ["[1]", [1]],
  ])("parses %s whole", async (json, value) => {
    expect(await membersOf(json, ["a"])).toEqual(value);
  });
});
