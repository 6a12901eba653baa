import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import type { Method } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import { type AttemptBounds, type Incoming, sendAttempt } from "./attempt.ts";
import type { Body } from "./multipart.ts";
import { proxyFor } from "./proxy-choice.ts";
import { compileParser, patchParser } from "./undici-patches.ts";

/** The one place that opens sockets. Loaded when the first request is sent: undici is slow to load. */
export interface Transport {
  readonly usesProxy: boolean;
  /** One attempt; rejects with undici's or Node's error, or with the signal's reason. */
  send(outgoing: Outgoing): Promise<Incoming>;
  close(): Promise<void>;
}

interface TransportOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly env: Context["env"];
  /** PEM text of a certificate authority to trust instead of Node's own. */
  readonly caCert: string | undefined;
  readonly insecure: boolean;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonicMs: () => number;
}

interface Outgoing extends Pick<AttemptBounds, "timeoutMs" | "signal"> {
  readonly method: Method;
  /** Absolute; its encoding reaches the wire untouched. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  readonly onBegin?: AttemptBounds["onBegin"];
}

const connectTimeoutMs = 10_000;
/**
 * The maximum of `--parallel`: who sends many requests bounds
 * them, and no more connections are opened than are in use.
 */
const maxConnections = 64;

/** Opens nothing yet. Throws a usage `Failure` for a proxy of the environment that is not an address. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const tls: TlsSettings = {
    ...(options.caCert === undefined ? {} : { ca: options.caCert }),
    ...(options.insecure ? { rejectUnauthorized: false } : {}),
  };
  const proxy = proxyFor(options.origin, options.env);
  const sockets = trackSockets(connectTimeoutMs);
  let dispatcher: Dispatcher;
  if (proxy === undefined) {
    dispatcher = new Pool(options.origin, {
      connections: maxConnections,
      connect: sockets.connector(tls),
    });
  } else {
    const { createProxyDispatcher } = await import("./proxy.ts");
    dispatcher = createProxyDispatcher(proxy, maxConnections, sockets.connector({}), tls);
  }
  return {
    usesProxy: proxy !== undefined,
    send: (outgoing) => send(dispatcher, options, outgoing),
    close: async () => {
      // Before its dispatcher: a socket that ends with an error formats the stack of it, which takes a millisecond.
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
  const { body, signal, timeoutMs, onBegin } = outgoing;
  signal?.throwIfAborted();
  const bytes = body?.bytes;
  const stream = typeof bytes === "function" ? await readable(bytes) : undefined;
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
    const bounds = { connectMs: connectTimeoutMs, timeoutMs, monotonicMs, signal, onBegin };
    return await sendAttempt(dispatcher, options, bounds);
  } catch (error) {
    stream?.on("error", () => undefined).destroy();
    throw error;
  }
}

async function readable(open: () => AsyncIterable<Uint8Array>) {
  const { Readable } = await import("node:stream");
  return Readable.from(open(), { objectMode: false });
}

/** How a service's certificate is checked. */
export interface TlsSettings {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}

/** Every socket that is open or being opened. */
interface Sockets {
  connector(tls: TlsSettings): ReturnType<typeof buildConnector>;
  /** undici itself leaves a socket that is still being connected, and the process would wait for it. */
  destroy(): void;
}

function trackSockets(connectTimeoutMs: number): Sockets {
  const sockets = new Set<Socket>();
  return {
    connector(tls) {
      const connect = buildConnector({ ...tls, timeout: connectTimeoutMs });
      return (options, callback) => {
        const socket = connect(options, (...result) => {
          compileParser(() => callback(...result));
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
