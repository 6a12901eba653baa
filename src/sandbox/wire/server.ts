import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, isIP, type Socket } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { sandboxServer } from "../../catalogue/defaults.ts";
import { attempt } from "../../core/failure.ts";
import type { Faults, RequestFault } from "../simulation/faults.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Answer, empty, errorAnswer, HttpError, text } from "./answers.ts";
import { type Authenticator, makeAuthenticator } from "./authentication.ts";
import { captureText, isAnsweredEarly, readBody, sendAnswer } from "./bodies.ts";
import { answerControl, type Control, isControlPath } from "./control.ts";
import { describeExchange, type ExchangeLog, type ExchangeNotes, scannedLength } from "./exchange-log.ts";
import { answerRequest, type RequestOptions } from "./request.ts";

export async function startServer(options: ServerOptions, host: string, port: number) {
  const { limits } = options;
  const authenticator = makeAuthenticator();
  const timers = new Set<NodeJS.Timeout>();
  const settings = {
    maxHeaderSize: 64 * 1024,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1000, limits.headersMs)),
    keepAliveTimeout: 30_000,
    noDelay: true,
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    latestResponses.set(request.socket, response);
    const { "content-type": type, "content-length": length, "transfer-encoding": encoding } = request.headers;
    // After such a body, Python's `requests` sends the end of a chunked body, which would be read as another request.
    if (request.method !== "GET" && type && length === undefined && encoding === undefined)
      response.setHeader("Connection", "close");
    response.on("error", () => request.destroy());
    request.on("error", () => {});
    void serve(options, authenticator, request, response, timers);
  };
  const server: Server =
    options.tls === undefined
      ? createServer(settings, listener)
      : (await import("node:https")).createServer(
          { ...settings, key: options.tls.key, cert: options.tls.certificate },
          listener,
        );
  server.on("clientError", refuseBrokenRequest);
  server.on("dropRequest", (_request, socket) => socket.destroy());
  server.listen(port, host);
  await once(server, "listening");
  return { address: server.address() as AddressInfo, stop: () => stopServer(server, timers) };
}

function stopServer(server: Server, timers: Set<NodeJS.Timeout>): Promise<void> {
  for (const timer of timers) clearTimeout(timer);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const latestResponses = new WeakMap<Socket, ServerResponse>();

function refuseBrokenRequest(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  const response = latestResponses.get(socket);
  // The request before the malformed bytes is complete.
  if (response?.req.complete && !response.writableFinished) {
    response.once("finish", () => socket.end());
    return;
  }
  if (!socket.writable || error.code === "ECONNRESET" || isAnsweredEarly(socket)) {
    socket.destroy();
    return;
  }
  const isLongRequestLine = error.rawPacket?.subarray(0, 8192).includes("\r\n") === false;
  let status = "400 Bad Request";
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") status = "408 Request Timeout";
  if (error.code === "HPE_HEADER_OVERFLOW")
    status = isLongRequestLine ? "414 URI Too Long" : "431 Request Header Fields Too Large";
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

interface ServerOptions extends RequestOptions {
  readonly tls: { readonly key: string; readonly certificate: string } | undefined;
  readonly world: () => World;
  /** Real time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly control: Control;
  readonly operationHeaders: Readonly<Record<string, string>>;
  readonly log: ExchangeLog;
  readonly checkOrigin: CheckOrigin;
  readonly onChange?: () => void;
  readonly onProblem?: (text: string) => void;
}

export async function serve(
  options: ServerOptions,
  authenticator: Authenticator,
  request: IncomingMessage,
  response: ServerResponse,
  timers: Set<NodeJS.Timeout>,
): Promise<void> {
  const world = options.world();
  const startedMs = options.now();
  const nowMs = startedMs + world.faults.clockOffsetMs();
  response.setHeader("Date", new Date(nowMs).toUTCString());
  response.setHeader("Server", sandboxServer);
  if (isControlPath(request.url ?? "")) {
    const answer = await answerSafely(options, request, () =>
      answerControl(options.control, controlRequest(request, response, options)),
    );
    await send(options, request, response, answer, false);
    return;
  }
  const notes: ExchangeNotes = {};
  const appliedFault: { fault?: RequestFault } = {};
  const applyFaults = async (
    matchedRequest?: Parameters<Faults["apply"]>[0],
  ): Promise<Answer | undefined> => {
    const { delayMs, fault } = world.faults.apply(matchedRequest);
    await pause(delayMs, timers);
    if (fault === undefined) return undefined;
    appliedFault.fault = fault;
    if (fault.kind === "errors") return injectedError(fault.status, fault.retryAfter);
    // This answer is not sent: the connection is closed.
    return fault.kind === "drop" ? empty(204) : undefined;
  };
  const log = (status: number, contentType?: string, responseText = "") => {
    const time = new Date(nowMs).toISOString();
    const took_ms = Math.round(options.now() - startedMs);
    options.log.add(describeExchange(request, notes, { time, took_ms, status, contentType, responseText }));
  };
  const onRouted = () => {
    for (const [name, value] of Object.entries(options.operationHeaders)) response.setHeader(name, value);
  };
  const fullAnswer = await answerSafely(
    options,
    request,
    async () =>
      (await applyFaults()) ??
      (await answerRequest(options, authenticator, { world, request, nowMs, notes, onRouted, applyFaults })),
  );
  if (appliedFault.fault?.kind === "drop") {
    request.socket.destroy();
    log(0);
    return;
  }
  const { answer, textSoFar } = captureText(fullAnswer, scannedLength);
  await send(options, request, response, answer, appliedFault.fault?.kind === "half");
  log(answer.status, answer.contentType, textSoFar());
}

async function answerSafely(
  options: ServerOptions,
  request: IncomingMessage,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  try {
    options.checkOrigin(request.headers, request.url ?? "");
    return await handle();
  } catch (error) {
    const refusal = errorAnswer(error, usesDeployedStyle(options.world(), "error-type"));
    const answer = refusal ?? failureAnswer(error, request);
    if (refusal === undefined) options.onProblem?.(String(answer.body));
    return answer;
  }
}

async function send(
  { onChange, limits }: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  isCut: boolean,
): Promise<void> {
  if (request.method !== "GET") onChange?.();
  await sendAnswer(request, response, answer, isCut, limits).catch(() => response.destroy());
}

function controlRequest(request: IncomingMessage, response: ServerResponse, { limits }: ServerOptions) {
  const instance = request.headers["x-sandbox-instance"];
  return {
    hasControlHeader: request.headers["x-sandbox-control"] !== undefined,
    method: request.method ?? "",
    url: request.url ?? "",
    instance: typeof instance === "string" ? instance : undefined,
    whenAnswered: (then: () => void) => void response.once("close", then),
    readBody: () => readBody(request, limits.bodyBytes),
  };
}

function pause(ms: number, timers: Set<NodeJS.Timeout>): Promise<void> | undefined {
  if (ms === 0) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve();
    }, ms);
    timers.add(timer);
  });
}

const injectedError = (status: number, retryAfter: number | undefined): Answer => ({
  ...text("A fault of the sandbox made this request fail.", status),
  ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
});

function failureAnswer(error: unknown, request: IncomingMessage): Answer {
  const reason = error instanceof Error ? error.message : String(error);
  return text(`The sandbox failed: ${reason} (${request.method} ${request.url})`, 500);
}

type CheckOrigin = (headers: IncomingHttpHeaders, url: string) => void;

/**
 * Prevents DNS rebinding and cross-site requests. A server that listens beyond loopback also accepts IP addresses,
 * and names without a dot, because no public site has such a name.
 */
export function makeOriginCheck(listenHost: string, allowed: readonly string[]): CheckOrigin {
  const names = new Set([listenHost, ...allowed].map((each) => nameOf(hostOf(each)) ?? each.toLowerCase()));
  const listensBeyondLoopback = !isLoopback(nameOf(hostOf(listenHost)) ?? "");
  const isAccepted = (host: string): boolean => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (isLoopback(name) || names.has(name)) return true;
    return listensBeyondLoopback && (isIP(name.replace(/^\[|\]$/g, "")) !== 0 || !name.includes("."));
  };
  const refuse = (headerName: string, text: string) => {
    const excerpt = text.slice(0, 100);
    return new HttpError(403, `The ${headerName} '${excerpt}' is not allowed: add it with --allow-host.`);
  };
  return (headers, url) => {
    const urlHost = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
    for (const host of [headers.host, urlHost])
      if (host !== undefined && host !== "" && !isAccepted(host)) throw refuse("host", host);
    const { origin } = headers;
    if (origin !== undefined && !isAccepted(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? "?"))
      throw refuse("origin", origin);
    if (origin === undefined && headers["sec-fetch-site"] === "cross-site")
      throw new HttpError(403, "A page of another site sent this request.");
  };
}

export function hostNames(listenHost: string, allowed: readonly string[]): readonly string[] {
  const isWildcard = listenHost === "0.0.0.0" || listenHost === "::";
  const addresses = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
  const listenNames = isWildcard ? [hostname(), ...addresses] : [listenHost];
  const names = [...listenNames, ...allowed].map((each) => nameOf(hostOf(each))?.replace(/^\[|\]$/g, ""));
  return [...new Set(["localhost", "127.0.0.1", "::1", ...names.filter((each) => each !== undefined)])];
}

const hostOf = (address: string) => (isIP(address) === 6 ? `[${address}]` : address);

function nameOf(host: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(host)) return undefined;
  return attempt(() => new URL(`http://${host}`).hostname.replace(/\.$/, ""));
}

const isLoopback = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  /^127(\.\d{1,3}){3}$/.test(name) ||
  name === "[::1]" ||
  name.startsWith("[::ffff:7f");
