import { Failure } from "../../core/failure.ts";
import { maskUserInfo } from "../../core/secrets/names.ts";
import type { Endpoint } from "./call.ts";

const apiRoot = "/api/2.0";

/** Removes the API's path and a final slash. Throws a usage `Failure` without text that may contain a secret. */
export function normalizeBaseUrl(input: string): string {
  const text = input.trim();
  if (text === "") throw addressFailure("is empty");
  if (text.includes("@")) {
    throw addressFailure(
      "must not contain a user name, a password or an @",
      "an API key is read from a prompt, --api-key-stdin, --api-key-file or SVC_API_KEY",
    );
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) throw missingScheme(text);
  if (!URL.canParse(text)) throw addressFailure("is not well-formed");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw addressFailure(`begins with ${url.protocol}// instead of http:// or https://`);
  if (url.search !== "") throw addressFailure("contains a query (?...), which is not part of a base address");
  const segments = withoutApiPath(url.pathname.split("/").filter((segment) => segment !== ""));
  return [url.origin, ...segments].join("/");
}

/** Removes the paths of the API and of the web interface (`/r/machines`) that people paste. */
function withoutApiPath(segments: readonly string[]): readonly string[] {
  const index = segments.findIndex((segment, at) => {
    const next = segments[at + 1];
    if (at > 0 && (segment === "r" || segment === "l")) return true;
    return segment === "api" && (next === undefined || next === "version" || /^\d+\.\d+$/.test(next));
  });
  if (index === -1) return segments;
  return withoutApiPath(segments.slice(0, index));
}

const addressFailure = (problem: string, hint = "an address looks like http://host:5240/SVC"): Failure =>
  new Failure("usage", `the address ${problem}`, { hint });

function missingScheme(text: string): Failure {
  // If a key was pasted as the address (three words with colons), it must not be repeated.
  const looksLikeHost = /^[a-z0-9.-]+(:\d{1,5})?(\/[\w./-]*)?$/i.test(text) && /[.:/]|^localhost$/.test(text);
  return addressFailure(
    "has no scheme",
    looksLikeHost ? `write http://${text} or https://${text}` : undefined,
  );
}

/** The first path segment of the server configuration: the base address's last segment in lower case, or `svc`. */
export function configSegment(baseUrl: string): string {
  const last = new URL(baseUrl).pathname.split("/").at(-1) ?? "";
  return last === "" ? "svc" : last.toLowerCase();
}

export function addressOf(baseUrl: string, path: string): string {
  if (path.startsWith("/api/")) return `${baseUrl}${path}`;
  return `${baseUrl}${apiRoot}${path.replace(/^\/svc\//, `/${configSegment(baseUrl)}/`)}`;
}

/** Returns the other address of a path below `/api/`, which live services also have below `/api/2.0`. */
export const alternativeAddressOf = (baseUrl: string, path: string): string | undefined =>
  path.startsWith("/api/") ? `${baseUrl}${apiRoot}${path.slice("/api".length)}` : undefined;

export function splitOperation(path: string): { readonly resource: string; readonly op: string | undefined } {
  const match = /^(.*[/}])op-(\w+)$/.exec(path);
  return match === null ? { resource: path, op: undefined } : { resource: match[1] ?? "", op: match[2] };
}

/** False for an id that no path can contain, or with which the path would mean another resource. */
export const fitsInPath = (id: string): boolean => !["", ".", ".."].includes(id) && id.isWellFormed();

/** Percent-encodes values, including `/`. Refuses `.` and `..`, which would address another resource. */
export function fillPath(path: string, identifierOf: (name: string) => string | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = identifierOf(name);
    if (value === undefined) throw new Failure("usage", `${name} is missing`);
    if (value === "") throw new Failure("usage", `${name} is empty`);
    if (value === "." || value === "..")
      throw new Failure("usage", `${name} cannot be "${value}": in an address, it means another resource`);
    return encodeValue(value, name);
  });
}

/** Encodes as OAuth requires (RFC 5849, section 3.6). Throws a URIError for lone surrogates. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function encodeValue(value: string, name: string): string {
  try {
    return percentEncode(value);
  } catch {
    throw new Failure("usage", `the value of ${name} is not well-formed Unicode`);
  }
}

/** Takes a `resource_uri` or a path. Throws a usage `Failure` for another host, which must not get a signature. */
export function resolveAddress(endpoint: Pick<Endpoint, "baseUrl">, input: string): string {
  const { origin, pathname } = new URL(endpoint.baseUrl);
  const text = encodeUrl(input.trim());
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || text.startsWith("//")) {
    if (!URL.canParse(text) || new URL(text).origin !== origin)
      throw addressFailure("is not at this service", `requests are signed for ${origin} only`);
    const authority = /^[^:/]*:\/\/[^/?]*/.exec(text)?.[0] ?? "";
    const rest = text.slice(authority.length);
    return `${origin}${rest.startsWith("/") ? "" : "/"}${rest}`;
  }
  const base = pathname === "/" ? "" : pathname;
  if (text.startsWith(`${base}/api/`)) return `${origin}${text}`;
  if (text.startsWith("/api/")) return `${endpoint.baseUrl}${text}`;
  // Behind a reverse proxy, a `resource_uri` begins with the service's internal path.
  const apiPath = /^(?:\/[^/?]+)+?(\/api\/2\.0\/.*)$/s.exec(text)?.[1];
  if (apiPath !== undefined) return `${endpoint.baseUrl}${apiPath}`;
  return `${endpoint.baseUrl}${apiRoot}/${text.replace(/^\/+/, "")}`;
}

function encodeUrl(text: string): string {
  return text
    .replace(/#.*$/s, "")
    .replace(/[^\w\-.~:/?[\]@!$&'()*+,;=%]+/gu, (run) => encodeValue(run, "the path"));
}

/** Returns the method, path under `/api/2.0` and operation name for messages: `POST /machines/abc/op-deploy`. */
export function requestLabel(request: { readonly method: string; readonly url: string }): string {
  const { pathname, search } = new URL(request.url);
  const start = pathname.indexOf(`${apiRoot}/`);
  const from = start === -1 ? Math.max(pathname.indexOf("/api/version"), 0) : start + apiRoot.length;
  const op = /[?&](op=\w+)/.exec(search)?.[1];
  return `${request.method} ${maskUserInfo(pathname.slice(from))}${op === undefined ? "" : `?${op}`}`;
}

export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

export function isLoopbackHost(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === "[::1]" ||
    host === "::1" ||
    /^\[::ffff:7f[0-9a-f]{2}:/.test(host)
  );
}

/** PLAINTEXT signatures contain the token secret. */
export function exposesKey(endpoint: Endpoint): boolean {
  return (
    endpoint.credentials !== undefined &&
    endpoint.signature === "plaintext" &&
    endpoint.baseUrl.startsWith("http:") &&
    !isLoopback(endpoint.baseUrl)
  );
}
