import net, { isIP } from "node:net";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isLoopback } from "./address.ts";

/** The proxy that requests go through. */
export interface ProxyChoice {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of `Proxy-Authorization`; left out for an address without a user. */
  readonly authorization: string | undefined;
}

/**
 * The proxy that the environment names for an address, the lower-case variable first; none for loopback and for
 * the hosts of NO_PROXY. An address without scheme is http. Throws a usage `Failure` for a variable that holds no
 * address of an HTTP proxy; its text, which may hold a password, is not repeated.
 */
export function proxyFor(origin: string, env: Context["env"]): ProxyChoice | undefined {
  if (isLoopback(origin)) return undefined;
  const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
  const value = (env[name] ?? env[name.toUpperCase()] ?? "").trim();
  if (value === "" || isExempt(origin, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  const address = value.includes("://") ? value : `http://${value}`;
  const refused = (problem: string) =>
    new Failure("usage", `${name.toUpperCase()} ${problem}`, {
      hint: "an address looks like http://proxy.example:3128",
    });
  if (!URL.canParse(address)) throw refused("is not the address of a proxy");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refused("names a proxy that is neither http nor https");
  }
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined) {
    throw refused("contains a user name or password with a % that is not percent-encoded (%25)");
  }
  return { origin: url.origin, authorization: basicAuthorization(user, password) };
}

function basicAuthorization(user: string, password: string): string | undefined {
  if (user === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * True where NO_PROXY lists the host of an address: `*`, a name with the names below it, an IP address or a range of
 * them, each but `*` and ranges with a port or without.
 */
function isExempt(origin: string, noProxy: string): boolean {
  const url = new URL(origin);
  const host = bareHost(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, named = entry, itsPort = port] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
      if (Number(itsPort) !== Number(port)) return false;
      const name = bareHost(named).replace(/^\*?\./, "");
      if (name === "") return false;
      return isIP(host) === 0 ? host === name || host.endsWith(`.${name}`) : isWithin(host, name);
    });
}

/** A host without the brackets of an IPv6 address and the dot that ends a name. */
const bareHost = (host: string): string => host.replace(/^\[|\]$|\.$/g, "");

function isWithin(address: string, range: string): boolean {
  const family = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");
  const [start = "", bits] = range.split("/");
  // Taken here, since Node loads what makes such lists when it is asked for.
  const list = new net.BlockList();
  try {
    if (bits === undefined) list.addAddress(start, family(start));
    else list.addSubnet(start, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family(start));
  } catch {
    return false;
  }
  return list.check(address, family(address));
}
