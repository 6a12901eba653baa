import { defaults } from "../api/defaults.ts";
import type { Operation, ResultKind } from "../api/operation.ts";
import { type ChangeOutcome, Failure } from "../failure.ts";
import { isSecretName, secretsOf } from "../secrets/names.ts";
import { createRedactor } from "../secrets/text.ts";
import { requestLabel } from "./address.ts";
import { type AnswerFacts, answerBytes, readValue } from "./answer.ts";
import type { Answer, CallOptions, ClientOptions, WireRequest } from "./call.ts";
import { answerFailure } from "./errors.ts";
import { outcomeOfStatus } from "./ledger.ts";
import { type Body, encodeForm, encodeRaw } from "./multipart.ts";
import { connectionFailure, type Destination, isProxyRefusal, outcomeOf } from "./network-errors.ts";
import { authorization, type Hash, hashFor, isReadDifferently, type Reading, repeatsKeys } from "./oauth.ts";
import { bodyStart, collect, isUnpacked, received } from "./received.ts";
import { type Outcome, parseRetryAfter, retryDelayMs } from "./retry.ts";
import { type TraceSink, traceAnswer, traceBody, traceRequest } from "./trace.ts";
import type { Incoming, Transport } from "./transport.ts";

/** How one request is to be treated. */
interface Policy extends CallOptions {
  /** Undefined for a raw request. */
  readonly operation?: Operation;
}

/** Sends requests until they are answered: signs, tries again, and turns everything else into failures. */
export interface Exchange {
  /** Resolves for a 2xx answer only; throws a `Failure`, or the signal's reason. */
  send(request: WireRequest, policy: Policy): Promise<Answer>;
  /** The service's clock minus the one that signs, in milliseconds, by the last answer that had a date. */
  clockSkewMs(): number | undefined;
  close(): Promise<void>;
}

/** Of an error's body no more is read. */
const mostErrorBytes = 64 * 1024;

export function createExchange(options: ClientOptions): Exchange {
  const { endpoint, clock, random } = options;
  const { credentials } = endpoint;
  const redact = createRedactor(credentials === undefined ? [] : [credentials.tokenSecret]);
  const trace = options.trace;
  if (credentials !== undefined) options.conceal?.(credentials.tokenSecret);
  const origin = new URL(endpoint.baseUrl).origin;
  let transport: Promise<Transport> | undefined;
  let clockSkewMs: number | undefined;
  let hasAnswered = false;
  /** How the service reads signatures, as far as it is known. */
  let knownReading: Reading = "live";

  const open = (): Promise<Transport> => {
    transport ??= import("./transport.ts").then(({ createTransport }) =>
      createTransport({
        origin,
        env: options.env,
        caCert: options.caCert,
        insecure: options.insecure === true,
        monotonicMs: clock.monotonic,
      }),
    );
    return transport;
  };

  const signingTime = (): number => clock.now() + endpoint.clockOffsetMs;

  const headersOf = (
    request: WireRequest,
    body: Body | undefined,
    hash: Hash,
    reading: Reading,
  ): Record<string, string> => ({
    accept: "application/json, text/plain;q=0.9, */*;q=0.8",
    "accept-encoding": "identity",
    "user-agent": options.userAgent ?? "svc",
    ...(body === undefined
      ? {}
      : { "content-type": body.contentType, "content-length": String(body.length) }),
    ...(credentials === undefined
      ? {}
      : {
          authorization: authorization(
            request,
            credentials,
            endpoint.signature,
            hash,
            { nonce: random.hex(16), timestamp: Math.floor(signingTime() / 1000) },
            reading,
          ),
        }),
  });

  /** One attempt, signed right before it is sent. */
  async function attempt(
    request: WireRequest,
    policy: Policy,
    timeoutMs: number,
    reading: Reading,
    onBegin: () => void,
  ): Promise<Incoming> {
    const { send } = await open();
    const body = encodeBody(request, () => random.hex(16));
    const headers = headersOf(request, body, await hashFor(endpoint.signature), reading);
    if (trace !== undefined) traceRequest(trace, request, headers, redact);
    const startMs = clock.monotonic();
    const incoming = await send({
      method: request.method,
      url: request.url,
      headers,
      body,
      timeoutMs,
      signal: policy.signal,
      onBegin,
    });
    hasAnswered = true;
    const date = Date.parse(incoming.headers["date"] ?? "");
    if (!Number.isNaN(date)) clockSkewMs = date - signingTime();
    if (trace !== undefined) traceAnswer(trace, incoming, clock.monotonic() - startMs, redact);
    return incoming;
  }

  async function exchange(request: WireRequest, policy: Policy, first: number): Promise<Answer> {
    for (const secret of secretsOf(request)) options.conceal?.(secret);
    const timeoutMs = Math.max(
      policy.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs,
      policy.operation?.timeoutMs ?? 0,
    );
    const changes = request.method !== "GET";
    const label = requestLabel(request);

    const destination = async (): Promise<Destination> => ({
      origin,
      request: label,
      changes,
      timeoutMs,
      usesProxy: await open().then(
        ({ usesProxy }) => usesProxy,
        () => false,
      ),
      hasAnswered,
    });

    /** Throws the reason of an aborted signal, with what became of the change. */
    const throwIfAborted = (change?: Change) => {
      if (policy.signal?.aborted !== true) return;
      const reason: unknown = policy.signal.reason;
      throw reason instanceof Failure && change !== undefined ? change.noted(reason) : reason;
    };

    /** Waits before the next attempt where there is to be one. */
    const mayRepeat = async (
      outcome: Outcome,
      { count, tookMs, change }: Tried,
      why: string,
    ): Promise<boolean> => {
      const delayMs = retryDelayMs(
        {
          method: request.method,
          count,
          tookMs,
          retries: policy.retries ?? options.retries ?? defaults.retries,
          outcome,
          answers503: policy.operation?.errors?.includes(503) === true,
        },
        random.next(),
      );
      if (delayMs === undefined) return false;
      options.note?.(`${why} (${label}); trying again in ${(delayMs / 1000).toFixed(1)} s`);
      await clock.sleep(delayMs, policy.signal).catch((error: unknown) => {
        throwIfAborted(change);
        throw error;
      });
      return true;
    };

    const isAmbiguous =
      credentials !== undefined && endpoint.signature === "hmac-sha1" && isReadDifferently(request);
    let reading = knownReading;

    for (let count = first; ; count += 1) {
      let incoming: Incoming;
      throwIfAborted();
      const change = changes ? follow(() => options.ledger?.begin(label)) : undefined;
      let hasBegun = false;
      const startMs = clock.monotonic();
      const tried = (): Tried => ({ count, tookMs: clock.monotonic() - startMs, change });
      try {
        incoming = await attempt(request, policy, timeoutMs, reading, () => {
          hasBegun = true;
          change?.begin();
        });
      } catch (error) {
        throwIfAborted(change);
        change?.is(!hasBegun ? "not_sent" : isProxyRefusal(error) ? "refused" : "unknown");
        const failure = connectionFailure(error, hasBegun, await destination());
        if (await mayRepeat({ kind: outcomeOf(error, hasBegun) }, tried(), failure.message)) continue;
        throw change?.noted(failure) ?? failure;
      }
      const answered = tried();
      const { status, headers } = incoming;
      change?.is(outcomeOfStatus(status));
      if (isAmbiguous && status !== 401) knownReading = reading;
      if (status >= 200 && status < 300) {
        return answerOf(incoming, request, policy, async (error) => {
          change?.is("unknown");
          throwIfAborted(change);
          const failure = connectionFailure(error, true, await destination());
          return {
            failure: change?.noted(failure) ?? failure,
            again: async () =>
              (await mayRepeat({ kind: outcomeOf(error, true) }, tried(), failure.message))
                ? await exchange(request, policy, count + 1)
                : undefined,
          };
        });
      }
      const start = await bodyStart(incoming, mostErrorBytes);
      throwIfAborted(change);
      if (trace !== undefined) traceBody(trace, { ...start, status, isSecret: false }, redact);
      if (isAmbiguous && status === 401 && reading === knownReading) {
        // Nothing was done: the other reading of the same request may be the service's.
        reading = knownReading === "live" ? "standard" : "live";
        count -= 1;
        continue;
      }
      const retryAfterMs = parseRetryAfter(headers["retry-after"], signingTime() + (clockSkewMs ?? 0));
      if (
        await mayRepeat({ kind: "answer", status, retryAfterMs }, answered, `the service answers ${status}`)
      ) {
        continue;
      }
      const refusal = answerFailure(
        {
          status,
          headers,
          body: errorText(start.start, headers["content-encoding"]),
          retryAfterMs,
          request: label,
        },
        {
          operation: policy.operation,
          hasKey: credentials !== undefined,
          cannotSign: isAmbiguous && repeatsKeys(request),
          tookMs: answered.tookMs,
          redact,
          clockSkewMs,
          clockOffsetSeconds:
            clockSkewMs === undefined ? undefined : Math.round((clockSkewMs + endpoint.clockOffsetMs) / 1000),
        },
      );
      throw change?.noted(refusal) ?? refusal;
    }
  }

  function answerOf(incoming: Incoming, request: WireRequest, policy: Policy, broken: Broken): Answer {
    const { status, headers } = incoming;
    const contentType = headers["content-type"];
    const seen =
      trace === undefined
        ? undefined
        : bodyTracer(trace, status, isSecretAnswer(policy.operation, request), redact);
    const bytes = () => received(incoming, seen);
    const facts: AnswerFacts = {
      contentType,
      status,
      request: requestLabel(request),
      changes: request.method !== "GET",
      mayBeContent: policy.operation?.mayAnswerContent === true,
      mayBeText: policy.operation?.mayAnswerText === true,
    };
    return {
      status,
      contentType,
      headers,
      bytes: (options) =>
        passedOn(() => answerBytes(bytes(), { ...facts, ...options }, policy.operation?.result), broken),
      async value() {
        let whole: Buffer;
        try {
          whole = await collect(bytes());
        } catch (error) {
          const { failure, again } = await broken(error);
          const answer = await again();
          if (answer === undefined) throw failure;
          return await answer.value();
        }
        return await readValue(
          { ...facts, bytes: whole },
          policy.operation?.result ?? rawResult(contentType),
        );
      },
    };
  }

  return {
    send: (request, policy) =>
      exchange(request, { ...policy, signal: eitherOf(policy.signal, options.signal) }, 1),
    clockSkewMs: () => clockSkewMs,
    async close() {
      const opened = transport;
      transport = undefined;
      await opened?.then(
        (open) => open.close(),
        () => undefined,
      );
    },
  };
}

/** An attempt that did not succeed. */
interface Tried {
  /** How many attempts there have been, this one included. */
  readonly count: number;
  readonly tookMs: number;
  readonly change: Change | undefined;
}

/**
 * What becomes of a body that breaks off: the failure it is, and the same request sent again where that is
 * allowed.
 */
type Broken = (error: unknown) => Promise<{ failure: Error; again: () => Promise<Answer | undefined> }>;

/** Bytes as they come; where they break off before the first of them, those of another answer. */
async function* passedOn(bytes: () => AsyncIterable<Uint8Array>, broken: Broken): AsyncIterable<Uint8Array> {
  let hasBegun = false;
  try {
    for await (const piece of bytes()) {
      hasBegun = true;
      yield piece;
    }
  } catch (error) {
    // What was read whole and is not an answer would be the same again.
    if (error instanceof Failure && error.details.request !== undefined) throw error;
    const { failure, again } = await broken(error);
    const answer = hasBegun ? undefined : await again();
    if (answer === undefined) throw failure;
    yield* answer.bytes();
  }
}

/** One attempt of a request that changes something. */
interface Change {
  /** The first byte is about to leave: from now on its outcome is unknown. */
  begin(): void;
  is(outcome: ChangeOutcome): void;
  noted(failure: Failure): Failure;
}

/** The change that a request is: what became of it goes to the ledger and into its failure. */
function follow(takeDown: () => ((outcome: ChangeOutcome) => void) | undefined): Change {
  let outcome: ChangeOutcome = "not_sent";
  let report: ReturnType<typeof takeDown>;
  return {
    begin() {
      outcome = "unknown";
      report = takeDown();
    },
    is(now: ChangeOutcome) {
      outcome = now;
      report?.(now);
    },
    noted: (failure: Failure): Failure =>
      failure.details.outcome === undefined ? failure.with({ outcome }) : failure,
  };
}

/** The text of an error's body; none where its coding is not understood. */
function errorText(start: Buffer, coding: string | undefined): string {
  return isUnpacked(coding) ? start.toString("utf8") : "";
}

function eitherOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);
}

function encodeBody(request: WireRequest, boundary: () => string): Body | undefined {
  if (request.body !== undefined) return encodeRaw(request.body);
  return request.parts === undefined ? undefined : encodeForm(request.parts, boundary());
}

function bodyTracer(
  sink: TraceSink,
  status: number,
  isSecret: boolean,
  redact: (text: string) => string,
): (start: Buffer, size: number) => void {
  return (start, size) => traceBody(sink, { status, start, size, isSecret }, redact);
}

/** A configuration item is named in the query, and answered as nothing but its value. */
function isSecretAnswer(operation: Operation | undefined, { url }: WireRequest): boolean {
  const item = /[?&]name=([^&]*)/.exec(url)?.[1];
  return operation?.sensitive !== undefined || (item !== undefined && isSecretName(item));
}

function rawResult(contentType: string | undefined): ResultKind {
  return /\bbson\b/i.test(contentType ?? "") ? "bson" : "none";
}
