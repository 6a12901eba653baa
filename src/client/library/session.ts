import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import type { Client, CallOptions as ClientCallOptions } from "../http/call.ts";
import { withMeantValue } from "../values/refused-value.ts";
import type { Mask } from "./error.ts";
import type { CallOptions } from "./types.ts";

export interface Session extends Pick<Context, "clock" | "random"> {
  readonly client: Client;
  /** The connection's signal; ends every call. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the connection is closed, with the `Failure` for its calls. */
  readonly closing: AbortSignal;
  readonly signals: Signals;
  readonly mask: Mask;
  readonly note: (text: string) => void;
}

/** A client for all requests of one call, until released. */
export interface CallClient {
  readonly client: Client;
  readonly signal: AbortSignal;
  release(): void;
}

/** Hints at the likely value when the service rejects one as invalid. */
export function clientFor(session: Session, options: CallOptions): CallClient {
  const { client } = session;
  const { timeoutMs, retries } = options;
  if (session.closing.aborted)
    throw new Failure("usage", "the connection is closed", { outcome: "not_sent" });
  const { signal, release } = session.signals.interruptedBy(options.signal, session.signal, session.closing);
  const own = {
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retries === undefined ? {} : { retries }),
  };
  return {
    signal,
    release,
    client: {
      ...client,
      call: (operation, values, more: ClientCallOptions = {}) =>
        client.call(operation, values, { ...own, ...more }).catch((error: unknown) => {
          throw withMeantValue(error, operation, values);
        }),
    },
  };
}

export interface Interruption {
  readonly signal: AbortSignal;
  release(): void;
}

export interface Signals {
  /** The reason is a library signal's own `Failure`, or `interrupted` for a caller's signal. */
  interruptedBy(...signals: readonly (AbortSignal | undefined)[]): Interruption;
}

type Abort = (by: AbortSignal) => void;

/** Listens once per signal for all calls: Node would warn of a leak. */
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
