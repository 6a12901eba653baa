import type { Method, Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Ledger } from "./ledger.ts";

/** The consumer secret of a key is the empty string. */
export interface Credentials {
  readonly consumerKey: string;
  readonly tokenKey: string;
  readonly tokenSecret: string;
}

export interface Endpoint {
  /** Normalised: scheme, host and service segment, no trailing slash or `/api/2.0`. */
  readonly baseUrl: string;
  readonly addressing: "path" | "query";
  readonly signature: "plaintext" | "hmac-sha1";
  /** Undefined: anonymous. */
  readonly credentials: Credentials | undefined;
  /** Milliseconds added to the clock's time for OAuth timestamps. */
  readonly clockOffsetMs: number;
}

/** Bytes of a file part or body, opened for every attempt. */
export interface Content {
  readonly filename: string;
  /** For other programs to read; missing for standard input and bytes made by svc. */
  readonly path?: string;
  readonly size: number;
  readonly bytes?: Buffer;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * A field's value. Flags are booleans, repeatable fields and lists arrays, maps records; the rest is text as typed,
 * base64 already encoded. Undefined is not sent; the empty string is.
 */
export type Value = string | boolean | readonly string[] | Readonly<Record<string, string>> | Content;

/** By field name, including the path's identifiers. Names that are not fields are sent unchanged. */
export type Values = Readonly<Record<string, Value | undefined>>;

export interface Reading {
  /** The reader itself checks strings and brackets of a large list or object. */
  readonly isFollowed?: boolean;
}

/** A 2xx answer. Its body can be read once. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The undecoded body as it arrives. Strings and brackets of large JSON are checked, unless the reader does it. */
  bytes(reading?: Reading): AsyncIterable<Uint8Array>;
  /** The whole body: a JSON value, text, a map of BSON values, or undefined if empty. */
  value(): Promise<unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until this answer begins, and between its pieces. */
  readonly timeoutMs?: number;
  readonly retries?: number;
}

export interface Trust {
  readonly caCertPath?: string | undefined;
  readonly insecure?: boolean | undefined;
}

export interface Client {
  readonly endpoint: Endpoint;
  readonly trust?: Trust;
  /** Sends one operation. Throws a `Failure` for any answer but a 2xx, and for none. */
  call(operation: Operation, values: Values, options?: CallOptions): Promise<Answer>;
  /** Sends a request of `buildRawRequest`; `value()` is JSON if the body is, else text. */
  send(request: WireRequest, options?: CallOptions): Promise<Answer>;
  /** The service's clock minus the signing one, in milliseconds; undefined before the first dated answer. */
  clockSkewMs(): number | undefined;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly endpoint: Endpoint;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Context["env"];
  /** Milliseconds for one request; by default the operation's own limit, or 60,000. */
  readonly timeoutMs?: number | undefined;
  /** 3 by default. */
  readonly retries?: number | undefined;
  readonly caCert?: string | undefined;
  readonly caCertPath?: string | undefined;
  readonly insecure?: boolean | undefined;
  readonly userAgent?: string | undefined;
  /** Receives the lines of `--debug`, secrets redacted. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Receives the secrets in requests: a service may repeat them. */
  readonly conceal?: ((secret: string) => void) | undefined;
  readonly note?: ((text: string) => void) | undefined;
  /** Receives the headers of every answer, names in lower case. */
  readonly noteHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  readonly ledger?: Ledger | undefined;
  /** Runs before a change is sent; throwing refuses the change. */
  readonly beforeChange?: (() => Promise<void>) | undefined;
  /** Ends requests and pauses between attempts, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A request before signing: everything but boundary, nonce and time. */
export interface WireRequest {
  readonly method: Method;
  /** Absolute and encoded, with the query. */
  readonly url: string;
  /** Multipart parts of a POST or PUT; may be empty. */
  readonly parts?: readonly Part[];
  readonly body?: Content;
  /** Sent without a signature. */
  readonly unsigned?: true;
}

/** `secret` parts are masked wherever a request is shown. */
export interface Part {
  readonly name: string;
  readonly value: string | Content;
  readonly secret?: true;
}

export interface TlsSettings {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}
