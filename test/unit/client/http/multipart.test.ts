import { describe, expect, test } from "vitest";
import { collect } from "../../../../src/client/http/answer-body.ts";
import { type Body, encodeForm, encodeRaw } from "../../../../src/client/http/multipart.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { content } from "./endpoint.ts";

async function bytesOf(body: Body): Promise<string> {
  if (Buffer.isBuffer(body.bytes)) return body.bytes.toString("utf8");
  return (await collect(body.bytes())).toString("utf8");
}

describe("encodeForm", () => {
  test.each(["a\rb", "a\nb", "a\0b"])("refuses the name %j and the file name %j", (name) => {
    expect(() => encodeForm([{ name, value: "" }], "b")).toThrow(Failure);
    expect(() => encodeForm([{ name: "f", value: content(name, "") }], "b")).toThrow(Failure);
  });

  test.each([["longer"], [""]])("fails if a file contains %j instead of five bytes", async (text) => {
    const body = encodeForm([{ name: "f", value: { ...content("f", text), size: 5 } }], "b");
    await expect(bytesOf(body)).rejects.toThrow("changed its size");
  });

  test("closes a form without parts", async () => {
    const body = encodeForm([], "b");
    expect(await bytesOf(body)).toBe("--b--\r\n");
    expect(body.length).toBe(7);
    expect(body.contentType).toBe("multipart/form-data; boundary=b");
  });

  test("writes text parts, with values that look like delimiters untouched", async () => {
    const body = encodeForm(
      [
        { name: "comment", value: "é\r\n--x--" },
        { name: "space", value: "" },
      ],
      "b",
    );
    expect(await bytesOf(body)).toBe(
      [
        "--b",
        'Content-Disposition: form-data; name="comment"',
        "",
        "é",
        "--x--",
        "--b",
        'Content-Disposition: form-data; name="space"',
        "",
        "",
        "--b--",
        "",
      ].join("\r\n"),
    );
    expect(body.length).toBe(Buffer.byteLength(await bytesOf(body)));
  });

  test("escapes quotes and backslashes in names and file names", async () => {
    const body = encodeForm([{ name: 'a"b\\c', value: content('x"y\\ü.txt', "1") }], "b");
    expect(await bytesOf(body)).toContain(
      'Content-Disposition: form-data; name="a\\"b\\\\c"; filename="x\\"y\\\\ü.txt"\r\n',
    );
  });

  test("has the length of files before they are read, and opens them for each attempt", async () => {
    const file = content("a.bin", "one", "two");
    const body = encodeForm([{ name: "f", value: file }], "b");
    expect(file.opened).toBe(0);
    const first = await bytesOf(body);
    expect(first).toContain("Content-Type: application/octet-stream\r\n\r\nonetwo\r\n--b--");
    expect(await bytesOf(body)).toBe(first);
    expect(body.length).toBe(Buffer.byteLength(first));
    expect(file.opened).toBe(2);
  });
});

test("encodeRaw sends only the bytes", async () => {
  const body = encodeRaw(content("chunk", "ab", "c"));
  expect(body).toMatchObject({ contentType: "application/octet-stream", length: 3 });
  expect(await bytesOf(body)).toBe("abc");
});
