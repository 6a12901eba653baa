import net, { isIP } from "node:net";
import type { Context } from "../../context.ts";
import { attempt, Failure } from "../../core/failure.ts";
import { isLoopback } from "./address.ts";

export interface ProxyChoice {
  readonly origin: string;
  readonly authorization: string | undefined;
}

/** Throws a usage `Failure` for an invalid variable, without its value, which may contain a password. */
export function proxyFor(origin: string, env: Context["env"]): ProxyChoice | undefined {
  if (isLoopback(origin)) return undefined;
  const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
  const value = (env[name] ?? env[name.toUpperCase()] ?? "").trim();
  if (value === "" || isExempt(origin, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  const address = value.includes("://") ? value : `http://${value}`;
  const proxyFailure = (problem: string) =>
    new Failure("usage", `${name.toUpperCase()} ${problem}`, {
      hint: "an address looks like http://proxy.example:3128",
    });
  if (!URL.canParse(address)) throw proxyFailure("is not the address of a proxy");
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw proxyFailure("names a proxy that is neither http nor https");
  const user = decodePercent(url.username);
  const password = decodePercent(url.password);
  if (user === undefined || password === undefined)
    throw proxyFailure("contains a user name or password with a % that is not percent-encoded (%25)");
  return { origin: url.origin, authorization: basicAuthorization(user, password) };
}

function basicAuthorization(user: string, password: string): string | undefined {
  if (user === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

const decodePercent = (text: string): string | undefined => attempt(() => decodeURIComponent(text));

/** Entries are `*`, names (with their subdomains), IP addresses or ranges; names and addresses may have a port. */
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
      const [, pattern = entry, entryPort = port] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
      if (Number(entryPort) !== Number(port)) return false;
      const name = bareHost(pattern).replace(/^\*?\./, "");
      if (name === "") return false;
      return isIP(host) === 0 ? host === name || host.endsWith(`.${name}`) : isWithin(host, name);
    });
}

const bareHost = (host: string): string => host.replace(/^\[|\]$|\.$/g, "");

function isWithin(address: string, range: string): boolean {
  const family = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");
  const [start = "", bits] = range.split("/");
  // The `net` object loads the module of `BlockList` on first access.
  const list = new net.BlockList();
  try {
    if (bits === undefined) list.addAddress(start, family(start));
    else list.addSubnet(start, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family(start));
  } catch {
    return false;
  }
  return list.check(address, family(address));
}
