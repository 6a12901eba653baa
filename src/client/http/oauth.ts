import OAuth from "oauth-1.0a";
import { addTo } from "../../core/grouping.ts";
import type { Credentials, Endpoint, WireRequest } from "./call.ts";

/** The values that make a signature unique. Each attempt needs new ones. */
interface OneTimeValues {
  readonly nonce: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

type SignableRequest = Pick<WireRequest, "method" | "url" | "parts">;

/** `live` signs the text fields of a POST, and only the first of repeated query keys; `standard` is RFC 5849. */
export type SignatureScope = "live" | "standard";

export const dependsOnScope = (request: SignableRequest): boolean =>
  textFields(request).length > 0 || repeatsKeys(request);

export function repeatsKeys({ url }: SignableRequest): boolean {
  const names = queryOf(url).map(([name]) => name);
  return new Set(names).size < names.length;
}

export interface SigningChoice {
  readonly isAmbiguous: boolean;
  scope(): SignatureScope;
  /** Takes the status of an answer; returns true if the request should be signed again with the other scope. */
  needsOtherScope(status: number): boolean;
}

/** Finds out from answers which scope a service uses. */
export function createSignatureScopes(usesHmac: boolean): {
  choiceFor(request: SignableRequest): SigningChoice;
} {
  let serviceScope: SignatureScope = "live";
  return {
    choiceFor(request) {
      const isAmbiguous = usesHmac && dependsOnScope(request);
      let requestScope = serviceScope;
      return {
        isAmbiguous,
        scope: () => requestScope,
        needsOtherScope(status) {
          if (!isAmbiguous) return false;
          if (status !== 401) {
            serviceScope = requestScope;
            return false;
          }
          if (requestScope !== serviceScope) return false;
          requestScope = serviceScope === "live" ? "standard" : "live";
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

export function authorizationHeader(
  request: SignableRequest,
  keys: Credentials & { readonly consumerSecret?: string },
  signature: Endpoint["signature"],
  hash: Hash,
  { nonce, timestamp }: OneTimeValues,
  scope: SignatureScope,
): string {
  const oauth = new OAuth({
    consumer: { key: keys.consumerKey, secret: keys.consumerSecret ?? "" },
    signature_method: signature === "plaintext" ? "PLAINTEXT" : "HMAC-SHA1",
    hash_function: hash,
  });
  oauth.getNonce = () => nonce;
  oauth.getTimeStamp = () => timestamp;
  const [url = ""] = request.url.split("?", 1);
  const query = queryOf(request.url);
  const parameters =
    scope === "standard" ? query : [...new Map([...query].reverse()), ...textFields(request)];
  const data = { method: request.method, url, data: byName(parameters) };
  return oauth.toHeader(oauth.authorize(data, { key: keys.tokenKey, secret: keys.tokenSecret }))
    .Authorization;
}

type Parameter = readonly [name: string, value: string];

const queryOf = (url: string): readonly Parameter[] =>
  url.includes("?") ? [...new URL(url).searchParams] : [];

function textFields({ method, parts = [] }: SignableRequest): readonly Parameter[] {
  if (method !== "POST") return [];
  return parts.flatMap(({ name, value }): Parameter[] => (typeof value === "string" ? [[name, value]] : []));
}

/** The OAuth package signs repeated names correctly if their values are an array. */
function byName(parameters: readonly Parameter[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of parameters) addTo(values, name, value);
  return Object.fromEntries(values);
}
