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
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const waitRemaining = (remainingMs: number) => {
        timer = setTimeout(
          () => {
            if (remainingMs > maxTimerMs) return waitRemaining(remainingMs - maxTimerMs);
            signal?.removeEventListener("abort", end);
            resolve();
          },
          Math.min(remainingMs, maxTimerMs),
        );
      };
      waitRemaining(ms);
      if (signal?.aborted) end();
      else signal?.addEventListener("abort", end, { once: true });
    }),
};

const randomByte = () =>
  Math.floor(Math.random() * 256)
    .toString(16)
    .padStart(2, "0");

export const systemRandom: Random = {
  next: () => Math.random(),
  hex: (byteCount) => Array.from({ length: byteCount }, randomByte).join(""),
};

/** Aborts the signal of `work` after `ms`, or when `outerSignal` aborts; `work` may still return a partial result. */
export async function withTimeout<Result>(
  clock: Clock,
  ms: number,
  outerSignal: AbortSignal | undefined,
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
    return await work(AbortSignal.any([...(outerSignal ? [outerSignal] : []), timeoutAbort.signal]));
  } finally {
    timerAbort.abort();
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
