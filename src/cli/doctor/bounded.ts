import type { Clock } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";

/**
 * Does work whose signal is aborted by the outer one and when its time is over; rejects then, also where the work
 * does not listen: with the reason of the outer signal, or a `Failure` (unreachable).
 */
export async function bounded<Result>(
  clock: Clock,
  outer: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const ended = new AbortController();
  const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]);
  clock.sleep(ms, ended.signal).then(
    () => late.abort(tooLate(ms)),
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

const tooLate = (ms: number): Failure =>
  new Failure("unreachable", `no end within ${ms / 1000} s`, { hint: "--timeout gives it longer" });
