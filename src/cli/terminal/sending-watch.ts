import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";

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
 * signal is heard by the run, which ends them at once.
 */
export function watchSending(
  { clock, onSignal }: Pick<Context, "clock" | "onSignal">,
  onStop: (kind: "interrupted" | "terminated") => void,
): SendingWatch {
  const ending = new AbortController();
  const answered = new AbortController();
  let signalled: Failure | undefined;
  const listen = (signal: "SIGINT" | "SIGTERM", kind: "interrupted" | "terminated") =>
    onSignal(signal, () => {
      forget();
      signalled = new Failure(kind, kind);
      onStop(kind);
      clock.sleep(graceMs, answered.signal).then(
        () => ending.abort(signalled),
        () => undefined,
      );
    });
  const listeners = [listen("SIGINT", "interrupted"), listen("SIGTERM", "terminated")];
  const forget = () => {
    for (const each of listeners.splice(0)) each();
  };
  return {
    signalled: () => signalled,
    signal: ending.signal,
    release: () => {
      forget();
      answered.abort();
    },
  };
}
