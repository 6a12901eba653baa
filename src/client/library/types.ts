import type { SvcError } from "./error.ts";

/** The service and the user. Missing options come from the environment, the profile, or a default. */
export interface ConnectOptions {
  /** The name of a profile that `svc login` stored. It replaces `SVC_URL` and `SVC_API_KEY`. */
  readonly profile?: string | undefined;
  /** The service's address with segment, such as `http://host:5240/SVC`; `SVC_URL` by default. */
  readonly url?: string | undefined;
  /** The API key as `consumer_key:token_key:token_secret`; `SVC_API_KEY` by default. */
  readonly key?: string | undefined;
  /** Sends requests without a key. */
  readonly anonymous?: boolean | undefined;
  /** Milliseconds until an answer begins, and between pieces of its body; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How many times a request is retried if that is safe; 3 by default. */
  readonly retries?: number | undefined;
  /** The certificate authority to trust: PEM text, or the path of a PEM file. */
  readonly ca?: string | undefined;
  /** Does not verify the service's certificate. */
  readonly insecure?: boolean | undefined;
  /** The OAuth signature method; `plaintext` by default. */
  readonly signature?: "plaintext" | "hmac-sha1" | undefined;
  /** How requests name an operation: `/op-name` (`path`, the default) or `?op=name` (`query`). */
  readonly addressing?: "path" | "query" | undefined;
  /** Ends all requests and waits of this connection when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Receives a line for each request, answer and retry, with secrets masked. */
  readonly onDebug?: ((line: string) => void) | undefined;
  /** The folder of the profiles; `SVC_CONFIG_DIR`, or the user's folder by default. */
  readonly configDir?: string | undefined;
  /** Environment variables to read instead of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A value of a field that the operation does not list. */
export type UnlistedValue = string | number | boolean;

export interface CallOptions {
  /** Ends the request or wait when it aborts. A change that was sent is not undone; see `outcome` of the error. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the answer begins, and between pieces of its body, for this call. */
  readonly timeoutMs?: number | undefined;
  /** How many times a request of this call is retried if that is safe. */
  readonly retries?: number | undefined;
  /** If false, values and rules are not checked before the request is sent. */
  readonly check?: boolean | undefined;
  /** Fields that the operation does not list, by the service's names. They are sent unchanged. */
  readonly set?: Readonly<Record<string, UnlistedValue | readonly UnlistedValue[]>> | undefined;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the wait fails with `stillInProgress`; 0 for no limit. */
  readonly waitTimeoutMs?: number | undefined;
  /** Milliseconds between polls; by default growing from 1 to 10 seconds. */
  readonly pollIntervalMs?: number | undefined;
  /** Called for each change of status during the wait. */
  readonly onChange?: ((change: StatusChange) => void) | undefined;
}

export interface WaitingCallOptions extends CallOptions, WaitOptions {}

/** A change of status during a wait. */
export interface StatusChange {
  readonly systemId: string;
  readonly hostname: string;
  /** The name of the previous status, if it is known. */
  readonly from: string | undefined;
  readonly to: string;
  /** The service's message about the machine. */
  readonly message: string | undefined;
}

export interface SettledMachine {
  readonly systemId: string;
  readonly hostname: string;
  /** The name of the final status, or `gone`. */
  readonly status: string | undefined;
  readonly elapsedMs: number;
}

/**
 * Content to send: text (as UTF-8), bytes, a file or `Blob` (read when it is sent), or a stream (read to its end
 * first, up to 64 MiB).
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
 * A list that is read when it is used: `await` returns the array, and `for await` streams its elements in constant
 * memory. Each iteration sends a request of its own.
 */
export interface List<Item, Whole = readonly Item[]> extends Promise<Whole>, AsyncIterable<Item> {}

/** The outcome of the change that was sent; `partial`: only some of several changes were carried out. */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  readonly status: string | null;
}

/** The value that a site returned, or its error. */
export type SiteResult<Value> =
  | { readonly site: string; readonly value: Value }
  | { readonly site: string; readonly error: SvcError };
