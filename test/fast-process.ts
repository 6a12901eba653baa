import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Context } from "../src/context.ts";
import type { Clock } from "../src/core/clock.ts";

/** How many times as fast sleeps pass. */
const haste = 20;
/** Sleeps of at least this many milliseconds are time-outs, which pass more slowly. */
const boundMs = 20_000;
/** How many times as fast time-outs pass. */
const boundHaste = 4;
/** Interval in milliseconds at which a time-out checks whether the process is idle. */
const sliceMs = 50;

/** Resolves when the process has been idle for this long, because work takes longer on a busy machine. */
async function idle(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let before = performance.eventLoopUtilization();
  for (let leftMs = ms; leftMs > 0; ) {
    await setTimeout(Math.min(leftMs, sliceMs), undefined, signal === undefined ? {} : { signal });
    const now = performance.eventLoopUtilization();
    leftMs -= now.idle - before.idle;
    before = now;
  }
}

/** Only sleeps are shorter; work takes its real time. Each command has its own clock. */
export function fastClock(): Clock {
  let skippedMs = 0;
  const monotonic = () => performance.now() + skippedMs;
  return {
    now: () => Date.now(),
    monotonic,
    async sleep(ms, signal) {
      const endMs = monotonic() + ms;
      await idle(ms / (ms < boundMs ? haste : boundHaste), signal);
      skippedMs += Math.max(0, endMs - monotonic());
    },
  };
}

/** Never returns a number twice, because a service refuses repeated nonces. */
let digits = 0;

/** Clock, random numbers and process for a command of svc that runs in the process of the test. */
export const fastProcess: Pick<Context, "clock" | "random" | "program"> = {
  get clock() {
    return fastClock();
  },
  random: {
    next: () => 0.5,
    hex: (length) => {
      digits += 1;
      return digits.toString(16).padStart(length * 2, "0");
    },
  },
  program: { pid: 1, command: ["svc"], isRunning: () => false, startOf: async () => undefined },
};
