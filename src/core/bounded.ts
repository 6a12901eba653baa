import type { Clock } from "./clock.ts";
import { Failure } from "./failure.ts";

/** The signal aborts with `outer` or after `ms`; `work` may still return a partial result. */
export async function withTimeout<Result>(
  clock: Clock,
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutError: Error = new Error("time is up"),
): Promise<Result> {
  const timeoutAbort = new AbortController();
  const timerAbort = new AbortController();
  if (Number.isFinite(ms))
    clock.sleep(ms, timerAbort.signal).then(
      () => timeoutAbort.abort(timeoutError),
      () => undefined,
    );
  try {
    return await work(AbortSignal.any([...(outer ? [outer] : []), timeoutAbort.signal]));
  } finally {
    timerAbort.abort();
  }
}

/** Like `withTimeout`, but rejects at once when the signal aborts, even if `work` ignores it. */
export const bounded = <Result>(
  clock: Clock,
  outer: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutError = new Failure("unreachable", `not finished within ${ms / 1000} s`, {
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
    timeoutError,
  );
