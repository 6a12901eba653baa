import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";
import { onTerminationSignal, type Termination, terminationFailure } from "./signals.ts";

/** How long requests under way may take to be answered after a signal, in milliseconds. */
const graceMs = 3_000;

/** The watch over signals while changes are on the wire. */
export interface SendingWatch {
  /** The `Failure` (interrupted or terminated) of the signal that came; undefined while none has. */
  signalled(): Failure | undefined;
  /** Aborted with that failure where requests under way have not been answered some time after the signal. */
  readonly signal: AbortSignal;
  /** Stops listening: every request has been answered. */
  release(): void;
}

/**
 * Gives requests under way a moment to be answered when a signal comes, so that less is in doubt. A second
 * signal is handled by the run, which ends them at once.
 */
export function watchSending(
  context: Pick<Context, "clock" | "onSignal">,
  onStop: (termination: Termination) => void,
): SendingWatch {
  const overdue = new AbortController();
  const answered = new AbortController();
  let signalled: Failure | undefined;
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    signalled = terminationFailure(termination);
    onStop(termination);
    context.clock.sleep(graceMs, answered.signal).then(
      () => overdue.abort(signalled),
      () => undefined,
    );
  });
  return {
    signalled: () => signalled,
    signal: overdue.signal,
    release: () => {
      dispose();
      answered.abort();
    },
  };
}
