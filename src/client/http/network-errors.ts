import {
  descriptorHint,
  doubtHint,
  Failure,
  type FailureDetails,
  lacksDescriptors,
  systemCodeText,
} from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { AttemptResult } from "./retry.ts";
import { excerpt } from "./text.ts";

export interface Destination {
  readonly origin: string;
  readonly request: string;
  readonly isChange: boolean;
  readonly timeoutMs: number;
  readonly usesProxy: boolean;
  readonly hasAnswered: boolean;
}

/** Returns the first code in an error, its causes, or its parts (an AggregateError has one part per address). */
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

/** UND_ERR_DESTROYED: svc has closed the client, because the command has already failed. */
const permanentCodes = new Set(
  "ENOTFOUND UND_ERR_INVALID_ARG UND_ERR_PRX_TLS UND_ERR_DESTROYED EPROTO ERR_INVALID_URL".split(" "),
);

/** A broken connection and one that cannot be opened have the same codes, so `hasBegun` distinguishes them. */
export function attemptResult(error: unknown, hasBegun: boolean): Exclude<AttemptResult["kind"], "answer"> {
  if (error instanceof Failure || isProxyRefusal(error)) return "permanent";
  if (hasBegun) return "broken";
  const code = errorCode(error) ?? "";
  return permanentCodes.has(code) || isTlsCode(code) ? "permanent" : "unsent";
}

const isTlsCode = (code: string): boolean =>
  /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|SELF_SIGNED|^ERR_OSSL|^CRL_/.test(code);

export const isProxyRefusal = (error: unknown): boolean =>
  error instanceof Error && /^Proxy (response|Authentication)/.test(error.message);

export function connectionFailure(error: unknown, hasBegun: boolean, destination: Destination): Failure {
  if (error instanceof Failure) return error;
  const [message, hint] = explain(error, hasBegun, destination);
  const mayHaveHappened = destination.isChange && hasBegun && !isProxyRefusal(error);
  const advice = mayHaveHappened ? doubtHint : hint;
  const details: FailureDetails = {
    request: destination.request,
    cause: error,
    ...(advice && { hint: advice }),
    ...(hint === timeoutHint && { hasTimedOut: true }),
  };
  const omitsProxy = destination.usesProxy && !message.includes(proxyName);
  return new Failure("unreachable", omitsProxy ? `${message} (through ${proxyName})` : message, details);
}

const proxyName = "the proxy from the environment";
const proxyHint = "check HTTP_PROXY and HTTPS_PROXY; NO_PROXY names hosts to reach without it";
const addressHint = "check the address: svc profiles show, --url or SVC_URL";
const timeoutHint = "--timeout allows more time";

type Explanation = readonly [message: string, hint?: string | undefined];

interface ConnectionProblem extends Destination {
  readonly error: unknown;
  readonly code: string;
  readonly seconds: number;
  readonly peer: string;
  readonly peerHint: string;
}

/** A message and a hint by error code. Names in braces are replaced by members of `ConnectionProblem`. */
type Explanations = Readonly<Record<string, Explanation | ((problem: ConnectionProblem) => Explanation)>>;

const commonExplanations: Explanations = {
  UND_ERR_HEADERS_TIMEOUT: ["no answer from {origin} within {seconds} s", timeoutHint],
  UND_ERR_BODY_TIMEOUT: ["the answer from {origin} stalled for {seconds} s", timeoutHint],
  ERR_BODY_SLOW: ["the answer from {origin} comes too slowly: under 1 kB/s after {seconds} s", timeoutHint],
  UND_ERR_HEADERS_OVERFLOW: ["the headers of the answer from {origin} are too large", addressHint],
};

const noRoute: Explanation = ["no route to {peer}", "check the network"];
const noConnectionInTime: Explanation = [
  "{origin} does not answer: no connection within the time limit",
  "{peerHint}",
];
const closedBeforeRequest: Explanation = ["{origin} closed the connection before the request was sent"];
const notTls: Explanation = [
  "{origin} does not speak TLS",
  "the address may need http:// instead of https://",
];

const unsentExplanations: Explanations = {
  ENOTFOUND: ({ usesProxy, origin, peerHint }) => [
    usesProxy ? `the host of ${proxyName} is not known` : `unknown host ${new URL(origin).hostname}`,
    peerHint,
  ],
  EAI_AGAIN: ({ usesProxy, origin }) => [
    `${usesProxy ? proxyName : `the name ${new URL(origin).hostname}`} cannot be resolved now`,
    "check the network and its DNS",
  ],
  ECONNREFUSED: ({ usesProxy, peer, peerHint }) => [
    `${peer} refuses connections`,
    usesProxy ? peerHint : `is the service running there? ${peerHint}`,
  ],
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: noConnectionInTime,
  UND_ERR_CONNECT_TIMEOUT: noConnectionInTime,
  ECONNRESET: closedBeforeRequest,
  EPIPE: closedBeforeRequest,
  UND_ERR_SOCKET: closedBeforeRequest,
  UND_ERR_PRX_TLS: [`the certificate of ${proxyName} is for another name`, "{peerHint}"],
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  CERT_HAS_EXPIRED: ["the certificate of {origin} has expired", "renew it on the service"],
  CERT_NOT_YET_VALID: ["the certificate of {origin} is not valid yet", "check this computer's clock"],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "the certificate of {origin} is for another name",
    "use the name in the certificate as the address",
  ],
};

const closedDuringAnswer = (problem: ConnectionProblem): Explanation => [
  `${problem.origin} closed the connection before its answer was complete`,
  receivedBytes(problem.error) > 0 ? undefined : schemeHint(problem),
];

const brokenExplanations: Explanations = {
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: [
    "the answer from {origin} does not have the announced length",
    "it was cut off in transit",
  ],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: handshakeExplanation,
  ECONNRESET: closedDuringAnswer,
  EPIPE: closedDuringAnswer,
  UND_ERR_SOCKET: closedDuringAnswer,
};

function lookUp(table: Explanations, problem: ConnectionProblem): Explanation | undefined {
  const entry = Object.hasOwn(table, problem.code) ? table[problem.code] : undefined;
  if (entry === undefined || typeof entry === "function") return entry?.(problem);
  const { origin, peer, peerHint, seconds } = problem;
  const placeholders: Readonly<Record<string, unknown>> = { origin, peer, peerHint, seconds };
  const [message, hint] = entry.map((text) =>
    text?.replace(/\{(\w+)\}/g, (_, name) => String(placeholders[name])),
  );
  return [message ?? "", hint];
}

function explain(error: unknown, hasBegun: boolean, destination: Destination): Explanation {
  const { origin, usesProxy, timeoutMs } = destination;
  const code = errorCode(error) ?? "";
  const [peer, peerHint] = usesProxy ? [proxyName, proxyHint] : [origin, addressHint];
  const problem: ConnectionProblem = {
    ...destination,
    error,
    code,
    seconds: timeoutMs / 1000,
    peer,
    peerHint,
  };
  const text = error instanceof Error ? excerpt(error.message) : "";
  if (isProxyRefusal(error)) return proxyRefusal(text, origin);
  if (code.startsWith("HPE")) return notHttp(problem);
  if (hasBegun && text === "bad upgrade")
    return [`${origin} switches to another protocol, which svc did not request`, addressHint];
  const explanation =
    lookUp(commonExplanations, problem) ??
    lookUp(hasBegun ? brokenExplanations : unsentExplanations, problem);
  if (explanation !== undefined) return explanation;
  if (hasBegun) {
    const why = code || text || excerpt(String(error));
    return [`the connection to ${origin} broke before its answer was complete (${why})`, "check the network"];
  }
  if (code.startsWith("ERR_SSL_")) return handshakeExplanation(problem);
  if (isTlsCode(code))
    return [
      `the certificate of ${origin} is not trusted (${code})`,
      "--ca-cert FILE trusts the authority that issued it",
    ];
  const reason = systemCodeText(code) ?? text;
  return [
    `${origin} cannot be reached${reason === "" ? "" : `: ${reason}`}`,
    lacksDescriptors(code) ? `${descriptorHint}, or use a smaller --parallel` : addressHint,
  ];
}

function notHttp(problem: ConnectionProblem): Explanation {
  const reason =
    problem.error instanceof Error
      ? /\(([^()]*)\)$/.exec(problem.error.message.slice(0, 200))?.[1]
      : undefined;
  return reason === undefined || reason.startsWith("Expected HTTP/")
    ? [`the answer from ${problem.origin} is not HTTP`, schemeHint(problem)]
    : [`the answer from ${problem.origin} is malformed HTTP (${reason})`, addressHint];
}

function receivedBytes(error: unknown): number {
  const socket: unknown = error instanceof Error && "socket" in error ? error.socket : undefined;
  return isRecord(socket) && typeof socket["bytesRead"] === "number" ? socket["bytesRead"] : 0;
}

function schemeHint({ origin, hasAnswered, usesProxy }: Destination): string | undefined {
  if (hasAnswered || usesProxy || !origin.startsWith("http:")) return undefined;
  return "try again; if every request fails like this, the port may speak TLS: use https:// in the address";
}

function handshakeExplanation({ code, origin }: ConnectionProblem): Explanation {
  const reason = code
    .replace(/^ERR_SSL_(?:(?:TLSV13|TLSV1|SSLV3|SSL\/TLS)_)?(?:ALERT_)?/, "")
    .replaceAll("_", " ")
    .toLowerCase();
  return [
    `cannot make a TLS connection to ${origin}: ${reason}`,
    /protocol|version/.test(reason)
      ? "svc speaks TLS 1.2 and newer"
      : /handshake|certificate/.test(reason)
        ? "it may require a client certificate, which svc does not support"
        : addressHint,
  ];
}

function proxyRefusal(text: string, origin: string): Explanation {
  const status = /\((\d{3})\)/.exec(text)?.[1];
  return [
    `${proxyName} refuses to reach ${origin}${status === undefined ? "" : ` (${status})`}`,
    status === "407" ? "set its user name and password in HTTP_PROXY or HTTPS_PROXY" : proxyHint,
  ];
}
