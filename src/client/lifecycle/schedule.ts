import type { WaitOptions } from "./wait-options.ts";

/** The first delays between polls, then growth by half up to the maximum. */
const quickDelayMs = 1_000;
const quickDelays = 3;
const growth = 1.5;
const maxDelayMs = 10_000;
/**
 * The share of a grown delay that jitter may take away, so that many clients do not ask at the same moment.
 */
const jitterShare = 0.2;
/** A longer `Retry-After` is not believed. */
const maxRetryAfterMs = 600_000;

/**
 * Milliseconds between poll number `polls` (from 1) and the next. `retryAfterMs` is the minimum that
 * the service asked for.
 */
export function delayAfter(
  polls: number,
  pace: Pick<WaitOptions, "pollIntervalMs" | "random">,
  retryAfterMs = 0,
): number {
  const asked = Math.min(retryAfterMs, maxRetryAfterMs);
  if (pace.pollIntervalMs !== undefined) return Math.max(pace.pollIntervalMs, asked);
  if (polls <= quickDelays) return Math.max(quickDelayMs, asked);
  const grown = Math.min(maxDelayMs, quickDelayMs * growth ** (polls - quickDelays));
  return Math.max(grown * (1 - jitterShare * pace.random()), asked);
}
