import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { exposesKey, isLoopback, isLoopbackHost } from "../../../client/http/address.ts";
import { readCertificate } from "../../../client/http/certificate.ts";
import { connectionFailure, errorCode, isProxyRefusal } from "../../../client/http/network-errors.ts";
import { proxyFor } from "../../../client/http/proxy-choice.ts";
import { withDeadline } from "../../../core/clock.ts";
import { Failure, isSystemError, resultOrFailure } from "../../../core/failure.ts";
import { type CheckResult, type Checks, failed, failedBy, ok, skipped, warning } from "../check.ts";
import {
  type Address,
  connectionOf,
  destinationOf,
  type Facts,
  peerOf,
  profileSettingFix,
  settingFix,
} from "../facts.ts";
import { type Handshake, openSocket, openTunnel, peerAt, performTlsHandshake } from "../sockets.ts";

export const networkChecks = {
  proxy: {
    needs: ["address"],
    async examine(facts) {
      const { env } = facts.inputs.context;
      const { origin } = new URL(connectionOf(facts).endpoint.baseUrl);
      const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
      const variable = env[name] === undefined ? name.toUpperCase() : name;
      const proxy = await resultOrFailure(() => proxyFor(origin, env));
      if (proxy instanceof Failure)
        return failedBy(proxy, `export ${variable}=http://HOST:PORT, or unset ${variable}`);
      facts.proxy = proxy;
      facts.proxyVariable = variable;
      if (proxy !== undefined) {
        const user = proxy.authorization === undefined ? "" : ", with a user name";
        return ok(`through ${proxy.origin} (${variable}${user})`);
      }
      if ((env[variable] ?? "").trim() === "") return ok(`none: ${variable} is not set`);
      if (isLoopback(origin)) return ok(`none: ${variable} is never used for this computer itself`);
      return ok(`none: NO_PROXY names the host, so ${variable} is not used`);
    },
  },
  dns: {
    needs: ["proxy"],
    async examine(facts) {
      const { context, timeoutMs, signal } = facts.inputs;
      const { host } = peerOf(facts);
      const family = isIP(host);
      if (family !== 0) {
        facts.addresses = [addressOf(host, family)];
        return skipped(`${host} is an IP address: nothing to resolve`);
      }
      const startMs = context.clock.monotonic();
      try {
        const entries = await withDeadline(context.clock, timeoutMs, signal, () =>
          lookup(host, { all: true }),
        );
        const tookMs = Math.round(context.clock.monotonic() - startMs);
        const families = new Map(entries.map((entry) => [entry.address, entry.family]));
        facts.addresses = [...families].slice(0, maxAddresses).map((entry) => addressOf(...entry));
        const list = facts.addresses.map(({ address }) => address).join(", ");
        return ok(`${host} is ${list} (${tookMs} ms)`);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Failure)) return resultOfError(error, facts);
        const text = `the name ${host} was not resolved within ${timeoutMs / 1000} s`;
        return failed("unreachable", text, "check the network and its DNS servers (/etc/resolv.conf)");
      }
    },
  },
  connection: {
    needs: ["dns"],
    async examine(facts) {
      const { host, port } = peerOf(facts);
      const attempts = await Promise.all(
        (facts.addresses ?? []).map((address) => connectTo(address, port, facts)),
      );
      facts.inputs.signal?.throwIfAborted();
      return judgeConnections(attempts, { host, port }, (error) => resultOfError(error, facts));
    },
  },
  tls: {
    needs: ["connection"],
    async examine(facts) {
      const { endpoint, caCert, insecure: insecureSource, profile } = connectionOf(facts);
      const url = new URL(endpoint.baseUrl);
      if (url.protocol === "http:") return judgePlainHttp(facts);
      const { context, signal, sources, timeoutMs } = facts.inputs;
      if (caCert !== undefined) {
        const source = sources["ca-cert"] ?? `ca-cert of profile '${profile}'`;
        const certificate = await resultOrFailure(() => readCertificate(caCert, source));
        if (certificate instanceof Failure)
          return failedBy(certificate, settingFix(facts, "ca-cert", "FILE"));
        facts.caCert = certificate;
      }
      try {
        const handshake = await openHandshake(url, facts);
        return judgeHandshake(handshake, {
          host: peerAt(url).host,
          nowMs: context.clock.now(),
          insecureSource: insecureSource
            ? (sources.insecure ??
              (profile === undefined ? undefined : profileSettingFix(profile, "insecure", "false")))
            : undefined,
          change: (name, value) => settingFix(facts, name, value),
          baseUrl: endpoint.baseUrl,
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Failure)) return resultOfError(error, facts);
        if (error.kind !== "unreachable") throw error;
        return failed(
          error.kind,
          `${url.host} accepts connections, but did not complete a TLS handshake within ${timeoutMs / 1000} s`,
          `if that port does not use TLS: ${settingFix(facts, "url", endpoint.baseUrl.replace(/^https:/, "http:"))}`,
        );
      }
    },
  },
} satisfies Checks;

const maxAddresses = 16;

const addressOf = (address: string, family: number): Address => ({
  address,
  family: family === 6 ? "IPv6" : "IPv4",
});

interface ConnectionAttempt extends Address {
  readonly tookMs?: number;
  readonly error?: unknown;
}

async function connectTo(address: Address, port: number, { inputs }: Facts): Promise<ConnectionAttempt> {
  const { context, timeoutMs, signal } = inputs;
  const startMs = context.clock.monotonic();
  try {
    const socket = await withDeadline(context.clock, timeoutMs, signal, (deadlineSignal) =>
      openSocket({ host: address.address, port }, deadlineSignal),
    );
    socket.destroy();
    return { ...address, tookMs: Math.round(context.clock.monotonic() - startMs) };
  } catch (error) {
    return { ...address, error };
  }
}

export function judgeConnections(
  attempts: readonly ConnectionAttempt[],
  { host, port }: { readonly host: string; readonly port: number },
  explain: (error: unknown) => CheckResult,
): CheckResult {
  const successes = attempts.filter(({ error }) => error === undefined);
  const failures = attempts.filter(({ error }) => error !== undefined);
  const [first] = failures;
  if (successes.length === 0) {
    const result = explain(timeoutAsCode(first?.error));
    const addressTexts = attempts.length > 1 ? ` (${failures.map(attemptText).join("; ")})` : "";
    return { ...result, found: `${result.found}${addressTexts}` };
  }
  const reachedText = successes.map(({ address, tookMs }) => `${address} in ${tookMs} ms`).join(", ");
  const text = `port ${port} of ${reachedText}`;
  if (first === undefined) return ok(text);
  const others = failures.map(attemptText).join("; ");
  if (isLoopbackHost(host)) return ok(`${text}; ${others}`);
  return warning(
    `${text}; ${others}`,
    `fix the ${first.family} route to ${first.address}, or remove that address from the DNS records of ${host}: each new connection may wait for it`,
  );
}

const errorTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENETUNREACH: "cannot be reached: no route",
  EHOSTUNREACH: "cannot be reached: no route",
  ETIMEDOUT: "does not answer",
  ECONNRESET: "closes connections",
};

const attemptText = ({ address, error }: ConnectionAttempt): string =>
  `${address} ${errorTexts[codeOf(error)] ?? `fails (${codeOf(error)})`}`;

const codeOf = (error: unknown): string =>
  isSystemError(error) ? error.code : error instanceof Failure ? "ETIMEDOUT" : "unknown error";

/** Gives a time-out the code of a failed connection, so that both are explained in the same way. */
const timeoutAsCode = (error: unknown): unknown =>
  error instanceof Failure ? Object.assign(new Error("timed out"), { code: "ETIMEDOUT" }) : error;

export function resultOfError(error: unknown, facts: Facts): CheckResult {
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
  if (notTlsCodes.has(code)) return settingFix(facts, "url", baseUrl.replace(/^https:/, "http:"));
  const fix = addressFixes[code];
  if (facts.proxy === undefined) return fix?.(settingFix(facts, "url", "URL"));
  const { proxyVariable = "HTTPS_PROXY", proxy } = facts;
  return fix === undefined
    ? undefined
    : `correct the proxy ${proxy.origin}: export ${proxyVariable}=URL; or reach ${new URL(baseUrl).hostname} without it: ${noProxyFix(baseUrl)}`;
}

const noProxyFix = (baseUrl: string): string => `export NO_PROXY="$NO_PROXY,${new URL(baseUrl).hostname}"`;

export function proxyFix(asksForUser: boolean, facts: Facts): string {
  const { proxyVariable = "HTTPS_PROXY" } = facts;
  const { host, port } = peerOf(facts);
  return asksForUser
    ? `export ${proxyVariable}=http://USER:PASSWORD@${host}:${port}`
    : `allow it in the proxy, or bypass the proxy: ${noProxyFix(connectionOf(facts).endpoint.baseUrl)}`;
}

async function openHandshake(url: URL, facts: Facts): Promise<Handshake> {
  const { context, timeoutMs, signal } = facts.inputs;
  const target = peerAt(url);
  return await withDeadline(context.clock, timeoutMs, signal, async (deadlineSignal) => {
    const socket =
      facts.proxy === undefined
        ? await openSocket(peerOf(facts), deadlineSignal)
        : await openTunnel(facts.proxy, target, deadlineSignal);
    const settings = { ca: facts.caCert, isIpAddress: isIP(target.host) !== 0 };
    return await performTlsHandshake(socket, target.host, settings, deadlineSignal);
  });
}

function judgePlainHttp(facts: Facts): CheckResult {
  const { endpoint } = connectionOf(facts);
  if (!exposesKey(endpoint)) return skipped("the address is http://, which is not encrypted");
  return warning(
    "the address is http://: the API key is sent in clear text",
    `if the service offers TLS: ${settingFix(facts, "url", endpoint.baseUrl.replace(/^http:/, "https:"))}`,
  );
}

interface CertificateContext {
  readonly host: string;
  readonly nowMs: number;
  readonly baseUrl: string;
  /** The option that disables verification, or the command that enables it again; undefined if it is enabled. */
  readonly insecureSource: string | undefined;
  change(name: "url" | "ca-cert", value: string): string;
}

const dayMs = 86_400_000;

const warningDays = 21;

export function judgeHandshake(handshake: Handshake, context: CertificateContext): CheckResult {
  const problem = problemOf(handshake, context);
  const { protocol, issuer, validToMs } = handshake;
  const days = Math.floor((validToMs - context.nowMs) / dayMs);
  const certificate = `certificate of ${context.host} valid until ${dayOf(validToMs)} (${days} days), issued by ${issuer}`;
  if (context.insecureSource !== undefined) {
    const subject = problem === undefined ? certificate : problem.found;
    const fix = context.insecureSource.startsWith("--")
      ? `leave out ${context.insecureSource}`
      : context.insecureSource;
    return warning(`${protocol}, not verified (insecure): ${subject}`, fix);
  }
  if (problem !== undefined) return problem;
  return days < warningDays
    ? warning(`${protocol}, ${certificate}`, "renew it on the service")
    : ok(`${protocol}, ${certificate}`);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function problemOf(handshake: Handshake, context: CertificateContext): CheckResult | undefined {
  const { validFromMs, validToMs, matchesHost, names, problem } = handshake;
  const { host, nowMs, baseUrl, change } = context;
  const unreachable = (text: string, fix: string) => failed("unreachable", text, fix);
  if (validToMs < nowMs)
    return unreachable(
      `the certificate of ${host} expired on ${dayOf(validToMs)} (${Math.floor((nowMs - validToMs) / dayMs)} days ago)`,
      "renew it on the service; if this computer's clock is wrong, set it",
    );
  if (validFromMs > nowMs)
    return unreachable(
      `the certificate of ${host} is not valid before ${dayOf(validFromMs)}`,
      "set this computer's clock if it is wrong",
    );
  if (!matchesHost) {
    const name = names.find((each) => !each.includes("*"));
    const list = names.length === 0 ? "no name" : names.slice(0, 5).join(", ");
    return unreachable(
      `the certificate is for ${list}, not for ${host}`,
      name === undefined
        ? "use one of the certificate's names in the address"
        : change("url", withHost(baseUrl, name)),
    );
  }
  return problem === undefined ? undefined : unreachable(...untrustedTexts(handshake, context, problem));
}

function withHost(baseUrl: string, name: string): string {
  const url = new URL(baseUrl);
  url.hostname = name.includes(":") ? `[${name}]` : name;
  return url.href.replace(/\/$/, "");
}

function untrustedTexts(
  { issuer, chainLength }: Handshake,
  { host, change }: CertificateContext,
  problem: string,
): readonly [found: string, fix: string] {
  const trustFix = change("ca-cert", "FILE");
  if (problem === "DEPTH_ZERO_SELF_SIGNED_CERT")
    return [
      `the certificate of ${host} is self-signed and not trusted`,
      `get the certificate from whoever runs the service, then ${trustFix}`,
    ];
  if (problem === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && chainLength === 1)
    return [
      `${host} does not send the certificate of the issuer, ${issuer}, or the issuer is not trusted`,
      `have the service send the intermediate certificate too; or get that of ${issuer}, then ${trustFix}`,
    ];
  if (problem === "CERT_HAS_EXPIRED")
    return [
      `an issuer's certificate in the chain of ${host} has expired`,
      `renew the chain on the service, or replace the ca-cert file: ${trustFix}`,
    ];
  return [
    `the certificate of ${host} is issued by ${issuer}, which is not trusted (${problem})`,
    `get the certificate of that authority, then ${trustFix}`,
  ];
}
