import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { mend, type Parser } from "../../../../src/client/http/undici-mends.ts";

const require = createRequire(import.meta.url);

test("undici is the release that the mends are for, and still needs them", () => {
  const { version } = require("undici/package.json") as { version: string };
  const { dependencies } = JSON.parse(readFileSync("src/package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies["undici"]).toBe(version);
  const source = readFileSync(require.resolve("undici/lib/dispatcher/client-h1.js"), "utf8");
  const body = (name: string) =>
    source.slice(source.indexOf(`\n  ${name} (`), source.indexOf("\n  }\n", source.indexOf(`\n  ${name} (`)));
  // What fails here is mended in undici itself: take the mend out of src/client/http/undici-mends.ts.
  expect(body("finish")).toContain("assert(!this.paused)");
  expect(body("onHeadersComplete")).toContain("if (statusCode === 100) {");
});

/** A parser that counts what is done to it; each chunk in `pauses` pauses it once more. */
function fakeParser(chunks: readonly (string | null)[], pauses: number) {
  const done: string[] = [];
  const rest = [...chunks];
  let left = pauses;
  const prototype = {
    execute(this: Parser, chunk: Buffer) {
      done.push(`execute ${chunk.toString()}`);
      left -= 1;
      this.paused = left > 0;
    },
    finish(this: Parser) {
      done.push(this.paused ? "crash" : "finish");
      return null;
    },
    onHeadersComplete: (status: number) => status,
  };
  const parser = Object.assign(Object.create(prototype) as Parser, {
    ptr: 1,
    paused: pauses > 0,
    socket: {
      errored: null as Error | null,
      read: () => {
        const next = rest.shift() ?? null;
        return next === null ? null : Buffer.from(next);
      },
    },
    llhttp: { llhttp_resume: () => void done.push("resume") },
  });
  mend(prototype as unknown as Parser);
  return { parser, done };
}

test("a paused parser reads what is left before it finishes", () => {
  const { parser, done } = fakeParser(["a", "b"], 3);
  expect(parser.finish()).toBeNull();
  expect(done).toEqual(["resume", "execute a", "resume", "execute b", "resume", "execute ", "finish"]);
});

test("a parser that pauses at the very end finishes all the same", () => {
  const { parser, done } = fakeParser([], 2);
  parser.finish();
  expect(done).toEqual(["resume", "execute ", "resume", "finish"]);
});

test("a parser that is not paused only finishes", () => {
  const { parser, done } = fakeParser(["a"], 0);
  parser.finish();
  expect(done).toEqual(["finish"]);
});

test("a connection that broke never counts as the end of a body", () => {
  const { parser, done } = fakeParser([], 0);
  const reset = new Error("ECONNRESET");
  expect(Object.assign(parser, { socket: { errored: reset, read: () => null } }).finish()).toBe(reset);
  expect(done).toEqual([]);
});

test("a 100 (Continue) counts as any other 1xx", () => {
  const { parser } = fakeParser([], 0);
  expect(parser.onHeadersComplete(100, false, true)).toBe(102);
  expect(parser.onHeadersComplete(103, false, true)).toBe(103);
  expect(parser.onHeadersComplete(200, false, true)).toBe(200);
});
