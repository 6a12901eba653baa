import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Certified, certify, hasOpenssl } from "../certificates.ts";
import { folderOfFile } from "../temporary-folder.ts";
import { operation } from "../unit/client/http/endpoint.ts";
import { rejection } from "../unit/rejection.ts";
import { clientFixture } from "./client-fixture.ts";
import { answer, listen, rawServer } from "./raw-server.ts";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function keep(server: Server): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  });
}

const get = operation();
const ok = answer(200, '{"a":1}', { "Content-Type": "application/json" });

test("an answer that arrives while a large file is being sent is used", async () => {
  const server = createServer((socket) => {
    socket.once("data", () => socket.write(answer(413, "too large", { Connection: "close" })));
    socket.on("error", () => undefined);
  });
  keep(server);
  const { client } = clientFixture(`http://127.0.0.1:${await listen(server)}/SVC`);
  open.push(client);
  const chunk = Buffer.alloc(1 << 20);
  const file = {
    filename: "big",
    size: 64 * chunk.length,
    async *open() {
      for (let count = 0; count < 64; count += 1) yield chunk;
    },
  };
  const failure = await rejection(() => client.call(operation({ method: "POST" }), { file }));
  expect(failure).toMatchObject({ kind: "invalid", message: "too large" });
});

describe("proxies of the environment", () => {
  /** A proxy for absolute-form requests and tunnels that connects every host to the port `target()`. */
  async function proxy(target: () => number, refusal?: string) {
    const requestLines: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (first) => {
        requestLines.push(first.toString("latin1").split("\r\n")[0] ?? "");
        if (refusal !== undefined) return socket.end(refusal);
        const upstream = connect(target(), "127.0.0.1", () => {
          if (first.toString("latin1").startsWith("CONNECT")) socket.write("HTTP/1.1 200 OK\r\n\r\n");
          else upstream.write(first);
          socket.pipe(upstream).pipe(socket);
        });
        upstream.on("error", () => socket.destroy());
        socket.on("close", () => upstream.destroy());
      });
    });
    keep(server);
    return { port: await listen(server), requestLines };
  }

  test("plain http uses the absolute form", async () => {
    const service = await rawServer(ok);
    open.push(service);
    const { port, requestLines } = await proxy(() => service.port);
    const { client } = clientFixture("http://lab.example:5240/SVC", {
      env: { HTTP_PROXY: `127.0.0.1:${port}` },
    });
    open.push(client);
    expect(await (await client.call(get, { id: "0" })).value()).toEqual({ a: 1 });
    expect(requestLines).toEqual(["GET http://lab.example:5240/SVC/api/2.0/machines/?id=0 HTTP/1.1"]);
    expect(service.requests[0]?.headers["host"]).toBe("lab.example:5240");
  });

  test("loopback and NO_PROXY hosts are reached without a proxy", async () => {
    const service = await rawServer(ok);
    open.push(service);
    const { port, requestLines } = await proxy(() => service.port);
    const env = { http_proxy: `http://127.0.0.1:${port}`, no_proxy: "lab.invalid" };
    const loopback = clientFixture(service.baseUrl, { env });
    open.push(loopback.client);
    await loopback.client.call(get, {});
    const exempt = clientFixture("http://lab.invalid:5240/SVC", { env, retries: 0 });
    open.push(exempt.client);
    const failure = await rejection(() => exempt.client.call(get, {}));
    expect(failure.kind).toBe("unreachable");
    expect(failure.message).not.toContain("proxy");
    expect(requestLines).toEqual([]);
  });

  test.each([
    ["http://lab.example/SVC", "HTTP_PROXY"],
    ["https://lab.example/SVC", "HTTPS_PROXY"],
  ])("a proxy that refuses %s is named, and the request is not retried", async (url, name) => {
    const { port, requestLines } = await proxy(() => 0, answer(407, "", { Connection: "close" }));
    const { client } = clientFixture(url, { env: { [name]: `http://127.0.0.1:${port}` } });
    open.push(client);
    const failure = await rejection(() => client.call(get, {}));
    expect(failure.kind).toBe("unreachable");
    expect(failure.message).toContain("proxy");
    expect(requestLines).toHaveLength(1);
  });

  test("a change refused by a proxy was not sent", async () => {
    const { port } = await proxy(() => 0, answer(407, "", { Connection: "close" }));
    const { client } = clientFixture("http://lab.example/SVC", {
      env: { HTTP_PROXY: `http://127.0.0.1:${port}` },
    });
    open.push(client);
    const failure = await rejection(() => client.call(operation({ method: "POST" }), {}));
    expect(failure.details).toMatchObject({ outcome: "refused", hint: expect.stringContaining("password") });
  });

  test.each(["", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\nX: y\r\n"])(
    "a proxy that closes after %j gets one CONNECT for each attempt",
    async (start) => {
      const { port, requestLines } = await proxy(() => 0, start);
      const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
      const { client } = clientFixture("https://lab.example/SVC", { env, retries: 1 });
      open.push(client);
      const failure = await rejection(() => client.call(operation({ method: "POST" }), {}));
      expect(failure.message).toContain("through the proxy from the environment");
      expect(failure.details.outcome).toBe("not_sent");
      expect(requestLines).toEqual(Array(2).fill("CONNECT lab.example:443 HTTP/1.1"));
    },
  );

  test("an invalid proxy address is a usage error", async () => {
    const { client } = clientFixture("http://lab.example/SVC", { env: { HTTP_PROXY: "http://" } });
    expect((await rejection(() => client.call(get, {}))).kind).toBe("usage");
  });

  test("a proxy that refuses connections is unreachable", async () => {
    const closedServer = await rawServer(ok);
    await closedServer.close();
    const { client } = clientFixture("http://lab.example/SVC", {
      env: { HTTP_PROXY: `http://127.0.0.1:${closedServer.port}` },
      retries: 0,
    });
    open.push(client);
    const failure = await rejection(() => client.call(get, {}));
    expect(failure.kind).toBe("unreachable");
    expect(failure.message).toContain("proxy");
  });
});

describe.skipIf(!hasOpenssl())("TLS", () => {
  const folder = folderOfFile();
  let certified: Certified = { cert: "", key: "" };

  beforeAll(() => {
    certified = certify({ folder, name: "localhost", altName: "DNS:localhost" });
  });

  async function service(): Promise<number> {
    const server = createTlsServer(certified, (socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => socket.write(ok));
    });
    server.on("tlsClientError", () => undefined);
    keep(server);
    return await listen(server);
  }

  test("a self-signed certificate is rejected with the hint --ca-cert", async () => {
    const { client, sleeps } = clientFixture(`https://localhost:${await service()}/SVC`);
    open.push(client);
    const failure = await rejection(() => client.call(get, {}));
    expect(failure.kind).toBe("unreachable");
    expect(failure.details.hint).toContain("--ca-cert");
    expect(sleeps).toEqual([]);
  });

  test("a certificate is accepted if its authority is trusted and its name matches", async () => {
    const port = await service();
    const trusted = clientFixture(`https://localhost:${port}/SVC`, { caCert: certified.cert });
    open.push(trusted.client);
    expect(await (await trusted.client.call(get, {})).value()).toEqual({ a: 1 });
    const other = clientFixture(`https://127.0.0.1:${port}/SVC`, { caCert: certified.cert });
    open.push(other.client);
    expect((await rejection(() => other.client.call(get, {}))).message).toContain("another name");
  });

  test("--insecure accepts any certificate", async () => {
    const { client } = clientFixture(`https://127.0.0.1:${await service()}/SVC`, { insecure: true });
    open.push(client);
    expect(await (await client.call(get, {})).value()).toEqual({ a: 1 });
  });

  /** A proxy that opens a tunnel and connects it to `port`. */
  async function silentProxy(port: number): Promise<{ readonly port: number }> {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        const upstream = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
        upstream.on("error", () => socket.destroy());
        socket.pipe(upstream).pipe(socket);
        socket.on("close", () => upstream.destroy());
      });
    });
    keep(server);
    return { port: await listen(server) };
  }

  test("a missing common TLS version is not reported as a wrong certificate", async () => {
    // The TLS alert "protocol_version".
    const old = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 70])));
    });
    keep(old);
    const { client } = clientFixture(`https://127.0.0.1:${await listen(old)}/SVC`, { insecure: true });
    open.push(client);
    const failure = await rejection(() => client.call(operation({ method: "POST" }), {}));
    expect(failure.message).toMatch(/^cannot make a TLS connection to .*: protocol version$/);
    expect(failure.details).toMatchObject({ outcome: "not_sent", hint: "svc speaks TLS 1.2 and newer" });
  });

  test("a pending handshake does not outlive the client", async () => {
    const closed: Promise<unknown>[] = [];
    const silent = createServer((socket) => {
      closed.push(once(socket, "close"));
      socket.on("error", () => undefined).resume();
    });
    keep(silent);
    const port = await listen(silent);
    const { port: proxyPort } = await silentProxy(port);
    for (const [url, env] of [
      [`https://127.0.0.1:${port}/SVC`, {}],
      ["https://lab.example/SVC", { HTTPS_PROXY: `http://127.0.0.1:${port}` }],
      ["https://lab.example/SVC", { HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` }],
    ] as const) {
      const { client } = clientFixture(url, { env, retries: 0, timeoutMs: 100 });
      expect((await rejection(() => client.call(get, {}))).message).toContain(
        "no connection within the time limit",
      );
      await client.close();
    }
    await vi.waitUntil(() => closed.length === 3, { timeout: 60_000 });
    await Promise.all(closed);
  });

  test("https to a plain http port is reported as such", async () => {
    const clear = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    });
    keep(clear);
    const spoken = clientFixture(`https://127.0.0.1:${await listen(clear)}/SVC`, { retries: 0 });
    open.push(spoken.client);
    expect((await rejection(() => spoken.client.call(get, {}))).message).toContain("does not speak TLS");
  });

  test("https goes through a proxy tunnel", async () => {
    const port = await service();
    const requestLines: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (first) => {
        requestLines.push(first.toString("latin1").split("\r\n")[0] ?? "");
        const upstream = connect(port, "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.pipe(upstream).pipe(socket);
        });
        upstream.on("error", () => socket.destroy());
        socket.on("close", () => upstream.destroy());
      });
    });
    keep(server);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${await listen(server)}` };
    const { client } = clientFixture("https://lab.example/SVC", { env, caCert: certified.cert, retries: 0 });
    open.push(client);
    expect((await rejection(() => client.call(get, {}))).message).toContain("another name");
    const trusting = clientFixture("https://lab.example/SVC", { env, insecure: true });
    open.push(trusting.client);
    expect(await (await trusting.client.call(get, {})).value()).toEqual({ a: 1 });
    expect(requestLines[0]).toBe("CONNECT lab.example:443 HTTP/1.1");
  });
});

test.each(["br", "zstd", "compress"])(
  "an error body compressed with %s, which svc cannot decompress, is not shown",
  async (coding) => {
    const server = await rawServer(answer(503, "[garbled", { "Content-Encoding": coding }));
    const { client } = clientFixture(server.baseUrl, { retries: 0 });
    open.push(server, client);
    const failure = await rejection(() => client.call(get, { id: "0" }));
    expect(failure.message).toBe("the service is not available");
    expect(failure.details).not.toHaveProperty("body");
  },
);
