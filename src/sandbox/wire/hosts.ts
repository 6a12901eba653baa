import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { HttpError } from "./answers.ts";

/** Throws a 403 for a request that a web page of somebody else may have sent. */
export type CheckOrigin = (headers: IncomingHttpHeaders, url: string) => void;

/**
 * A web page reaches a sandbox on the reader's computer by a name of its own that leads to the loopback, or by a
 * request to another site. Hosts that are served: the loopback's, `listening` (the address that was asked for) and
 * `allowed`; beyond the loopback every address and every name without a dot too, which no page is served by.
 */
export function makeOriginCheck(listening: string, allowed: readonly string[]): CheckOrigin {
  const names = new Set([listening, ...allowed].map((each) => nameOf(bracketed(each)) ?? each.toLowerCase()));
  const isOpen = !isLoopback(nameOf(bracketed(listening)) ?? "");
  const isServed = (host: string): boolean => {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (isLoopback(name) || names.has(name)) return true;
    return isOpen && (isIP(name.replace(/^\[|\]$/g, "")) !== 0 || !name.includes("."));
  };
  const refuse = (what: string, text: string) => {
    const shown = text.slice(0, 100);
    return new HttpError(403, `The ${what} '${shown}' is not this sandbox's: --allow-host adds a name.`);
  };
  return (headers, url) => {
    const whole = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
    for (const host of [headers.host, whole])
      if (host !== undefined && host !== "" && !isServed(host)) throw refuse("host", host);
    const { origin } = headers;
    if (origin !== undefined && !isServed(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? "?"))
      throw refuse("origin", origin);
    if (origin === undefined && headers["sec-fetch-site"] === "cross-site")
      throw new HttpError(403, "A page of another site sent this request.");
  };
}

const bracketed = (address: string) => (isIP(address) === 6 ? `[${address}]` : address);

/** The name of a host in its one spelling, without the port; undefined for a text that is not a host. */
function nameOf(host: string): string | undefined {
  if (!/^[^\s/?#@\\]+$/.test(host)) return undefined;
  try {
    return new URL(`http://${host}`).hostname.replace(/\.$/, "");
  } catch {
    return undefined;
  }
}

const isLoopback = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  /^127(\.\d{1,3}){3}$/.test(name) ||
  name === "[::1]" ||
  name.startsWith("[::ffff:7f");
