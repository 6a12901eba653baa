import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTcp, type Socket } from "node:net";
import { checkServerIdentity, connect, type DetailedPeerCertificate } from "node:tls";
import type { ProxyChoice } from "../../client/http/proxy-choice.ts";

export type Handshake = Awaited<ReturnType<typeof performTlsHandshake>>;

export async function performTlsHandshake(
  socket: Socket,
  host: string,
  { ca, isIpAddress }: { readonly ca: string | undefined; readonly isIpAddress: boolean },
  signal: AbortSignal,
) {
  const secure = connect({
    socket,
    // The certificate is only reported; no request is sent over this connection.
    rejectUnauthorized: false,
    ...(isIpAddress ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  });
  secure.on("error", () => undefined);
  const closing = once(secure, "close", { signal }).then(() => {
    throw Object.assign(new Error("closed"), { code: "ECONNRESET" });
  });
  try {
    await Promise.race([once(secure, "secureConnect", { signal }), closing]);
    const problem: unknown = secure.authorized ? undefined : secure.authorizationError;
    return {
      protocol: secure.getProtocol() ?? "TLS",
      /** OpenSSL's error code; undefined for a trusted certificate. */
      problem: problem === undefined ? undefined : codeOf(problem),
      ...certificateFacts(secure.getPeerCertificate(true), host),
    };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    secure.destroy();
    socket.destroy();
  }
}

const codeOf = (problem: unknown): string =>
  problem instanceof Error && "code" in problem ? String(problem.code) : String(problem);

function certificateFacts(certificate: DetailedPeerCertificate, host: string) {
  const names: readonly string[] = (certificate.subjectaltname ?? "")
    .split(", ")
    .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
  return {
    matchesHost: checkServerIdentity(host, certificate) === undefined,
    issuer: commonName(certificate.issuer) || "an unnamed authority",
    names: names.length > 0 ? names : [commonName(certificate.subject)].filter((name) => name !== ""),
    /** Since the epoch. */
    validFromMs: Date.parse(certificate.valid_from),
    validToMs: Date.parse(certificate.valid_to),
    chainLength: chainLength(certificate),
  };
}

/** `CN` and `O` may be absent or lists, contrary to Node's types. */
function commonName(subject: unknown): string {
  const parts = typeof subject === "object" && subject !== null ? subject : {};
  const { CN, O } = parts as { readonly CN?: unknown; readonly O?: unknown };
  const name = [CN, O].flat().find((part) => typeof part === "string" && part !== "");
  return typeof name === "string" ? name.slice(0, 100) : "";
}

const maxChainLength = 20;

function chainLength(first: DetailedPeerCertificate): number {
  const chain = new Set<DetailedPeerCertificate>();
  for (
    let certificate: DetailedPeerCertificate | undefined = first;
    certificate !== undefined && !chain.has(certificate) && chain.size < maxChainLength;
    certificate = certificate.issuerCertificate
  )
    chain.add(certificate);
  return chain.size;
}

export interface Peer {
  readonly host: string;
  readonly port: number;
}

export function peerAt(url: URL): Peer {
  const defaultPort = url.protocol === "https:" ? 443 : 80;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? defaultPort : Number(url.port),
  };
}

export async function openSocket(peer: Peer, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ ...peer });
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
  socket.on("error", () => undefined);
  return socket;
}

export function openTunnel(
  { origin, authorization }: ProxyChoice,
  target: Peer,
  signal: AbortSignal,
): Promise<Socket> {
  const url = new URL(origin);
  const name = target.host.includes(":") ? `[${target.host}]` : target.host;
  const path = `${name}:${target.port}`;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)({
      ...peerAt(url),
      method: "CONNECT",
      path,
      headers: {
        host: path,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
      agent: false,
      signal,
    });
    request.once("connect", (answer, socket) => {
      socket.on("error", () => undefined);
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refusalError(answer.statusCode));
    });
    request.once("response", (answer) => {
      answer.destroy();
      reject(refusalError(answer.statusCode));
    });
    request.once("error", (error) => reject(signal.aborted ? signal.reason : error));
    request.end();
  });
}

/** Has the text of the HTTP client's error, so that the same explanations apply. */
const refusalError = (status = 0) => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
