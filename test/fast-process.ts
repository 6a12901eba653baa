import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Context } from "../src/context.ts";
import type { Clock } from "../src/core/clock.ts";

/** How many times as fast time runs while a command sleeps. */
const haste = 20;
/** A sleep for this long or longer bounds what others do, which is not as fast, in milliseconds. */
const boundMs = 20_000;
/** How many times as fast such a sleep is. */
const boundHaste = 4;
/** How often a bound looks whether this process is idle, in milliseconds. */
const sliceMs = 50;

/** Resolves when this process has been idle for so long: what the sleep bounds takes longer on a busy machine. */
async function idle(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let before = performance.eventLoopUtilization();
  for (let leftMs = ms; leftMs > 0; ) {
    await setTimeout(Math.min(leftMs, sliceMs), undefined, signal === undefined ? {} : { signal });
    const now = performance.eventLoopUtilization();
    leftMs -= now.idle - before.idle;
    before = now;
  }
}

/** Work takes the time that it takes: only sleeps are shorter. Those of one command do not move the clock of another. */
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

/** No number comes twice, as a service refuses a nonce that it has seen. */
let digits = 0;

/** The clock, chance and process of a line of svc that runs in the process of its test. */
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
