import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { operation } from "../unit/client/http/endpoint.ts";
import { clientFixture } from "./client-fixture.ts";
import { listen } from "./raw-server.ts";

const body = Buffer.from(JSON.stringify(Array.from({ length: 150_000 }, (_, id) => ({ id }))));
const packed = gzipSync(body);

const chunked = (bytes: Buffer): Buffer => {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += 50_000) {
    const piece = bytes.subarray(start, start + 50_000);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]);
};

/** The ways to mark the end of a body. The connection is closed after each. */
const framings: Readonly<Record<string, readonly [headers: string, bytes: Buffer]>> = {
  "a length": [`Content-Length: ${body.length}\r\n`, body],
  chunks: ["Transfer-Encoding: chunked\r\n", chunked(body)],
  "the end of the connection": ["", body],
  "a length, packed": [`Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n`, packed],
  "chunks, packed": ["Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunked(packed)],
};

async function closing(headers: string, bytes: Buffer, end: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\n${headers}Connection: close\r\n\r\n`);
      socket.write(bytes, () => end(socket));
    });
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}/SVC`;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Reads a body, pausing before it and after each of the first pieces. */
async function readSlowly(url: string): Promise<Buffer | Error> {
  const { client } = clientFixture(url, { retries: 0 });
  const response = await client.call(operation(), {});
  const pieces: Uint8Array[] = [];
  try {
    await pause(20);
    for await (const piece of response.bytes()) {
      pieces.push(piece);
      if (pieces.length < 8) await pause(10);
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  return Buffer.concat(pieces);
}

describe.each(Object.entries(framings))(
  "a slow reader of a body that ends with %s",
  (name, [headers, bytes]) => {
    test("gets all of it when the connection ends after it", async () => {
      const url = await closing(headers, bytes, (socket) => socket.end());
      const read = await readSlowly(url);
      expect(read).toBeInstanceOf(Buffer);
      expect(body.equals(read as Buffer)).toBe(true);
    });

    // Without a length or chunks, the end of the connection is the only end of the body.
    const hasEnd = name !== "the end of the connection";

    test.runIf(hasEnd)("fails when the connection ends within it", async () => {
      const url = await closing(headers, bytes.subarray(0, bytes.length - 10), (socket) => socket.end());
      expect(await readSlowly(url)).toMatchObject({ name: "Failure" });
    });

    test.runIf(hasEnd)("gets all of it or fails when the connection is reset", async () => {
      const url = await closing(headers, bytes, (socket) => socket.resetAndDestroy());
      const read = await readSlowly(url);
      if (read instanceof Buffer) expect(body.equals(read)).toBe(true);
      else expect(read).toMatchObject({ name: "Failure" });
    });
  },
);
