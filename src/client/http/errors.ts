import type { Operation } from "../../catalogue/operation.ts";
import { type ExitKind, Failure } from "../../core/failure.ts";
import { type Redactor, redactUnauthorized } from "../../core/secrets/text.ts";
import { formatAge } from "../../core/text/units.ts";
import { isDeeperThan, parseJson } from "../json/check.ts";
import { honorsRetryAfter, isSlowConflict, maxRetryAfterMs } from "./retry.ts";
import { excerpt, pageText, withoutControls } from "./text.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly retryAfterMs: number | undefined;
  readonly request: string;
}

export interface RequestFacts {
  readonly operation: Operation | undefined;
  readonly hasKey: boolean;
  /** True if the request was signed with HMAC-SHA1 and repeats a query key, which live services cannot verify. */
  readonly hasUnverifiableSignature: boolean;
  readonly tookMs: number;
  readonly redact: Redactor;
  readonly clockSkewMs: number | undefined;
  /** The value of the profile setting `clock-offset` that removes the skew. */
  readonly clockOffsetSeconds: number | undefined;
}

/** The service refuses signatures whose time differs by more than this. */
export const maxSignatureSkewMs = 300_000;
const maxClockOffsetMs = 24 * 3_600_000;
const maxLines = 50;
const maxTextLength = 4_096;
/** Web pages begin with markup, so more of them is read than of plain text. */
const maxPageLength = 16_384;

export function answerFailure(answer: ErrorAnswer, facts: RequestFacts): Failure {
  const { status, request, retryAfterMs } = answer;
  const meaning = pageOf(answer) !== undefined ? undefined : facts.operation?.meanings?.[status];
  const kind = meaning?.kind ?? exitKindFor(answer, facts);
  const errorBody = readBody(answer, facts, kind);
  const [first, ...others] = errorBody.lines;
  const hint = meaning?.hint ?? hintFor(kind, answer, facts, first !== undefined);
  const { hasFieldErrors, isWebPage, body } = errorBody;
  const hasLines = others.length > 0;
  const summary = kind === "invalid" ? "the service rejects the values" : standardText(status);
  return new Failure(kind, hasLines && hasFieldErrors ? summary : (first ?? standardText(status)), {
    status,
    request,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(hasLines && { lines: (hasFieldErrors ? errorBody.lines : others).slice(0, maxLines) }),
    ...(isWebPage && { isWebPage }),
    ...(body === undefined ? {} : { body }),
    ...(hint === undefined ? {} : { hint }),
  });
}

interface StatusMeaning {
  readonly kind?: ExitKind;
  readonly text?: string;
  readonly hint?: string;
}

const statusMeanings: Readonly<Record<number, StatusMeaning>> = {
  304: {
    text: "the service answers that nothing has changed (304), although svc sent no condition",
    hint: "a cache between here and the service may have answered",
  },
  400: { kind: "invalid", text: "the service rejects the request as invalid" },
  401: { kind: "notAuthenticated", text: "the service does not accept the API key" },
  403: { kind: "forbidden", text: "no permission" },
  404: { kind: "notFound", text: "not found" },
  405: { text: "the service does not allow this method here" },
  407: {
    kind: "unreachable",
    text: "the proxy asks for a user name and password",
    hint: "set the proxy's user name and password in HTTP_PROXY or HTTPS_PROXY",
  },
  408: { text: "the service gave up waiting for the request" },
  409: { kind: "conflict", text: "the service reports a conflict" },
  410: { kind: "notFound", text: "no longer available" },
  413: {
    kind: "invalid",
    text: "the request's body is too large for the service",
    hint: "send less in one request; services usually accept 10 MB",
  },
  414: {
    kind: "invalid",
    text: "the request's URL is too long for the service",
    hint: "give fewer values in one request; services usually accept 8 KB",
  },
  422: { kind: "invalid" },
  429: { kind: "serverError", text: "the service is throttling requests" },
  // Some servers count the URL as a header.
  431: {
    kind: "invalid",
    text: "the request's URL and headers are too long for the service",
    hint: "give fewer values in one request; services usually accept 8 KB",
  },
  502: { text: "the gateway in front of the service gets no answer from it" },
  503: { text: "the service is not available" },
  504: { text: "the gateway in front of the service timed out" },
};

function exitKindFor({ status, body, retryAfterMs }: ErrorAnswer, facts: RequestFacts): ExitKind {
  const text = startOf(body);
  // The service answers 400 to a missing key if anonymous callers may use the operation.
  if (status === 400 && !facts.hasKey && reportsUnrecognizedSignature(text)) return "notAuthenticated";
  if (status === 410 && isVersionGone(text)) return "serverError";
  if (status === 503 && facts.operation?.answers503 && retryAfterMs === undefined) return "conflict";
  return statusMeanings[status]?.kind ?? (status >= 500 ? "serverError" : "other");
}

export const reportsUnrecognizedSignature = (text: string): boolean =>
  /unrecogni[sz]ed signature/i.test(text);

/** True if the same request arrived before: svc never sends a nonce twice. */
export const reportsUsedNonce = ({ status, body }: Pick<ErrorAnswer, "status" | "body">): boolean =>
  status === 401 && /\bnonce\b[^.]{0,40}\bused\b/i.test(startOf(body));

const usedNonceHint = "a proxy between here and the service has sent the request twice";

const startOf = (body: string): string => body.slice(0, maxTextLength);

/** True if a 410 is about the whole API version, and not about one object or operation. */
const isVersionGone = (text: string): boolean =>
  /\bapi\b/i.test(text) && /\b(version|no longer|not (available|supported))\b/i.test(text);

interface ErrorBody {
  readonly isWebPage?: true;
  readonly lines: readonly string[];
  readonly hasFieldErrors: boolean;
  readonly body: unknown;
}

function readBody(answer: ErrorAnswer, facts: RequestFacts, kind: ExitKind): ErrorBody {
  const { status, body } = answer;
  if (status >= 300 && status < 400) return { lines: [], hasFieldErrors: false, body: undefined };
  const redactBody = kind === "notAuthenticated" ? redactUnauthorized : facts.redact;
  const page = pageOf(answer);
  if (page !== undefined) {
    const shownPage = redactBody(page);
    const lines = shownPage === "" ? [] : [shownPage];
    return { lines, hasFieldErrors: false, isWebPage: true, body: shownPage };
  }
  const isJson = parseJson(body) !== undefined;
  const text = redactBody(isJson ? body : startOf(body));
  if (text.trim() === "") return { lines: [], hasFieldErrors: false, body: undefined };
  const parsed = isJson ? parseJson(text) : undefined;
  if (parsed === undefined)
    return {
      lines: jsonStart.test(text) ? firstTextIn(text) : textLines(text),
      hasFieldErrors: false,
      body: withoutControls(text).trim(),
    };
  if (isDeeperThan(maxDepth, parsed.value))
    return { lines: [], hasFieldErrors: false, body: withoutControls(startOf(text)) };
  const lines = jsonLines(parsed.value);
  return { lines, hasFieldErrors: lines.length > 1, body: parsed.value };
}

const pageOf = ({ body, headers }: ErrorAnswer): string | undefined =>
  pageText(Buffer.from(body.slice(0, maxPageLength)), headers["content-type"]);

/** Answers with deeper nesting are shown as text. Field errors are never nested so deeply. */
const maxDepth = 20;

/** Some messages repeat the constraints of an allocation as a Python list before the readable form. */
const pythonList = /\[\('.{0,2000}?\)\] \(resolved to "([^"]{0,2000})"\)/g;

function textLines(text: string): string[] {
  return withoutControls(text.replace(pythonList, "$1"))
    .split("\n")
    .map((line) => excerpt(line, 2000))
    .filter((line) => line !== "");
}

const jsonStart = /^\s*[{[](?:\s*["{[]|[^\S\n]*\n)/;

/** Returns the first complete string in JSON that is cut off. */
function firstTextIn(json: string): string[] {
  const [text = ""] = /"(?:[^"\\]|\\.)*"(?=\s*[,\]}])/.exec(json) ?? [];
  return jsonLines(parseJson(text)?.value ?? "");
}

/** Returns field errors as lines `field: message`. Errors below `__all__` are about the whole form. */
function jsonLines(value: unknown): string[] {
  if (typeof value === "string") return textLines(value);
  if (Array.isArray(value)) return value.flatMap(jsonLines);
  if (typeof value !== "object" || value === null) return [excerpt(JSON.stringify(value))];
  return Object.entries(value).flatMap(([field, messages]) => {
    const lines = jsonLines(messages);
    const isAboutForm = field === "__all__" || field === "error" || field === "detail" || field === "message";
    return isAboutForm ? lines : lines.map((line) => `${excerpt(field)}: ${line}`);
  });
}

function standardText(status: number): string {
  const meaning = statusMeanings[status]?.text;
  if (meaning !== undefined) return meaning;
  if (isRedirect(status)) return "the service redirects to another address";
  return status >= 500 ? "the service reports an internal error" : `the service answers ${status}`;
}

function hintFor(kind: ExitKind, answer: ErrorAnswer, facts: RequestFacts, hasText: boolean) {
  const { status, headers } = answer;
  if (kind === "notAuthenticated")
    return reportsUsedNonce(answer) ? usedNonceHint : authenticationHint(facts);
  if (kind === "forbidden") return forbiddenHint(facts, hasText);
  if (isRedirect(status)) return redirectHint(headers["location"], facts);
  if (status === 410) return goneHint(kind, facts);
  if (answer.retryAfterMs !== undefined && honorsRetryAfter(status)) {
    if (isSlowConflict(status, facts.tookMs))
      return "the same name, MAC address or power address may be in use already: look for a duplicate";
    return answer.retryAfterMs > maxRetryAfterMs
      ? `the service asks you to wait ${formatAge(answer.retryAfterMs)} before you try again`
      : "the service asks you to try again later; --retries N allows more attempts";
  }
  if (status === 404 && isGenericNotFound(answer)) return wrongAddressHint(answer, facts);
  if (kind === "serverError" && [502, 503, 504].includes(status)) return restartHint;
  return statusMeanings[status]?.hint;
}

const restartHint = "the service may be restarting: try again later, or look at its logs";

/** If an answer contains the hash of the description, it came from the API, so the address is right. */
function wrongAddressHint(answer: ErrorAnswer, { operation }: RequestFacts): string | undefined {
  if (pageOf(answer) === undefined && hasDescriptionHash(answer)) return undefined;
  const check = "check the address and its name segment: svc profiles show";
  const namesObject =
    operation?.parameters !== undefined || operation?.fields?.some((each) => each.positional);
  return namesObject ? `if the object exists, ${check}` : check;
}

const hasDescriptionHash = ({ headers }: ErrorAnswer): boolean =>
  Object.keys(headers).some((name) => /-api-hash$/i.test(name));

const genericNotFound = /^(?:|404|(?:404 )?not found|(?:404 )?page not found|unknown api endpoint .*)$/;

/** True if the answer does not say what was not found. */
function isGenericNotFound(answer: ErrorAnswer): boolean {
  if (pageOf(answer) !== undefined) return true;
  const words = startOf(answer.body)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return genericNotFound.test(words.slice(0, 10).join(" "));
}

function authenticationHint(facts: RequestFacts): string {
  if (!facts.hasKey) return "log in with `svc login`, or set SVC_API_KEY";
  if (facts.hasUnverifiableSignature)
    return "requests that repeat a query key cannot be signed with HMAC-SHA1 here: use --signature plaintext";
  const { clockSkewMs, clockOffsetSeconds } = facts;
  if (clockSkewMs !== undefined && Math.abs(clockSkewMs) > maxSignatureSkewMs) {
    const seconds = Math.round(Math.abs(clockSkewMs) / 1000);
    const direction = clockSkewMs > 0 ? "behind" : "ahead of";
    if (Math.abs(clockSkewMs) > maxClockOffsetMs)
      return `this computer's clock is ${Math.round(seconds / 86_400)} days ${direction} the service's: set the one that is wrong`;
    return `this computer's clock is ${seconds} s ${direction} the service's: set it, or \`svc profiles set NAME clock-offset=${clockOffsetSeconds}\``;
  }
  return "the service refuses the API key: store another one with `svc login`; SVC_API_KEY, if set, takes precedence";
}

export const adminOnlyHint = "only administrators may do this";

function forbiddenHint(facts: RequestFacts, hasText: boolean): string | undefined {
  const { operation } = facts;
  const isAboutNode = (operation?.parameters ?? []).some((parameter) => parameter.kind !== undefined);
  // A lock refuses administrators too, with an empty answer.
  if (operation?.who === "admin" && (!isAboutNode || hasText)) return adminOnlyHint;
  if (!facts.hasKey) return "log in with `svc login`, or set SVC_API_KEY";
  if (hasText) return undefined;
  if (isAboutNode)
    return "the machine may be locked (see its 'locked' field), belong to another user, or need an administrator";
  return operation?.who === "owner"
    ? "only the owner and administrators may do this"
    : "the object belongs to another user, or only administrators may do this";
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

function goneHint(kind: ExitKind, facts: RequestFacts): string | undefined {
  if (kind === "serverError") return "check that the address of the profile belongs to this service";
  const deprecated = facts.operation?.deprecated;
  if (typeof deprecated === "string") return `this service may no longer offer the operation: ${deprecated}`;
  return "the object no longer exists, or this service no longer offers the operation";
}

export const redirectHintStart = "it points to";

function redirectHint(location: string | undefined, facts: RequestFacts): string {
  const check = "check the address and its name segment";
  if (location === undefined) return check;
  return `${redirectHintStart} ${excerpt(facts.redact(location), 100)}; ${check}`;
}
