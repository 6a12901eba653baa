import { setTimeout } from "node:timers/promises";
import type { Context } from "../src/context.ts";

/** How many times as fast time runs while a command sleeps. */
const haste = 20;
/** A sleep for this long or longer bounds what others do, which is not as fast, in milliseconds. */
const boundMs = 20_000;
/** How many times as fast such a sleep is. */
const boundHaste = 4;
/** By how much sleeps have moved the clock on. */
let skippedMs = 0;

const monotonic = () => performance.now() + skippedMs;

/** Work takes the time that it takes: only sleeps are shorter, so that a busy machine does not run out of time. */
async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const endMs = monotonic() + ms;
  await setTimeout(
    ms / (ms < boundMs ? haste : boundHaste),
    undefined,
    signal === undefined ? {} : { signal },
  );
  skippedMs += Math.max(0, endMs - monotonic());
}

/** No number comes twice, as a service refuses a nonce that it has seen. */
let digits = 0;

/** The clock, chance and process of a line of svc that runs in the process of its test. */
export const fastProcess: Pick<Context, "clock" | "random" | "program"> = {
  clock: { now: () => Date.now(), monotonic, sleep },
  random: {
    next: () => 0.5,
    hex: (length) => {
      digits += 1;
      return digits.toString(16).padStart(length * 2, "0");
    },
  },
  program: { pid: 1, command: ["svc"], isRunning: () => false, startOf: async () => undefined },
};
