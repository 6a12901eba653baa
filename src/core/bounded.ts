import type { Clock } from "./clock.ts";
import { Failure } from "./failure.ts";

/**
 * Aborts the signal of `work` with the outer one or at the time-out, and rejects even if the work ignores it:
 * with the outer reason, or with `tooLate`.
 */
export async function bounded<Result>(
  clock: Clock,
  outer: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  tooLate = new Failure("unreachable", `no end within ${ms / 1000} s`, { hint: "--timeout gives it longer" }),
): Promise<Result> {
  const late = new AbortController();
  const ended = new AbortController();
  const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]);
  clock.sleep(ms, ended.signal).then(
    () => late.abort(tooLate),
    () => undefined,
  );
  try {
    return await new Promise<Result>((resolve, reject) => {
      const end = () => reject(signal.reason);
      if (signal.aborted) return end();
      signal.addEventListener("abort", end, { once: true });
      work(signal).then(resolve, reject);
    });
  } finally {
    ended.abort();
  }
}
