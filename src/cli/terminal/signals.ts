import type { Context, Signal } from "../../context.ts";
import { Failure } from "../../core/failure.ts";

/** The kind of failure that each signal causes. */
const terminations = { SIGINT: "interrupted", SIGTERM: "terminated" } as const;

/** How a signal ends what was going on. */
export type Termination = (typeof terminations)[Signal];

/** Calls `listener` at each SIGINT and SIGTERM until the returned function is called. */
export function onTerminationSignal(
  { onSignal }: Pick<Context, "onSignal">,
  listener: (termination: Termination, signal: Signal) => void,
): () => void {
  const disposers = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    onSignal(signal, () => listener(terminations[signal], signal)),
  );
  return () => {
    for (const dispose of disposers.splice(0)) dispose();
  };
}

/** The failure of a command that a signal ended. */
export const terminationFailure = (termination: Termination): Failure =>
  new Failure(termination, termination);

export interface TerminationAbort {
  /** Aborted with the failure made for the signal as its reason. */
  readonly signal: AbortSignal;
  /** Stops listening. May be called again. */
  dispose(): void;
}

/** Aborts at the first SIGINT or SIGTERM; the next one meets no listener and ends the process. */
export function abortOnTerminationSignal(
  context: Pick<Context, "onSignal">,
  failureFor: (termination: Termination) => Failure = terminationFailure,
): TerminationAbort {
  const controller = new AbortController();
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    controller.abort(failureFor(termination));
  });
  return { signal: controller.signal, dispose };
}
