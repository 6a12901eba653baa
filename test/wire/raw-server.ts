import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request as received, byte for byte. */
interface RawRequest {
  /** The request line and headers. */
  readonly head: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The number of the connection, from 1. */
  readonly connection: number;
}

/** Bytes to send, or a function that handles the socket. */
export type Reply = string | Buffer | ((socket: Socket, request: RawRequest) => void);

export interface RawServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** A TCP server that finds the end of each request and sends the replies in turn, repeating the last one. */
export async function rawServer(...replies: readonly Reply[]): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let pending = Buffer.alloc(0);
    socket.on("data", (data) => {
      pending = Buffer.concat([pending, data]);
      for (let one = nextRequest(pending); one !== undefined; one = nextRequest(pending)) {
        pending = pending.subarray(one.length);
        const request = { ...one.request, connection };
        requests.push(request);
        const reply = replies[Math.min(requests.length, replies.length) - 1] ?? "";
        if (typeof reply === "function") reply(socket, request);
        else socket.write(reply);
      }
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/SVC`,
    port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Listens on a free loopback port and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** Closes the server and all its connections. */
export const closeServer = (server: HttpServer): Promise<void> =>
  new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });

/** Like `listen`; the server is closed when the test ends. */
export async function listenForTest(server: HttpServer): Promise<number> {
  const port = await listen(server);
  onTestFinished(() => closeServer(server));
  return port;
}

function nextRequest(bytes: Buffer): { request: Omit<RawRequest, "connection">; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.subarray(0, end).toString("latin1");
  const headers = Object.fromEntries(
    head
      .split("\r\n")
      .slice(1)
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );
  const length = end + 4 + Number(headers["content-length"] ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { head, headers, body: bytes.subarray(end + 4, length) }, length };
}

/** An HTTP response with its Content-Length. */
export function answer(status: number, body = "", headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
