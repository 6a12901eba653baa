import { Failure } from "../../core/failure.ts";

/** A signal of the caller as the client understands it, until it is released. */
export interface Interruption {
  readonly signal: AbortSignal;
  release(): void;
}

/** The signals that the calls of a connection listen to. */
export interface Signals {
  /**
   * A signal that is aborted with any of these, its reason the `Failure` that a request or a wait ends with: that of a
   * signal of the library, and `interrupted` for one of the caller.
   */
  interruptedBy(...signals: readonly (AbortSignal | undefined)[]): Interruption;
}

type Abort = (by: AbortSignal) => void;

/** Listens once to each signal, however many calls it is given to: Node takes more listeners for a leak, and warns. */
export function watchSignals(): Signals {
  const watched = new Map<AbortSignal, { readonly calls: Set<Abort>; readonly listener: () => void }>();
  const listen = (signal: AbortSignal, abort: Abort) => {
    const calls = watched.get(signal)?.calls ?? new Set<Abort>();
    calls.add(abort);
    if (watched.has(signal)) return;
    const listener = () => {
      for (const call of calls) call(signal);
    };
    watched.set(signal, { calls, listener });
    signal.addEventListener("abort", listener, { once: true });
  };
  const leave = (signal: AbortSignal, abort: Abort) => {
    const { calls, listener } = watched.get(signal) ?? {};
    calls?.delete(abort);
    if (listener === undefined || (calls?.size ?? 0) > 0) return;
    watched.delete(signal);
    signal.removeEventListener("abort", listener);
  };
  return {
    interruptedBy(...signals) {
      const given = signals.filter((signal) => signal !== undefined);
      const controller = new AbortController();
      const abort = ({ reason }: AbortSignal) =>
        controller.abort(reason instanceof Failure ? reason : interrupted(reason));
      for (const signal of given) {
        if (signal.aborted) abort(signal);
        else listen(signal, abort);
      }
      return {
        signal: controller.signal,
        release: () => {
          for (const signal of given) leave(signal, abort);
        },
      };
    },
  };
}

const interrupted = (cause: unknown): Failure =>
  new Failure("interrupted", "the caller's signal ended it", { cause });
