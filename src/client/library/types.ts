/** Where the service is and who asks. What is left out comes from the environment, the profile, or a default. */
export interface ConnectOptions {
  /** A profile that `svc login` stored. It is used in the place of `SVC_URL` and `SVC_API_KEY`. */
  readonly profile?: string | undefined;
  /** Address of the service with its segment, such as `http://host:5240/SVC`; `SVC_URL` when left out. */
  readonly url?: string | undefined;
  /** API key, `consumer_key:token_key:token_secret`; `SVC_API_KEY` when left out. */
  readonly key?: string | undefined;
  /** Sends requests without a key, to what also serves anonymous callers. */
  readonly anonymous?: boolean | undefined;
  /** Milliseconds until an answer begins and between its pieces; 60,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is tried again where that is safe; 3 when left out. */
  readonly retries?: number | undefined;
  /** A certificate authority to trust: PEM text, or the path of a PEM file. */
  readonly ca?: string | undefined;
  /** Does not verify the service's certificate. */
  readonly insecure?: boolean | undefined;
  /** OAuth signature method; `plaintext` when left out. */
  readonly signature?: "plaintext" | "hmac-sha1" | undefined;
  /** How operations are addressed: `/op-name` (`path`, the default) or `?op=name`. */
  readonly addressing?: "path" | "query" | undefined;
  /** Ends every request and wait of this connection. */
  readonly signal?: AbortSignal | undefined;
  /** Takes a line for each request, answer and retry, without secrets. */
  readonly onDebug?: ((line: string) => void) | undefined;
  /** Folder of the profiles; `SVC_CONFIG_DIR`, or the user's, when left out. */
  readonly configDir?: string | undefined;
  /** Variables to read in the place of `process.env`: an empty object reads none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A value of a field that the operation does not list. */
export type FurtherValue = string | number | boolean;

/** How one call is made. */
export interface CallOptions {
  /** Ends the request, or the wait. What was sent is not taken back: see `outcome` of the error. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the answer begins and between its pieces, for this call. */
  readonly timeoutMs?: number | undefined;
  /** How often a request of this call is tried again where that is safe. */
  readonly retries?: number | undefined;
  /** False sends without checking values and rules. */
  readonly check?: boolean | undefined;
  /** Fields that the operation does not list, by the service's own names; sent as they stand. */
  readonly set?: Readonly<Record<string, FurtherValue | readonly FurtherValue[]>> | undefined;
}

/** How a wait is made. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the wait ends with the error `stillInProgress`; 0 for never. */
  readonly waitTimeoutMs?: number | undefined;
  /** Milliseconds between two looks at the machines; growing from 1 to 10 seconds when left out. */
  readonly pollIntervalMs?: number | undefined;
  /** Told of each change of status while it waits. */
  readonly onChange?: ((change: StatusChange) => void) | undefined;
}

/** How a call with `wait: true` is made. */
export interface WaitingCallOptions extends CallOptions, WaitOptions {}

/** A change of status that was seen while waiting. */
export interface StatusChange {
  readonly systemId: string;
  readonly hostname: string;
  /** Names of the status before, where it is known, and now. */
  readonly from: string | undefined;
  readonly to: string;
  /** What the service says about it. */
  readonly message: string | undefined;
}

/** How the wait for one machine ended. */
export interface Settled {
  readonly systemId: string;
  readonly hostname: string;
  /** Name of the status at the end, or `gone`. */
  readonly status: string | undefined;
  readonly elapsedMs: number;
}

/**
 * Bytes to send: text (UTF-8), bytes, a file or a `Blob`, which is read when it is sent, or a stream, which is read to
 * its end before anything is sent, up to 64 MiB.
 */
export type Data =
  | string
  | Uint8Array
  | Blob
  | AsyncIterable<Uint8Array | string>
  | { readonly path: string };

/** An answer of one value, which services send as text or as a JSON scalar. */
export type Scalar = string | number | boolean | null | undefined;

/**
 * A list that is read when it is used. `await` gives the whole array; `for await` gives element by element as they
 * arrive, in memory that does not grow with the list. Each iteration sends a request of its own.
 */
export interface List<Item, Whole = readonly Item[]> extends Promise<Whole>, AsyncIterable<Item> {}

/** Of an error, what became of the change that was asked for. */
export type ChangeOutcome = "not_sent" | "refused" | "unknown" | "partial" | "done";

/** A machine that an error is about. */
export interface FailedMachine {
  readonly system_id: string;
  readonly hostname: string | null;
  readonly status: string | null;
}
