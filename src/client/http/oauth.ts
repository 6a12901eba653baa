import OAuth from "oauth-1.0a";
import type { Credentials, Endpoint, WireRequest } from "./call.ts";

/** What makes a signature the only one of its kind: new for every attempt, made right before it is sent. */
interface Moment {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** What a signature is made of: method, address and query, and of a form its text fields where `Reading` says so. */
type Signed = Pick<WireRequest, "method" | "url" | "parts">;

/**
 * What HMAC-SHA1 covers: live services put the text fields of a POST in and the first of repeated query keys
 * only; the standard has all of the query and nothing of a multipart body (RFC 5849, section 3.4.1.3.1).
 */
export type Reading = "live" | "standard";

/** True for a request that the two readings sign differently. */
export function isReadDifferently(request: Signed): boolean {
  return textFields(request).length > 0 || repeatsKeys(request);
}

/** True where a name stands in the query more than once. */
export function repeatsKeys({ url }: Signed): boolean {
  const names = queryOf(url).map(([name]) => name);
  return new Set(names).size < names.length;
}

/** How one request is signed through all its attempts. */
export interface SigningChoice {
  /** The two readings sign the request differently. */
  readonly isAmbiguous: boolean;
  reading(): Reading;
  /** Takes the status of an answer; true where the other reading is to be tried, by the next attempt. */
  refusedBy(status: number): boolean;
}

/** The reading of HMAC-SHA1 that a service takes, as far as its answers have shown; `isSigned`: requests carry one. */
export function createReadings(isSigned: boolean): { of(request: Signed): SigningChoice } {
  let known: Reading = "live";
  return {
    of(request) {
      const isAmbiguous = isSigned && isReadDifferently(request);
      let reading = known;
      return {
        isAmbiguous,
        reading: () => reading,
        refusedBy(status) {
          if (!isAmbiguous) return false;
          if (status !== 401) {
            known = reading;
            return false;
          }
          if (reading !== known) return false;
          reading = known === "live" ? "standard" : "live";
          return true;
        },
      };
    },
  };
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
 * The value of the `Authorization` header: OAuth 1.0a with one leg. The service's keys have no consumer secret.
 */
export function authorization(
  request: Signed,
  keys: Credentials & { readonly consumerSecret?: string },
  signature: Endpoint["signature"],
  hash: Hash,
  moment: Moment,
  reading: Reading,
): string {
  const oauth = new OAuth({
    consumer: { key: keys.consumerKey, secret: keys.consumerSecret ?? "" },
    signature_method: signature === "plaintext" ? "PLAINTEXT" : "HMAC-SHA1",
    hash_function: hash,
  });
  oauth.getNonce = () => moment.nonce;
  oauth.getTimeStamp = () => moment.timestamp;
  const [url = ""] = request.url.split("?", 1);
  const query = queryOf(request.url);
  const items = reading === "standard" ? query : [...new Map([...query].reverse()), ...textFields(request)];
  const data = { method: request.method, url, data: byName(items) };
  return oauth.toHeader(oauth.authorize(data, { key: keys.tokenKey, secret: keys.tokenSecret }))
    .Authorization;
}

type Item = readonly [name: string, value: string];

const queryOf = (url: string): readonly Item[] => (url.includes("?") ? [...new URL(url).searchParams] : []);

function textFields({ method, parts = [] }: Signed): readonly Item[] {
  if (method !== "POST") return [];
  return parts.flatMap(({ name, value }): Item[] => (typeof value === "string" ? [[name, value]] : []));
}

/** Names and values as the package signs them rightly: each name with all its values. */
function byName(items: readonly Item[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of items) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(values);
}
