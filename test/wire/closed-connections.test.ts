import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Method } from "../../src/catalogue/operation.ts";
import { Failure } from "../../src/core/failure.ts";
import { operation } from "../unit/client/http/endpoint.ts";
import { partOfRun } from "../unit/random.ts";
import { clientFixture } from "./client-fixture.ts";
import { answer, listen } from "./raw-server.ts";

const ok = answer(200, '{"a":1}', { "Content-Type": "application/json" });
const methods: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** Ways in which a server closes a connection. */
const closingMethods: Readonly<Record<string, (socket: Socket) => void>> = {
  end: (socket) => socket.end(),
  destroy: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
};

/** The connection ends after `readBytes` of the request or `answerBytes` of the answer. */
interface Cut {
  readonly readBytes: number;
  /** Undefined if the request is not answered. */
  readonly answerBytes?: number;
}

const everything = Number.POSITIVE_INFINITY;
const cuts: readonly Cut[] = [
  ...[0, 1, 17, 100, 300, everything].map((readBytes) => ({ readBytes })),
  ...[1, 12, 30, ok.length - 8, ok.length - 1].map((answerBytes) => ({ readBytes: everything, answerBytes })),
];

/**
 * A server whose first connection sends `goodAnswers` complete answers and cuts the next request. Later
 * connections always answer. `connections` holds the bytes that each connection has read of its cut or later
 * requests.
 */
async function cuttingServer(cut: Cut, end: (socket: Socket) => void, goodAnswers: number) {
  const connections: number[] = [];
  const server = createServer((socket) => {
    const number = connections.push(0) - 1;
    const isFirst = number === 0;
    let answerCount = 0;
    let received = Buffer.alloc(0);
    socket.on("error", () => undefined);
    if (isFirst && goodAnswers === 0 && cut.readBytes === 0) return end(socket);
    socket.on("data", (data) => {
      received = Buffer.concat([received, data]);
      const mustCut = isFirst && answerCount === goodAnswers;
      if (!isFirst || mustCut) connections[number] = received.length;
      if (mustCut && received.length >= cut.readBytes) return end(socket);
      if (!isWhole(received)) return;
      received = Buffer.alloc(0);
      if (!mustCut) {
        answerCount += 1;
        socket.write(ok);
        if (isFirst && answerCount === goodAnswers && cut.readBytes === 0) end(socket);
        return;
      }
      if (cut.answerBytes === undefined) end(socket);
      else socket.write(ok.slice(0, cut.answerBytes), () => end(socket));
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}/SVC`, connections };
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /content-length: (\d+)/i.exec(bytes.subarray(0, end).toString("latin1"))?.[1] ?? "0";
  return bytes.length >= end + 4 + Number(length);
}

describe.each(Object.entries(closingMethods))("a connection closed by %s", (_, end) => {
  test.each(methods)("never makes svc send a %s twice, wherever it is cut", async (method) => {
    const entry = operation({
      method,
      path: "/machines/{id}/",
      parameters: [{ name: "id", type: "string", help: "" }],
    });
    for (const goodAnswers of [0, 1, 2]) {
      for (const cut of partOfRun(cuts, 3, goodAnswers)) {
        const { url, connections } = await cuttingServer(cut, end, goodAnswers);
        const { client } = clientFixture(url);
        const values = { id: "abc", ...(method === "POST" ? { comment: "x".repeat(200) } : {}) };
        const ask = async () => await (await client.call(entry, values)).value();
        for (let count = 0; count < goodAnswers; count += 1) expect(await ask()).toEqual({ a: 1 });
        const result = await ask().catch((error: unknown) => error);
        await client.close();
        const label = JSON.stringify({ goodAnswers, ...cut, connections });
        if (method === "GET") {
          expect(result, label).toEqual({ a: 1 });
          continue;
        }
        const read = connections.filter((bytes) => bytes > 0);
        expect(read.length, label).toBeLessThanOrEqual(1);
        if (result instanceof Failure) {
          expect(result.details.outcome, label).toBe("unknown");
          expect(result.details.hint, label).toContain("may have been carried out");
        } else {
          expect(result, label).toEqual({ a: 1 });
          expect(read.length, label).toBe(1);
        }
      }
    }
  });
});
