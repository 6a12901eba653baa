import { Failure } from "../failure.ts";

/** A signal of the caller as the client understands it, until it is released. */
export interface Interruption {
  readonly signal: AbortSignal | undefined;
  release(): void;
}

/**
 * A signal that is aborted with any of these, its reason the `Failure` that a request or a wait ends with. Undefined
 * where there is none.
 */
export function interruptedBy(...signals: readonly (AbortSignal | undefined)[]): Interruption {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length === 0) return { signal: undefined, release: () => undefined };
  const controller = new AbortController();
  const abort = (event: Pick<Event, "target">) => {
    const cause: unknown = event.target instanceof AbortSignal ? event.target.reason : undefined;
    const failure = new Failure("interrupted", "the caller's signal ended it", { cause });
    controller.abort(cause instanceof Failure ? cause : failure);
  };
  for (const signal of given) {
    if (signal.aborted) abort({ target: signal });
    else signal.addEventListener("abort", abort, { once: true });
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of given) signal.removeEventListener("abort", abort);
    },
  };
}
