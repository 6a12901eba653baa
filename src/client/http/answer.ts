import type { ResultKind } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { checkJson } from "../json/check.ts";
import { parseExact } from "../json/exact.ts";
import { isSpace } from "../json/scan.ts";
import {
  type AnswerFacts,
  describeFault,
  isBinary,
  isPlainText,
  pageInstead,
  unreadable,
} from "./answer-faults.ts";
import { checkedJson } from "./checked-json.ts";
import { pageText } from "./page.ts";
import { collect, joined } from "./received.ts";
import { excerpt } from "./text.ts";

/** A whole body and what is known about it. */
interface ReceivedBody extends AnswerFacts {
  readonly bytes: Buffer;
}

/**
 * The body of a 2xx answer as bytes that are what the operation promises: its JSON as it arrives, the text or
 * BSON that it is, or content. Of a raw request, whose `result` is undefined, whatever does not call itself
 * JSON is passed on as it is.
 */
export async function* answerBytes(
  body: AsyncIterable<Uint8Array>,
  facts: AnswerFacts,
  result: ResultKind | undefined,
): AsyncGenerator<Uint8Array> {
  const kind = kindOf(result ?? (declaresJson(facts.contentType) ? "json" : undefined), facts);
  if (kind === undefined || isContent(facts)) yield* body;
  else if (kind === "json" && facts.answersWith === undefined) yield* checkedJson(body, facts);
  else if (kind === "json") {
    const bytes = await collect(checkedJson(body, facts));
    if (bytes.length === 0) return;
    requireObject(parsedOrText(bytes), bytes, facts);
    yield bytes;
  } else {
    const bytes = await collect(body);
    if ((await readValue({ ...facts, bytes }, kind)) !== undefined) yield bytes;
  }
}

/**
 * The value of a 2xx answer's body by the operation's kind: undefined where it is empty; a JSON value; text,
 * which may arrive as a JSON scalar; BSON as a map of texts; the bytes of content. Content types are hints
 * only. Throws a `Failure` of kind `other` for a body that cannot be what the operation promises.
 */
export async function readValue(body: ReceivedBody, result: ResultKind): Promise<unknown> {
  if (isContent(body)) return body.bytes;
  const kind = kindOf(result, body);
  if (kind === "json") return await readJson(body);
  if (kind === "bson") return await readBson(body);
  return readText(body, kind);
}

function kindOf<Kind extends ResultKind | undefined>(
  result: Kind,
  { mayBeText, contentType }: AnswerFacts,
): Kind | "text" {
  return result === "json" && mayBeText === true && !declaresJson(contentType) ? "text" : result;
}

/** True for an answer that is the stored bytes themselves: what they look like says nothing. */
export function isContent({ mayBeContent, contentType }: AnswerFacts): boolean {
  return mayBeContent === true && !declaresJson(contentType);
}

async function readJson(body: ReceivedBody): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of checkedJson([body.bytes], body)) pieces.push(piece);
  if (pieces.length === 0) return undefined;
  const bytes = joined(pieces);
  const value = parsedOrText(bytes);
  requireObject(value, bytes, body);
  return value;
}

function parsedOrText(bytes: Buffer): unknown {
  const text = bytes.toString("utf8");
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

/** Throws where the operation answers with an object and this is something else, or does not say which one it is. */
function requireObject(value: unknown, bytes: Buffer, facts: AnswerFacts): void {
  const { answersWith: member, isSecret } = facts;
  if (member === undefined) return;
  const identity = isRecord(value) ? value[member] : undefined;
  if (identity !== undefined && identity !== null && identity !== "") return;
  const isStructure = typeof value === "object" && value !== null;
  const shown = isStructure || isSecret ? "" : `: ${excerpt(bytes.toString("utf8"))}`;
  throw unreadable(`the service's answer has no ${member}${shown}`, facts);
}

/** Text, or JSON in its place. */
function readText(body: ReceivedBody, result: "text" | "none"): unknown {
  const { bytes, contentType } = body;
  const page = pageText(bytes, contentType);
  if (page !== undefined) throw pageInstead(page, body);
  const isBytes = isBinary(bytes);
  if (isBytes && body.mayBeBytes === true && result === "text" && !declaresJson(contentType)) return bytes;
  if (isBytes) throw unreadable(`the service's answer is ${bytes.length} bytes, not text`, body);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const start = text.trimStart();
  if (start === "") return undefined;
  const isStructure = /^[[{]/.test(start);
  const isScalar = start.startsWith('"') || /^(?:true|false|null)\s*$/.test(start);
  if (!isStructure && !isScalar && result === "text" && !declaresJson(contentType)) return text;
  try {
    checkJson(Buffer.from(start));
    return parseExact(start);
  } catch (fault) {
    const mustBeJson = isStructure
      ? result === "none" || !isPlainText(contentType)
      : start.startsWith('"') && (result === "none" || declaresJson(contentType));
    if (mustBeJson) throw describeFault(fault, bytes, body);
    return text;
  }
}

async function readBson(body: ReceivedBody): Promise<unknown> {
  const { bytes } = body;
  if (bytes.length >= 5 && bytes.readInt32LE(0) === bytes.length) {
    const { readBsonDocument } = await import("./bson.ts");
    try {
      return readBsonDocument(bytes);
    } catch (cause) {
      throw cause instanceof Failure ? describeFault(cause, undefined, body) : notBson(body, cause);
    }
  }
  const isText = declaresJson(body.contentType) || /^\s*[[{<]/.test(bytes.toString("utf8", 0, 100));
  if (isText || bytes.every(isSpace) || pageText(bytes, body.contentType) !== undefined) {
    return await readJson(body);
  }
  throw notBson(body);
}

/**
 * The parsed value in a box, because `null` and `false` are values too; undefined for text that is not JSON,
 * or is nested too deeply.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    checkJson(Buffer.from(text));
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

const declaresJson = (contentType: string | undefined): boolean => /\bjson\b/i.test(contentType ?? "");

function notBson(body: ReceivedBody, cause?: unknown): Failure {
  return unreadable(`the service's answer is not BSON: ${body.bytes.length} bytes`, body, cause);
}
