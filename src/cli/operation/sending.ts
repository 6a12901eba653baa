import { defaults } from "../../catalogue/defaults.ts";
import { type Breaker, createBreaker } from "../../client/execute/many.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { openStatusLine } from "../terminal/live-output.ts";
import { answerMs, type SendingWatch, type Termination, watchSending } from "../terminal/signals.ts";
import { progressForm } from "../waiting/progress.ts";

/** Milliseconds; shorter runs show no count. */
const quietMs = 1_000;
const redrawMs = 200;

export function startCounter(invocation: Pick<Invocation, "context" | "globals" | "options">, total: number) {
  if (progressForm(invocation) !== "live") return { countAnswer: () => undefined, end: () => undefined };
  const line = openStatusLine(invocation.context, { redrawMs, quietMs });
  let count = 0;
  return {
    countAnswer: () => {
      count += 1;
      line.show(() => `sending ${count}/${total}`);
    },
    end: line.clear,
  };
}

export interface CircuitBreaker extends Breaker, SendingWatch {}

/** Applies `--parallel` and `--fail-fast`; see `createBreaker`. A signal ends reads at once. */
export function circuitBreaker({ options, context, messages }: Invocation, isReading = false) {
  const breaker = createBreaker(options["parallel"] ?? defaults.parallel, options["fail-fast"] === true);
  const onStop = (kind: Termination) => {
    breaker.stop(kind);
    if (!isReading) messages.note(`${kind}: waiting for the requests in progress; no more are sent`);
  };
  const watch = watchSending(context, onStop, isReading ? 0 : answerMs);
  return { ...breaker, ...watch };
}
