import { doubtHint, Failure, type FailureDetails } from "../failure.ts";
import type { Outcome } from "./retry.ts";
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

type OutcomeKind = Exclude<Outcome["kind"], "answer">;

const unsentCodes = new Set([
  "ECONNREFUSED",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const hopelessCodes = new Set([
  "ENOTFOUND",
  "UND_ERR_INVALID_ARG",
  "UND_ERR_PRX_TLS",
  "EPROTO",
  "ERR_INVALID_URL",
]);

/**
 * What a failure to get an answer says about sending again. `ETIMEDOUT` counts as broken: an open connection
 * can end so too.
 */
export function outcomeOf(error: unknown): OutcomeKind {
  const code = errorCode(error) ?? "";
  if (error instanceof Failure || hopelessCodes.has(code) || isTlsCode(code)) return "hopeless";
  if (isProxyRefusal(error)) return "hopeless";
  return unsentCodes.has(code) ? "unsent" : "broken";
}

function isTlsCode(code: string): boolean {
  return /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_|SELF_SIGNED|^ERR_OSSL|^CRL_/.test(code);
}

function isProxyRefusal(error: unknown): boolean {
  return error instanceof Error && /^Proxy (response|Authentication)/.test(error.message);
}

/** The failure to get an answer as one of kind `unreachable`, with its cause in words. */
export function connectionFailure(error: unknown, destination: Destination): Failure {
  if (error instanceof Failure) return error;
  const code = errorCode(error) ?? "";
  const { message, hint } = explain(code, error, destination);
  const mayHaveHappened = destination.changes && outcomeOf(error) === "broken";
  const advice = mayHaveHappened ? doubtHint : hint;
  const details: FailureDetails = {
    request: destination.request,
    cause: error,
    ...(advice === undefined ? {} : { hint: advice }),
  };
  return new Failure("unreachable", message, details);
}

interface Explanation {
  readonly message: string;
  readonly hint?: string;
}

const addressHint = "check the address: svc profiles show, --url or SVC_URL";

function explain(code: string, error: unknown, to: Destination): Explanation {
  const { origin } = to;
  const host = new URL(origin).hostname;
  const seconds = to.timeoutMs / 1000;
  if (isProxyRefusal(error)) return proxyRefusal(error, to);
  const via = to.usesProxy ? " (through the proxy of the environment)" : "";
  switch (code) {
    case "ENOTFOUND":
      return { message: `no host of the name ${host} is known${via}`, hint: addressHint };
    case "EAI_AGAIN":
      return {
        message: `the name ${host} cannot be resolved now${via}`,
        hint: "check the network and its DNS",
      };
    case "ECONNREFUSED":
      return {
        message: `${origin} refuses connections${via}`,
        hint: `is the service running there? ${addressHint}`,
      };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return { message: `no route to ${origin}${via}`, hint: "check the network" };
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return { message: `${origin} does not answer: no connection in time${via}`, hint: addressHint };
    case "UND_ERR_HEADERS_TIMEOUT":
      return { message: `no answer from ${origin} within ${seconds} s`, hint: "--timeout gives it longer" };
    case "UND_ERR_BODY_TIMEOUT":
      return {
        message: `the answer from ${origin} stopped for ${seconds} s`,
        hint: "--timeout gives it longer",
      };
    case "UND_ERR_HEADERS_OVERFLOW":
      return { message: `the headers of the answer from ${origin} are too large`, hint: addressHint };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return {
        message: `${origin} closed the connection before its answer was complete`,
        ...schemeHint(origin),
      };
  }
  if (code.startsWith("HPE")) return { message: `what ${origin} answers is not HTTP`, ...schemeHint(origin) };
  if (code === "EPROTO" || code.includes("WRONG_VERSION")) {
    return {
      message: `${origin} does not speak TLS there`,
      hint: "the address may need http:// instead of https://",
    };
  }
  if (isTlsCode(code) || code === "UND_ERR_PRX_TLS") return tlsExplanation(code, origin);
  const text = error instanceof Error ? excerpt(error.message) : "";
  return { message: `${origin} cannot be reached${text === "" ? "" : `: ${text}`}`, hint: addressHint };
}

function schemeHint(origin: string): { hint?: string } {
  return origin.startsWith("http:") ? { hint: "where this port speaks TLS, the address needs https://" } : {};
}

function tlsExplanation(code: string, origin: string): Explanation {
  if (code === "CERT_HAS_EXPIRED")
    return { message: `the certificate of ${origin} has expired`, hint: "renew it at the service" };
  if (code === "CERT_NOT_YET_VALID") {
    return { message: `the certificate of ${origin} is not valid yet`, hint: "check this machine's clock" };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      message: `the certificate of ${origin} is for another name`,
      hint: "use the name in the certificate as the address",
    };
  }
  return {
    message: `the certificate of ${origin} is not trusted (${code})`,
    hint: "--ca-cert FILE trusts the authority that issued it",
  };
}

function proxyRefusal(error: unknown, to: Destination): Explanation {
  const status = error instanceof Error ? /\((\d{3})\)/.exec(error.message)?.[1] : undefined;
  return {
    message: `the proxy of the environment refuses to reach ${to.origin}${status === undefined ? "" : ` (${status})`}`,
    hint:
      status === "407"
        ? "set its user name and password in HTTP_PROXY or HTTPS_PROXY"
        : "check HTTP_PROXY and HTTPS_PROXY; NO_PROXY names hosts to reach without it",
  };
}
