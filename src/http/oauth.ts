import OAuth from "oauth-1.0a";
import type { Method } from "../api/operation.ts";
import type { Credentials, Endpoint } from "./call.ts";
import { parseQuery } from "./encoding.ts";

/** What makes a signature the only one of its kind: new for every attempt, made right before it is sent. */
interface Moment {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/**
 * What a signature covers: method, address and query. A multipart body is never part of it (RFC 5849, section
 * 3.4.1.3.1).
 */
interface Signed {
  readonly method: Method;
  readonly url: string;
}

/** Turns a signature's base and key into the signature. */
export type Hash = (base: string, key: string) => string;

/** The hash of a signature method; Node's cryptography is loaded only for the one that needs it. */
export async function hashFor(signature: Endpoint["signature"]): Promise<Hash> {
  if (signature === "plaintext") return (_base, key) => key;
  const { createHmac } = await import("node:crypto");
  return (base, key) => createHmac("sha1", key).update(base).digest("base64");
}

/**
 * The value of the `Authorization` header: OAuth 1.0a with one leg, the consumer secret empty (field notes,
 * "Authentication").
 */
export function authorization(
  request: Signed,
  credentials: Credentials,
  signature: Endpoint["signature"],
  hash: Hash,
  moment: Moment,
): string {
  return sign(request, { consumerSecret: "", ...credentials }, signature, hash, moment);
}

/** `authorization` with any consumer secret, as the vectors of RFC 5849 have one. */
export function sign(
  request: Signed,
  keys: Credentials & { readonly consumerSecret: string },
  signature: Endpoint["signature"],
  hash: Hash,
  moment: Moment,
): string {
  const oauth = new OAuth({
    consumer: { key: keys.consumerKey, secret: keys.consumerSecret },
    signature_method: signature === "plaintext" ? "PLAINTEXT" : "HMAC-SHA1",
    hash_function: hash,
  });
  oauth.getNonce = () => moment.nonce;
  oauth.getTimeStamp = () => moment.timestamp;
  const mark = request.url.indexOf("?");
  const url = mark === -1 ? request.url : request.url.slice(0, mark);
  const query = mark === -1 ? "" : request.url.slice(mark + 1);
  const data = { method: request.method, url, data: byName(query) };
  return oauth.toHeader(oauth.authorize(data, { key: keys.tokenKey, secret: keys.tokenSecret }))
    .Authorization;
}

/** The query as the package signs it rightly: decoded, each name with all its values. */
function byName(query: string): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of parseQuery(query)) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(values);
}
