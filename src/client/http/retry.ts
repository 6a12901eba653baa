import type { Method } from "../../catalogue/operation.ts";

/** One attempt that did not succeed, and what may follow. */
export interface FailedAttempt {
  readonly method: Method;
  /** How many attempts there have been, this one included. */
  readonly count: number;
  /** How many may follow the first. */
  readonly retries: number;
  readonly result: AttemptResult;
  /** Milliseconds until it was answered. */
  readonly tookMs: number;
  /** The operation documents 503 as an answer of its own: no address left. */
  readonly answers503: boolean;
}

/** How an attempt ended without success. */
export type AttemptResult =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfterMs: number | undefined }
  /** No connection: nothing can have been sent. */
  | { readonly kind: "unsent" }
  /** The connection broke or was silent too long after something was sent. */
  | { readonly kind: "broken" }
  /** Trying again cannot help: an unknown host, a certificate that is not trusted. */
  | { readonly kind: "permanent" };

const baseMs = 500;
const capMs = 15_000;

/** A service that asks for a longer pause than this is reported instead of waited for. */
const maxRetryAfterMs = 60_000;
const slowConflictMs = 5_000;

/**
 * How long to wait before the next attempt, in milliseconds; undefined for none. Retry-After on 409, 429 and
 * 503 counts for every method; otherwise only what cannot have happened, or changes nothing, is sent
 * again. Exponential with full jitter: `random` is a number in [0, 1).
 */
export function retryDelayMs(attempt: FailedAttempt, random: number): number | undefined {
  const { result, count } = attempt;
  if (count > attempt.retries) return undefined;
  const jitterMs = Math.round(random * Math.min(capMs, baseMs * 2 ** (count - 1)));
  const changesNothing = attempt.method === "GET";
  if (result.kind === "permanent") return undefined;
  if (result.kind === "unsent") return jitterMs;
  if (result.kind === "broken") return changesNothing ? jitterMs : undefined;
  if (result.retryAfterMs !== undefined && asksToRetry(result.status)) {
    if (count > 1 && isSlowConflict(result.status, attempt.tookMs)) return undefined;
    return result.retryAfterMs > maxRetryAfterMs ? undefined : Math.max(result.retryAfterMs, jitterMs);
  }
  if (result.status === 503 && attempt.answers503) return undefined;
  return changesNothing && isTransient(result.status) ? jitterMs : undefined;
}

/** The statuses whose `Retry-After` means "try again". */
export function asksToRetry(status: number): boolean {
  return status === 409 || status === 429 || status === 503;
}

/**
 * True for a conflict that the service ran into itself, again and again, before it answered: another attempt is
 * seldom of use.
 */
export function isSlowConflict(status: number, tookMs: number): boolean {
  return status === 409 && tookMs > slowConflictMs;
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status === 502 || status === 503 || status === 504;
}

const httpDates = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d (?:GMT|UTC)$/i,
];
/** The form of C's asctime, which is in GMT and does not say so. */
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;
const maxHeaderLength = 64;

/**
 * `Retry-After` in milliseconds from now, which is the service's time: seconds
 * or a date (RFC 9110, sections 5.6.7 and 10.2.3). Undefined where the header
 * is absent; 0 where it is there and cannot be read, or lies in the past.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.slice(0, maxHeaderLength).trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const date = asctime.test(text)
    ? Date.parse(`${text} GMT`)
    : httpDates.some((form) => form.test(text))
      ? Date.parse(text)
      : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
