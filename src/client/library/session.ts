import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import type { Client, CallOptions as ClientCallOptions } from "../http/call.ts";
import { withSuggestion } from "../values/refused-value.ts";
import type { Mask } from "./error.ts";
import type { CallOptions } from "./types.ts";

export interface Session extends Pick<Context, "clock" | "random"> {
  readonly client: Client;
  /** The signal that the caller gave to `connect`; it ends every call. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the connection is closed, with the `Failure` that open calls reject with. */
  readonly closeSignal: AbortSignal;
  readonly mask: Mask;
  readonly note: (text: string) => void;
}

export interface CallClient {
  readonly client: Client;
  readonly signal: AbortSignal;
  release(): void;
}

/** Returns a client for one call. If the service rejects a value as invalid, the failure suggests a likely one. */
export function clientFor(session: Session, options: CallOptions): CallClient {
  const { client } = session;
  const { timeoutMs, retries } = options;
  if (session.closeSignal.aborted)
    throw new Failure("usage", "the connection is closed", { outcome: "not_sent" });
  const { signal, release } = interruptedBy(options.signal, session.signal, session.closeSignal);
  return {
    signal,
    release,
    client: {
      ...client,
      call: (operation, values, more: ClientCallOptions = {}) => {
        const settings = { timeoutMs, retries, ...more, signal: more.signal ?? signal };
        return client.call(operation, values, settings).catch((error: unknown) => {
          throw withSuggestion(error, operation, values);
        });
      },
    },
  };
}

export async function withClient<Result>(
  session: Session,
  options: CallOptions,
  work: (call: CallClient) => Promise<Result>,
): Promise<Result> {
  const call = clientFor(session, options);
  try {
    return await work(call);
  } finally {
    call.release();
  }
}

/** Aborts with the first signal's `Failure`, or an `interrupted` one. `release` removes all listeners. */
export function interruptedBy(...signals: readonly (AbortSignal | undefined)[]) {
  const first = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  const controller = new AbortController();
  const abort = () => {
    const { reason }: { readonly reason: unknown } = first;
    controller.abort(
      reason instanceof Failure
        ? reason
        : new Failure("interrupted", "the call was ended by the caller's signal", { cause: reason }),
    );
  };
  if (first.aborted) abort();
  else first.addEventListener("abort", abort, { once: true });
  return { signal: controller.signal, release: () => first.removeEventListener("abort", abort) };
}
