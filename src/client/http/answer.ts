import { isUtf8 } from "node:buffer";
import type { Operation, ResultKind } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { concatBytes } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import type { Redactor } from "../../core/secrets/text.ts";
import { checkJson } from "../json/check.ts";
import { parseExact } from "../json/exact.ts";
import { isSpace, maxDepth, tooDeep } from "../json/tokens.ts";
import {
  type AnswerFacts,
  bodyFailure,
  checkedJson,
  isBinary,
  isJsonAnswer,
  isPlainText,
  readWholeBody,
  streamBody,
  unreadable,
  webPageFailure,
} from "./answer-body.ts";
import type { Answer, WireRequest } from "./call.ts";
import { excerpt, pageText } from "./text.ts";
import { type TraceSink, traceBody } from "./trace.ts";
import type { Incoming } from "./transport.ts";

export interface AnswerContext {
  readonly request: WireRequest;
  /** Undefined for a raw request. */
  readonly operation: Operation | undefined;
  readonly label: string;
  readonly isChange: boolean;
  readonly trace: TraceSink | undefined;
  readonly redact: Redactor;
}

/** Makes another attempt and resolves with its answer. `hasDelivered`: a part of the body was already passed on. */
type Recover = (error: unknown, hasDelivered: boolean) => Promise<Answer>;

export function openAnswer(incoming: Incoming, context: AnswerContext, recover: Recover): Answer {
  const { operation, label: request, isChange } = context;
  const { status, headers } = incoming;
  const contentType = headers["content-type"];
  const facts: AnswerFacts = { ...operation, contentType, status, request, isChange };
  const bytes = () => streamBody(incoming, bodyTracer(status, context));
  return {
    status,
    contentType,
    headers,
    bytes: (options) =>
      withRecovery(() => answerBytes(bytes(), { ...facts, ...options }, operation?.result), recover),
    async value() {
      let allBytes: Buffer;
      try {
        allBytes = await readWholeBody(bytes());
      } catch (error) {
        return await (await recover(error, false)).value();
      }
      const rawResult = /\bbson\b/i.test(contentType ?? "") ? "bson" : "none";
      return await readValue({ ...facts, bytes: allBytes }, operation?.result ?? rawResult);
    },
  };
}

/** Yields the bytes of a body. If it breaks off before its first byte, yields those of another attempt's body. */
async function* withRecovery(
  bytes: () => AsyncIterable<Uint8Array>,
  recover: Recover,
): AsyncIterable<Uint8Array> {
  let hasDelivered = false;
  try {
    for await (const piece of bytes()) {
      hasDelivered = true;
      yield piece;
    }
  } catch (error) {
    // This body was complete but is not a valid answer; another attempt would get the same one.
    if (error instanceof Failure && error.details.request !== undefined) throw error;
    yield* (await recover(error, hasDelivered)).bytes();
  }
}

function bodyTracer(
  status: number,
  { trace, redact, operation, request }: AnswerContext,
): ((start: Buffer, size: number) => void) | undefined {
  if (trace === undefined) return undefined;
  const isSecret = isSecretAnswer(operation, request);
  return (start, size) => traceBody(trace, { status, start, size, isSecret }, redact);
}

/** The answer to a read of one configuration item is a bare value; the item's name is in the query. */
function isSecretAnswer(operation: Operation | undefined, { url }: WireRequest): boolean {
  const item = /[?&]name=([^&]*)/.exec(url)?.[1];
  return operation?.sensitive !== undefined || (item !== undefined && isSecretName(item));
}

interface ReceivedBody extends AnswerFacts {
  readonly bytes: Buffer;
}

/** Checks that a 2xx answer is what the operation promises. For a raw request, checks only an answer declared as JSON. */
export async function* answerBytes(
  body: AsyncIterable<Uint8Array>,
  facts: AnswerFacts,
  result: ResultKind | undefined,
): AsyncGenerator<Uint8Array> {
  const kind = resultKindOf(result ?? (isJsonAnswer(facts) ? "json" : undefined), facts);
  if (kind === undefined || isFileContent(facts)) yield* body;
  else if (kind === "json" && facts.answersWith === undefined) yield* checkedJson(body, facts);
  else if (kind === "json") {
    const bytes = await readWholeBody(checkedJson(body, facts));
    if (bytes.length === 0) return;
    requireIdentity(parseOrText(bytes), bytes, facts);
    yield bytes;
  } else {
    const bytes = await readWholeBody(body);
    if ((await readValue({ ...facts, bytes }, kind)) !== undefined) yield bytes;
  }
}

/** Content types are only hints. Throws a `Failure` of kind `other` if the operation does not allow such a body. */
export async function readValue(body: ReceivedBody, result: ResultKind): Promise<unknown> {
  if (isFileContent(body)) return body.bytes;
  const kind = resultKindOf(result, body);
  if (kind === "json") return await readJson(body);
  if (kind === "bson") return await readBson(body);
  return readText(body, kind);
}

function resultKindOf<Kind extends ResultKind | undefined>(result: Kind, facts: AnswerFacts): Kind | "text" {
  return result === "json" && facts.mayAnswerText === true && !isJsonAnswer(facts) ? "text" : result;
}

export const isFileContent = (facts: AnswerFacts): boolean =>
  facts.mayAnswerContent === true && !isJsonAnswer(facts);

async function readJson(body: ReceivedBody): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of checkedJson([body.bytes], body)) pieces.push(piece);
  if (pieces.length === 0) return undefined;
  const bytes = concatBytes(pieces);
  const value = parseOrText(bytes);
  requireIdentity(value, bytes, body);
  return value;
}

function parseOrText(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

function requireIdentity(value: unknown, bytes: Buffer, facts: AnswerFacts): void {
  const { answersWith: member, sensitive } = facts;
  if (member === undefined) return;
  const identity = isRecord(value) ? value[member] : undefined;
  if (identity !== undefined && identity !== null && identity !== "") return;
  const isStructure = typeof value === "object" && value !== null;
  const bodyExcerpt = isStructure || sensitive !== undefined ? "" : `: ${excerpt(bytes.toString("utf8"))}`;
  throw unreadable(`the service's answer has no ${member}${bodyExcerpt}`, facts);
}

function readText(body: ReceivedBody, result: "text" | "none"): unknown {
  const { bytes, contentType } = body;
  if (body.answersAnyText === true && isPlainText(contentType) && isUtf8(bytes))
    return bytes.toString("utf8");
  const page = pageText(bytes, contentType);
  if (page !== undefined) throw webPageFailure(page, body);
  const isBinaryBody = isBinary(bytes);
  // The service's description does not say whether such a read answers with text or bytes.
  const mayBeBytes = body.described === true && !body.isChange && result === "text" && !isJsonAnswer(body);
  if (isBinaryBody && mayBeBytes) return bytes;
  if (isBinaryBody) throw unreadable(`the service's answer is not text (${bytes.length} bytes)`, body);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const trimmedText = text.trimStart();
  if (trimmedText === "") return undefined;
  const isStructure = /^[[{]/.test(trimmedText);
  const isScalar = trimmedText.startsWith('"') || /^(?:true|false|null)\s*$/.test(trimmedText);
  if (!isStructure && !isScalar && result === "text" && !isJsonAnswer(body)) return text;
  try {
    checkJson(Buffer.from(trimmedText));
    return parseExact(trimmedText);
  } catch (error) {
    const mustBeJson = isStructure
      ? result === "none" || !isPlainText(contentType)
      : trimmedText.startsWith('"') && (result === "none" || isJsonAnswer(body));
    if (mustBeJson) throw bodyFailure(error, bytes, body);
    return text;
  }
}

async function readBson(body: ReceivedBody): Promise<unknown> {
  const { bytes } = body;
  if (bytes.length >= 5 && bytes.readInt32LE(0) === bytes.length) {
    const { deserialize } = await import("bson");
    try {
      return toPlainValue(deserialize(bytes, { promoteBuffers: true }), maxDepth);
    } catch (cause) {
      throw cause instanceof Failure ? bodyFailure(cause, undefined, body) : notBson(body, cause);
    }
  }
  const isText = isJsonAnswer(body) || /^\s*[[{<]/.test(bytes.toString("utf8", 0, 100));
  if (isText || bytes.every(isSpace) || pageText(bytes, body.contentType) !== undefined)
    return await readJson(body);
  throw notBson(body);
}

/** Decodes binary values as UTF-8 text, because they are XML documents. Throws a `Failure` if nested too deeply. */
function toPlainValue(value: unknown, depth: number): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) throw tooDeep();
  if (Array.isArray(value)) return value.map((item) => toPlainValue(item, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainValue(item, depth - 1)]));
}

const notBson = (body: ReceivedBody, cause?: unknown): Failure =>
  unreadable(`the service's answer is not BSON: ${body.bytes.length} bytes`, body, cause);
