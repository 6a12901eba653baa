import { Binary, serialize } from "bson";
import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import type { ResultKind } from "../../../../src/catalogue/operation.ts";
import { answerBytes, readValue } from "../../../../src/client/http/answer.ts";
import { type AnswerFacts, checkedJson, readWholeBody } from "../../../../src/client/http/answer-body.ts";
import { partOfRun } from "../../random.ts";
import { failureOf, rejection } from "../../rejection.ts";
import { binaries, brokenDocuments, contentTypes, garbage, webPages, wholeDocuments } from "./bodies.ts";

function read(
  result: ResultKind,
  body: string | Uint8Array,
  contentType?: string,
  facts: Partial<AnswerFacts> = {},
): Promise<unknown> {
  const bytes = Buffer.from(body as string);
  const request = "GET /x/";
  return readValue({ bytes, contentType, status: 200, request, isChange: false, ...facts }, result);
}

const json = "application/json; charset=utf-8";

test("a document with the right length and invalid content is not BSON", async () => {
  const broken = Buffer.from([9, 0, 0, 0, 255, 255, 255, 255, 0]);
  expect((await rejection(() => read("bson", broken))).message).toContain("not BSON");
});

describe("emptiness", () => {
  test.each<ResultKind>(["json", "text", "bson", "none"])(
    "an empty body of a change is undefined (%s)",
    async (result) => {
      for (const body of ["", " \r\n\t", "\uFEFF"]) {
        expect(await read(result, body, json, { isChange: true })).toBeUndefined();
      }
    },
  );

  test.each<ResultKind>(["text", "none"])("an empty text is undefined (%s)", async (result) => {
    expect(await read(result, "", json)).toBeUndefined();
  });

  test.each<ResultKind>(["json", "bson"])("an empty body of a read is a failure (%s)", async (result) => {
    for (const body of ["", " \r\n\t"]) {
      expect((await rejection(() => read(result, body, json))).message).toContain("empty");
    }
  });
});

describe("json", () => {
  test("accepts JSON with any content type", async () => {
    expect(await read("json", '\uFEFF {"progress": 0.5}', "text/html; charset=utf-8")).toEqual({
      progress: 0.5,
    });
    expect(await read("json", "false", undefined)).toBe(false);
  });

  test("accepts plain text as the answer to a change", async () => {
    expect(await read("json", "OK", "text/plain", { isChange: true })).toBe("OK");
    expect(await read("none", "OK", undefined)).toBe("OK");
    expect(await read("none", '{"system_id": "abc"}', json)).toEqual({ system_id: "abc" });
  });
});

test("accepts text in place of JSON if live services answer so", async () => {
  const yaml = "#cloud-config\ncurthooks_commands:\n  - echo\n";
  expect(await read("json", yaml, "text/plain", { mayAnswerText: true })).toBe(yaml);
  expect(await read("json", '{"a":1}', "application/json", { mayAnswerText: true })).toEqual({ a: 1 });
  await rejection(() => read("json", yaml, "text/plain"));
  await rejection(() => read("json", yaml, "application/json", { mayAnswerText: true }));
  await rejection(() => read("json", "<html></html>", "text/plain", { mayAnswerText: true }));
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
    "reads binary values as text with %s",
    async (contentType) => {
      expect(await read("bson", serialize(document), contentType)).toEqual(value);
    },
  );

  test("reads a member called buffer like any other", async () => {
    const map = { buffer: new Binary(Buffer.from("<x/>")), lshw: new Binary(Buffer.from("<y/>")) };
    expect(await read("bson", serialize(map))).toEqual({ buffer: "<x/>", lshw: "<y/>" });
    expect(await read("bson", serialize({ outer: map }))).toEqual({
      outer: { buffer: "<x/>", lshw: "<y/>" },
    });
  });

  test("has a limit for its nesting", async () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    expect(await read("bson", serialize(nested(500)))).toEqual(nested(500));
    expect((await rejection(() => read("bson", serialize(nested(1500))))).message).toContain(
      "nested too deeply",
    );
  });

  test("accepts JSON in place of BSON", async () => {
    expect(await read("bson", '{"lldp": "<x/>"}', json)).toEqual({ lldp: "<x/>" });
  });
});

describe("an answer that is too large to be checked completely", () => {
  const whole = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, tags: ["a]", "b}"] })));
  const broken = {
    "is cut off": whole.slice(0, -1),
    "ends in a string": `${whole.slice(0, -2)},"`,
    "closes another bracket": `${whole.slice(0, -1)}}`,
    "goes on": `${whole}x`,
  };

  async function pass(text: string, facts: Partial<AnswerFacts>): Promise<string> {
    const of = { contentType: json, status: 200, request: "GET /x/", isChange: false, ...facts };
    return (await readWholeBody(checkedJson(inPieces(Buffer.from(text), 10_000), of))).toString();
  }

  describe.each([{}, { readerChecksBrackets: false }])("is checked with %o", (facts) => {
    test("and passed on unchanged", async () => {
      expect((await pass(whole, facts)) === whole).toBe(true);
    });

    test.each(Object.entries(broken))("and refused where it %s", async (_, text) => {
      expect(await rejection(() => pass(text, facts))).toMatchObject({ kind: "other" });
    });
  });

  test("is not checked if its reader checks the brackets", async () => {
    for (const text of Object.values(broken))
      expect((await pass(text, { readerChecksBrackets: true })) === text).toBe(true);
  });
});

const entries = await loadAllOperations();

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

const readWhole = (body: Buffer, facts: AnswerFacts, result: ResultKind) =>
  failureOf(() => readValue({ ...facts, bytes: body }, result));

/** Reads a body as a stream; also returns how many bytes were passed on before the failure. */
async function streamed(body: Buffer, facts: AnswerFacts, result: ResultKind) {
  let passed = 0;
  const pieces = inPieces(body, body.length > 5_000 ? 997 : 7);
  const failure = await failureOf(async () => {
    for await (const piece of answerBytes(pieces, facts, result)) passed += piece.length;
  });
  return { passed, failure };
}

/** One case for each kind of operation that the reader distinguishes. */
const forms = new Map(
  entries.map(({ operation: { method, result, mayAnswerContent, mayAnswerText } }) => [
    `${method === "GET" ? "read" : "change"} of ${result}${mayAnswerContent ? " or content" : ""}${mayAnswerText ? " or text" : ""}`,
    {
      changes: method !== "GET",
      result,
      ...(mayAnswerContent && { mayAnswerContent }),
      ...(mayAnswerText && { mayAnswerText }),
    },
  ]),
);

describe.each([...forms])("a %s", (_, { changes, result, mayAnswerContent, mayAnswerText }) => {
  const facts = (contentType: string | undefined): AnswerFacts => ({
    contentType,
    status: 200,
    request: "X /x/",
    isChange: changes,
    ...(mayAnswerContent && { mayAnswerContent }),
    ...(mayAnswerText && { mayAnswerText }),
  });

  async function isRefused(bodies: readonly Buffer[], types: readonly (string | undefined)[]): Promise<void> {
    for (const contentType of types) {
      if (mayAnswerContent && !contentType?.includes("json")) continue;
      for (const body of partOfRun(bodies, 5, types.indexOf(contentType))) {
        const label = `${contentType}: ${body.toString("latin1", 0, 60)}`;
        const answerFacts = facts(contentType);
        const failure = await readWhole(body, answerFacts, result);
        const stream = await streamed(body, answerFacts, result);
        expect([failure?.kind, stream.failure?.kind, stream.passed], label).toEqual(["other", "other", 0]);
        expect(failure?.details).toMatchObject({ status: 200, request: "X /x/" });
        expect(failure?.details.outcome).toBe(changes ? "unknown" : undefined);
        expect(failure?.details.hint?.includes("may have been carried out")).toBe(changes);
        expect(failure?.message.length).toBeLessThan(400);
        expect(failure?.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|call stack|string longer/);
      }
    }
  }

  test("rejects a web page", () => isRefused(webPages, contentTypes));

  test("rejects binary data", () => isRefused(binaries, contentTypes));

  test("rejects a broken document", () =>
    isRefused(
      brokenDocuments,
      // A text may begin with a bracket.
      result === "text" || mayAnswerText
        ? contentTypes.filter((type) => type !== "text/plain")
        : contentTypes,
    ));

  test("rejects invalid JSON with a JSON content type", async () => {
    if (mayAnswerText || (result !== "json" && result !== "bson")) return;
    await isRefused([Buffer.from("\uFEFF\uFEFF[]"), Buffer.from('\uFEFF\u00a0{"a":1}')], contentTypes);
    await isRefused(garbage, changes ? contentTypes.filter((type) => type !== "text/plain") : contentTypes);
  });

  test("accepts documents with white space and a byte order mark", async () => {
    for (const contentType of contentTypes) {
      for (const body of partOfRun(wholeDocuments, 4, contentTypes.indexOf(contentType))) {
        for (const variant of [body, Buffer.from(`\uFEFF \n${body}\r\n`)]) {
          expect(await readWhole(variant, facts(contentType), result)).toBeUndefined();
          expect((await streamed(variant, facts(contentType), result)).failure).toBeUndefined();
        }
      }
    }
  });
});
