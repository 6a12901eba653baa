import { createHmac, timingSafeEqual } from "node:crypto";
import { findToken, type User } from "../state/users.ts";
import { HttpError } from "./answers.ts";
import type { Pair } from "./call.ts";

export interface SignedRequest {
  readonly method: string;
  /** Scheme, host and path as sent, without the query. */
  readonly url: string;
  /** The decoded query and urlencoded form, including credentials in them. */
  readonly parameters: readonly Pair[];
  /** The parameters that live services expect in the signature. A signature of these is accepted too. */
  readonly deployedParameters?: readonly Pair[];
  readonly authorization: string | undefined;
  readonly acceptsFutureTimestamp?: boolean;
}

/** How far a timestamp may be from the clock of the service. */
const toleranceSeconds = 300;

export type Authenticator = ReturnType<typeof makeAuthenticator>;

/** One-legged OAuth 1.0a (RFC 5849, 3.1 to 3.4). Above the capacity, the oldest nonces are forgotten. */
export function makeAuthenticator(nonceCapacity = 100_000) {
  const nonces = new Map<string, number>();

  /** A nonce is forgotten after twice the tolerance, when its timestamp would be refused anyway. */
  const useNonce = (key: string, timestamp: number, nowMs: number) => {
    for (const [oldest, usedMs] of nonces) {
      if (nowMs - usedMs <= 2 * toleranceSeconds * 1000 && nonces.size < nonceCapacity) break;
      nonces.delete(oldest);
    }
    if (nonces.has(key)) throw denied("the nonce has been used before.");
    nonces.set(key, Math.max(nowMs, timestamp * 1000));
  };

  return {
    authenticate(request: SignedRequest, users: readonly User[], nowMs: number): User | undefined {
      const headerFields = headerCredentials(request.authorization);
      const fields = headerFields ?? parameterCredentials(request.parameters);
      if (fields === undefined) return undefined;
      const requireField = (name: string) => {
        const value = fields.get(name);
        if (value === undefined) throw denied(`${name} is missing.`);
        return value;
      };
      if ((fields.get("oauth_version") ?? "1.0") !== "1.0") throw denied("oauth_version must be 1.0.");
      const match = findToken(users, requireField("oauth_consumer_key"), requireField("oauth_token"));
      if (match === undefined) throw denied("invalid consumer or token.");
      const timestamp = checkTimestamp(
        requireField("oauth_timestamp"),
        nowMs,
        request.acceptsFutureTimestamp === true,
      );
      const nonce = requireField("oauth_nonce");
      if (nonce === "" || nonce.length > 255) throw denied("oauth_nonce must have 1 to 255 characters.");
      const [method, signature] = [requireField("oauth_signature_method"), requireField("oauth_signature")];
      const isSigned = (parameters: readonly Pair[]) =>
        isEqual(
          sign(
            method,
            { ...request, parameters: [...parameters, ...(headerFields ?? [])] },
            match.token.secret,
          ),
          signature,
        );
      const { parameters, deployedParameters = parameters } = request;
      if (!isSigned(parameters) && !isSigned(deployedParameters)) throw denied("invalid signature.");
      useNonce(`${match.token.key}:${timestamp}:${nonce}`, timestamp, nowMs);
      return match.user;
    },
    nonceCount: () => nonces.size,
  };
}

function checkTimestamp(text: string, nowMs: number, acceptsFutureTimestamp: boolean): number {
  const timestamp = Number(text);
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw denied("oauth_timestamp is not a number.");
  const offset = timestamp - Math.floor(nowMs / 1000);
  if (offset < -toleranceSeconds || (offset > toleranceSeconds && !acceptsFutureTimestamp))
    throw denied(`expired timestamp: it is ${offset} seconds off the service's clock.`);
  return timestamp;
}

/** RFC 3986: escapes all characters except the unreserved ones. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The consumer secret is empty. */
function sign(method: string, request: SignedRequest, tokenSecret: string): string {
  const key = `&${encode(tokenSecret)}`;
  if (method === "PLAINTEXT") return key;
  if (method !== "HMAC-SHA1") throw denied("oauth_signature_method must be PLAINTEXT or HMAC-SHA1.");
  const parameters = request.parameters
    .filter(([name]) => name !== "realm" && name !== "oauth_signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const text = [request.method.toUpperCase(), encode(request.url), encode(parameters)].join("&");
  return createHmac("sha1", key).update(text).digest("base64");
}

function isEqual(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Credentials = ReadonlyMap<string, string>;

const denied = (why: string) =>
  new HttpError(401, `Authorization Error: ${why}`, { "WWW-Authenticate": "OAuth" });

const unreadableHeader = () => denied("the Authorization header cannot be read.");

export const isCredential = (name: string): boolean => name.startsWith("oauth_");

/** RFC 5849, 3.5.1. Undefined for any other scheme; the case of `OAuth` matters. Throws a 401 for a malformed header. */
export function headerCredentials(header: string | undefined): Credentials | undefined {
  if (header === undefined || !/^OAuth(?:[\s,]|$)/.test(header)) return undefined;
  const pairs = splitHeaderFields(header.slice("OAuth".length)).map((item): Pair => {
    const at = item.indexOf("=");
    if (at < 1) throw unreadableHeader();
    return [decode(item.slice(0, at).trim()), decode(unquote(item.slice(at + 1).trim()))];
  });
  return uniqueFields(pairs);
}

/** RFC 5849, 3.5.2 and 3.5.3. */
export function parameterCredentials(pairs: readonly Pair[]): Credentials | undefined {
  const credentials = pairs.filter(([name]) => isCredential(name));
  return credentials.length === 0 ? undefined : uniqueFields(credentials);
}

function uniqueFields(pairs: readonly Pair[]): Credentials {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name)) throw denied(`${name.slice(0, 40)} is given twice.`);
    fields.set(name, value);
  }
  return fields;
}

function splitHeaderFields(text: string): string[] {
  const items: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (text[at] !== "," || isQuoted)) continue;
    const item = text.slice(from, at).trim();
    if (item !== "") items.push(item);
    from = at + 1;
  }
  if (isQuoted) throw unreadableHeader();
  return items;
}

function unquote(text: string): string {
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  const value = isQuoted ? text.slice(1, -1) : text;
  if (value.includes('"') || (!isQuoted && /\s/.test(value))) throw unreadableHeader();
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw denied("the Authorization header has invalid percent-encoding.");
  }
}
