import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { operation } from "../unit/client/http/endpoint.ts";
import { clientFixture } from "./client-fixture.ts";
import { listen } from "./raw-server.ts";

const require = createRequire(import.meta.url);

/** Milliseconds before the connection is reset, so that the client can read the text first. */
const readMs = 1_000;

/** A server that sends one text and then optionally resets the connection. */
async function serve(text: string, isReset: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(text);
      if (isReset) setTimeout(() => socket.resetAndDestroy(), readMs);
    });
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

const unasked = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";
const endless = "HTTP/1.1 200 OK\r\n\r\n[]";

const script = `
const { Pool } = require("undici");
new Pool(process.argv[1]).request({ path: "/", method: "GET" })
  .then(({ body }) => body.text())
  .catch(({ message }) => message)
  .then((text) => process.stdout.write(text, () => process.exit()))`;

/** Reads a response with unpatched undici in a child process. */
const readUnpatched = async (origin: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ["-e", script, origin])).stdout;

// If one of these tests fails, undici has fixed the defect and the patch can be removed.
describe("undici without the patches", () => {
  test("has the version that the patches are for", () => {
    const { version } = require("undici/package.json") as { version: string };
    const { dependencies } = JSON.parse(readFileSync("src/package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies["undici"]).toBe(version);
  });

  test("takes an unexpected 100 (Continue) as a broken answer", async () => {
    expect(await readUnpatched(await serve(unasked, false))).toBe("bad response");
  });

  test("takes a body cut off by a reset as complete", async () => {
    expect(await readUnpatched(await serve(endless, true))).toBe("[]");
  });

  test("asserts that a parser is not paused when its connection ends", () => {
    const source = readFileSync(require.resolve("undici/lib/dispatcher/client-h1.js"), "utf8");
    const finish = source.slice(source.indexOf("\n  finish ("));
    expect(finish.slice(0, finish.indexOf("\n  }\n"))).toContain("assert(!this.paused)");
  });
});

describe("a client, with the patches", () => {
  const readPatched = async (origin: string) => {
    const { client } = clientFixture(`${origin}/SVC`, { retries: 0 });
    return await (await client.call(operation(), {})).value();
  };

  test("skips an unexpected 100 (Continue)", async () => {
    expect(await readPatched(await serve(unasked, false))).toEqual([]);
  });

  test("fails if a body without a length ends with a reset", async () => {
    await expect(readPatched(await serve(endless, true))).rejects.toMatchObject({ kind: "unreachable" });
  });
});
