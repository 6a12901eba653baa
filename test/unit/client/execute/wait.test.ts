import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { probeSsh } from "../../../../src/client/execute/wait.ts";
import { listenersOf } from "../lifecycle/fake-service.ts";

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listen(greet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    greet(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const probe = async (greet: (socket: Socket) => void) =>
  probeSsh("127.0.0.1", undefined, await listen(greet));

describe("the probe for SSH", () => {
  it("fails if a server speaks another protocol, sends too much, or hangs up", async () => {
    expect(await probe((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))).toBe(false);
    expect(await probe((socket) => socket.write("x".repeat(10_000)))).toBe(false);
    expect(await probe((socket) => socket.destroy())).toBe(false);
  });

  it("fails at a closed port", async () => {
    const port = await listen(() => undefined);
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    expect(await probeSsh("127.0.0.1", undefined, port)).toBe(false);
  });

  it("succeeds with a version line, also in pieces and after other lines", async () => {
    expect(await probe((socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n"))).toBe(true);
    expect(
      await probe((socket) => {
        socket.write("Welcome\r\nSS");
        setImmediate(() => socket.write("H-2.0-x\r\n"));
      }),
    ).toBe(true);
  });

  it("ends with its signal and leaves no listener on it", async () => {
    const stopping = new AbortController();
    const port = await listen(() => stopping.abort());
    expect(await probeSsh("127.0.0.1", stopping.signal, port)).toBe(false);
    expect(await probeSsh("127.0.0.1", stopping.signal, port)).toBe(false);
    expect(listenersOf(stopping.signal)).toBe(0);
  });

  it("adds no listener to the signal that many probes share", async () => {
    const stopping = new AbortController();
    const port = await listen(() => undefined);
    const probes = Array.from({ length: 20 }, () => probeSsh("127.0.0.1", stopping.signal, port));
    expect(listenersOf(stopping.signal)).toBe(0);
    stopping.abort();
    expect(await Promise.all(probes)).toEqual(probes.map(() => false));
  });
});
