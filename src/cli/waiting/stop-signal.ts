import type { Context } from "../../context.ts";
import type { Failure } from "../../failure.ts";

/** Ends by a signal what would go on: Ctrl-C or SIGTERM, once; the next one meets no listener. */
export interface StopSignal {
  /** Aborted with the failure made for the signal as its reason. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  forget(): void;
}

export function stopSignal(
  { onSignal }: Pick<Context, "onSignal">,
  failureFor: (kind: "interrupted" | "terminated") => Failure,
): StopSignal {
  const ending = new AbortController();
  const end = (kind: "interrupted" | "terminated") => {
    forget();
    ending.abort(failureFor(kind));
  };
  const listeners = [
    onSignal("SIGINT", () => end("interrupted")),
    onSignal("SIGTERM", () => end("terminated")),
  ];
  const forget = () => {
    for (const each of listeners.splice(0)) each();
  };
  return { signal: ending.signal, forget };
}
