import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { Method } from "../../src/catalogue/operation.ts";
import { Failure } from "../../src/core/failure.ts";
import { operation } from "../unit/client/http/endpoint.ts";
import { createRandom, type SeededRandom, seedsOfRun } from "../unit/random.ts";
import { serverAndClient } from "./client-fixture.ts";

const methods: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

const statusLines = [
  ...[200, 201, 202, 203, 204, 206, 226, 299],
  ...[300, 301, 302, 303, 304, 305, 307, 308, 399],
  ...[
    400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 418, 421, 422, 423, 425,
  ],
  ...[426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 505, 507, 511, 520, 599, 600, 999],
].map((status) => `HTTP/1.1 ${status} Whatever\r\n`);
const oddLines = [
  "HTTP/1.0 200 OK\r\n",
  "HTTP/2.0 200 OK\r\n",
  "HTTP/1.1 20 OK\r\n",
  "HTTP/1.1 2000 OK\r\n",
  "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000",
  "\u0015\u0003\u0003\u0000\u0002\u0002\u0046",
  "SSH-2.0-OpenSSH_9.6\r\n",
  "220 mail ESMTP\r\n",
  "",
];
const oddHeaders = [
  "Content-Length: 5\r\nContent-Length: 6\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Content-Length: x\r\n",
  "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
  "Transfer-Encoding: x\r\n",
  "Transfer-Encoding: chunked, chunked\r\n",
  "Content-Encoding: gzip\r\n",
  "Content-Encoding: br\r\n",
  "Content-Encoding: deflate\r\n",
  `X: ${"x".repeat(40_000)}\r\n`,
  "X: 1\r\n".repeat(3000),
  "No colon\r\n",
  ": empty\r\n",
  "Connection: close\r\n",
  "Retry-After: 0\r\n",
  "Retry-After: Tue Nov 14 22:13:20 2023\r\n",
  "Retry-After: 99999999999999999999\r\n",
  "Retry-After: -5\r\n",
  "Date: Thu, 01 Jan 2099 00:00:00 GMT\r\n",
  "Location: //evil.example/\r\n",
  "Location: \u0007\r\n",
  "Content-Type: text/html; charset=utf-16\r\n",
];
const bodies = [
  "",
  "[]",
  '{"a":1}',
  "null",
  "[".repeat(5000),
  '{"system_id":',
  "[] []",
  "<html><body>Sign in</body></html>",
  "No such thing",
  "\u0000\u0001\u0002",
  "-".repeat(2000),
  " ".repeat(70_000),
  '\\"'.repeat(30_000),
  "<".repeat(30_000),
  "日".repeat(2000),
];

interface Case {
  readonly method: Method;
  readonly text: string;
  readonly end: (socket: Socket) => void;
}

function generated(random: SeededRandom): Case {
  const line = random.below(3) > 0 ? random.pick(statusLines) : random.pick(oddLines);
  const body = random.pick(bodies);
  const framing = random.pick([
    `Content-Length: ${Buffer.byteLength(body)}\r\n`,
    `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json\r\n`,
    "Connection: close\r\n",
    random.pick(oddHeaders),
    `Content-Length: ${Buffer.byteLength(body)}\r\n${random.pick(oddHeaders)}`,
  ]);
  const fullText = `${line}${framing}\r\n${body}`;
  const text = random.below(3) === 0 ? fullText.slice(0, random.below(fullText.length + 1)) : fullText;
  const end = random.pick<Case["end"]>([
    (socket) => socket.end(),
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
    () => undefined,
  ]);
  return { method: random.pick(methods), text, end };
}

const statusOf = (text: string): number | undefined => {
  const match = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r]*\r\n)*?\r\n/.exec(text.slice(0, 200));
  return match === null ? undefined : Number(match[1]);
};

const asksAgain = /^HTTP\/1\.1 (?:409|429|503) [\s\S]*\r\nRetry-After:/i;

test("requests end in time with a readable message, whatever a service answers", async () => {
  const cases = seedsOfRun(2, [1, 2]).flatMap((seed) => {
    const random = createRandom(seed);
    return Array.from({ length: 60 }, () => ({ seed, ...generated(random) }));
  });
  await Promise.all(
    cases.map(async ({ seed, method, text, end }) => {
      const label = JSON.stringify([seed, method, text.slice(0, 160)]);
      const { client, server } = await serverAndClient([(socket) => socket.write(text, () => end(socket))], {
        timeoutMs: 800,
        retries: 2,
      });
      const result = await client
        .call(operation({ method }), { a: "1" })
        .then((answer) => answer.value())
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      // The server may not have read a request before it timed out, so it counts only successful ones.
      const isChange = method !== "GET" && !asksAgain.test(text);
      expect(server.requests.length, label).toBeLessThanOrEqual(isChange ? 1 : 3);
      if (result === undefined) expect(server.requests.length, label).toBeGreaterThan(0);
      if (result === undefined) return;
      expect(result, label).toBeInstanceOf(Failure);
      if (!(result instanceof Failure)) return;
      const { kind, message, details } = result;
      expect(message, label).not.toMatch(/stack|assert|undefined|\[object|NaN|\n/i);
      expect(message.length, label).toBeLessThan(3000);
      const status = details.status ?? statusOf(text);
      if (details.status === undefined) expect(["unreachable", "other"], label).toContain(kind);
      if (method === "GET") expect(details.outcome, label).toBeUndefined();
      else if (details.status === undefined) expect(details.outcome, label).toBe("unknown");
      else expect(details.outcome, label).toBe(outcomeOf(status ?? 0));
    }),
  );
});

/** The expected outcome of a change that was answered with this status and a bad body. */
function outcomeOf(status: number): string {
  if (status < 300 || status === 408 || (status >= 500 && status !== 503)) return "unknown";
  return "refused";
}
