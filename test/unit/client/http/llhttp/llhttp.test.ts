import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { type Connection, Instance, Module } from "../../../../../src/client/http/llhttp/index.ts";
import type { Callbacks, Llhttp, LlhttpLoader } from "../../../../../src/client/http/llhttp/interface.ts";
import { createRandom } from "../../../random.ts";
import { generateAnswers } from "./answers.ts";
import { parsed } from "./run.ts";

const require = createRequire(import.meta.url);

/** llhttp as undici has it. */
interface Compiler {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
const { WebAssembly: compiler } = globalThis as unknown as { WebAssembly: Compiler };
const compiled = new compiler.Module(require("undici/lib/llhttp/llhttp-wasm.js") as Uint8Array);
const own: LlhttpLoader = (env) => new compiler.Instance(compiled, { env }).exports as Llhttp<number>;

let heard: Callbacks<number>;
const shared = own(
  new Proxy({} as Callbacks<number>, {
    get:
      (_, name) =>
      (...given: readonly number[]) =>
        Reflect.get(heard, name)(...given),
  }),
);
/** One instance for all that is parsed, one text after another: making one takes longer than parsing. */
const reference: LlhttpLoader = (env) => {
  heard = env;
  return shared;
};

/** What stands before it, and how often that made an instance of it. */
function standIn() {
  let made = 0;
  const load: LlhttpLoader = (env) => {
    made += 1;
    return own(env);
  };
  const open = (env: Callbacks<Connection>) => Instance(Module(load), { env }).exports;
  return { open, made: () => made };
}

const goesOn = () => 0;
const text = (...pieces: readonly string[]) => pieces.map((piece) => Buffer.from(piece, "latin1"));

describe("answers are parsed as llhttp parses them", () => {
  /** What each callback of undici may answer besides 0: no body, another protocol, a pause, an error. */
  const answers: Readonly<Record<string, readonly number[]>> = {
    begin: [-1],
    headers: [1, 2, 21, -1],
    body: [21, 21, -1],
    complete: [21, -1],
  };

  test.each([1, 2, 3, 4])("whatever comes, in whatever pieces (seed %i)", (seed) => {
    let plain = 0;
    for (let count = 0; count < 1500; count += 1) {
      const caseSeed = seed * 1_000_000 + count;
      const { pieces, isPlain } = generateAnswers(createRandom(caseSeed));
      const interrupts = count % 2 === 0;
      const answering = () => {
        const random = createRandom(caseSeed);
        return (event: string) =>
          interrupts && random.below(4) === 0 ? random.pick(answers[event] ?? [0]) : 0;
      };
      const { open, made } = standIn();
      const found = parsed(open, pieces, answering());
      expect(found, `case ${caseSeed}`).toEqual(parsed(reference, pieces, answering()));
      // A body that is not read is parsed as the next answer.
      if (!isPlain || interrupts) continue;
      plain += 1;
      expect(made(), `case ${caseSeed}`).toBe(0);
    }
    expect(plain).toBeGreaterThan(50);
  });
});

describe("llhttp is compiled", () => {
  test.each([
    ["a body of known length", ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\n\r\n", "h", "i"]],
    ["chunks", ["HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n", "2\r\nhi\r\n", "0\r\n\r\n"]],
    ["no body", ["HTTP/1.1 204 No Content\r\nConnection: Keep-Alive\r\n\r\n"]],
    [
      "two answers",
      ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 404 x\r\nContent-Length: 1\r\n\r\nz"],
    ],
  ])("never for %s", (_, pieces) => {
    const { open, made } = standIn();
    expect(parsed(open, text(...pieces), goesOn)).toEqual(parsed(reference, text(...pieces), goesOn));
    expect(made()).toBe(0);
  });

  test.each([
    ["a head in two pieces", ["HTTP/1.1 200 OK\r\nConte", "nt-Length: 2\r\n\r\nhi"]],
    ["an older version", ["HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi"]],
    ["a connection that is to end", ["HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi"]],
    ["a body that ends with it", ["HTTP/1.1 200 OK\r\n\r\nhi"]],
    ["two lengths", ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi"]],
    ["a length and chunks", ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nhi"]],
    [
      "an extension of a chunk",
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\n\r\n"],
    ],
    ["a trailer", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX: y\r\n\r\n"]],
    ["another line end", ["HTTP/1.1 200 OK\nContent-Length: 2\n\nhi"]],
    ["noise", ["hello"]],
  ])("for %s, and once", (_, pieces) => {
    const { open, made } = standIn();
    expect(parsed(open, text(...pieces), goesOn)).toEqual(parsed(reference, text(...pieces), goesOn));
    expect(made()).toBe(1);
  });
});
