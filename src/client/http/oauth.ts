import OAuth from "oauth-1.0a";
import { addTo } from "../../core/grouping.ts";
import type { Credentials, Endpoint, WireRequest } from "./call.ts";

/** Makes a signature unique; each attempt needs a new moment. */
interface Moment {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

type SignableRequest = Pick<WireRequest, "method" | "url" | "parts">;

/** Live services cover the text fields of a POST and the first of repeated query keys; RFC 5849 the whole query. */
export type Coverage = "live" | "standard";

export const dependsOnCoverage = (request: SignableRequest): boolean =>
  textFields(request).length > 0 || repeatsKeys(request);

export function repeatsKeys({ url }: SignableRequest): boolean {
  const names = queryOf(url).map(([name]) => name);
  return new Set(names).size < names.length;
}

export interface SigningChoice {
  readonly isAmbiguous: boolean;
  coverage(): Coverage;
  /** Takes the status of an answer; returns true if the request should be signed again with the other coverage. */
  needsOtherCoverage(status: number): boolean;
}

/** Finds out from answers which coverage a service uses. */
export function createCoverages(usesHmac: boolean): { choiceFor(request: SignableRequest): SigningChoice } {
  let serviceCoverage: Coverage = "live";
  return {
    choiceFor(request) {
      const isAmbiguous = usesHmac && dependsOnCoverage(request);
      let requestCoverage = serviceCoverage;
      return {
        isAmbiguous,
        coverage: () => requestCoverage,
        needsOtherCoverage(status) {
          if (!isAmbiguous) return false;
          if (status !== 401) {
            serviceCoverage = requestCoverage;
            return false;
          }
          if (requestCoverage !== serviceCoverage) return false;
          requestCoverage = serviceCoverage === "live" ? "standard" : "live";
          return true;
        },
      };
    },
  };
}

export type Hash = (base: string, key: string) => string;

/** Loads Node's cryptography only if the method needs it. */
export async function hashFor(signature: Endpoint["signature"]): Promise<Hash> {
  if (signature === "plaintext") return (_base, key) => key;
  const { createHmac } = await import("node:crypto");
  return (base, key) => createHmac("sha1", key).update(base).digest("base64");
}

export function authorization(
  request: SignableRequest,
  keys: Credentials & { readonly consumerSecret?: string },
  signature: Endpoint["signature"],
  hash: Hash,
  moment: Moment,
  coverage: Coverage,
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
  const items = coverage === "standard" ? query : [...new Map([...query].reverse()), ...textFields(request)];
  const data = { method: request.method, url, data: byName(items) };
  return oauth.toHeader(oauth.authorize(data, { key: keys.tokenKey, secret: keys.tokenSecret }))
    .Authorization;
}

type Item = readonly [name: string, value: string];

const queryOf = (url: string): readonly Item[] => (url.includes("?") ? [...new URL(url).searchParams] : []);

function textFields({ method, parts = [] }: SignableRequest): readonly Item[] {
  if (method !== "POST") return [];
  return parts.flatMap(({ name, value }): Item[] => (typeof value === "string" ? [[name, value]] : []));
}

/** The OAuth package signs repeated names correctly if their values are an array. */
function byName(items: readonly Item[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of items) addTo(values, name, value);
  return Object.fromEntries(values);
}
