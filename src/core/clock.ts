/** Time as the program sees it, and a sleep that an AbortSignal ends early. */
export interface Clock {
  /** Milliseconds since the epoch: for what is printed or signed. It jumps when somebody sets the clock. */
  now(): number;
  /** Milliseconds since an arbitrary moment, never set back or forward: for durations and deadlines. */
  monotonic(): number;
  /** Resolves after `ms`, however many they are; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /**
   * `length` bytes, unlikely to come again, as lower-case hexadecimal digits (two a byte); no secret is made
   * of them.
   */
  hex(length: number): string;
}

/** A timer for longer would end at once, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // The global `performance` is loaded when it is named, and takes longer than a short command's own work.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const rest = (leftMs: number) => {
        timer = setTimeout(
          () => {
            if (leftMs > maxTimerMs) return rest(leftMs - maxTimerMs);
            signal?.removeEventListener("abort", end);
            resolve();
          },
          Math.min(leftMs, maxTimerMs),
        );
      };
      rest(ms);
      if (signal?.aborted) end();
      else signal?.addEventListener("abort", end, { once: true });
    }),
};

const randomByte = () =>
  Math.floor(Math.random() * 256)
    .toString(16)
    .padStart(2, "0");

/** The randomness of this process. */
export const systemRandom: Random = {
  next: () => Math.random(),
  hex: (length) => Array.from({ length }, randomByte).join(""),
};
