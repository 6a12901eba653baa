import type { Clock } from "../../../../src/core/clock.ts";
import type { Sandbox } from "../../../../src/sandbox/sandbox.ts";

/**
 * Time that passes only while nothing is being done. The sleeps of clients and the steps of the sandbox end
 * in order, independently of real time.
 */
export interface VirtualTime {
  readonly clock: Clock;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Stops time until the returned function is called. */
  hold(): () => void;
  /** Lets time pass until the promise settles. */
  until<T>(sandbox: Sandbox, promise: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly at: number;
  wake(): void;
}

export function virtualTime(startAt: number): VirtualTime {
  let now = startAt;
  let working = 0;
  const sleepers = new Set<Sleeper>();
  const sleep: Clock["sleep"] = (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        at: now + Math.max(0, ms),
        wake() {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", end);
          resolve();
        },
      };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", end, { once: true });
      sleepers.add(sleeper);
    });
  return {
    now: () => now,
    clock: { now: () => now, monotonic: () => now - startAt, sleep },
    hold() {
      working += 1;
      let isHeld = true;
      return () => {
        if (isHeld) working -= 1;
        isHeld = false;
      };
    },
    async until(sandbox, promise) {
      let isSettled = false;
      const settled = promise.finally(() => {
        isSettled = true;
      });
      settled.catch(() => undefined);
      while (!isSettled) {
        await new Promise((resume) => setImmediate(resume));
        if (working > 0 || isSettled) continue;
        const [first] = [...sleepers].sort((a, b) => a.at - b.at);
        if (first === undefined) continue;
        now = Math.max(now, first.at);
        sandbox.advance(0);
        first.wake();
      }
      return await settled;
    },
  };
}
