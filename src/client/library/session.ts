import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import type { Client, CallOptions as ClientCallOptions } from "../http/call.ts";
import { withMeantValue } from "../values/refused-value.ts";
import type { Mask } from "./error.ts";
import type { Signals } from "./signals.ts";
import type { CallOptions } from "./types.ts";

/** What every call of one connection has in common. */
export interface Session extends Pick<Context, "clock" | "random"> {
  readonly client: Client;
  /** Of the connection; ends every call. */
  readonly signal: AbortSignal | undefined;
  /** Aborted, with the `Failure` that calls end with, when the connection is closed. */
  readonly closing: AbortSignal;
  readonly signals: Signals;
  readonly mask: Mask;
  /** Takes remarks for `onDebug`. */
  readonly note: (text: string) => void;
}

/** A client that makes all requests of one call as its options say, until it is released. */
export interface CallClient {
  readonly client: Client;
  readonly signal: AbortSignal;
  release(): void;
}

/** The client for one call. What the service rejects as invalid gets a hint at the value that was meant. */
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
