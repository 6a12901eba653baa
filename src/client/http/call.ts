import type { Method, Operation } from "../../catalogue/operation.ts";
import type { Context } from "../../context.ts";
import type { Clock, Random } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";
import type { Ledger } from "./ledger.ts";

/** An API key in its parts. The consumer secret is always the empty string. */
export interface Credentials {
  readonly consumerKey: string;
  readonly tokenKey: string;
  readonly tokenSecret: string;
}

export interface Endpoint {
  /** Normalised: scheme, host and service segment, without a trailing slash or `/api/2.0`. */
  readonly baseUrl: string;
  readonly addressing: "path" | "query";
  readonly signature: "plaintext" | "hmac-sha1";
  readonly credentials: Credentials | undefined;
  /** Milliseconds added to the clock's time for OAuth timestamps. */
  readonly clockOffsetMs: number;
}

export interface Content {
  readonly filename: string;
  /** The file's path for other programs; missing for standard input and for bytes that svc made. */
  readonly path?: string;
  readonly size: number;
  readonly bytes?: Buffer;
  open(): AsyncIterable<Uint8Array>;
}

/** Text is as the user typed it, or base64 if the field requires that. Undefined is not sent; an empty string is. */
export type Value = string | boolean | readonly string[] | Readonly<Record<string, string>> | Content;

/** Values by field name, including the identifiers in the path. Names that are not fields are sent unchanged. */
export type Values = Readonly<Record<string, Value | undefined>>;

export interface BytesOptions {
  /** True if the reader itself checks strings and brackets of a large list or object. */
  readonly readerChecksBrackets?: boolean;
}

/** An answer with a 2xx status. Its body can be read once. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Yields the undecoded body as it arrives, and checks its JSON; of large bodies only strings and brackets. */
  bytes(options?: BytesOptions): AsyncIterable<Uint8Array>;
  /** Reads the whole body: a JSON value, text, a map of BSON values, or undefined if empty. */
  value(): Promise<unknown>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until this answer begins, and between pieces of its body. */
  readonly timeoutMs?: number | undefined;
  /** An upper limit, even if the user allows more time. */
  readonly maxTimeoutMs?: number;
  readonly retries?: number | undefined;
  /** Replaces the ledger of the client. */
  readonly ledger?: Ledger | undefined;
}

export interface Trust {
  readonly caCertPath?: string | undefined;
  readonly insecure?: boolean | undefined;
}

export interface Client extends Pick<ClientOptions, "endpoint" | "ledger" | "beforeChange"> {
  readonly trust?: Trust;
  /** Throws a `Failure` if the status is not 2xx or no answer comes. */
  call(operation: Operation, values: Values, options?: CallOptions): Promise<Answer>;
  /** Sends a request of `buildRawRequest`. The answer's `value()` is text if the body is not JSON. */
  send(request: WireRequest, options?: CallOptions): Promise<Answer>;
  /** How far the service's clock is ahead of the time in signatures; undefined if unknown. */
  clockSkewMs(): number | undefined;
  close(): Promise<void>;
}

export interface ClientOptions extends Trust {
  readonly endpoint: Endpoint;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Context["env"];
  /** Milliseconds for one request; by default 60,000, or the operation's own limit. */
  readonly timeoutMs?: number | undefined;
  /** 3 by default. */
  readonly retries?: number | undefined;
  readonly caCert?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly trace?: ((line: string) => void) | undefined;
  /** Receives the secrets in requests, so that they can be masked if the service repeats them. */
  readonly conceal?: ((secret: string) => void) | undefined;
  readonly note?: ((text: string) => void) | undefined;
  /** Receives the headers of every answer; names are in lower case. */
  readonly noteHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
  readonly ledger?: Ledger | undefined;
  /** Runs before a change is sent; if it throws, the change is not sent. */
  readonly beforeChange?: (() => Promise<void>) | undefined;
  /** Aborts requests and the pauses between attempts; they reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Aborts changes that are being sent, in place of `signal`. */
  readonly answerSignal?: AbortSignal | undefined;
  /** If it aborts in a pause between attempts, the request is not sent again. */
  readonly retrySignal?: AbortSignal | undefined;
}

export interface WireRequest {
  readonly method: Method;
  /** Absolute and percent-encoded, with the query. */
  readonly url: string;
  /** Multipart parts of a POST or PUT; may be empty. */
  readonly parts?: readonly Part[];
  readonly body?: Content;
  readonly unsigned?: true;
}

/** A value marked `secret` is masked wherever svc shows the request. */
export interface Part {
  readonly name: string;
  readonly value: string | Content;
  readonly secret?: true;
}

export interface TlsSettings {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}

export function wordsOf(value: Value | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value : [];
}

/** Appends to a list. Throws a usage `Failure` if a field that takes one value already has it. */
export function appendValues(
  name: string,
  additions: readonly string[],
  values: Values,
  label: string,
): Value {
  const earlierValue = Object.hasOwn(values, name) ? values[name] : undefined;
  if (Array.isArray(earlierValue)) return [...earlierValue, ...additions];
  if (earlierValue !== undefined) throw new Failure("usage", `${label}: this field is already given`);
  const [only, ...others] = additions;
  return only === undefined || others.length > 0 ? additions : only;
}
