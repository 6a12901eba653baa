import { isIP } from "node:net";
import { warnsOnPlainHttp } from "../../../client/http/address.ts";
import { readCertificate } from "../../../client/http/certificate.ts";
import { Failure } from "../../../core/failure.ts";
import { bounded } from "../bounded.ts";
import { judgeHandshake } from "../certificate-finding.ts";
import { type CheckSpec, type Finding, failed, failedBy, skipped, warning } from "../check.ts";
import { explained } from "../explained.ts";
import { connectionOf, type Facts, peerOf } from "../facts.ts";
import { changeOf, profileChange } from "../fixes.ts";
import { type Handshake, shakeHands } from "../probes/certificates.ts";
import { openSocket } from "../probes/sockets.ts";
import { openTunnel } from "../probes/tunnel.ts";

/** Encryption, and what the service's certificate is like. */
export const tlsCheck: CheckSpec = {
  name: "tls",
  needs: ["connection"],
  async examine(facts) {
    const { endpoint, caCert, insecure, profile } = connectionOf(facts);
    const url = new URL(endpoint.baseUrl);
    if (url.protocol === "http:") return withoutTls(facts);
    const { context, signal, sources, timeoutMs } = facts.subject;
    if (caCert !== undefined) {
      try {
        facts.caCert = await readCertificate(caCert, sources["ca-cert"] ?? `ca-cert of profile '${profile}'`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return failedBy(error, changeOf(facts, "ca-cert", "FILE"));
      }
    }
    try {
      const handshake = await shake(url, facts);
      return judgeHandshake(handshake, {
        host: bareHost(url),
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
      if (!(error instanceof Failure)) return explained(error, facts);
      if (error.kind !== "unreachable") throw error;
      return failed(
        error.kind,
        `${url.host} takes connections, but does not speak TLS within ${timeoutMs / 1000} s`,
        `where that port does not speak TLS: ${changeOf(facts, "url", endpoint.baseUrl.replace(/^https:/, "http:"))}`,
      );
    }
  },
};

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Speaks TLS to the service: directly, or through the proxy. */
async function shake(url: URL, facts: Facts): Promise<Handshake> {
  const { context, timeoutMs, signal } = facts.subject;
  const host = bareHost(url);
  const target = { host, port: url.port === "" ? 443 : Number(url.port) };
  return await bounded(context.clock, signal, timeoutMs, async (limit) => {
    const socket =
      facts.proxy === undefined
        ? await openSocket(peerOf(facts), limit)
        : await openTunnel(facts.proxy, target, limit);
    const settings = { ca: facts.caCert, isNumeric: isIP(host) !== 0 };
    return await shakeHands(socket, host, settings, limit);
  });
}

function withoutTls(facts: Facts): Finding {
  const { endpoint } = connectionOf(facts);
  if (!warnsOnPlainHttp(endpoint)) return skipped("the address is http://, which is not encrypted");
  return warning(
    "the address is http://: the API key is sent in clear text",
    `where the service speaks TLS: ${changeOf(facts, "url", endpoint.baseUrl.replace(/^http:/, "https:"))}`,
  );
}
