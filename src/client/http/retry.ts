import type { Method } from "../../catalogue/operation.ts";

export interface FailedAttempt {
  readonly method: Method;
  /** Attempts so far, including the failed one. */
  readonly count: number;
  readonly retries: number;
  readonly result: AttemptResult;
  readonly tookMs: number;
  readonly answers503: boolean;
}

export type AttemptResult =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfterMs: number | undefined }
  /** No connection: nothing can have been sent. */
  | { readonly kind: "unsent" }
  /** The connection broke or timed out after something was sent. */
  | { readonly kind: "broken" }
  /** Retrying cannot help: unknown host, untrusted certificate. */
  | { readonly kind: "permanent" };

const firstBackoffMs = 500;
const maxBackoffMs = 15_000;

/** If `Retry-After` is longer, the failure is reported at once. */
export const maxRetryAfterMs = 60_000;
const slowConflictMs = 5_000;

/** Undefined for no retry. A change that may have arrived is sent again only if the answer has `Retry-After`. */
export function retryDelayMs(attempt: FailedAttempt, random: number): number | undefined {
  const { result, count } = attempt;
  if (count > attempt.retries) return undefined;
  const jitterMs = Math.round(random * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (count - 1)));
  const changesNothing = attempt.method === "GET";
  if (result.kind === "permanent") return undefined;
  if (result.kind === "unsent") return jitterMs;
  if (result.kind === "broken") return changesNothing ? jitterMs : undefined;
  if (result.retryAfterMs !== undefined && honorsRetryAfter(result.status)) {
    if (count > 1 && isSlowConflict(result.status, attempt.tookMs)) return undefined;
    return result.retryAfterMs > maxRetryAfterMs ? undefined : Math.max(result.retryAfterMs, jitterMs);
  }
  if (result.status === 503 && attempt.answers503) return undefined;
  return changesNothing && isTransient(result.status) ? jitterMs : undefined;
}

export const honorsRetryAfter = (status: number): boolean =>
  status === 409 || status === 429 || status === 503;

/** The service answers a conflict late if it has retried the change itself, so another attempt seldom helps. */
export const isSlowConflict = (status: number, tookMs: number): boolean =>
  status === 409 && tookMs > slowConflictMs;

const isTransient = (status: number): boolean =>
  status === 408 || status === 429 || status === 502 || status === 503 || status === 504;

const httpDates = [
  /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)$/i,
  /^[a-z]{6,9}, \d\d-[a-z]{3}-\d\d \d\d:\d\d:\d\d (?:GMT|UTC)$/i,
];
/** The format of C's `asctime`, always in GMT. */
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/i;
const maxHeaderLength = 64;

/** Parses seconds or a date (RFC 9110) into milliseconds after `nowMs`; 0 if it is unreadable or in the past. */
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
