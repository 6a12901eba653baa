import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/client/http/call.ts";
import { operation } from "../unit/client/http/endpoint.ts";
import { rejection } from "../unit/rejection.ts";
import { clientFixture, serverAndClient } from "./client-fixture.ts";
import { answer, type Reply } from "./raw-server.ts";

const get = operation();
const post = operation({ method: "POST" });
const ok = answer(200, '{"a":1}', { "Content-Type": "application/json" });
const drop: Reply = (socket) => socket.destroy();

describe("broken connections", () => {
  test("retries a GET, but not a POST, and reports that the POST may have been carried out", async () => {
    const reading = await serverAndClient([drop, ok]);
    expect(await (await reading.client.call(get, {})).value()).toEqual({ a: 1 });
    expect(reading.notes).toHaveLength(1);
    const writing = await serverAndClient([drop, ok]);
    const failure = await rejection(() => writing.client.call(post, {}));
    expect(failure.kind).toBe("unreachable");
    expect(failure.details.hint).toContain("may have been carried out");
    expect(writing.server.requests).toHaveLength(1);
  });

  test("gives up after all retries", async () => {
    const { client, server, sleeps } = await serverAndClient([drop], { retries: 2 });
    expect((await rejection(() => client.call(get, {}))).kind).toBe("unreachable");
    expect(server.requests).toHaveLength(3);
    expect(sleeps).toEqual([250, 500]);
  });

  test("sends a request four times by default", async () => {
    const { client, server, sleeps } = await serverAndClient([drop]);
    await rejection(() => client.call(get, {}));
    expect(server.requests).toHaveLength(4);
    expect(sleeps).toEqual([250, 500, 1000]);
  });

  const half: Reply = (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2");
  const halfChunked: Reply = (socket) =>
    socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n[1,2\r\n");

  test.each([
    ["with a length", half],
    ["in chunks", halfChunked],
  ])("reads an incomplete answer %s again, or fails", async (_, reply) => {
    const again = await serverAndClient([reply, ok]);
    expect(await (await again.client.call(get, {})).value()).toEqual({ a: 1 });
    const never = await serverAndClient([reply], { retries: 1 });
    const response = await never.client.call(get, {});
    expect((await rejection(() => response.value())).kind).toBe("unreachable");
    expect(never.server.requests).toHaveLength(2);
  });

  async function textOf(response: Answer): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of response.bytes()) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  test("reads a truncated answer again if none of its bytes was passed on", async () => {
    const { client, server } = await serverAndClient([half, halfChunked, ok]);
    expect(await textOf(await client.call(get, {}))).toBe('{"a":1}');
    expect(server.requests).toHaveLength(3);
  });

  test("fails if a long answer is truncated after some of it was passed on", async () => {
    const long: Reply = (socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n["${"x".repeat(800_000)}`);
    const { client, server } = await serverAndClient([long, ok]);
    const response = await client.call(get, {});
    expect((await rejection(() => textOf(response))).kind).toBe("unreachable");
    expect(server.requests).toHaveLength(1);
  });

  test("fails instead of ending when an answer read as bytes is truncated", async () => {
    const { client } = await serverAndClient([half]);
    const response = await client.call(get, {});
    const failure = await rejection(async () => {
      for await (const _ of response.bytes());
    });
    expect(failure.kind).toBe("unreachable");
  });

  test("reports a refused connection as unreachable, with a reason", async () => {
    const { client, server } = await serverAndClient([ok], { retries: 0 });
    await server.close();
    const failure = await rejection(() => client.call(get, {}));
    expect(failure).toMatchObject({ kind: "unreachable" });
    expect(failure.message).toContain("refuses connections");
  });

  test("reports an answer that is not HTTP as unreachable", async () => {
    const { client } = await serverAndClient(["SSH-2.0-OpenSSH_9.6\r\n"], { retries: 0 });
    expect((await rejection(() => client.call(get, {}))).message).toContain("not HTTP");
  });
});

describe("time-outs", () => {
  /** Long enough for the headers to arrive even when the machine is busy. */
  const headMs = 1_500;

  const failing = async (reply: Reply, changes = {}) => {
    const { client } = await serverAndClient([reply], { timeoutMs: 150, retries: 0, ...changes });
    return await rejection(async () => await (await client.call(get, {})).value());
  };

  /** Writes `piece` every 40 ms until the connection is closed. */
  const dripping =
    (head: string, piece: string): Reply =>
    (socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(piece), 40);
      socket.on("close", () => clearInterval(timer));
    };

  test("are not extended by 1xx answers", async () => {
    for (const status of ["100 Continue", "102 Processing", "103 Early Hints"]) {
      const failure = await failing(dripping("", `HTTP/1.1 ${status}\r\n\r\n`));
      expect(failure.message).toContain("within 0.15 s");
    }
  });

  const body = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[";
  test.each<[string, Reply, number, string]>([
    ["headers that do not come", () => undefined, 100, "within 0.1 s"],
    ["headers that come byte by byte", dripping("HTTP/1.1 200 OK\r\nX: ", "x"), 150, "within 0.15 s"],
    ["a body that stops", (socket) => socket.write(`${body}1`), headMs, "stalled for 1.5 s"],
    ["a body that comes byte by byte", dripping(body, " "), headMs, "too slowly"],
  ])("are exceeded by %s, and the message names the limit", async (_, reply, timeoutMs, message) => {
    const failure = await failing(reply, { timeoutMs });
    expect([failure.kind, failure.message]).toEqual(["unreachable", expect.stringContaining(message)]);
  });

  test("of a look-up are no longer than those of the user", async () => {
    const { client } = await serverAndClient([() => undefined], { timeoutMs: 100 });
    const failure = await rejection(() => client.call(get, {}, { maxTimeoutMs: 10_000, retries: 0 }));
    expect(failure.message).toContain("within 0.1 s");
  });

  test("cut off a slow error body but keep its status", async () => {
    const reply = dripping("HTTP/1.1 404 X\r\nContent-Length: 1000\r\n\r\nNo", "!");
    const failure = await failing(reply, { timeoutMs: headMs });
    expect(failure).toMatchObject({ kind: "notFound" });
    expect(failure.message).toMatch(/^No!/);
  });

  test("do not count time in which the caller does not read", async () => {
    const large = answer(200, JSON.stringify("x".repeat(3_000_000)), { "Content-Type": "application/json" });
    const { client } = await serverAndClient([large], { timeoutMs: headMs, retries: 0 });
    const response = await client.call(get, {});
    await new Promise((done) => setTimeout(done, 2 * headMs));
    let size = 0;
    for await (const piece of response.bytes()) size += piece.length;
    expect(size).toBe(3_000_002);
  });

  test("unexpected 1xx answers are skipped", async () => {
    for (const status of ["100 Continue", "102 Processing", "103 Early Hints", "199 Odd"]) {
      const { client } = await serverAndClient([`HTTP/1.1 ${status}\r\nX: 1\r\n\r\n`.repeat(3) + ok], {
        retries: 0,
      });
      expect(await (await client.call(post, {})).value()).toEqual({ a: 1 });
    }
  });

  test("an abort rejects with its reason: before the request, while waiting, while reading", async () => {
    const reason = new Error("stopped by hand");
    const { client } = await serverAndClient([ok]);
    await expect(client.call(get, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const waiting = new AbortController();
    const silent = await serverAndClient([() => waiting.abort(reason)]);
    await expect(silent.client.call(get, {}, { signal: waiting.signal })).rejects.toBe(reason);
    const reading = new AbortController();
    const begun = await serverAndClient([
      (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"),
    ]);
    const response = await begun.client.call(get, {}, { signal: reading.signal });
    const value = response.value();
    reading.abort(reason);
    await expect(value).rejects.toBe(reason);
  });
});

describe("answers that ask for a retry", () => {
  test("Retry-After is obeyed for every method", async () => {
    const { client, sleeps } = await serverAndClient([
      answer(409, "", { "Retry-After": "7" }),
      answer(503, "", { "Retry-After": "Tue, 14 Nov 2023 22:13:50 GMT" }),
      ok,
    ]);
    await client.call(post, {});
    expect(sleeps).toEqual([7000, 30_000]);
  });

  test("a Retry-After that is too long is reported instead", async () => {
    const { client, sleeps } = await serverAndClient([answer(503, "", { "Retry-After": "86400" })]);
    expect((await rejection(() => client.call(get, {}))).kind).toBe("serverError");
    expect(sleeps).toEqual([]);
  });

  test("a call may set its own number of retries", async () => {
    const { client, server } = await serverAndClient([answer(502)]);
    await rejection(() => client.call(get, {}, { retries: 0 }));
    expect(server.requests).toHaveLength(1);
  });
});

describe("unusual answers", () => {
  test("a redirect is an error and is not followed", async () => {
    const { client, server } = await serverAndClient([
      answer(302, "<html></html>", { Location: "http://evil.example/" }),
    ]);
    expect((await rejection(() => client.call(get, {}))).details.status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  test("a huge error body is read only up to a limit", async () => {
    let written = 0;
    const giant: Reply = (socket) => {
      socket.write("HTTP/1.1 400 X\r\nContent-Length: 1000000000\r\n\r\n");
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) written += chunk.length;
      };
      socket.on("drain", more);
      more();
    };
    const { client } = await serverAndClient([giant]);
    const failure = await rejection(() => client.call(get, {}));
    expect(failure.kind).toBe("invalid");
    expect(failure.message.length).toBeLessThan(3000);
    expect(written).toBeLessThan(100_000_000);
  });

  test("an error keeps its status if its body is truncated", async () => {
    const { client } = await serverAndClient([
      (socket) => socket.end("HTTP/1.1 404 X\r\nContent-Length: 100\r\n\r\nNo Machine"),
    ]);
    expect(await rejection(() => client.call(get, {}))).toMatchObject({
      kind: "notFound",
      message: "No Machine",
    });
  });

  test("a compressed body is decompressed although compression was not requested", async () => {
    const packed = gzipSync("[1,2]");
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const { client } = await serverAndClient([
      (socket) => socket.write(Buffer.concat([Buffer.from(head), packed])),
    ]);
    expect(await (await client.call(get, {})).value()).toEqual([1, 2]);
  });

  test("a corrupt or truncated compressed body is reported as such", async () => {
    const packed = gzipSync(JSON.stringify(Array.from({ length: 500 }, (_, index) => index * 7919)));
    for (const body of [
      packed.subarray(0, -20),
      Buffer.from("no gzip"),
      Buffer.from(packed).fill(7, 40, 60),
    ]) {
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
      const reply: Reply = (socket) => socket.write(Buffer.concat([Buffer.from(head), body]));
      for (const entry of [get, post]) {
        const { client, server } = await serverAndClient([reply]);
        const response = await client.call(entry, {});
        const failure = await rejection(() => response.value());
        expect(failure).toMatchObject({ kind: "other" });
        expect(failure.message).toContain("compressed");
        expect(failure.details.outcome).toBe(entry === post ? "unknown" : undefined);
        expect(server.requests).toHaveLength(1);
      }
    }
  });

  test("a body without a content type is parsed as the operation's result type", async () => {
    const { client } = await serverAndClient([answer(200, '{"a":1}')]);
    const response = await client.call(get, {});
    expect(response.contentType).toBeUndefined();
    expect(await response.value()).toEqual({ a: 1 });
  });

  test("200 instead of 204, and a 204 with a body, succeed and leave the connection usable", async () => {
    const none = operation({ method: "POST", result: "none", success: 204 });
    const { client } = await serverAndClient([answer(200), answer(204), answer(204, '{"x":1}'), ok]);
    for (let count = 0; count < 3; count += 1) {
      expect(await (await client.call(none, {})).value()).toBeUndefined();
    }
    expect(await (await client.call(get, {})).value()).toEqual({ a: 1 });
  });
});

describe("clock differences", () => {
  test("are measured from the Date header and explain a 401", async () => {
    const date = { Date: "Tue, 14 Nov 2023 22:23:20 GMT" };
    const { client } = await serverAndClient([answer(200, "[]", date), answer(401, "", date)]);
    expect(client.clockSkewMs()).toBeUndefined();
    await (await client.call(get, {})).value();
    expect(client.clockSkewMs()).toBe(600_000);
    const failure = await rejection(() => client.call(get, {}));
    expect(failure.kind).toBe("notAuthenticated");
    expect(failure.details.hint).toContain("clock-offset=600");
  });

  test("include the profile's offset, which is added to every timestamp", async () => {
    const { client: plain, server } = await serverAndClient([
      answer(200, "[]", { Date: "Tue, 14 Nov 2023 22:23:20 GMT" }),
    ]);
    const { client } = clientFixture(server.baseUrl, {
      endpoint: { ...plain.endpoint, clockOffsetMs: 600_000 },
    });
    await (await client.call(get, {})).value();
    expect(server.requests[0]?.headers["authorization"]).toContain('oauth_timestamp="1700000600"');
    expect(client.clockSkewMs()).toBe(0);
  });
});

test("the trace shows requests and answers without secrets", async () => {
  const body = '{"power_pass": "hunter2", "power_address": "10.0.0.1"}';
  const { client, traced } = await serverAndClient([
    answer(503, "busy", { "Retry-After": "0" }),
    answer(200, body),
  ]);
  await (await client.call(post, { comment: "hi", password: "hunter2" })).value();
  const trace = traced.join("\n");
  expect(trace).toContain("> comment=hi");
  expect(trace).toContain("< 503");
  expect(trace).toContain("< busy");
  expect(trace).toContain("10.0.0.1");
  expect(trace).not.toMatch(/hunter2|secretsecret/);
});

test("an answer that contains a secret is not traced", async () => {
  const { client, traced } = await serverAndClient([answer(200, '{"x": "hunter2"}')]);
  await (await client.call(operation({ sensitive: true }), {})).value();
  expect(traced.join("\n")).not.toContain("hunter2");
});
