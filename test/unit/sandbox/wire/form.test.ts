import { expect, test } from "vitest";
import { parsePairs } from "../../../../src/sandbox/wire/encodings.ts";
import { makeParameters, parseForm } from "../../../../src/sandbox/wire/form.ts";

test("a query keeps order, repetition and empty values; bad encoding is a 400", () => {
  expect(parsePairs("a=1&b&a=%C3%A9+x&&c=")).toEqual([
    ["a", "1"],
    ["b", ""],
    ["a", "é x"],
    ["c", ""],
  ]);
  expect(() => parsePairs("a=%e9")).toThrow("not valid utf-8");
  expect(() => parsePairs("a=%e")).toThrow("percent-encoded");
});

test("a form keeps text, repetition, files and bytes as they came", async () => {
  const sent = new FormData();
  sent.append("tag", "a");
  sent.append("tag", "b,ü\r\n--x");
  sent.append("empty", "");
  sent.append("file", new Blob([new Uint8Array([0, 255, 13, 10])]), "../né.bin");
  const response = new Response(sent);
  const { pairs, files } = parseForm(
    response.headers.get("content-type") ?? undefined,
    Buffer.from(await response.arrayBuffer()),
  );
  const form = makeParameters(pairs, files);
  expect(form.names).toEqual(["tag", "empty", "file"]);
  expect(form.all("tag")).toEqual(["a", "b,ü\r\n--x"]);
  expect([form.get("tag"), form.get("empty"), form.get("none"), form.has("none")]).toEqual([
    "b,ü\r\n--x",
    "",
    undefined,
    false,
  ]);
  expect([...(form.file("file")?.content ?? [])]).toEqual([0, 255, 13, 10]);
  expect(form.files()).toHaveLength(1);
});
