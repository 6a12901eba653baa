import { isIP } from "node:net";
import { warnsOnPlainHttp } from "../../../client/http/address.ts";
import { readCertificate } from "../../../client/http/certificate.ts";
import { bounded } from "../../../core/clock.ts";
import { Failure, orFailure } from "../../../core/failure.ts";
import { type Checks, type Finding, failed, failedBy, ok, skipped, warning } from "../check.ts";
import { changeOf, connectionOf, type Facts, peerOf, profileChange } from "../facts.ts";
import { type Handshake, openSocket, openTunnel, peerAt, shakeHands } from "../sockets.ts";
import { findingFor } from "./network.ts";

export const tlsChecks = {
  tls: {
    needs: ["connection"],
    async examine(facts) {
      const { endpoint, caCert, insecure, profile } = connectionOf(facts);
      const url = new URL(endpoint.baseUrl);
      if (url.protocol === "http:") return judgePlainHttp(facts);
      const { context, signal, sources, timeoutMs } = facts.subject;
      if (caCert !== undefined) {
        const source = sources["ca-cert"] ?? `ca-cert of profile '${profile}'`;
        const certificate = await orFailure(() => readCertificate(caCert, source));
        if (certificate instanceof Failure) return failedBy(certificate, changeOf(facts, "ca-cert", "FILE"));
        facts.caCert = certificate;
      }
      try {
        const handshake = await openHandshake(url, facts);
        return judgeHandshake(handshake, {
          host: peerAt(url).host,
          nowMs: context.clock.now(),
          insecure: insecure
            ? (sources.insecure ??
              (profile === undefined ? undefined : profileChange(profile, "insecure", "false")))
            : undefined,
          change: (name, value) => changeOf(facts, name, value),
          baseUrl: endpoint.baseUrl,
        });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Failure)) return findingFor(error, facts);
        if (error.kind !== "unreachable") throw error;
        return failed(
          error.kind,
          `${url.host} accepts connections, but did not complete a TLS handshake within ${timeoutMs / 1000} s`,
          `if that port does not use TLS: ${changeOf(facts, "url", endpoint.baseUrl.replace(/^https:/, "http:"))}`,
        );
      }
    },
  },
} satisfies Checks;

async function openHandshake(url: URL, facts: Facts): Promise<Handshake> {
  const { context, timeoutMs, signal } = facts.subject;
  const target = peerAt(url);
  return await bounded(context.clock, signal, timeoutMs, async (limit) => {
    const socket =
      facts.proxy === undefined
        ? await openSocket(peerOf(facts), limit)
        : await openTunnel(facts.proxy, target, limit);
    const settings = { ca: facts.caCert, isIpAddress: isIP(target.host) !== 0 };
    return await shakeHands(socket, target.host, settings, limit);
  });
}

function judgePlainHttp(facts: Facts): Finding {
  const { endpoint } = connectionOf(facts);
  if (!warnsOnPlainHttp(endpoint)) return skipped("the address is http://, which is not encrypted");
  return warning(
    "the address is http://: the API key is sent in clear text",
    `if the service offers TLS: ${changeOf(facts, "url", endpoint.baseUrl.replace(/^http:/, "https:"))}`,
  );
}

interface CertificateContext {
  readonly host: string;
  readonly nowMs: number;
  readonly baseUrl: string;
  /** The option or command that disables verification; undefined if it is enabled. */
  readonly insecure: string | undefined;
  change(name: "url" | "ca-cert", value: string): string;
}

const dayMs = 86_400_000;

const warningDays = 21;

export function judgeHandshake(handshake: Handshake, context: CertificateContext): Finding {
  const problem = problemOf(handshake, context);
  const { protocol, issuer, validTo } = handshake;
  const days = Math.floor((validTo - context.nowMs) / dayMs);
  const certificate = `certificate of ${context.host} valid until ${dayOf(validTo)} (${days} days), issued by ${issuer}`;
  if (context.insecure !== undefined) {
    const subject = problem === undefined ? certificate : problem.found;
    const fix = context.insecure.startsWith("--") ? `leave out ${context.insecure}` : context.insecure;
    return warning(`${protocol}, not verified (insecure): ${subject}`, fix);
  }
  if (problem !== undefined) return problem;
  return days < warningDays
    ? warning(`${protocol}, ${certificate}`, "renew it on the service")
    : ok(`${protocol}, ${certificate}`);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function problemOf(handshake: Handshake, context: CertificateContext): Finding | undefined {
  const { validFrom, validTo, isForHost, names, problem } = handshake;
  const { host, nowMs, baseUrl, change } = context;
  const unreachable = (text: string, fix: string) => failed("unreachable", text, fix);
  if (validTo < nowMs)
    return unreachable(
      `the certificate of ${host} expired on ${dayOf(validTo)} (${daysBetween(validTo, nowMs)} days ago)`,
      "renew it on the service; if this computer's clock is wrong, set it",
    );
  if (validFrom > nowMs)
    return unreachable(
      `the certificate of ${host} is not valid before ${dayOf(validFrom)}`,
      "set this computer's clock if it is wrong",
    );
  if (!isForHost) {
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

const daysBetween = (fromMs: number, toMs: number): number => Math.floor((toMs - fromMs) / dayMs);

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
  const trust = change("ca-cert", "FILE");
  if (problem === "DEPTH_ZERO_SELF_SIGNED_CERT")
    return [
      `the certificate of ${host} is self-signed and not trusted`,
      `get the certificate from whoever runs the service, then ${trust}`,
    ];
  if (problem === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && chainLength === 1)
    return [
      `${host} does not send the certificate of the issuer, ${issuer}, or the issuer is not trusted`,
      `have the service send the intermediate certificate too; or get that of ${issuer}, then ${trust}`,
    ];
  if (problem === "CERT_HAS_EXPIRED")
    return [
      `an issuer's certificate in the chain of ${host} has expired`,
      `renew the chain on the service, or the ca-cert file ${trust}`,
    ];
  return [
    `the certificate of ${host} is issued by ${issuer}, which is not trusted (${problem})`,
    `get the certificate of that authority, then ${trust}`,
  ];
}
