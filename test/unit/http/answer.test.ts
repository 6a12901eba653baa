import { Binary, serialize } from "bson";
import { describe, expect, test } from "vitest";
import type { ResultKind } from "../../../src/api/operation.ts";
import { readValue } from "../../../src/http/answer.ts";
import { caught } from "../caught.ts";

function read(result: ResultKind, body: string | Uint8Array, contentType?: string): Promise<unknown> {
  return readValue(
    { bytes: Buffer.from(body as string), contentType, status: 200, request: "GET /x/" },
    result,
  );
}

const json = "application/json; charset=utf-8";

describe("what cannot be read", () => {
  test.each<[ResultKind, string, string | undefined]>([
    ["json", '{"a": 1', json],
    ["json", "[1, 2", undefined],
    ["json", "\u001b[2Jboom", json],
    ["bson", "\u0005\0\0", "application/bson"],
    ["bson", "no bson", json],
  ])("%s: %j is a failure with an excerpt that a terminal can show", async (result, body, contentType) => {
    const failure = await caught(() => read(result, body, contentType));
    expect(failure.kind).toBe("other");
    expect(failure.details).toMatchObject({ status: 200, request: "GET /x/" });
    expect(failure.message).not.toContain("\u001b");
  });

  test("a document that claims its length and holds nonsense", async () => {
    const broken = Buffer.from([9, 0, 0, 0, 255, 255, 255, 255, 0]);
    expect((await caught(() => read("bson", broken))).message).toContain("not BSON");
  });

  test.each<ResultKind>(["json", "text", "none", "bson"])(
    "a web page is never a success (%s)",
    async (result) => {
      const page = "<!doctype html><html><head><title>Welcome</title></head></html>";
      expect((await caught(() => read(result, page, "text/html"))).message).toContain("Welcome");
    },
  );
});

describe("emptiness", () => {
  test.each<ResultKind>(["json", "text", "bson", "none"])(
    "an empty body is undefined (%s)",
    async (result) => {
      expect(await read(result, "", json)).toBeUndefined();
    },
  );
});

describe("json", () => {
  test("takes any JSON under any content type", async () => {
    expect(await read("json", '\uFEFF {"progress": 0.5}', "text/html; charset=utf-8")).toEqual({
      progress: 0.5,
    });
    expect(await read("json", "false", undefined)).toBe(false);
  });

  test("takes words where a deployment answers words", async () => {
    expect(await read("json", "OK", "text/plain")).toBe("OK");
    expect(await read("none", "OK", undefined)).toBe("OK");
    expect(await read("none", '{"system_id": "abc"}', json)).toEqual({ system_id: "abc" });
  });
});

describe("text", () => {
  test.each([
    ['"ntp.example"', json, "ntp.example"],
    ['"ntp.example"', "text/plain", "ntp.example"],
    ["true", "text/plain", true],
    ["null", json, null],
    ["2.0", "text/plain", "2.0"],
    ["30", json, 30],
    ["ntp.example", json, "ntp.example"],
    ['"half', "text/plain", '"half'],
    ["Import of boot resources started\n", "text/plain", "Import of boot resources started\n"],
  ])("reads %j as %s", async (body, contentType, value) => {
    expect(await read("text", body, contentType)).toEqual(value);
  });
});

describe("bson", () => {
  const document = { lldp: new Binary(Buffer.from("<?xml é?>")), lshw: "<list/>", nested: [{ a: 1 }] };
  const value = { lldp: "<?xml é?>", lshw: "<list/>", nested: [{ a: 1 }] };

  test.each([json, "application/bson", undefined])(
    "reads documents as texts under %s",
    async (contentType) => {
      expect(await read("bson", serialize(document), contentType)).toEqual(value);
    },
  );

  test("takes JSON where a deployment answers that", async () => {
    expect(await read("bson", '{"lldp": "<x/>"}', json)).toEqual({ lldp: "<x/>" });
  });
});
