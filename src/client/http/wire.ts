import { createRedactor, type Redactor } from "../../core/secrets/text.ts";
import type { AttemptBounds, Incoming } from "./attempt.ts";
import type { ClientOptions, WireRequest } from "./call.ts";
import { type Body, encodeForm, encodeRaw } from "./multipart.ts";
import { authorization, hashFor, type Reading } from "./oauth.ts";
import { traceAnswer, traceRequest } from "./trace.ts";
import type { Transport } from "./transport.ts";

/** How one request is attempted. */
interface AttemptOptions extends Pick<AttemptBounds, "timeoutMs" | "signal" | "onBegin"> {
  readonly reading: Reading;
}

/** Attempts requests, each signed right before it is sent, over a transport that the first one opens. */
export interface Wire {
  /** Rejects with undici's or Node's error, or with the signal's reason. */
  attempt(request: WireRequest, options: AttemptOptions): Promise<Incoming>;
  readonly redact: Redactor;
  /** Milliseconds since the epoch, as far as the service's clock is known. */
  serviceTimeMs(): number;
  /** The service's clock minus the one that signs, in milliseconds, by the last answer that had a date. */
  clockSkewMs(): number | undefined;
  hasAnswered(): boolean;
  usesProxy(): Promise<boolean>;
  close(): Promise<void>;
}

export function createWire(options: ClientOptions): Wire {
  const { endpoint, clock, random, trace } = options;
  const { credentials } = endpoint;
  const redact = createRedactor(credentials === undefined ? [] : [credentials.tokenSecret]);
  if (credentials !== undefined) options.conceal?.(credentials.tokenSecret);
  let transport: Promise<Transport> | undefined;
  let clockSkewMs: number | undefined;
  let hasAnswered = false;

  const open = (): Promise<Transport> => {
    transport ??= openTransport(options);
    return transport;
  };
  const signingTime = (): number => clock.now() + endpoint.clockOffsetMs;

  return {
    redact,
    serviceTimeMs: () => signingTime() + (clockSkewMs ?? 0),
    clockSkewMs: () => clockSkewMs,
    hasAnswered: () => hasAnswered,
    async attempt(request, { reading, ...bounds }) {
      const { send } = await open();
      const body = encodeBody(request, () => random.hex(16));
      const headers = {
        accept: "application/json, text/plain;q=0.9, */*;q=0.8",
        "accept-encoding": "identity",
        "user-agent": options.userAgent ?? "svc",
        ...(body && { "content-type": body.contentType, "content-length": String(body.length) }),
        ...(await signature(request, options, signingTime(), reading)),
      };
      if (trace !== undefined) traceRequest(trace, request, headers, redact);
      const startMs = clock.monotonic();
      const incoming = await send({ method: request.method, url: request.url, headers, body, ...bounds });
      hasAnswered = true;
      const date = Date.parse(incoming.headers["date"] ?? "");
      if (!Number.isNaN(date)) clockSkewMs = date - signingTime();
      if (trace !== undefined) traceAnswer(trace, incoming, clock.monotonic() - startMs, redact);
      return incoming;
    },
    usesProxy: () =>
      open().then(
        ({ usesProxy }) => usesProxy,
        () => false,
      ),
    async close() {
      const opened = transport;
      transport = undefined;
      await opened?.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}

/** The header that signs a request, where there is a key. */
async function signature(
  request: WireRequest,
  { endpoint: { credentials, signature: method }, random }: ClientOptions,
  timeMs: number,
  reading: Reading,
): Promise<Record<string, string>> {
  if (credentials === undefined) return {};
  const hash = await hashFor(method);
  const moment = { nonce: random.hex(16), timestamp: Math.floor(timeMs / 1000) };
  return { authorization: authorization(request, credentials, method, hash, moment, reading) };
}

async function openTransport({ endpoint, env, caCert, insecure, clock }: ClientOptions): Promise<Transport> {
  const { createTransport } = await import("./transport.ts");
  const { origin } = new URL(endpoint.baseUrl);
  return createTransport({ origin, env, caCert, insecure: insecure === true, monotonicMs: clock.monotonic });
}

function encodeBody({ body, parts }: WireRequest, boundary: () => string): Body | undefined {
  if (body !== undefined) return encodeRaw(body);
  return parts === undefined ? undefined : encodeForm(parts, boundary());
}
