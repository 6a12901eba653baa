import type { Context, Signal } from "../../context.ts";
import { Failure } from "../../failure.ts";

/** The kind of failure that each signal is for what it ends. */
const endings = { SIGINT: "interrupted", SIGTERM: "terminated" } as const;

/** How a signal ends what was going on. */
export type Ending = (typeof endings)[Signal];

/** Calls `listener` at each SIGINT and SIGTERM until the returned function is called. */
export function onEnding(
  { onSignal }: Pick<Context, "onSignal">,
  listener: (ending: Ending, signal: Signal) => void,
): () => void {
  const disposers = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    onSignal(signal, () => listener(endings[signal], signal)),
  );
  return () => {
    for (const dispose of disposers.splice(0)) dispose();
  };
}

/** A failure that says no more than that a signal ended the command. */
export const endedBy = (ending: Ending): Failure => new Failure(ending, ending);

export interface EndingSignal {
  /** Aborted with the failure made for the signal as its reason. */
  readonly signal: AbortSignal;
  /** Stops listening. May be called again. */
  dispose(): void;
}

/** Aborts at the first SIGINT or SIGTERM; the next one meets no listener and ends the process. */
export function abortOnEnding(
  context: Pick<Context, "onSignal">,
  failureFor: (ending: Ending) => Failure = endedBy,
): EndingSignal {
  const controller = new AbortController();
  const dispose = onEnding(context, (ending) => {
    dispose();
    controller.abort(failureFor(ending));
  });
  return { signal: controller.signal, dispose };
}
