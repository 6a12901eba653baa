import { Failure } from "./failure.ts";

export interface Clock {
  /** Milliseconds since the epoch, for output and signatures. Jumps when the clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary moment, never adjusted: for durations and deadlines. */
  monotonic(): number;
  /** Waits `ms`, which may exceed a timer's range. Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** Random hexadecimal text, two digits for each byte; not for secrets. */
  hex(byteCount: number): string;
}

/** With a longer time, `setTimeout` would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // The first use of the global `performance` loads a module, which takes longer than a short command.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    const timers = process.getBuiltinModule("node:timers/promises");
    let remainingMs = ms;
    try {
      for (; remainingMs > maxTimerMs; remainingMs -= maxTimerMs)
        await timers.setTimeout(maxTimerMs, undefined, { signal });
      await timers.setTimeout(remainingMs, undefined, { signal });
    } catch {
      throw signal?.reason;
    }
  },
};

const randomByte = (): number => Math.floor(Math.random() * 256);

export const systemRandom: Random = {
  next: () => Math.random(),
  hex: (byteCount) => Buffer.from(Array.from({ length: byteCount }, randomByte)).toString("hex"),
};

/** Calls `onEnd` after `ms`, unless the returned function is called before. */
export function startTimer(clock: Pick<Clock, "sleep">, ms: number, onEnd: () => void): () => void {
  const stop = new AbortController();
  clock.sleep(ms, stop.signal).then(onEnd, () => undefined);
  return () => stop.abort();
}

/** Aborts the signal of `work` after `ms`, or when `outerSignal` aborts; `work` may still return a partial result. */
export async function withTimeout<Result>(
  clock: Clock,
  ms: number,
  outerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutError: Error = new Error("time is up"),
): Promise<Result> {
  const timeout = new AbortController();
  const endWork = () => timeout.abort(timeoutError);
  const stopTimer = Number.isFinite(ms) ? startTimer(clock, ms, endWork) : () => {};
  try {
    return await work(AbortSignal.any([...(outerSignal ? [outerSignal] : []), timeout.signal]));
  } finally {
    stopTimer();
  }
}

/** Like `withTimeout`, but rejects at once when the signal aborts, even if `work` ignores it. */
export const withDeadline = <Result>(
  clock: Clock,
  ms: number,
  outerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutError = new Failure("unreachable", `not finished within ${ms / 1000} s`, {
    hint: "--timeout allows more time",
  }),
): Promise<Result> =>
  withTimeout(
    clock,
    ms,
    outerSignal,
    (signal) =>
      new Promise<Result>((resolve, reject) => {
        const end = () => reject(signal.reason);
        if (signal.aborted) return end();
        signal.addEventListener("abort", end, { once: true });
        work(signal).then(resolve, reject);
      }),
    timeoutError,
  );
