import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { answerBytes, readValue } from "../../../../src/client/http/answer.ts";
import type { AnswerFacts } from "../../../../src/client/http/answer-faults.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { binaries, brokenDocuments, contentTypes, garbage, webPages, wholeDocuments } from "./bodies.ts";

const entries = await loadAllOperations();

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

interface Outcome {
  /** Bytes that were passed on before the failure. */
  readonly passed: number;
  readonly failure: Failure | undefined;
}

async function streamed(
  body: Buffer,
  facts: AnswerFacts,
  result: "json" | "text" | "bson" | "none",
): Promise<Outcome> {
  let passed = 0;
  try {
    for await (const piece of answerBytes(inPieces(body, 7), facts, result)) passed += piece.length;
    return { passed, failure: undefined };
  } catch (error) {
    if (error instanceof Failure) return { passed, failure: error };
    throw error;
  }
}

async function whole(
  body: Buffer,
  facts: AnswerFacts,
  result: "json" | "text" | "bson" | "none",
): Promise<Failure | undefined> {
  try {
    await readValue({ ...facts, bytes: body }, result);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** What every operation is tried with, once for each form of operation that the reader knows. */
const forms = new Map(
  entries.map(({ operation: { method, result, mayAnswerContent, mayAnswerText } }) => [
    `${method === "GET" ? "read" : "change"} of ${result}${mayAnswerContent ? " or content" : ""}${mayAnswerText ? " or text" : ""}`,
    {
      changes: method !== "GET",
      result,
      mayBeContent: mayAnswerContent === true,
      mayBeText: mayAnswerText === true,
    },
  ]),
);

describe.each([...forms])("a %s", (_, { changes, result, mayBeContent, mayBeText }) => {
  const facts = (contentType: string | undefined): AnswerFacts => ({
    contentType,
    status: 200,
    request: "X /x/",
    changes,
    mayBeContent,
    mayBeText,
  });

  async function isRefused(bodies: readonly Buffer[], types: readonly (string | undefined)[]): Promise<void> {
    for (const contentType of types) {
      if (mayBeContent && !contentType?.includes("json")) continue;
      for (const body of bodies) {
        const label = `${contentType}: ${body.toString("latin1", 0, 60)}`;
        const told = facts(contentType);
        const failure = await whole(body, told, result);
        const stream = await streamed(body, told, result);
        expect([label, failure?.kind, stream.failure?.kind, stream.passed]).toEqual([
          label,
          "other",
          "other",
          0,
        ]);
        expect(failure?.details.outcome).toBe(changes ? "unknown" : undefined);
        expect(failure?.details.hint?.includes("may have been carried out")).toBe(changes);
        expect(failure?.message.length).toBeLessThan(400);
        expect(failure?.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|call stack|string longer/);
      }
    }
  }

  test("takes no web page", () => isRefused(webPages, contentTypes));

  test("takes no binary data", () => isRefused(binaries, contentTypes));

  test("takes no broken document", () =>
    isRefused(
      brokenDocuments,
      // A text that begins with a bracket is one.
      result === "text" || mayBeText ? contentTypes.filter((type) => type !== "text/plain") : contentTypes,
    ));

  test("takes no garbage where it promises JSON", async () => {
    if (mayBeText || (result !== "json" && result !== "bson")) return;
    await isRefused([Buffer.from("\uFEFF\uFEFF[]"), Buffer.from('\uFEFF\u00a0{"a":1}')], contentTypes);
    await isRefused(garbage, changes ? contentTypes.filter((type) => type !== "text/plain") : contentTypes);
  });

  test("takes whole documents, with white space and a mark around them", async () => {
    for (const contentType of contentTypes) {
      for (const body of wholeDocuments) {
        for (const given of [body, Buffer.from(`\uFEFF \n${body}\r\n`)]) {
          expect(await whole(given, facts(contentType), result)).toBeUndefined();
          expect((await streamed(given, facts(contentType), result)).failure).toBeUndefined();
        }
      }
    }
  });
});
