import { doubtHint, Failure, type FailureDetails } from "../failure.ts";
import type { AttemptResult } from "./retry.ts";
import { excerpt } from "./text.ts";

/** Where a request was going, for messages. */
export interface Destination {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The method and path. */
  readonly request: string;
  /** The request may have changed something at the service. */
  readonly changes: boolean;
  readonly timeoutMs: number;
  readonly usesProxy: boolean;
  /** It has answered in HTTP before. */
  readonly hasAnswered: boolean;
}

/** The first code in an error, its causes and its parts (an attempt per address makes an AggregateError). */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if (error instanceof Error && error.name === "HTTPParserError") return "HPE";
  if ("code" in error && typeof error.code === "string" && error.code !== "UND_ERR") return error.code;
  if (error instanceof AggregateError) {
    for (const part of error.errors) {
      const code = errorCode(part);
      if (code !== undefined) return code;
    }
  }
  return "cause" in error ? errorCode(error.cause) : undefined;
}

type ResultKind = Exclude<AttemptResult["kind"], "answer">;

const permanentCodes = new Set([
  "ENOTFOUND",
  "UND_ERR_INVALID_ARG",
  "UND_ERR_PRX_TLS",
  "EPROTO",
  "ERR_INVALID_URL",
]);

/**
 * What a failure to get an answer says about sending again. That depends on whether the request had begun to
 * leave, not on the error's code: an open connection ends with the same codes as one that cannot be opened.
 */
export function attemptResult(error: unknown, hasBegun: boolean): ResultKind {
  if (error instanceof Failure || isProxyRefusal(error)) return "permanent";
  if (hasBegun) return "broken";
  const code = errorCode(error) ?? "";
  return permanentCodes.has(code) || isTlsCode(code) ? "permanent" : "unsent";
}

function isTlsCode(code: string): boolean {
  return /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|SELF_SIGNED|^ERR_OSSL|^CRL_/.test(code);
}

/** True where a proxy has answered in the place of the service, to which nothing went. */
export function isProxyRefusal(error: unknown): boolean {
  return error instanceof Error && /^Proxy (response|Authentication)/.test(error.message);
}

/** The failure to get an answer as one of kind `unreachable`, with its cause in words. */
export function connectionFailure(error: unknown, hasBegun: boolean, destination: Destination): Failure {
  if (error instanceof Failure) return error;
  const code = errorCode(error) ?? "";
  const { message, hint } = explain(code, error, hasBegun, destination);
  const mayHaveHappened = destination.changes && hasBegun && !isProxyRefusal(error);
  const advice = mayHaveHappened ? doubtHint : hint;
  const details: FailureDetails = {
    request: destination.request,
    cause: error,
    ...(advice === undefined ? {} : { hint: advice }),
  };
  const namesProxy = !destination.usesProxy || message.includes(proxyName);
  return new Failure("unreachable", namesProxy ? message : `${message} (through ${proxyName})`, details);
}

const proxyName = "the proxy of the environment";
const proxyHint = "check HTTP_PROXY and HTTPS_PROXY; NO_PROXY names hosts to reach without it";

interface Explanation {
  readonly message: string;
  readonly hint?: string;
}

const because = (message: string, hint?: string): Explanation =>
  hint === undefined ? { message } : { message, hint };

const addressHint = "check the address: svc profiles show, --url or SVC_URL";

function explain(code: string, error: unknown, hasBegun: boolean, to: Destination): Explanation {
  const { origin } = to;
  if (isProxyRefusal(error)) return proxyRefusal(error, to);
  const seconds = to.timeoutMs / 1000;
  switch (code) {
    case "UND_ERR_HEADERS_TIMEOUT":
      return because(`no answer from ${origin} within ${seconds} s`, "--timeout gives it longer");
    case "UND_ERR_BODY_TIMEOUT":
      return because(`the answer from ${origin} stopped for ${seconds} s`, "--timeout gives it longer");
    case "ERR_BODY_SLOW":
      return because(
        `the answer from ${origin} comes too slowly: under 1 kB/s after ${seconds} s`,
        "--timeout gives it longer",
      );
    case "UND_ERR_HEADERS_OVERFLOW":
      return because(`the headers of the answer from ${origin} are too large`, addressHint);
  }
  if (code.startsWith("HPE")) return notHttp(error, to);
  if (hasBegun) return brokenConnection(code, error, to);
  return explainUnsent(code, error, to);
}

/** What was connected to: the proxy, where there is one. */
interface Peer {
  readonly origin: string;
  readonly usesProxy: boolean;
  readonly name: string;
  readonly hint: string;
}

const closedBefore = ({ origin }: Peer): Explanation =>
  because(`${origin} closed the connection before the request was sent`);
const notReached = ({ name }: Peer): Explanation => because(`no route to ${name}`, "check the network");
const notInTime = ({ origin, hint }: Peer): Explanation =>
  because(`${origin} does not answer: no connection in time`, hint);

const hostOf = (origin: string): string => new URL(origin).hostname;

/** Why no connection was made, by the error's code. */
const unsentByCode: ReadonlyMap<string, (peer: Peer) => Explanation> = new Map([
  [
    "ENOTFOUND",
    ({ usesProxy, origin, hint }) =>
      because(
        usesProxy
          ? `the host of ${proxyName} is not known`
          : `no host of the name ${hostOf(origin)} is known`,
        hint,
      ),
  ],
  [
    "EAI_AGAIN",
    ({ usesProxy, origin }) => ({
      message: `${usesProxy ? proxyName : `the name ${hostOf(origin)}`} cannot be resolved now`,
      hint: "check the network and its DNS",
    }),
  ],
  [
    "ECONNREFUSED",
    ({ usesProxy, name, hint }) =>
      because(`${name} refuses connections`, usesProxy ? hint : `is the service running there? ${hint}`),
  ],
  ["EHOSTUNREACH", notReached],
  ["ENETUNREACH", notReached],
  ["ETIMEDOUT", notInTime],
  ["UND_ERR_CONNECT_TIMEOUT", notInTime],
  ["ECONNRESET", closedBefore],
  ["EPIPE", closedBefore],
  ["UND_ERR_SOCKET", closedBefore],
  ["UND_ERR_PRX_TLS", ({ hint }) => because(`the certificate of ${proxyName} is for another name`, hint)],
]);

/** Why no connection was made. */
function explainUnsent(code: string, error: unknown, { origin, usesProxy }: Destination): Explanation {
  const known = unsentByCode.get(code);
  if (known !== undefined) {
    const [name, hint] = usesProxy ? [proxyName, proxyHint] : [origin, addressHint];
    return known({ origin, usesProxy, name, hint });
  }
  if (code === "EPROTO" || code.includes("WRONG_VERSION")) {
    return because(`${origin} does not speak TLS there`, "the address may need http:// instead of https://");
  }
  if (code.startsWith("ERR_SSL_")) return handshakeExplanation(code, origin);
  if (isTlsCode(code)) return tlsExplanation(code, origin);
  const text = error instanceof Error ? excerpt(error.message) : "";
  return { message: `${origin} cannot be reached${text === "" ? "" : `: ${text}`}`, hint: addressHint };
}

/** What ended a connection on which the request had begun to leave. */
function brokenConnection(code: string, error: unknown, to: Destination): Explanation {
  const { origin } = to;
  if (error instanceof Error && error.message === "bad upgrade") {
    return because(`${origin} switches to another protocol, which svc did not ask for`, addressHint);
  }
  switch (code) {
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return because(`the answer from ${origin} is not as long as it says`, "it was cut off on the way");
    case "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED":
      return handshakeExplanation(code, origin);
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return {
        message: `${origin} closed the connection before its answer was complete`,
        ...(receivedBytes(error) > 0 ? {} : schemeHint(to)),
      };
  }
  const why = code === "" ? excerpt(error instanceof Error ? error.message : String(error)) : code;
  return because(
    `the connection to ${origin} broke before its answer was complete (${why})`,
    "check the network",
  );
}

/** What breaks the rules of HTTP: from its first byte on, or later. */
function notHttp(error: unknown, to: Destination): Explanation {
  const reason = error instanceof Error ? /\(([^()]*)\)$/.exec(error.message.slice(0, 200))?.[1] : undefined;
  if (reason === undefined || reason.startsWith("Expected HTTP/")) {
    return { message: `what ${to.origin} answers is not HTTP`, ...schemeHint(to) };
  }
  return because(`the answer from ${to.origin} is malformed HTTP (${reason})`, addressHint);
}

/** How many bytes a connection had received when undici found it broken. */
function receivedBytes(error: unknown): number {
  const socket: unknown = error instanceof Error && "socket" in error ? error.socket : undefined;
  if (typeof socket !== "object" || socket === null || !("bytesRead" in socket)) return 0;
  return typeof socket.bytesRead === "number" ? socket.bytesRead : 0;
}

function schemeHint({ origin, hasAnswered, usesProxy }: Destination): { hint?: string } {
  if (hasAnswered || usesProxy || !origin.startsWith("http:")) return {};
  return { hint: "if this port speaks TLS, the address needs https://" };
}

/** A handshake that failed for another reason than the service's certificate, in OpenSSL's words. */
function handshakeExplanation(code: string, origin: string): Explanation {
  const reason = code
    .replace(/^ERR_SSL_(?:(?:TLSV13|TLSV1|SSLV3|SSL\/TLS)_)?(?:ALERT_)?/, "")
    .replaceAll("_", " ")
    .toLowerCase();
  return because(
    `no TLS connection to ${origin} can be made: ${reason}`,
    /protocol|version/.test(reason)
      ? "svc speaks TLS 1.2 and newer"
      : /handshake|certificate/.test(reason)
        ? "it may ask for a certificate of the client, which svc does not have"
        : addressHint,
  );
}

function tlsExplanation(code: string, origin: string): Explanation {
  if (code === "CERT_HAS_EXPIRED")
    return because(`the certificate of ${origin} has expired`, "renew it at the service");
  if (code === "CERT_NOT_YET_VALID") {
    return because(`the certificate of ${origin} is not valid yet`, "check this machine's clock");
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return because(
      `the certificate of ${origin} is for another name`,
      "use the name in the certificate as the address",
    );
  }
  return because(
    `the certificate of ${origin} is not trusted (${code})`,
    "--ca-cert FILE trusts the authority that issued it",
  );
}

function proxyRefusal(error: unknown, to: Destination): Explanation {
  const status = error instanceof Error ? /\((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return {
    message: `${proxyName} refuses to reach ${to.origin}${status === undefined ? "" : ` (${status})`}`,
    hint: status === "407" ? "set its user name and password in HTTP_PROXY or HTTPS_PROXY" : proxyHint,
  };
}
