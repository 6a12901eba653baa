import type { Invocation } from "../invocation/invocation.ts";
import { progressForm } from "../waiting/progress.ts";

/** A run that is over sooner needs no count; milliseconds. */
const quietMs = 1_000;
const redrawMs = 200;
const clearLine = "\u001b[K";

/** The count of requests that have been answered, of those that are sent. */
export interface Sending {
  answered(): void;
  /** Takes the line off the terminal. */
  end(): void;
}

/**
 * Counts the requests of a run that takes longer than a second, in one line on a terminal's standard error;
 * nowhere else.
 */
export function countSending(
  invocation: Pick<Invocation, "context" | "globals" | "options">,
  total: number,
): Sending {
  const { stderr, clock } = invocation.context;
  if (progressForm(invocation) !== "live") return { answered: () => undefined, end: () => undefined };
  let count = 0;
  let drawsAt = clock.monotonic() + quietMs;
  let isDrawn = false;
  return {
    answered: () => {
      count += 1;
      const now = clock.monotonic();
      if (now < drawsAt) return;
      drawsAt = now + redrawMs;
      isDrawn = true;
      // The cursor stays at the begin of the line, so that a message is written over it.
      stderr.write(`sending ${count}/${total}${clearLine}\r`);
    },
    end: () => {
      if (isDrawn) stderr.write(clearLine);
      isDrawn = false;
    },
  };
}
