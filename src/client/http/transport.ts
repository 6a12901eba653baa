import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Method } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { TlsSettings } from "./call.ts";
import { proxyFor } from "./proxy-choice.ts";
import type { Body } from "./request.ts";
import { patchParser } from "./undici-patches.ts";

/** The only module that opens sockets. Loaded with the first request, because undici is slow to load. */
export interface Transport {
  readonly usesProxy: boolean;
  send(outgoing: Outgoing): Promise<Incoming>;
  close(): Promise<void>;
}

interface TransportOptions {
  readonly origin: string;
  readonly env: Context["env"];
  /** PEM text of a certificate authority that replaces Node's own list. */
  readonly caCert: string | undefined;
  readonly insecure: boolean;
  readonly monotonicMs: () => number;
}

interface Outgoing extends AttemptBounds {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
}

/** Milliseconds until sending begins: DNS, connection, TLS and proxy tunnel. */
const connectTimeoutMs = 10_000;
/** The largest value of `--parallel`. Callers limit their own requests. */
const maxConnections = 64;

/** Opens no connection yet. Throws a usage `Failure` for an invalid proxy variable. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const tls: TlsSettings = {
    ...(options.caCert === undefined ? {} : { ca: options.caCert }),
    ...(options.insecure && { rejectUnauthorized: false }),
  };
  const proxy = proxyFor(options.origin, options.env);
  const sockets = trackSockets(await callbackRunner());
  let dispatcher: Dispatcher;
  if (proxy === undefined) {
    dispatcher = new Pool(options.origin, { connections: maxConnections, connect: sockets.connector(tls) });
  } else {
    const { createProxyDispatcher } = await import("./proxy.ts");
    dispatcher = createProxyDispatcher(proxy, maxConnections, sockets.connector({}), tls);
  }
  return {
    usesProxy: proxy !== undefined,
    send: (outgoing) => send(dispatcher, options, outgoing),
    close: async () => {
      // Sockets end first, because the dispatcher would end them with an error, whose stack takes a millisecond to
      // format.
      sockets.destroy();
      await dispatcher.destroy();
    },
  };
}

async function send(
  dispatcher: Dispatcher,
  { origin, monotonicMs }: TransportOptions,
  outgoing: Outgoing,
): Promise<Incoming> {
  outgoing.signal?.throwIfAborted();
  const bytes = outgoing.body?.bytes;
  const stream = typeof bytes === "function" ? Readable.from(bytes(), { objectMode: false }) : undefined;
  const options = {
    origin,
    path: outgoing.url.slice(origin.length) || "/",
    method: outgoing.method,
    headers: outgoing.headers,
    body: stream ?? (typeof bytes === "function" ? null : (bytes ?? null)),
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  try {
    return await sendAttempt(dispatcher, options, outgoing, monotonicMs);
  } catch (error) {
    stream?.on("error", () => undefined).destroy();
    throw error;
  }
}

interface Sockets {
  connector(tls: TlsSettings): ReturnType<typeof buildConnector>;
  /** undici does not close a socket that is still connecting, which would keep the process alive. */
  destroy(): void;
}

type CallbackRunner = (onConnected: () => void) => void;

/** Only Node 20 has to be kept from optimizing the parser. */
async function callbackRunner(): Promise<CallbackRunner> {
  if (!process.versions.node.startsWith("20.")) return (onConnected) => onConnected();
  const { withoutParserOptimization } = await import("./parser-flags.ts");
  return withoutParserOptimization;
}

function trackSockets(runCallback: CallbackRunner): Sockets {
  const sockets = new Set<Socket>();
  return {
    connector(tls) {
      const connect = buildConnector({ ...tls, timeout: connectTimeoutMs });
      return (options, callback) => {
        const socket = connect(options, (...result) => {
          runCallback(() => callback(...result));
          patchParser(socket);
        });
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
        return socket;
      };
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export interface AttemptBounds {
  /** Milliseconds until the headers, restarted by each piece of the body sent, and between pieces of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Replaces `signal` once sending has begun. */
  readonly answerSignal?: AbortSignal;
  readonly onBegin?: () => void;
}

export interface Incoming {
  readonly status: number;
  /** Names are in lower case. Values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Pauses the connection while the body is unread, and closes it if the reader gives up. */
  readonly body: Readable;
}

/** A body may take longer than `timeoutMs` if it arrives at this average rate or faster. */
const minBytesPerMs = 1;
/** Milliseconds that the body of an error answer gets even if its headers arrived late. */
const errorBodyMs = 250;
const maxBufferedBytes = 64 * 1024;

/** undici's own `request` would restart its timeouts with each byte, and ignore the signal until connected. */
function sendAttempt(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { timeoutMs, signal: firstSignal, answerSignal, onBegin }: AttemptBounds,
  monotonicMs: () => number,
): Promise<Incoming> {
  const startMs = monotonicMs();
  const remainingMs = () => timeoutMs - (monotonicMs() - startMs);
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let breakConnection: ((reason: Error) => void) | undefined;
    let body: Readable | undefined;
    let pace: BodyPace | undefined;
    let failure: { readonly reason: Error } | undefined;
    let signal: AbortSignal | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (reason: Error): void => {
      if (failure !== undefined) return;
      failure = { reason };
      end();
      breakConnection?.(reason);
      reject(reason);
      body?.destroy(reason);
    };
    const abort = (): void => fail(signal?.reason);
    const expire = (code: string): void => fail(Object.assign(new Error(code), { code }));
    const watch: Timer = {
      expire,
      start(ms, code) {
        clearTimeout(timer);
        if (failure === undefined) timer = setTimeout(expire, ms, code);
      },
      pause: () => clearTimeout(timer),
    };
    const listenTo = (newSignal: AbortSignal | undefined): void => {
      signal?.removeEventListener("abort", abort);
      signal = newSignal;
      signal?.addEventListener("abort", abort, { once: true });
    };
    listenTo(firstSignal);
    watch.start(Math.min(connectTimeoutMs, timeoutMs), "UND_ERR_CONNECT_TIMEOUT");
    const handler: Dispatcher.DispatchHandler = {
      onConnect(breakOff) {
        if (failure !== undefined) return breakOff(failure.reason);
        if (breakConnection !== undefined)
          return breakOff(new Error("the connection was opened again; this attempt is not repeated"));
        breakConnection = breakOff;
        onBegin?.();
        if (answerSignal !== undefined) listenTo(answerSignal);
        watch.start(remainingMs(), "UND_ERR_HEADERS_TIMEOUT");
      },
      onBodySent() {
        if (body === undefined) watch.start(timeoutMs, "UND_ERR_HEADERS_TIMEOUT");
      },
      onHeaders(status, headers, resume) {
        if (status < 200) return true;
        const bodyPace =
          status < 300
            ? answerPace(timeoutMs, monotonicMs, watch)
            : errorPace(Math.max(remainingMs(), errorBodyMs), watch);
        pace = bodyPace;
        bodyPace.wait();
        body = new Readable({
          highWaterMark: maxBufferedBytes,
          read() {
            bodyPace.wait();
            resume();
          },
          destroy(error, done) {
            if (!this.readableEnded) fail(error ?? new Error("the answer was not read to the end"));
            done(error);
          },
        });
        // Without this listener, an error before anybody reads the body would end the process.
        body.on("error", () => undefined);
        resolve({ status, headers: readHeaders(headers), body });
        return true;
      },
      onData(chunk) {
        pace?.receive(chunk.length);
        const wantsMore = body?.push(chunk) !== false;
        if (wantsMore) pace?.wait();
        return wantsMore;
      },
      onComplete() {
        end();
        body?.push(null);
      },
      onError: fail,
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

interface Timer {
  expire(code: string): void;
  start(ms: number, code: string): void;
  pause(): void;
}

interface BodyPace {
  wait(): void;
  receive(bytes: number): void;
}

/** Limits the pause between pieces and requires a minimum average rate, but only while a reader waits. */
function answerPace(timeoutMs: number, monotonicMs: () => number, timer: Timer): BodyPace {
  let waitingSinceMs: number | undefined;
  let waitedMs = 0;
  let receivedBytes = 0;
  return {
    wait() {
      if (waitingSinceMs !== undefined) return;
      waitingSinceMs = monotonicMs();
      timer.start(timeoutMs, "UND_ERR_BODY_TIMEOUT");
    },
    receive(bytes) {
      if (waitingSinceMs !== undefined) waitedMs += monotonicMs() - waitingSinceMs;
      waitingSinceMs = undefined;
      timer.pause();
      receivedBytes += bytes;
      if (waitedMs > timeoutMs + receivedBytes / minBytesPerMs) timer.expire("ERR_BODY_SLOW");
    },
  };
}

function errorPace(ms: number, timer: Timer): BodyPace {
  timer.start(ms, "UND_ERR_BODY_TIMEOUT");
  return { wait: () => undefined, receive: () => undefined };
}

/** Reads undici's list, in which names and values alternate. HTTP encodes them as latin1. */
function readHeaders(raw: readonly Buffer[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]?.toString("latin1")).toLowerCase();
    const value = String(raw[index + 1]?.toString("latin1"));
    const earlierValue = headers.get(name);
    headers.set(name, earlierValue === undefined ? value : `${earlierValue}, ${value}`);
  }
  return Object.fromEntries(headers);
}
