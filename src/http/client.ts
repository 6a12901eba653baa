import type { Operation } from "../api/operation.ts";

/** The three parts of an API key; the consumer secret is the empty string (field notes, "Authentication"). */
export interface Credentials {
  readonly consumerKey: string;
  readonly tokenKey: string;
  readonly tokenSecret: string;
}

/** Where the service is and how it is spoken to. */
export interface Endpoint {
  /** Normalised: scheme, host and service segment, no trailing slash and no `/api/2.0`. */
  readonly baseUrl: string;
  readonly addressing: "path" | "query";
  readonly signature: "plaintext" | "hmac-sha1";
  /** Undefined: anonymous. */
  readonly credentials: Credentials | undefined;
  /** Added to the clock's time for OAuth timestamps, in milliseconds. */
  readonly clockOffsetMs: number;
}

/** Bytes of a file part or body, opened when they are sent and again when they are sent again. */
export interface Content {
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * A field's value as the operator gave it. Flags are true or false, repeatable fields and lists arrays, maps records; everything
 * else is text as typed, base64 fields already encoded. Absent and undefined are not sent; the empty string is.
 */
export type Value = string | boolean | readonly string[] | Readonly<Record<string, string>> | Content;

/** By field name, identifiers of the path included. A name that is no field of the operation is sent as it stands. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** One answer with a 2xx status. Its body is read once, by one of the two. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives, undecoded. */
  bytes(): AsyncIterable<Uint8Array>;
  /** The whole body by the operation's kind: JSON value, text, a map of BSON values, or undefined where it is empty. */
  value(): Promise<unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of this one request, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface Client {
  readonly endpoint: Endpoint;
  /** Sends one operation; throws a `Failure` for any answer that is no 2xx and for every failure to get one. */
  call(operation: Operation, values: Values, options?: CallOptions): Promise<Answer>;
  /** Closes the connections; the process can end. */
  close(): Promise<void>;
}
