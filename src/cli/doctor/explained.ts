import { connectionFailure, errorCode, isProxyRefusal } from "../../client/http/network-errors.ts";
import { type Finding, failedBy } from "./check.ts";
import { connectionOf, destinationOf, type Facts, peerOf } from "./facts.ts";
import { changeOf } from "./fixes.ts";

/** An error on the way to the service: the client's own words for it, and the setting that mends it. */
export function explained(error: unknown, facts: Facts): Finding {
  const failure = connectionFailure(error, false, destinationOf(facts));
  return failedBy(failure, fixFor(error, facts) ?? failure.details.hint);
}

/** Errors of which another address may be the mend. */
const addressFixes: Readonly<Record<string, (change: string) => string>> = {
  ENOTFOUND: (change) => `correct the host in the address: ${change}`,
  ECONNREFUSED: (change) => `start the service, or correct host and port in the address: ${change}`,
  ETIMEDOUT: (change) => `look for a firewall on the way, or correct the address: ${change}`,
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

/** What mends a proxy that refuses: a user name where it asks for one. */
export function proxyFix(asksUser: boolean, facts: Facts): string {
  const { proxyVariable = "HTTPS_PROXY" } = facts;
  const { host, port } = peerOf(facts);
  return asksUser
    ? `export ${proxyVariable}=http://USER:PASSWORD@${host}:${port}`
    : `have the proxy allow it, or do without: ${exemption(connectionOf(facts).endpoint.baseUrl)}`;
}
