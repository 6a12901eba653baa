import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { asFailure, Failure } from "../../core/failure.ts";
import { secretsOf } from "../../core/secrets/names.ts";
import { createRedactor } from "../../core/secrets/text.ts";
import { requestLabel } from "./address.ts";
import { type AnswerContext, openAnswer } from "./answer.ts";
import { bodyStart, canDecompress } from "./answer-body.ts";
import type { Answer, CallOptions, ClientOptions, WireRequest } from "./call.ts";
import { answerFailure, reportsUsedNonce } from "./errors.ts";
import { type Change, type Ledger, noChange, outcomeOfStatus, trackChange } from "./ledger.ts";
import { attemptResult, connectionFailure, isProxyRefusal } from "./network-errors.ts";
import {
  authorizationHeader,
  createSignatureScopes,
  hashFor,
  repeatsKeys,
  type SignatureScope,
  type SigningChoice,
} from "./oauth.ts";
import { type Body, encodeForm, encodeRaw } from "./request.ts";
import { type AttemptResult, parseRetryAfter, retryDelayMs } from "./retry.ts";
import { traceAnswer, traceBody, traceRequest } from "./trace.ts";
import type { AttemptBounds, Incoming, Transport } from "./transport.ts";

interface Policy extends CallOptions {
  readonly operation?: Operation;
}

export interface Exchange {
  send(request: WireRequest, policy: Policy): Promise<Answer>;
  clockSkewMs(): number | undefined;
  close(): Promise<void>;
}

const maxErrorBytes = 64 * 1024;

export function createExchange(options: ClientOptions): Exchange {
  const { credentials, signature } = options.endpoint;
  const wire = createWire(options);
  const scopes = createSignatureScopes(credentials !== undefined && signature === "hmac-sha1");
  return {
    async send(request, policy) {
      if (request.method !== "GET") await options.beforeChange?.();
      for (const secret of secretsOf(request)) options.conceal?.(secret);
      const signalWith = (signal: AbortSignal | undefined) =>
        AbortSignal.any([policy.signal, signal].filter((each) => each !== undefined));
      const pending: PendingRequest = {
        options,
        wire,
        request,
        operation: policy.operation,
        label: requestLabel(request),
        isChange: request.method !== "GET",
        timeoutMs: Math.min(
          policy.timeoutMs ?? options.timeoutMs ?? policy.operation?.timeoutMs ?? defaults.timeoutMs,
          policy.maxTimeoutMs ?? Number.POSITIVE_INFINITY,
        ),
        ledger: policy.ledger ?? options.ledger,
        retries: policy.retries ?? options.retries ?? defaults.retries,
        signal: signalWith(options.signal),
        answerSignal: signalWith(
          request.method === "GET" ? options.signal : (options.answerSignal ?? options.signal),
        ),
        signing: scopes.choiceFor(request),
        trace: options.trace,
        redact: wire.redact,
      };
      return await sendFrom(pending, 1);
    },
    clockSkewMs: wire.clockSkewMs,
    close: wire.close,
  };
}

interface PendingRequest extends AnswerContext {
  readonly options: ClientOptions;
  readonly wire: Wire;
  readonly timeoutMs: number;
  readonly ledger: Ledger | undefined;
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Replaces `signal` once sending has begun. */
  readonly answerSignal: AbortSignal;
  readonly signing: SigningChoice;
}

interface Attempt {
  readonly count: number;
  readonly change: Change;
  readonly startMs: number;
  hasBegun: boolean;
  tookMs: number;
}

async function sendFrom(pending: PendingRequest, firstAttempt: number): Promise<Answer> {
  const { wire, request, options, timeoutMs, signal, answerSignal, signing, trace, redact } = pending;
  for (let count = firstAttempt; ; count += 1) {
    const change = pending.isChange ? trackChange(() => pending.ledger?.begin(pending.label)) : noChange;
    throwIfAborted(pending, change);
    const startMs = options.clock.monotonic();
    const attempt: Attempt = { count, change, startMs, hasBegun: false, tookMs: 0 };
    const onBegin = () => {
      attempt.hasBegun = true;
      change.begin();
    };
    const endNote = noteWait(pending, attempt);
    let incoming: Incoming;
    try {
      const bounds = { timeoutMs, signal, answerSignal, onBegin };
      incoming = await wire.attempt(request, { ...bounds, scope: signing.scope() });
    } catch (error) {
      throwIfAborted(pending, change);
      change.settle(!attempt.hasBegun ? "not_sent" : isProxyRefusal(error) ? "refused" : "unknown");
      await pauseAfterError(pending, attempt, error);
      continue;
    } finally {
      endNote();
    }
    attempt.tookMs = options.clock.monotonic() - attempt.startMs;
    const { status } = incoming;
    options.noteHeaders?.(incoming.headers);
    change.settle(outcomeOfStatus(status));
    const needsOtherScope = signing.needsOtherScope(status);
    if (status >= 200 && status < 300) return answerTo(pending, attempt, incoming);
    const body = await bodyStart(incoming, maxErrorBytes);
    throwIfAborted({ signal: answerSignal }, change);
    if (trace !== undefined) traceBody(trace, { ...body, status, isSecret: false }, redact);
    const isReplayed = reportsUsedNonce({ status, body: body.start.toString("utf8") });
    if (isReplayed) change.settle("unknown");
    // A request whose signature was refused has changed nothing, so this attempt does not count as a retry.
    if (needsOtherScope && !isReplayed) count -= 1;
    else await pauseAfterAnswer(pending, attempt, incoming, body.start);
  }
}

/** Until the returned function is called, a signal makes svc note that it is waiting for the answer to a change. */
function noteWait({ options }: PendingRequest, attempt: Attempt): () => void {
  const { signal, answerSignal, note } = options;
  if (attempt.change === noChange || answerSignal === undefined) return () => undefined;
  const onAbort = () => {
    if (attempt.hasBegun && !answerSignal.aborted)
      note?.(`${asFailure(signal?.reason).kind}: waiting for the answer`);
  };
  signal?.addEventListener("abort", onAbort);
  return () => signal?.removeEventListener("abort", onAbort);
}

function answerTo(pending: PendingRequest, attempt: Attempt, incoming: Incoming): Answer {
  const { change, count } = attempt;
  return openAnswer(incoming, pending, async (error, hasDelivered) => {
    change.settle("unknown");
    throwIfAborted(pending, change);
    if (hasDelivered) throw change.withOutcome(await failureOf(pending, error, true));
    await pauseAfterError(pending, attempt, error);
    return await sendFrom(pending, count + 1);
  });
}

async function pauseAfterError(pending: PendingRequest, attempt: Attempt, error: unknown): Promise<void> {
  const failure = await failureOf(pending, error, attempt.hasBegun);
  const result = { kind: attemptResult(error, attempt.hasBegun) };
  if (!(await waitBeforeRetry(pending, attempt, result, failure.message)))
    throw attempt.change.withOutcome(failure);
}

async function pauseAfterAnswer(
  pending: PendingRequest,
  attempt: Attempt,
  { status, headers }: Incoming,
  body: Buffer,
): Promise<void> {
  const { options, wire, label, operation, request, signing } = pending;
  const { tookMs, change } = attempt;
  const retryAfterMs = parseRetryAfter(headers["retry-after"], wire.serviceTimeMs());
  const result = { kind: "answer", status, retryAfterMs } as const;
  if (await waitBeforeRetry(pending, attempt, result, `the service answers ${status}`)) return;
  const { credentials, clockOffsetMs } = options.endpoint;
  const clockSkewMs = wire.clockSkewMs();
  const text = canDecompress(headers["content-encoding"]) ? body.toString("utf8") : "";
  const refusal = answerFailure(
    { status, headers, body: text, retryAfterMs, request: label },
    {
      operation,
      hasKey: credentials !== undefined,
      hasUnverifiableSignature: signing.isAmbiguous && repeatsKeys(request),
      tookMs,
      redact: wire.redact,
      clockSkewMs,
      clockOffsetSeconds:
        clockSkewMs === undefined ? undefined : Math.round((clockSkewMs + clockOffsetMs) / 1000),
    },
  );
  throw change.withOutcome(refusal);
}

/** Returns false if the request must not be sent again; otherwise waits until it may be. */
async function waitBeforeRetry(
  pending: PendingRequest,
  { count, tookMs, change }: Attempt,
  result: AttemptResult,
  reason: string,
): Promise<boolean> {
  const { options, request, operation, retries, label, signal } = pending;
  const { clock, retrySignal = signal } = options;
  const answers503 = operation?.answers503 === true || operation?.meanings?.[503] !== undefined;
  const delayMs = retryDelayMs(
    { method: request.method, count, tookMs, retries, result, answers503 },
    options.random.next(),
  );
  if (delayMs === undefined || retrySignal.aborted) return false;
  options.note?.(
    `${reason} (${label}); trying again ${delayMs < 50 ? "now" : `in ${(delayMs / 1000).toFixed(1)} s`}`,
  );
  try {
    await clock.sleep(delayMs, AbortSignal.any([signal, retrySignal]));
  } catch (error) {
    throwIfAborted(pending, change);
    if (retrySignal.aborted) return false;
    throw error;
  }
  return true;
}

async function failureOf(pending: PendingRequest, error: unknown, hasBegun: boolean): Promise<Failure> {
  const { options, wire, label, isChange, timeoutMs } = pending;
  return connectionFailure(error, hasBegun, {
    origin: new URL(options.endpoint.baseUrl).origin,
    request: label,
    isChange,
    timeoutMs,
    usesProxy: await wire.usesProxy(),
    hasAnswered: wire.hasAnswered(),
  });
}

function throwIfAborted({ signal }: Pick<PendingRequest, "signal">, change: Change): void {
  if (!signal.aborted) return;
  const reason: unknown = signal.reason;
  throw reason instanceof Failure ? change.withOutcome(reason) : reason;
}

interface AttemptOptions extends AttemptBounds {
  readonly scope: SignatureScope;
}

type Wire = ReturnType<typeof createWire>;

function createWire(options: ClientOptions) {
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
    /** Milliseconds since the epoch by the service's clock, or by this computer's before the first answer. */
    serviceTimeMs: () => signingTime() + (clockSkewMs ?? 0),
    clockSkewMs: () => clockSkewMs,
    hasAnswered: () => hasAnswered,
    async attempt(request: WireRequest, { scope, ...bounds }: AttemptOptions): Promise<Incoming> {
      const { send } = await open();
      const body = encodeBody(request, () => random.hex(16));
      const headers = {
        accept: "application/json, text/plain;q=0.9, */*;q=0.8",
        "accept-encoding": "identity",
        "user-agent": options.userAgent ?? "svc",
        ...(body && { "content-type": body.contentType, "content-length": String(body.length) }),
        ...(await signatureHeaders(request, options, signingTime(), scope)),
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
      const openedTransport = transport;
      transport = undefined;
      await openedTransport?.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}

async function signatureHeaders(
  request: WireRequest,
  { endpoint: { credentials, signature: method }, random }: ClientOptions,
  timeMs: number,
  scope: SignatureScope,
): Promise<Record<string, string>> {
  if (credentials === undefined || request.unsigned) return {};
  const hash = await hashFor(method);
  const oneTimeValues = { nonce: random.hex(16), timestamp: Math.floor(timeMs / 1000) };
  return { authorization: authorizationHeader(request, credentials, method, hash, oneTimeValues, scope) };
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
