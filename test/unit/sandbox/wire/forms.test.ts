import { describe, expect, test } from "vitest";
import { HttpError } from "../../../../src/sandbox/wire/answers.ts";
import { makeParameters } from "../../../../src/sandbox/wire/call.ts";
import { parseForm } from "../../../../src/sandbox/wire/form.ts";
import { encodingNames, multipart, randomFields, urlencoded } from "./bodies.ts";

const urlencodedType = "application/x-www-form-urlencoded";

/** Status and text of the refusal; undefined if the body is accepted. */
function refusal(contentType: string | undefined, body: string | Buffer): [number, string] | undefined {
  try {
    parseForm(contentType, Buffer.from(body));
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.message];
    throw error;
  }
}

describe("2,000 forms", () => {
  const seeds = Array.from({ length: 2000 }, (_, index) => index + 1);
  const pairsOf = (type: string, body: Buffer) => parseForm(type, body).pairs;

  test("are parsed correctly when urlencoded", () => {
    for (const seed of seeds) {
      const fields = randomFields(seed);
      const expected = fields.map(({ name, value }) => [name, value]);
      for (const spaceIsPlus of [true, false])
        expect([seed, pairsOf(urlencodedType, Buffer.from(urlencoded(fields, spaceIsPlus)))]).toEqual([
          seed,
          expected,
        ]);
    }
  });

  test.each(encodingNames)("are parsed correctly as parts with the encoding %s", (encoding) => {
    for (const seed of seeds) {
      const fields = randomFields(seed);
      const body = multipart(fields, "x-boundary-0'()+_,./:=?", encoding);
      const type = `Multipart/Form-Data; charset=UTF-8; boundary="x-boundary-0'()+_,./:=?"`;
      expect([seed, pairsOf(type, body)]).toEqual([seed, fields.map(({ name, value }) => [name, value])]);
    }
  });

  test("are refused when cut before their last boundary", () => {
    for (const seed of seeds.slice(0, 60)) {
      const body = multipart([...randomFields(seed), { name: "last", value: "x" }], "bound", "none");
      for (let length = 1; length < body.length - 4; length += 1 + (length % 7)) {
        const status = refusal("multipart/form-data; boundary=bound", body.subarray(0, length))?.[0];
        if (status !== 400) expect([seed, length, status]).toEqual([seed, length, 400]);
      }
    }
  });

  test("are parsed or refused with any byte changed, and never fail otherwise", () => {
    for (const seed of seeds.slice(0, 300)) {
      for (const encoding of encodingNames) {
        const body = multipart(randomFields(seed), "bound", encoding);
        body[seed % body.length] = (seed * 7) % 256;
        refusal("multipart/form-data; boundary=bound", body);
      }
      const body = Buffer.from(`${urlencoded(randomFields(seed))}&x=1`);
      body[seed % body.length] = (seed * 7) % 256;
      refusal(urlencodedType, body);
    }
  });
});

const part = (head: string, content = "x") => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
const disposition = 'Content-Disposition: form-data; name="a"';
const multipartType = "multipart/form-data; boundary=b";

test.each([
  ["JSON", "application/json", '{"name": "x"}', 415, "'application/json' is not supported"],
  ["text", "text/plain", "name=x", 415, "'text/plain' is not supported"],
  ["XML", "application/xml; charset=utf-8", "<a/>", 415, "not supported"],
  ["a body without a type", undefined, "name=x", 415, "no Content-Type"],
  ["a type of nothing", "", "name=x", 415, "''"],
  ["an unreadable type", 'multipart/form-data; boundary="b', part(disposition), 400, "Content-Type"],
  ["multipart of another sort", "multipart/mixed; boundary=b", part(disposition), 415, "multipart/mixed"],
  ["JSON that is declared urlencoded", urlencodedType, '{"name": "x"}', 400, "name=value"],
  ["a JSON list that is declared urlencoded", urlencodedType, '["x"]', 400, "name=value"],
  ["lines that are declared urlencoded", urlencodedType, "name: x\nother: y", 400, "name=value"],
  ["an unknown charset", `${urlencodedType}; charset=klingon`, "a=1", 415, "'klingon'"],
  ["bytes that are not UTF-8", urlencodedType, "a=%ff", 400, "utf-8"],
  ["a broken escape", urlencodedType, "a=%4", 400, "percent-encoding"],
  [
    "a part of an unknown charset",
    multipartType,
    part(`${disposition}\r\nContent-Type: text/plain; charset=x-none`),
    415,
    "x-none",
  ],
  [
    "an unknown transfer encoding",
    multipartType,
    part(`${disposition}\r\nContent-Transfer-Encoding: uuencode`),
    400,
    "uuencode",
  ],
  [
    "broken base64",
    multipartType,
    part(`${disposition}\r\nContent-Transfer-Encoding: base64`, "QUJ$"),
    400,
    "base64",
  ],
  [
    "base64 that is cut off",
    multipartType,
    part(`${disposition}\r\nContent-Transfer-Encoding: base64`, "QUJDQ"),
    400,
    "base64",
  ],
  [
    "broken quoted-printable",
    multipartType,
    part(`${disposition}\r\nContent-Transfer-Encoding: quoted-printable`, "=4"),
    400,
    "quoted-printable",
  ],
  ["a part without a name", multipartType, part("Content-Disposition: form-data"), 400, "with a name"],
  ["a part without a head", multipartType, "--b\r\n\r\nx\r\n--b--\r\n", 400, "head"],
  [
    "an attachment",
    multipartType,
    part('Content-Disposition: attachment; name="a"'),
    400,
    "no readable Content-Disposition with a name",
  ],
  [
    "a part in parts",
    multipartType,
    part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=c`),
    400,
    "itself",
  ],
  ["no boundary", "multipart/form-data", part(disposition), 400, "no boundary"],
  [
    "another boundary",
    "multipart/form-data; boundary=c",
    part(disposition),
    400,
    "does not contain the boundary",
  ],
  [
    "an endless boundary",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
    part(disposition),
    400,
    "boundary",
  ],
  ["line feeds alone", multipartType, part(disposition).replaceAll("\r\n", "\n"), 400, "boundary"],
  ["1,001 fields", urlencodedType, "&a=1".repeat(1001), 500, "exceeded 1000"],
  [
    "1,001 parts",
    multipartType,
    `${`--b\r\n${disposition}\r\n\r\nx\r\n`.repeat(1001)}--b--`,
    500,
    "exceeded 1000",
  ],
] as const)("%s is refused", (_, type, body, status, words) => {
  expect(refusal(type, body)).toEqual([status, expect.stringContaining(words)]);
});

test.each([
  ["a thousand fields and many ampersands", urlencodedType, "&&a=1&&".repeat(1000)],
  ["an empty body with a type", "application/json", ""],
  ["an empty body without a type", undefined, ""],
  ["blanks in values", urlencodedType, 'comment=it is "so"\n'],
  ["folded headers", multipartType, part('Content-Disposition: form-data;\r\n name="a"')],
  ["text before and after the parts", multipartType, `preamble\r\n${part(disposition)}epilogue`],
  ["blanks after the boundary", multipartType, `--b \t\r\n${disposition}\r\n\r\nx\r\n--b--`],
])("%s: accepted", (_, type, body) => {
  expect(refusal(type, body)).toBeUndefined();
});

test("charsets, escapes and empty parts", () => {
  const pairsOf = (type: string, body: string | Buffer) => parseForm(type, Buffer.from(body)).pairs;
  expect(pairsOf(`${urlencodedType}; charset=ISO-8859-1`, "a=%e9")).toEqual([["a", "é"]]);
  const latin = Buffer.from(
    part(`${disposition}\r\nContent-Type: text/plain; charset=latin1`, "\u00e9"),
    "latin1",
  );
  expect(pairsOf(multipartType, latin)).toEqual([["a", "é"]]);
  expect(pairsOf(multipartType, part('content-disposition: form-data; NAME="a\\"b\\\\c\\d"'))).toEqual([
    ['a"b\\c\\d', "x"],
  ]);
  expect(pairsOf(multipartType, part("Content-Disposition: form-data; name=a"))).toEqual([["a", "x"]]);
  expect(pairsOf(multipartType, `--b\r\n${disposition}\r\n\r\n--b--`)).toEqual([["a", ""]]);
  const wrapped = part(
    `${disposition}\r\nContent-Transfer-Encoding: quoted-printable`,
    "a=3Db =\r\nc =20 \t\r\nd 100%",
  );
  expect(pairsOf(multipartType, wrapped)).toEqual([["a", "a=b c  \r\nd 100%"]]);
});

test("files keep their bytes with any transfer encoding, and the last segment of their path", () => {
  const content = Buffer.from([0, 255, 13, 10, 45, 45]);
  const head = (name: string) => `Content-Disposition: form-data; name="f"; ${name}`;
  const body = (encoding: string, written: Buffer, name: string) =>
    Buffer.concat([
      Buffer.from(`--b\r\n${head(name)}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
      written,
      Buffer.from("\r\n--b--\r\n"),
    ]);
  for (const [name, expected] of [
    ['filename="C:\\dir\\a.bin"', "a.bin"],
    ['filename="../n\u00e9.bin"', "né.bin"],
    ["filename=\"x\"; filename*=UTF-8''dir%2fn%c3%a9", "né"],
    ['filename=""', ""],
  ] as const) {
    const encodedContent = { base64: Buffer.from(content.toString("base64")), binary: content };
    for (const [encoding, written] of Object.entries(encodedContent)) {
      const { files, pairs } = parseForm(multipartType, body(encoding, written, name));
      expect([pairs, files.map((file) => ({ ...file, content: [...file.content] }))]).toEqual([
        [],
        [{ kind: "file", name: "f", filename: expected, content: [...content] }],
      ]);
    }
  }
});

test("parameters keep repeated values, of which the last one counts, and do not contain files", async () => {
  const formData = new FormData();
  for (const value of ["a", "b,ü\r\n--x"]) formData.append("tag", value);
  formData.append("empty", "");
  formData.append("file", new Blob(["x"]), "x.bin");
  const response = new Response(formData);
  const body = Buffer.from(await response.arrayBuffer());
  const { pairs, files } = parseForm(response.headers.get("content-type") ?? undefined, body);
  const form = makeParameters(pairs, files);
  expect(form.names).toEqual(["tag", "empty", "file"]);
  expect(form.all("tag")).toEqual(["a", "b,ü\r\n--x"]);
  expect(["tag", "empty", "none", "file"].map(form.get)).toEqual(["b,ü\r\n--x", "", undefined, undefined]);
  expect([form.has("none"), form.file("file")?.filename, form.files().length]).toEqual([false, "x.bin", 1]);
});
