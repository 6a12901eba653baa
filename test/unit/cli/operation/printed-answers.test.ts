import { describe, expect, test } from "vitest";
import { outputFormats } from "../../../../src/catalogue/commands/options.ts";
import { loadAllOperations, type OperationEntry } from "../../../../src/catalogue/index.ts";
import { printResult } from "../../../../src/cli/operation/submit.ts";
import { answerBytes, readValue } from "../../../../src/client/http/answer.ts";
import type { AnswerFacts } from "../../../../src/client/http/answer-body.ts";
import type { Client } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { binaries, brokenDocuments, webPages } from "../../client/http/bodies.ts";
import { partOfRun } from "../../random.ts";
import { printingHarness } from "../harness.ts";

const entries = await loadAllOperations();

/** Runs an operation that is answered with `body`, and returns the output. */
async function printed(
  entry: OperationEntry,
  format: (typeof outputFormats)[number],
  body: Buffer,
  isTTY: boolean,
) {
  const { operation } = entry;
  const harness = printingHarness(() => undefined, { globals: { output: format, color: false } }, { isTTY });
  const facts: AnswerFacts = {
    contentType: "application/json",
    status: 200,
    request: operation.path,
    isChange: operation.method !== "GET",
    ...(operation.mayAnswerContent && { mayAnswerContent: true }),
    ...(operation.mayAnswerText && { mayAnswerText: true }),
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; at += 1000) yield body.subarray(at, at + 1000);
  }
  const client: Client = {
    ...harness.client,
    call: async () => ({
      status: 200,
      contentType: facts.contentType,
      headers: {},
      bytes: () => answerBytes(pieces(), facts, operation.result),
      value: () => readValue({ ...facts, bytes: body }, operation.result),
    }),
  };
  let failure: unknown;
  try {
    const call = {
      entry,
      client,
      inputValues: {},
      values: {},
      nodes: [],
      isUnverified: false,
      label: () => "",
    };
    await printResult(call, harness.invocation);
  } catch (error) {
    failure = error;
  }
  return { failure, stdout: harness.terminal.shown.stdout };
}

const wrong = [...webPages, ...binaries, ...brokenDocuments].filter(({ length }) => length < 10_000);

describe.each(outputFormats)("every operation as %s", (format) => {
  const turn = outputFormats.indexOf(format);
  const entriesOfDay = partOfRun([...entries.entries()], 8, turn);

  test("prints nothing of an answer that it does not promise", async () => {
    for (const [index, entry] of entriesOfDay) {
      for (let count = 0; count < 3; count += 1) {
        const body = wrong[(index * 3 + count) % wrong.length] ?? Buffer.alloc(0);
        const { failure, stdout } = await printed(entry, format, body, count === 0);
        const label = `${entry.id}: ${body.toString("latin1", 0, 40)}`;
        expect([stdout, failure instanceof Failure && failure.kind], label).toEqual(["", "other"]);
      }
    }
  });

  const hostile = "\\u001b]0;x\\u0007 \\u009b2J \u009b2J \u202e \u007f";
  const odd = [
    ...["null", "true", '"text"', "12345678901234567890", '""', "[]", "{}", "[null,1,[],{}]"],
    `{"${hostile}":"${hostile}","hostname":["${hostile}",{"${hostile}":null}]}`,
    `[{"${hostile}":"${hostile}","name":"${hostile}","id":"${hostile}"},"${hostile}"]`,
    '{"__proto__":1,"toJSON":2,"constructor":{"buffer":[]}}',
    "",
  ].map((text) => Buffer.from(text));

  test("prints whatever is well-formed, and nothing that a terminal obeys", async () => {
    for (const [index, entry] of entriesOfDay) {
      for (let count = 0; count < 4; count += 1) {
        const body = odd[(index + count * 3) % odd.length] ?? Buffer.alloc(0);
        const isEmptyRead = body.length === 0 && entry.operation.method === "GET";
        const { failure, stdout } = await printed(entry, format, body, true);
        const mayFail = isEmptyRead && ["json", "bson"].includes(entry.operation.result);
        const label = `${entry.id}: ${body}`;
        expect(mayFail ? undefined : failure, label).toEqual(undefined);
        expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      }
    }
  });
});
