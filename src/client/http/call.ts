import type { Method, Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Ledger } from "./ledger.ts";

/** The three parts of an API key; the consumer secret is the empty string. */
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
  /** Where it can be read from by another program; left out for standard input and bytes made by svc. */
  readonly path?: string;
  /** Bytes. */
  readonly size: number;
  /** The content itself, where svc made it and holds it. */
  readonly bytes?: Buffer;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * A field's value as the operator gave it. Flags are true or false, repeatable fields and lists arrays, maps
 * records; everything else is text as typed, base64 fields already encoded. Absent and undefined are not
 * sent; the empty string is.
 */
export type Value = string | boolean | readonly string[] | Readonly<Record<string, string>> | Content;

/**
 * By field name, identifiers of the path included. A name
 * that is not a field of the operation is sent as it stands.
 */
export type Values = Readonly<Record<string, Value | undefined>>;

/** How the body of an answer is read. */
export interface Reading {
  /** The reader follows the strings and brackets of a large list or object to its end itself. */
  readonly isFollowed?: boolean;
}

/** One answer with a 2xx status. Its body is read once, by one of the two. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as it arrives, undecoded. Of a large list or object the strings and brackets are followed to its
   * end, unless the reader does so itself.
   */
  bytes(reading?: Reading): AsyncIterable<Uint8Array>;
  /**
   * The whole body by the operation's kind: JSON value, text,
   * a map of BSON values, or undefined where it is empty.
   */
  value(): Promise<unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Of this one request, in milliseconds: until its answer begins, and between two pieces of it. */
  readonly timeoutMs?: number;
  /** How often this one request is tried again, instead of the client's own number. */
  readonly retries?: number;
}

/** How the service's certificate is checked. */
export interface Trust {
  /** The file of a certificate authority. */
  readonly caCertPath?: string | undefined;
  readonly insecure?: boolean | undefined;
}

export interface Client {
  readonly endpoint: Endpoint;
  /** For showing requests; left out where certificates are checked as usual. */
  readonly trust?: Trust;
  /**
   * Sends one operation; throws a `Failure` for any answer but a 2xx, and where none arrives.
   */
  call(operation: Operation, values: Values, options?: CallOptions): Promise<Answer>;
  /** Sends a request built by `buildRawRequest`; its `value()` is JSON where the body is that, and text otherwise. */
  send(request: WireRequest, options?: CallOptions): Promise<Answer>;
  /** The service's clock minus the one that signs, in milliseconds; undefined before the first answer with a date. */
  clockSkewMs(): number | undefined;
  /** Closes the connections; the process can end. */
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly endpoint: Endpoint;
  readonly clock: Clock;
  readonly random: Random;
  /** For the proxies that it names. */
  readonly env: Context["env"];
  /** Of one request, in milliseconds; 60,000 when left out. An operation's own longer one has precedence. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is tried again; 3 when left out. */
  readonly retries?: number | undefined;
  /** PEM text of a certificate authority. */
  readonly caCert?: string | undefined;
  /** Where that text was read from. */
  readonly caCertPath?: string | undefined;
  readonly insecure?: boolean | undefined;
  readonly userAgent?: string | undefined;
  /** Takes the lines of `--debug`, secrets redacted. */
  readonly trace?: ((line: string) => void) | undefined;
  /** Takes the secrets that requests carry, which no text may repeat: a service may. */
  readonly conceal?: ((secret: string) => void) | undefined;
  /** Takes remarks such as that a request is tried again. */
  readonly note?: ((text: string) => void) | undefined;
  /** Takes the headers of every answer, names in lower case. */
  readonly noteHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  /** Takes down what became of requests that change something. */
  readonly ledger?: Ledger | undefined;
  /** Ends every request under way, and the pauses between attempts, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A request before it is signed: all that decides its bytes but the boundary, the nonce and the time. */
export interface WireRequest {
  readonly method: Method;
  /** Absolute, encoded, with its query. */
  readonly url: string;
  /** Of a POST or PUT: the parts of its multipart body, none of them too. */
  readonly parts?: readonly Part[];
  /** A raw body (an upload's chunk) in the place of parts. */
  readonly body?: Content;
}

/** One part of a form; `secret` ones are masked wherever a request is shown. */
export interface Part {
  readonly name: string;
  readonly value: string | Content;
  readonly secret?: true;
}
