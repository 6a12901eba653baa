import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { Field } from "../../../../src/catalogue/operation.ts";
import { readWholeBody } from "../../../../src/client/http/answer-body.ts";
import type { Values, WireRequest } from "../../../../src/client/http/call.ts";
import {
  alternativeRequest,
  type Body,
  buildRawRequest,
  buildRequest,
  encodeForm,
  encodeRaw,
} from "../../../../src/client/http/request.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { content, endpoint, operation } from "./endpoint.ts";

const field = (name: string, type: Field["type"], changes: Partial<Field> = {}): Field => ({
  name,
  type,
  help: "",
  ...changes,
});

const query = (fields: readonly Field[], values: Values): string =>
  buildRequest(operation({ fields }), values, endpoint()).url.split("?")[1] ?? "";

const form = (fields: readonly Field[], values: Values): WireRequest["parts"] =>
  buildRequest(operation({ method: "POST", fields }), values, endpoint()).parts;

describe("invalid requests", () => {
  test.each(["a\r\nb", "a\nb", "a\0b", ""])("refuses the field name %j", (name) => {
    expect(() => form([], { [name]: "x" })).toThrow(Failure);
    expect(() =>
      buildRawRequest({ method: "POST", path: "x/", fields: [{ name, value: "" }] }, endpoint()),
    ).toThrow(Failure);
  });

  test("refuses an invalid key of a map", () => {
    expect(() => form([field("parameters", "map")], { parameters: { "a\r\nb": "x" } })).toThrow(Failure);
  });

  test("refuses a file in a request without a body", () => {
    expect(() => query([], { user: content("f", "x") })).toThrow(Failure);
  });

  test("refuses several identifiers in one path", () => {
    const one = operation({ path: "/m/{id}/", parameters: [{ name: "id", type: "string", help: "" }] });
    expect(() => buildRequest(one, { id: ["a", "b"] }, endpoint())).toThrow(Failure);
    expect(() => buildRequest(one, {}, endpoint())).toThrow(Failure);
  });
});

describe("values", () => {
  test("sends the empty string, but not undefined", () => {
    expect(query([field("zone", "string")], { zone: "", pool: undefined })).toBe("zone=");
    expect(form([field("space", "string")], { space: "" })).toEqual([{ name: "space", value: "" }]);
  });

  test("sends booleans as words and switches as digits", () => {
    const fields = [field("erase", "boolean"), field("enable_ssh", "switch")];
    expect(query(fields, { erase: true, enable_ssh: true })).toBe("erase=true&enable_ssh=1");
    expect(query(fields, { erase: false, enable_ssh: false })).toBe("erase=false&enable_ssh=0");
  });

  test("repeats lists and repeatable fields in the order given", () => {
    const fields = [field("tags", "list"), field("id", "string", { repeatable: true })];
    expect(query(fields, { id: ["b", "a", "b"], tags: ["y", ""] })).toBe("id=b&id=a&id=b&tags=y&tags=");
  });

  test("joins values that the service takes as one", () => {
    const fields = [field("ip_addresses", "list", { separator: " " })];
    expect(query(fields, { ip_addresses: ["10.0.0.1", "10.0.0.2"] })).toBe(
      "ip_addresses=10.0.0.1%2010.0.0.2",
    );
  });

  test("sends each entry of a map under a name of its own", () => {
    const fields = [
      field("power_parameters", "map", { prefix: "power_parameters_", secret: true }),
      field("parameters", "map", { prefix: "" }),
    ];
    expect(form(fields, { power_parameters: { power_pass: "x" }, parameters: { "smart.x": "1" } })).toEqual([
      { name: "power_parameters_power_pass", value: "x", secret: true },
      { name: "smart.x", value: "1" },
    ]);
  });

  test("sends unknown names unchanged", () => {
    expect(query([], { odd: "1", "é&=": "+ " })).toBe("odd=1&%C3%A9%26%3D=%2B%20");
  });

  test("sends a file, or text in place of a file, as a file part", async () => {
    const file = content("a.txt", "hello");
    expect(form([field("content", "file")], { content: file })).toEqual([{ name: "content", value: file }]);
    const [part] = form([field("content", "file")], { content: "hé" }) ?? [];
    expect(part).toMatchObject({ name: "content", value: { filename: "content", size: 3 } });
  });

  test("sends a raw body instead of a form", () => {
    const chunk = content("chunk", "bytes");
    const upload = operation({ method: "PUT", fields: [field("content", "file", { in: "body" })] });
    const request = buildRequest(upload, { content: chunk }, endpoint());
    expect(request.body).toBe(chunk);
    expect(request.parts).toBeUndefined();
  });
});

describe("places", () => {
  test("POST and PUT always have a form, GET and DELETE never", () => {
    expect(buildRequest(operation({ method: "POST" }), {}, endpoint()).parts).toEqual([]);
    expect(buildRequest(operation({ method: "PUT" }), {}, endpoint()).parts).toEqual([]);
    const deletion = buildRequest(operation({ method: "DELETE" }), { force: "1" }, endpoint());
    expect(deletion).toEqual({ method: "DELETE", url: "http://host:5240/SVC/api/2.0/machines/?force=1" });
  });

  test("a field of a POST that belongs to the query goes there", () => {
    const fields = [field("a", "string", { in: "query" }), field("b", "string")];
    const request = buildRequest(operation({ method: "POST", fields }), { a: "1", b: "2" }, endpoint());
    expect(request.url).toContain("?a=1");
    expect(request.parts).toEqual([{ name: "b", value: "2" }]);
  });
});

describe("addressing", () => {
  const tag = operation({
    method: "POST",
    path: "/nodes/{system_id}/partition/{id}op-add_tag",
    parameters: [
      { name: "system_id", type: "string", help: "" },
      { name: "id", type: "integer", help: "" },
    ],
  });
  const values = { system_id: "abc", id: "0", tag: "x" };
  const root = "http://host:5240/SVC/api/2.0";

  test("a path without a trailing slash is always addressed in query form", () => {
    const { url } = buildRequest(tag, values, endpoint());
    expect(url).toBe(`${root}/nodes/abc/partition/0?op=add_tag`);
    expect(buildRequest(tag, values, endpoint({ addressing: "query" })).url).toBe(url);
  });

  test("the query form puts the name before the fields", () => {
    const asQuery = endpoint({ addressing: "query" });
    expect(buildRequest(tag, values, asQuery).url).toBe(`${root}/nodes/abc/partition/0?op=add_tag`);
    const ask = operation({ path: "/machines/op-is_registered" });
    expect(buildRequest(ask, { mac_address: "a:b" }, asQuery).url).toBe(
      `${root}/machines/?op=is_registered&mac_address=a%3Ab`,
    );
  });

  test("only paths without a trailing slash and the version have a second request", () => {
    expect(alternativeRequest(tag, values, endpoint())?.url).toBe(`${root}/nodes/abc/partition/0op-add_tag`);
    expect(alternativeRequest(tag, values, endpoint({ addressing: "query" }))).toBeUndefined();
    expect(alternativeRequest(operation({ path: "/machines/op-x" }), {}, endpoint())).toBeUndefined();
    expect(alternativeRequest(operation({ path: "/api/version/" }), {}, endpoint())?.url).toBe(
      `${root}/version/`,
    );
  });
});

test("every operation has an address without braces in both forms", async () => {
  for (const { id, operation } of await loadAllOperations()) {
    const values = Object.fromEntries((operation.parameters ?? []).map(({ name }) => [name, "a/0"]));
    const path = buildRequest(operation, values, endpoint()).url;
    const asQuery = buildRequest(operation, values, endpoint({ addressing: "query" })).url;
    expect(path, id).not.toMatch(/[{}]/);
    expect(asQuery, id).not.toMatch(/op-|[{}]/);
    expect(/op-|[?]op=/.test(path), id).toBe(asQuery.includes("?op="));
  }
});

describe("raw requests", () => {
  test("put fields into the query of a GET and the form of a POST", () => {
    const fields = [{ name: "a", value: "1" }];
    const get = buildRawRequest({ method: "GET", path: "machines/?op=x", fields }, endpoint());
    expect(get).toEqual({ method: "GET", url: "http://host:5240/SVC/api/2.0/machines/?op=x&a=1" });
    const post = buildRawRequest({ method: "POST", path: "machines/?op=x", fields }, endpoint());
    expect(post.url).toBe("http://host:5240/SVC/api/2.0/machines/?op=x");
    expect(post.parts).toEqual(fields);
  });

  test("put fields into the query if there is a raw body", () => {
    const body = content("f", "x");
    const put = buildRawRequest(
      { method: "PUT", path: "x/", fields: [{ name: "a", value: "1" }], body },
      endpoint(),
    );
    expect(put).toEqual({ method: "PUT", url: "http://host:5240/SVC/api/2.0/x/?a=1", body });
  });
});

async function bytesOf(body: Body): Promise<string> {
  if (Buffer.isBuffer(body.bytes)) return body.bytes.toString("utf8");
  return (await readWholeBody(body.bytes())).toString("utf8");
}

describe("encodeForm", () => {
  test.each(["a\rb", "a\nb", "a\0b"])("refuses the name %j and the file name %j", (name) => {
    expect(() => encodeForm([{ name, value: "" }], "b")).toThrow(Failure);
    expect(() => encodeForm([{ name: "f", value: content(name, "") }], "b")).toThrow(Failure);
  });

  test.each([["longer"], [""]])("fails if a file contains %j instead of five bytes", async (text) => {
    const body = encodeForm([{ name: "f", value: { ...content("f", text), size: 5 } }], "b");
    await expect(bytesOf(body)).rejects.toThrow("changed size");
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
