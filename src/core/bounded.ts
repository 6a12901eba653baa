import type { Clock } from "./clock.ts";
import { Failure } from "./failure.ts";

/** Aborts the signal of `work` with the outer one or after `ms`. The work decides what to do with partial results. */
export async function withTimeout<Result>(
  clock: Clock,
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  tooLate: Error = new Error("time is up"),
): Promise<Result> {
  const late = new AbortController();
  const timerAbort = new AbortController();
  if (Number.isFinite(ms))
    clock.sleep(ms, timerAbort.signal).then(
      () => late.abort(tooLate),
      () => undefined,
    );
  try {
    return await work(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]));
  } finally {
    timerAbort.abort();
  }
}

/** Like `within`, but rejects even if the work ignores its signal: with the outer reason, or with `tooLate`. */
export const bounded = <Result>(
  clock: Clock,
  outer: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  tooLate = new Failure("unreachable", `not finished within ${ms / 1000} s`, {
    hint: "--timeout allows more time",
  }),
): Promise<Result> =>
  withTimeout(
    clock,
    ms,
    outer,
    (signal) =>
      new Promise<Result>((resolve, reject) => {
        const end = () => reject(signal.reason);
        if (signal.aborted) return end();
        signal.addEventListener("abort", end, { once: true });
        work(signal).then(resolve, reject);
      }),
    tooLate,
  );
