import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback, isLoopbackHost } from "../../../client/http/address.ts";
import { connectionFailure, errorCode, isProxyRefusal } from "../../../client/http/network-errors.ts";
import { proxyFor } from "../../../client/http/proxy-choice.ts";
import { bounded } from "../../../core/clock.ts";
import { Failure, isSystemError, orFailure } from "../../../core/failure.ts";
import { type Checks, type Finding, failed, failedBy, ok, skipped, warning } from "../check.ts";
import { type Address, changeOf, connectionOf, destinationOf, type Facts, peerOf } from "../facts.ts";
import { openSocket } from "../sockets.ts";

export const networkChecks = {
  proxy: {
    needs: ["address"],
    async examine(facts) {
      const { env } = facts.subject.context;
      const { origin } = new URL(connectionOf(facts).endpoint.baseUrl);
      const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
      const variable = env[name] === undefined ? name.toUpperCase() : name;
      const proxy = await orFailure(() => proxyFor(origin, env));
      if (proxy instanceof Failure)
        return failedBy(proxy, `export ${variable}=http://HOST:PORT, or unset ${variable}`);
      facts.proxy = proxy;
      facts.proxyVariable = variable;
      if (proxy !== undefined) {
        const user = proxy.authorization === undefined ? "" : ", with a user name";
        return ok(`through ${proxy.origin} (${variable}${user})`);
      }
      if ((env[variable] ?? "").trim() === "") return ok(`none: ${variable} is not set`);
      if (isLoopback(origin)) return ok(`none: this computer itself is never reached through ${variable}`);
      return ok(`none: NO_PROXY names the host, so ${variable} is not used`);
    },
  },
  dns: {
    needs: ["proxy"],
    async examine(facts) {
      const { host } = peerOf(facts);
      const family = isIP(host);
      if (family !== 0) {
        facts.addresses = [{ address: host, family: family === 6 ? "IPv6" : "IPv4" }];
        return skipped(`${host} is an IP address: nothing to resolve`);
      }
      return await resolve(host, facts);
    },
  },
  connection: {
    needs: ["dns"],
    async examine(facts) {
      const { host, port } = peerOf(facts);
      const tries = await Promise.all(
        (facts.addresses ?? []).map((address) => tryAddress(address, port, facts)),
      );
      facts.subject.signal?.throwIfAborted();
      return judgeConnections(tries, { host, port }, (error) => findingFor(error, facts));
    },
  },
} satisfies Checks;

async function resolve(host: string, facts: Facts) {
  const { context, timeoutMs, signal } = facts.subject;
  const startMs = context.clock.monotonic();
  try {
    const addresses = await bounded(context.clock, signal, timeoutMs, () => resolveAll(host));
    facts.addresses = addresses;
    const tookMs = Math.round(context.clock.monotonic() - startMs);
    const list = addresses.map(({ address }) => address).join(", ");
    return ok(`${host} is ${list} (${tookMs} ms)`);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Failure)
      return failed("unreachable", `the name ${host} was not resolved within ${timeoutMs / 1000} s`, dnsHint);
    return findingFor(error, facts);
  }
}

const dnsHint = "check the network and its DNS servers (/etc/resolv.conf)";

interface Try extends Address {
  readonly tookMs?: number;
  readonly error?: unknown;
}

async function tryAddress(address: Address, port: number, { subject }: Facts): Promise<Try> {
  const { context, timeoutMs, signal } = subject;
  const startMs = context.clock.monotonic();
  try {
    const socket = await bounded(context.clock, signal, timeoutMs, (deadlineSignal) =>
      openSocket({ host: address.address, port }, deadlineSignal),
    );
    socket.destroy();
    return { ...address, tookMs: Math.round(context.clock.monotonic() - startMs) };
  } catch (error) {
    return { ...address, error };
  }
}

export function judgeConnections(
  tries: readonly Try[],
  { host, port }: { readonly host: string; readonly port: number },
  explain: (error: unknown) => Finding,
): Finding {
  const open = tries.filter(({ error }) => error === undefined);
  const closed = tries.filter(({ error }) => error !== undefined);
  const [first] = closed;
  if (open.length === 0) {
    const finding = explain(timeoutAsCode(first?.error));
    const addressTexts = tries.length > 1 ? ` (${closed.map(tryText).join("; ")})` : "";
    return { ...finding, found: `${finding.found}${addressTexts}` };
  }
  const reachedText = open.map(({ address, tookMs }) => `${address} in ${tookMs} ms`).join(", ");
  const text = `port ${port} of ${reachedText}`;
  if (first === undefined) return ok(text);
  const others = closed.map(tryText).join("; ");
  if (isLoopbackHost(host)) return ok(`${text}; ${others}`);
  return warning(
    `${text}; ${others}`,
    `fix the ${first.family} route to ${first.address}, or remove that address from the DNS records of ${host}: each new connection may wait for it`,
  );
}

const errorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENETUNREACH: "has no route",
  EHOSTUNREACH: "has no route",
  ETIMEDOUT: "does not answer",
  ECONNRESET: "closes connections",
};

const tryText = ({ address, error }: Try): string =>
  `${address} ${errorTexts[codeOf(error)] ?? `fails (${codeOf(error)})`}`;

const codeOf = (error: unknown): string =>
  isSystemError(error) ? error.code : error instanceof Failure ? "ETIMEDOUT" : "unknown error";

/** Gives a time-out the code of a failed connection, so that both are explained in the same way. */
const timeoutAsCode = (error: unknown): unknown =>
  error instanceof Failure ? Object.assign(new Error("timed out"), { code: "ETIMEDOUT" }) : error;

export function findingFor(error: unknown, facts: Facts): Finding {
  const failure = connectionFailure(error, false, destinationOf(facts));
  return failedBy(failure, fixFor(error, facts) ?? failure.details.hint);
}

const addressFixes: Readonly<Record<string, (change: string) => string>> = {
  ENOTFOUND: (change) => `correct the host in the address: ${change}`,
  ECONNREFUSED: (change) => `start the service, or correct host and port in the address: ${change}`,
  ETIMEDOUT: (change) => `check for a firewall in between, or correct the address: ${change}`,
};

const notTlsCodes = new Set(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"]);

function fixFor(error: unknown, facts: Facts): string | undefined {
  const code = errorCode(error) ?? "";
  const { baseUrl } = connectionOf(facts).endpoint;
  if (isProxyRefusal(error)) return proxyFix(error instanceof Error && error.message.includes("407"), facts);
  if (notTlsCodes.has(code)) return changeOf(facts, "url", baseUrl.replace(/^https:/, "http:"));
  const fix = addressFixes[code];
  if (facts.proxy === undefined) return fix?.(changeOf(facts, "url", "URL"));
  const { proxyVariable = "HTTPS_PROXY", proxy } = facts;
  return fix === undefined
    ? undefined
    : `correct the proxy ${proxy.origin}: export ${proxyVariable}=URL; or reach ${hostOf(baseUrl)} without it: ${exemption(baseUrl)}`;
}

const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname;

const exemption = (baseUrl: string): string => `export NO_PROXY="$NO_PROXY,${hostOf(baseUrl)}"`;

export function proxyFix(asksForUser: boolean, facts: Facts): string {
  const { proxyVariable = "HTTPS_PROXY" } = facts;
  const { host, port } = peerOf(facts);
  return asksForUser
    ? `export ${proxyVariable}=http://USER:PASSWORD@${host}:${port}`
    : `allow it in the proxy, or bypass the proxy: ${exemption(connectionOf(facts).endpoint.baseUrl)}`;
}

const maxAddresses = 16;

async function resolveAll(host: string): Promise<readonly Address[]> {
  const resolved = await lookup(host, { all: true });
  const byAddress = new Map(resolved.map(({ address, family }) => [address, family]));
  return [...byAddress]
    .slice(0, maxAddresses)
    .map(([address, family]) => ({ address, family: family === 6 ? "IPv6" : "IPv4" }));
}
