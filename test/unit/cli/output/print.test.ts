import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { outputFormats } from "../../../../src/catalogue/commands/options.ts";
import type { Shape } from "../../../../src/cli/output/columns.ts";
import { printBytes } from "../../../../src/cli/output/print.ts";
import { inPieces, printedText, settings, shape, shownBytes } from "./printed.ts";

const hostile =
  '{"big": 12345678901234567890, "float":1.10, "text":"\\u0041 \\" } \u009b \u202e é", "none":[ ], "o":{}}';

describe("json", () => {
  test("in a pipe is the service's bytes and one line end", async () => {
    expect(await shownBytes([hostile], { format: "json" })).toBe(`${hostile}\n`);
    expect(await shownBytes([`${hostile}\n`], { format: "json" })).toBe(`${hostile}\n`);
  });

  test("in a pipe passes on bytes that are not text", async () => {
    const pieces: Buffer[] = [];
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        pieces.push(chunk);
        done();
      },
    });
    const bytes = Buffer.from([0x22, 0xff, 0x00, 0x22, 0x0a]);
    await printBytes(inPieces([bytes]), shape, { ...settings, format: "json" }, out);
    expect(Buffer.concat(pieces)).toEqual(bytes);
  });

  test("on a terminal is indented, with unchanged numbers and texts, and escaped control characters", async () => {
    const pretty = [
      "{",
      '  "big": 12345678901234567890,',
      '  "float": 1.10,',
      '  "text": "\\u0041 \\" } \\u009b \\u202e é",',
      '  "none": [],',
      '  "o": {}',
      "}",
      "",
    ].join("\n");
    const bytes = Buffer.from(hostile);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(await shownBytes(chunks, { format: "json", terminal: 80 })).toBe(pretty);
    }
  });

  test("on a terminal has the same meaning", async () => {
    const value = { a: [1, [], [{ "b\u001b": null }], "x"], "": { c: -1.5e9 } };
    for (const color of [true, false]) {
      const text = await printedText(value, { format: "json", terminal: 80, color });
      expect(text.includes("\u001b")).toBe(color);
      const bare = text
        .split("\u001b[")
        .map((part, index) => (index === 0 ? part : part.slice(part.indexOf("m") + 1)));
      expect(JSON.parse(bare.join(""))).toEqual(value);
    }
  });

  test.each(['{"a":1', '{"a":"x', "[1,", '{"a', "[tru"])("on a terminal rejects %s", async (json) => {
    await expect(shownBytes([json], { format: "json", terminal: 80 })).rejects.toMatchObject({
      kind: "other",
    });
  });

  test.each(["{]", "[1}", '{"a":1}}', "{1:2}", "[nope]", '{"a":1}{}', "[01x]", "{[]:1}"])(
    "on a terminal rejects %s",
    async (json) => {
      await expect(shownBytes([json], { format: "json", terminal: 80 })).rejects.toThrow("not valid JSON");
    },
  );

  test("keeps integers of a parsed answer that a double cannot represent", async () => {
    const json = '[{"id":12345678901234567890}]';
    expect(await shownBytes([json], { format: "json", query: "[0]" })).toBe('{"id":12345678901234567890}\n');
    expect(await shownBytes([json], { columns: ["id"], hasHeader: false })).toBe("12345678901234567890\n");
    expect(await shownBytes([json], { format: "yaml" })).toBe("- id: 12345678901234567890\n");
  });
});

describe("other formats", () => {
  test("ndjson has one element on each line for any layout", async () => {
    const json = '[ {"a": "x\\ny",\n  "b": 1.0}, 2 ,\r\n"z" ]';
    expect(await shownBytes([json], { format: "ndjson" })).toBe('{"a":"x\\ny","b":1.0}\n2\n"z"\n');
    expect(await printedText({ a: 1 }, { format: "ndjson" })).toBe('{"a":1}\n');
  });

  test("yaml is written element by element, and old readers read the same", async () => {
    expect(await shownBytes(['[{"state":"on","m":null},', '{"state":"off"}]'], { format: "yaml" })).toBe(
      '- state: "on"\n  m: null\n- state: "off"\n',
    );
    expect(await printedText([], { format: "yaml" })).toBe("[]\n");
    const events: Shape = { ...shape, rows: "events" };
    expect(await shownBytes(['{"count":0,"events":[]}'], { format: "yaml", shape: events })).toBe(
      "count: 0\nevents: []\n",
    );
  });

  test("csv quotes where necessary, leaves formulas unchanged, and writes nothing for an empty value", async () => {
    const rows = [
      { fqdn: 'a "b", c', memory: 8192 },
      { fqdn: "=1+1\nx", memory: null },
    ];
    expect(await printedText(rows, { format: "csv", columns: ["NAME", "RAM"] })).toBe(
      'NAME,RAM\n"a ""b"", c",8192\n"=1+1\nx",\n',
    );
    expect(await printedText([], { format: "csv" })).toBe("NAME,STATUS,POOL,RAM\n");
  });

  test("csv on a terminal escapes control characters", async () => {
    expect(
      await printedText([{ fqdn: "\u001b[2J" }], {
        format: "csv",
        columns: ["NAME"],
        hasHeader: false,
        terminal: 80,
      }),
    ).toBe("\\x1b[2J\n");
  });

  test("tsv keeps each record on one line", async () => {
    expect(await printedText([{ fqdn: "a\tb\nc\\d\r" }], { format: "tsv", columns: ["NAME", "IP"] })).toBe(
      "NAME\tIP\na\\tb\\nc\\\\d\\r\t\n",
    );
  });

  test("names are one on each line, sorted if requested; 0 is a name, and a missing one is reported", async () => {
    const notes: string[] = [];
    const note = (text: string): void => void notes.push(text);
    const byId: Shape = { ...shape, identity: "id" };
    expect(
      await printedText([{ id: 10 }, { id: 0 }, {}, {}], { format: "name", shape: byId, sort: ["id"], note }),
    ).toBe("0\n10\n");
    expect(notes).toHaveLength(1);
    expect(await printedText(["a", "b"], { format: "name" })).toBe("a\nb\n");
    expect(await printedText([{ system_id: "a\nb" }], { format: "name" })).toBe("a\\nb\n");
  });

  test.each(["table", "wide"] as const)("%s prints an object without members", async (format) => {
    expect(await shownBytes(["{}"], { format })).toBe("{}\n");
  });

  test.each(outputFormats)("%s prints nothing for an empty answer", async (format) => {
    expect(await printedText(undefined, { format })).toBe("");
    expect(await shownBytes([" \n"], { format, terminal: 80 })).toBe("");
    expect(await shownBytes([], { format })).toBe("");
  });

  test("texts, scalars and null are printed as records, names and documents too", async () => {
    const text = 'one, "two"\nthree';
    expect(await printedText(text, { format: "csv" })).toBe('"one, ""two""\nthree"\n');
    expect(await printedText(text, { format: "tsv" })).toBe('one, "two"\\nthree\n');
    expect(await printedText(text, { format: "name" })).toBe('one, "two"\\nthree\n');
    expect(await printedText(true, { format: "yaml" })).toBe("true\n");
    expect(await printedText(null, { format: "yaml" })).toBe("null\n");
    expect(await printedText(null, { format: "ndjson" })).toBe("null\n");
    for (const format of ["table", "wide", "csv", "tsv", "name"] as const) {
      expect(await printedText(null, { format })).toBe("");
    }
    expect(await printedText([[], ["a"]], { format: "name" })).toBe("");
  });

  test("an empty value that is the only one of its record is quoted in csv", async () => {
    expect(await printedText([{ fqdn: "" }, { fqdn: "a" }], { format: "csv", columns: ["NAME"] })).toBe(
      'NAME\n""\na\n',
    );
  });

  test("texts and scalars are printed unchanged", async () => {
    expect(await printedText("line one\nline two\n")).toBe("line one\nline two\n");
    expect(await printedText("\u001b[31m\tx", { terminal: 80 })).toBe("\\x1b[31m\tx\n");
    expect(await printedText("\u001b[31m")).toBe("\u001b[31m\n");
    expect(await printedText(false)).toBe("false\n");
    expect(await printedText("ntp.example", { format: "json" })).toBe('"ntp.example"\n');
    expect(await shownBytes(["true"])).toBe("true\n");
    expect(await shownBytes(['"x"'], { format: "json", terminal: 80 })).toBe('"x"\n');
    expect(await shownBytes(["plain ", "text"], { terminal: 80, format: "json" })).toBe('"plain text"\n');
    expect(await shownBytes(["plain text"])).toBe("plain text\n");
    expect(await shownBytes(["pl", 'ain "text"'], { format: "json" })).toBe('"plain \\"text\\""\n');
    expect(await shownBytes([" 1", "e400"], { format: "json" })).toBe("1e400\n");
  });

  test("a single answer that is incomplete or broken prints nothing", async () => {
    await expect(shownBytes(['{"a": [1'])).rejects.toThrow("the answer ended early");
    await expect(shownBytes(['{"a": 1]'])).rejects.toMatchObject({ kind: "other" });
  });
});

describe("a query", () => {
  const machines = JSON.stringify([
    { fqdn: "a", memory: 1, zone: { name: "z" } },
    { fqdn: "b", memory: 2, zone: { name: "y" } },
  ]);

  test("prints its result in the requested format", async () => {
    expect(await shownBytes([machines], { query: "[?memory > `1`].{host: fqdn, zone: zone.name}" })).toBe(
      "HOST  ZONE\nb     y\n",
    );
    expect(await shownBytes([machines], { query: "[].fqdn" })).toBe("a\nb\n");
    expect(await shownBytes([machines], { query: "length(@)" })).toBe("2\n");
    expect(await shownBytes([machines], { query: "[0].none" })).toBe("");
    expect(await shownBytes([machines], { query: "[0].none", format: "json" })).toBe("null\n");
    expect(await shownBytes([machines], { query: "[].memory", format: "json" })).toBe("[1,2]\n");
  });

  test("that is nested too deeply is refused with a clear message", async () => {
    const deep = `${"(".repeat(100_000)}a${")".repeat(100_000)}`;
    await expect(shownBytes([machines], { query: deep })).rejects.toThrow("nested too deeply");
  });

  test("applies to the whole answer", async () => {
    const events: Shape = { ...shape, rows: "events" };
    expect(await shownBytes(['{"count":7,"events":[]}'], { shape: events, query: "count" })).toBe("7\n");
  });

  test.each(["[", "foo(", "nosuch(@)", "[?nosuch(@)]", "length()", "sort(@, @)", "join(',')"])(
    "that is not valid is a usage failure: %s",
    async (query) => {
      await expect(shownBytes([machines], { query })).rejects.toMatchObject({ kind: "usage" });
    },
  );

  test("that cannot be applied to the answer is not a usage failure, because the request was sent", async () => {
    await expect(shownBytes([machines], { query: "length(`1`)" })).rejects.toMatchObject({ kind: "other" });
  });

  test("can call functions with all arguments that they accept", async () => {
    const query =
      "[merge(`{}`, `{\"a\":1}`), pad_left('x', `2`), not_null(`null`, 'y', 'z'), find_first('abc', 'b')]";
    expect(await shownBytes([machines], { query, format: "json" })).toBe('[{"a":1}," x","y",1]\n');
  });
});

describe("secrets", () => {
  const token: Shape = {
    identity: "name",
    columns: [
      { header: "NAME", path: "name" },
      { header: "SECRET", path: "secret" },
    ],
    sensitive: ["secret"],
  };
  const value = { name: "ci", secret: "hunter2", inner: [{ secret: { deep: "hunter2" } }], ok: null };

  test.each(outputFormats)("are masked on a terminal as %s", async (format) => {
    expect(await printedText([value], { format, shape: token, terminal: 200 })).not.toContain("hunter2");
    expect(
      await shownBytes([JSON.stringify([value])], { format, shape: token, terminal: 200 }),
    ).not.toContain("hunter2");
    expect(
      await shownBytes([JSON.stringify(value)], {
        format,
        shape: { ...token, sensitive: true },
        terminal: 200,
      }),
    ).not.toContain("hunter2");
  });

  test.each(outputFormats)("are shown on a terminal as %s if requested", async (format) => {
    const text = await printedText(
      { name: "n", secret: "hunter2" },
      { format, shape: { ...token, identity: "secret" }, terminal: 200, showSecrets: true },
    );
    expect(text).toContain("hunter2");
  });

  const plain: Shape = { identity: "name", columns: [] };
  const pem = "-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----\n";
  const key = `${"a".repeat(18)}:${"b".repeat(18)}:${"hunter2".repeat(5)}`;
  const secrets: readonly (readonly [string, unknown])[] = [
    ["a marked member", value],
    ["a secret name", { name: "n", power_pass: "hunter2" }],
    ["a name in capitals", { name: "n", PASSWORD: "hunter2" }],
    ["a name in camel case", { name: "n", clientPrivKey: "hunter2" }],
    ["a number", { name: "n", passcode: 12345678901 }],
    ["a list", { name: "n", tokens: ["hunter2", ["hunter2"]] }],
    ["an object", { name: "n", credentials: { a: { b: "hunter2" } } }],
    ["a private key", { name: "n", description: pem }],
    ["an API key", { name: "n", description: `key ${key}!` }],
    ["an API key in quotes", { name: "n", description: key.replaceAll(":", '": "') }],
    ["an encoded API key", { name: "n", description: key.replaceAll(":", "%3A") }],
    ["an address", { name: "n", url: "http://root:hunter2@proxy:3128/" }],
    ["a web token", { name: "n", text: `eyJhbGciOiJI.eyJzdWIiOiIx.hunter2${"x".repeat(9)}` }],
    ["a password hash", { name: "n", text: "$6$hunter2hunter2hunter2$hunter2hunter2" }],
  ];
  const secretText = /hunter2|12345678901/;

  test.each(secrets)("are masked in a pipe: %s", async (label, one) => {
    const shape = label === "a marked member" ? token : plain;
    for (const format of outputFormats) {
      for (const json of [
        JSON.stringify([{ name: "other" }, one]),
        JSON.stringify(one),
        JSON.stringify({ rows: [one] }, null, 4).replaceAll("/", "\\/"),
        JSON.stringify([one]).replace(
          /[A-Za-z_](?=[^"]*")/g,
          (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
        ),
      ]) {
        expect(await shownBytes([json], { format, shape }), `${format} ${json}`).not.toMatch(secretText);
      }
      expect(await printedText([one], { format, shape })).not.toMatch(secretText);
      expect(await printedText({ rows: one }, { format, shape, query: "rows" })).not.toMatch(secretText);
      const unmasked = await shownBytes([JSON.stringify(one)], { format: "json", shape, showSecrets: true });
      expect(JSON.parse(unmasked)).toEqual(one);
    }
  });

  test("are masked in JSON that arrives in pieces, and everything else is unchanged", async () => {
    const json = `[ {"a" : 1.10, "text":"\\u0041é"},\n  {"pass" : "hunter2",\n "b":[ ]} ,{"c":"x"}\n]\n`;
    for (let cut = 1; cut < json.length; cut += 1) {
      const text = await shownBytes([json.slice(0, cut), json.slice(cut)], { format: "json", shape: plain });
      expect(text).toBe(json.replace("hunter2", "********"));
    }
  });

  test("are named in a note", async () => {
    const notes: string[] = [];
    const options = { shape: plain, format: "json", noteMasked: (text: string) => notes.push(text) } as const;
    await shownBytes(['[{"power_pass":"x","id":1},{"url":"http://a:b@c/","token_secret":""}]'], options);
    await shownBytes(['[{"id":1}]'], options);
    expect(notes).toEqual(["masked: power_pass, url; --show-secrets shows secrets"]);
  });

  test("cannot be extracted by a query or an escaped name", async () => {
    expect(await printedText(value, { shape: token, query: "secret" })).toBe("********\n");
    const json = '{"s\\u0065cret":"hunter2","inner":{"secret":[1234,true]},"name":"ci"}';
    const text = await shownBytes([json], { format: "json", shape: token, terminal: 80 });
    expect(text).not.toMatch(/hunter2|1234/);
    expect(text).toContain('"ci"');
  });

  test("that are empty are not masked, so that the user sees that they are missing", async () => {
    const all: Shape = { ...token, sensitive: true };
    expect(await printedText({ secret: "", name: null }, { shape: all })).toBe("NAME    -\nSECRET  -\n");
  });
});
