import type { Invocation } from "../invocation/invocation.ts";
import { openStatusLine } from "../terminal/status-line.ts";
import { progressForm } from "../waiting/progress.ts";

/** A run that is over sooner needs no count; milliseconds. */
const quietMs = 1_000;
const redrawMs = 200;

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
  if (progressForm(invocation) !== "live") return { answered: () => undefined, end: () => undefined };
  const line = openStatusLine(invocation.context, { redrawMs, quietMs });
  let count = 0;
  return {
    answered: () => {
      count += 1;
      line.show(() => `sending ${count}/${total}`);
    },
    end: line.clear,
  };
}
