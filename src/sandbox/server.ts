import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Authenticator, makeAuthenticator } from "./authentication.ts";
import { answerControl, type Control, isControlPath } from "./control.ts";
import { makeParameters, noParameters, parseForm, parsePairs } from "./form.ts";
import { type Answer, type Call, type Handler, Refusal, text } from "./handler.ts";
import type { User } from "./people.ts";
import { reservedForAdministrators } from "./permissions.ts";
import type { Route, Router } from "./router.ts";
import { sendAnswer } from "./send-answer.ts";
import type { World } from "./world.ts";

/** Bounds on what a client may send; those of the field come from field notes, "Answers". */
export interface Limits {
  readonly requestLineBytes: number;
  readonly bodyBytes: number;
  /** Of a raw body: a chunk of an upload. */
  readonly chunkBytes: number;
  /** A client that has not sent its headers, or its whole request, by then is cut off. */
  readonly headersMs: number;
  readonly requestMs: number;
}

export const defaultLimits: Limits = {
  requestLineBytes: 8192,
  bodyBytes: 10_000_000,
  chunkBytes: 256 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 120_000,
};

interface ServerOptions {
  /** The world as it stands: it may be replaced while the server runs. */
  readonly world: () => World;
  readonly router: Router;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limits: Limits;
  /** The real time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly control: Control;
  /** Told after requests that may have changed something. */
  readonly onChange?: () => void;
  /** Told what no request should lead to, in one sentence. */
  readonly onProblem?: (text: string) => void;
}

interface RunningServer {
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

/** Answers what is no HTTP request that can be read: the parser's own limits and time-outs. */
function refuseBrokenRequest(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
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

async function serve(
  options: ServerOptions,
  authenticator: Authenticator,
  request: IncomingMessage,
  response: ServerResponse,
  timers: Set<NodeJS.Timeout>,
): Promise<void> {
  const world = options.world();
  const nowMs = options.now() + world.faults.clockOffsetMs();
  response.setHeader("Date", new Date(nowMs).toUTCString());
  let answer: Answer;
  let half = false;
  try {
    if (isControlPath(request.url ?? "")) {
      const instance = request.headers["x-sandbox-instance"];
      answer = await answerControl(options.control, {
        method: request.method ?? "",
        url: request.url ?? "",
        instance: typeof instance === "string" ? instance : undefined,
        readBody: () => readBody(request, options.limits.bodyBytes),
      });
    } else {
      const latencyMs = world.faults.latencyMs();
      if (latencyMs > 0) await pause(latencyMs, timers);
      const fault = world.faults.request();
      if (fault?.kind === "drop") {
        request.socket.destroy();
        return;
      }
      half = fault?.kind === "half";
      answer =
        fault?.kind === "error"
          ? injectedError(fault.status, fault.retryAfter)
          : await answerRequest(options, world, authenticator, request, nowMs);
    }
  } catch (error) {
    answer = refusalAnswer(error, request);
    if (!(error instanceof Refusal)) options.onProblem?.(String(answer.body));
  }
  if (request.method !== "GET") options.onChange?.();
  await sendAnswer(request, response, answer, half).catch(() => response.destroy());
}

const pause = (ms: number, timers: Set<NodeJS.Timeout>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve();
    }, ms);
    timers.add(timer);
  });

const injectedError = (status: number, retryAfter: number | undefined): Answer => ({
  ...text("The sandbox was asked to fail this request.", status),
  ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
});

function refusalAnswer(error: unknown, request: IncomingMessage): Answer {
  if (!(error instanceof Refusal)) {
    const reason = error instanceof Error ? error.message : String(error);
    return text(`The sandbox failed: ${reason} (${request.method} ${request.url})`, 500);
  }
  const { status, headers, fields, message } = error;
  // Document 1, "Errors": every failure is text/plain, also one whose text is a JSON object of fields (field
  // notes, "Answers").
  return { ...text(fields === undefined ? message : JSON.stringify(fields), status), headers };
}

async function answerRequest(
  options: ServerOptions,
  world: World,
  authenticator: Authenticator,
  request: IncomingMessage,
  nowMs: number,
): Promise<Answer> {
  const { limits } = options;
  const method = request.method ?? "GET";
  // RFC 9112, section 3.2.2: a request line may hold a whole address.
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  if (method.length + url.length + " HTTP/1.1 ".length > limits.requestLineBytes)
    throw new Refusal(414, "The request line is too long.", { Connection: "close" });
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const pairs = parsePairs(mark < 0 ? "" : url.slice(mark + 1));
  const query = makeParameters(pairs);
  const { route, path: names } = options.router.match(method, path, query.get("op"));
  const takesRawBody = route.operation.fields?.some((field) => field.in === "body") === true;
  const contentType = request.headers["content-type"];
  const readWhole = () => readBody(request, takesRawBody ? limits.chunkBytes : limits.bodyBytes);

  // A signature covers a urlencoded body (RFC 5849, section 3.4.1.3) and, at deployed services, the text fields
  // of a POST's form: all other bodies are read when their sender is known and may send them.
  const encoded = isUrlEncoded(contentType) ? await readWhole() : undefined;
  const isSignedForm = method === "POST" && /HMAC-SHA1/.test(request.headers.authorization ?? "");
  const early = encoded ?? (isSignedForm && !takesRawBody ? await readWhole() : undefined);
  const earlyForm = early === undefined ? noParameters : await parseForm(contentType, early);
  const user = authenticator.authenticate(
    {
      method,
      url: `http://${(request.headers.host ?? "").toLowerCase().replace(/:80$/, "")}${path}`,
      parameters: encoded === undefined ? pairs : [...pairs, ...parsePairs(encoded.toString("latin1"))],
      deployedParameters: [
        ...new Map([...pairs].reverse()),
        ...earlyForm.names.flatMap((name) => earlyForm.all(name).map((value) => [name, value] as const)),
      ],
      authorization: request.headers.authorization,
    },
    world.state.users,
    nowMs,
  );
  requirePermission(route, user, method, query.get("op"));
  const body = early ?? (await readWhole());
  const handler = options.handlers[route.id];
  if (handler === undefined) throw new Error(`no handler for ${route.id}`);
  const call: Call = {
    world,
    user,
    path: names,
    query,
    form: takesRawBody ? noParameters : await parseForm(contentType, body),
    body: takesRawBody ? body : new Uint8Array(),
  };
  return handler(call);
}

const isUrlEncoded = (contentType: string | undefined) =>
  contentType !== undefined && /^application\/x-www-form-urlencoded\b/i.test(contentType);

/** Document 1, "Authentication": what every operation has in common. Handlers decide on single objects. */
function requirePermission(
  route: Route,
  user: User | undefined,
  method: string,
  op: string | undefined,
): void {
  const { operation } = route;
  if (user === undefined && operation.who !== "anonymous") {
    if (route.sharesAnonymous)
      throw new Refusal(400, `Unrecognised signature: method=${method} op=${op ?? "None"}`);
    throw new Refusal(401, "Authorization Error: no OAuth credentials were given.", {
      "WWW-Authenticate": "OAuth",
    });
  }
  if (operation.documentedAdminOnly && user?.isAdministrator !== true)
    throw new Refusal(403, reservedForAdministrators);
}

/** The whole body; a 413 as soon as it is, or says it is, larger than `limit` bytes. */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, `The body is larger than ${limit} bytes.`, { Connection: "close" });
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        request.removeAllListeners("data");
        reject(tooLarge());
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("close", () => reject(new Refusal(400, "The body broke off.")));
  });
}
