import type { SvcError } from "./error.ts";

/** Where the service is and who asks. Missing options come from the environment, the profile, or a default. */
export interface ConnectOptions {
  /** A profile stored by `svc login`, used instead of `SVC_URL` and `SVC_API_KEY`. */
  readonly profile?: string | undefined;
  /** Service address with segment, such as `http://host:5240/SVC`; `SVC_URL` by default. */
  readonly url?: string | undefined;
  /** API key, `consumer_key:token_key:token_secret`; `SVC_API_KEY` by default. */
  readonly key?: string | undefined;
  /** Sends requests without a key. */
  readonly anonymous?: boolean | undefined;
  /** Milliseconds until an answer begins and between its pieces; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Retries of a request where that is safe; 3 by default. */
  readonly retries?: number | undefined;
  /** Certificate authority to trust: PEM text, or the path of a PEM file. */
  readonly ca?: string | undefined;
  /** Does not verify the service's certificate. */
  readonly insecure?: boolean | undefined;
  /** OAuth signature method; `plaintext` by default. */
  readonly signature?: "plaintext" | "hmac-sha1" | undefined;
  /** How operations are addressed: `/op-name` (`path`, the default) or `?op=name`. */
  readonly addressing?: "path" | "query" | undefined;
  /** Ends every request and wait of this connection. */
  readonly signal?: AbortSignal | undefined;
  /** Receives a line for each request, answer and retry, without secrets. */
  readonly onDebug?: ((line: string) => void) | undefined;
  /** Folder of the profiles; `SVC_CONFIG_DIR` or the user's by default. */
  readonly configDir?: string | undefined;
  /** Variables to read instead of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A value of a field that the operation does not list. */
export type FurtherValue = string | number | boolean;

export interface CallOptions {
  /** Ends the request or wait. What was sent is not undone: see the error's `outcome`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the answer begins and between its pieces, for this call. */
  readonly timeoutMs?: number | undefined;
  /** Retries of a request of this call where that is safe. */
  readonly retries?: number | undefined;
  /** False skips the check of values and rules. */
  readonly check?: boolean | undefined;
  /** Fields that the operation does not list, by the service's names; sent unchanged. */
  readonly set?: Readonly<Record<string, FurtherValue | readonly FurtherValue[]>> | undefined;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the wait fails with `stillInProgress`; 0 for never. */
  readonly waitTimeoutMs?: number | undefined;
  /** Milliseconds between polls; growing from 1 to 10 seconds by default. */
  readonly pollIntervalMs?: number | undefined;
  /** Called on each change of status during the wait. */
  readonly onChange?: ((change: StatusChange) => void) | undefined;
}

export interface WaitingCallOptions extends CallOptions, WaitOptions {}

/** A change of status during a wait. */
export interface StatusChange {
  readonly systemId: string;
  readonly hostname: string;
  /** The previous status name, if known. */
  readonly from: string | undefined;
  readonly to: string;
  /** The service's message. */
  readonly message: string | undefined;
}

export interface Settled {
  readonly systemId: string;
  readonly hostname: string;
  /** Final status name, or `gone`. */
  readonly status: string | undefined;
  readonly elapsedMs: number;
}

/**
 * Bytes to send: text (UTF-8), bytes, a file or `Blob` (read when sent), or a stream (read to its end first, up to 64
 * MiB).
 */
export type Data =
  | string
  | Uint8Array
  | Blob
  | AsyncIterable<Uint8Array | string>
  | { readonly path: string };

/** A single value, which services send as text or as a JSON scalar. */
export type Scalar = string | number | boolean | null | undefined;

/**
 * A list read on use: `await` gives the array, `for await` streams the elements in constant memory. Each iteration
 * sends its own request.
 */
export interface List<Item, Whole = readonly Item[]> extends Promise<Whole>, AsyncIterable<Item> {}

/** The outcome of the requested change. */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

/** A machine affected by an error. */
export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  readonly status: string | null;
}

/** What a site answered, or its error. */
export type SiteResult<Value> =
  | { readonly site: string; readonly value: Value }
  | { readonly site: string; readonly error: SvcError };
