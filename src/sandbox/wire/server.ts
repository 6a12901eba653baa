import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { makeAuthenticator } from "./authentication.ts";
import { type ServerOptions, serve } from "./exchange.ts";
import { isAnswered } from "./send-answer.ts";

export interface RunningServer {
  readonly address: AddressInfo;
  /** Ends every connection; resolves when the port is free. */
  stop(): Promise<void>;
}

/** Listens and answers until stopped. Rejects where the address cannot be had. */
export async function startServer(
  options: ServerOptions,
  host: string,
  port: number,
): Promise<RunningServer> {
  const { limits } = options;
  const authenticator = makeAuthenticator();
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer(
    {
      maxHeaderSize: 64 * 1024,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headersMs)),
      keepAliveTimeout: 30_000,
      noDelay: true,
    },
    (request, response) => {
      response.on("error", () => request.destroy());
      request.on("error", () => {});
      void serve(options, authenticator, request, response, timers);
    },
  );
  server.on("clientError", refuseBrokenRequest);
  server.on("dropRequest", (_request, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { address: listeningAddress(server), stop: () => stopServer(server, timers) };
}

function listeningAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no network address");
  return address;
}

function stopServer(server: Server, timers: Set<NodeJS.Timeout>): Promise<void> {
  for (const timer of timers) clearTimeout(timer);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Answers what is not a readable HTTP request: the parser's own limits and time-outs. */
function refuseBrokenRequest(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET" || isAnswered(socket)) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? error.rawPacket?.subarray(0, 8192).includes("\r\n") === false
        ? "414 URI Too Long"
        : "431 Request Header Fields Too Large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "408 Request Timeout"
        : "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
