import { setTimeout } from "node:timers/promises";
import type { Context } from "../src/context.ts";

/** How many times as fast time runs. */
const haste = 20;
/** No number comes twice, as a service refuses a nonce that it has seen. */
let digits = 0;

/** The clock, chance and process of a line of svc that runs in the process of its test. */
export const fastProcess: Pick<Context, "clock" | "random" | "program"> = {
  clock: {
    now: () => Date.now(),
    // Time that runs fast: pauses are short, and a bound still leaves time for what it bounds.
    monotonic: () => performance.now() * haste,
    sleep: (ms, signal) => setTimeout(ms / haste, undefined, signal === undefined ? {} : { signal }),
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
