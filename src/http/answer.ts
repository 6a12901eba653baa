import { isUtf8 } from "node:buffer";
import type { ResultKind } from "../api/operation.ts";
import { doubtHint, Failure } from "../failure.ts";
import { createBracketCheck } from "../json/brackets.ts";
import { checkJson, createJsonCheck, type JsonCheck } from "../json/check.ts";
import { parseExact } from "../json/exact.ts";
import { maxHeldBytes, tooLarge } from "../json/faults.ts";
import { isSpace, openList, openObject } from "../json/scan.ts";
import { createUtf8Check } from "../json/utf8.ts";
import { withoutLead } from "./lead.ts";
import { lookedAtBytes, pageText } from "./page.ts";
import { collect, joined } from "./received.ts";
import { excerpt } from "./text.ts";

/** What is known about an answer before its body is read. */
export interface AnswerFacts {
  readonly contentType: string | undefined;
  readonly status: number;
  /** The method and path, for messages. */
  readonly request: string;
  /** The request may have changed something at the service. */
  readonly changes: boolean;
  /** The answer may be the stored bytes themselves, where its type is not JSON. */
  readonly mayBeContent?: boolean;
  /** The answer may be text, where its type is not JSON. */
  readonly mayBeText?: boolean;
  /** The reader of a large answer follows its brackets to the end itself. */
  readonly isFollowed?: boolean;
}

/** A whole body and what is known about it. */
interface ReceivedBody extends AnswerFacts {
  readonly bytes: Buffer;
}

/** An answer up to this size is checked whole before any of it is passed on. */
const heldBytes = 64 * 1024;

/** Of an answer whose reader checks it. */
const noCheck: JsonCheck = { push: () => undefined, end: () => undefined };

/** Words that stand in the place of JSON are no longer than this. */
const maxWordsBytes = 4096;

/**
 * The JSON of an answer as it arrives, without white space and marks before it. A small one is checked whole
 * before its first byte is passed on; of a larger list or object the strings and brackets are followed while it
 * is. Rejects with a `Failure` of kind `other` for a body that is not JSON from its first byte to its last, for an
 * empty one of a read, and for one that is larger than the bound and not a list. After a change, words of plain
 * text and nothing at all are answers too.
 */
export async function* checkedJson(
  body: AsyncIterable<Uint8Array>,
  facts: AnswerFacts,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  const utf8 = createUtf8Check();
  let check = createJsonCheck();
  let isHolding = true;
  let fault: unknown;
  let size = 0;
  let first: number | undefined;
  const isStructure = () => first === openList || first === openObject;
  for await (const chunk of withoutLead(body)) {
    size += chunk.length;
    first ??= chunk[0];
    if (size > maxHeldBytes && first !== openList) throw tooLarge();
    if (fault === undefined) {
      try {
        // A small list or object is checked when it is there.
        if (!isHolding || !isStructure()) check.push(chunk);
        utf8.push(chunk);
      } catch (error) {
        fault = error;
        if (!isHolding) throw described(fault, undefined, facts);
      }
    }
    if (!isHolding) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    if (fault !== undefined && size >= lookedAtBytes) break;
    if (size <= heldBytes || fault !== undefined) continue;
    if (isStructure()) {
      const further = facts.isFollowed === true ? noCheck : createBracketCheck();
      try {
        for (const piece of held) check.push(piece);
        for (const piece of held) further.push(piece);
      } catch (error) {
        fault = error;
        break;
      }
      check = further;
    }
    isHolding = false;
    yield* held.splice(0);
  }
  if (first === undefined) {
    if (facts.changes) return;
    throw failed("the service's answer is empty", facts);
  }
  try {
    if (fault !== undefined) throw fault;
    if (isHolding && isStructure()) checkJson(joined(held));
    else check.end();
    utf8.end();
  } catch (error) {
    const start = isHolding ? Buffer.concat(held) : undefined;
    if (start === undefined || !mayBeWords(start, facts)) throw described(error, start, facts);
  }
  yield* held;
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
  else if (kind === "json") yield* checkedJson(body, facts);
  else {
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
  for await (const piece of checkedJson(only(body.bytes), body)) pieces.push(piece);
  if (pieces.length === 0) return undefined;
  const text = joined(pieces).toString("utf8");
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

/** Text, or JSON in its place. */
function readText(body: ReceivedBody, result: "text" | "none"): unknown {
  const { bytes, contentType } = body;
  const page = pageText(bytes, contentType);
  if (page !== undefined) throw pageInstead(page, body);
  if (isBinary(bytes)) throw failed(`the service's answer is ${bytes.length} bytes, not text`, body);
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
    if (mustBeJson) throw described(fault, bytes, body);
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
      throw cause instanceof Failure ? described(cause, undefined, body) : notBson(body, cause);
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

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

const declaresJson = (contentType: string | undefined): boolean => /\bjson\b/i.test(contentType ?? "");

const isPlainText = (contentType: string | undefined): boolean =>
  /^\s*text\/plain\b/i.test(contentType ?? "");

/** True where the bytes are not text: not UTF-8, or with control characters that no text has. */
function isBinary(bytes: Buffer): boolean {
  return !isUtf8(bytes) || bytes.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** Tab, line feed, form feed, carriage return and escape. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** True where a deployment may have answered a change in words. */
function mayBeWords(start: Buffer, { changes, contentType }: AnswerFacts): boolean {
  return (
    changes &&
    isPlainText(contentType) &&
    start.length <= maxWordsBytes &&
    !isBinary(start) &&
    !/^[\uFEFF\s]*[[{<"]/.test(start.toString("utf8"))
  );
}

/** A fault in JSON as a failure that says what the answer is instead, where its beginning is known. */
function described(fault: unknown, start: Buffer | undefined, facts: AnswerFacts): Failure {
  const message = fault instanceof Failure ? fault.message : String(fault);
  if (start === undefined) return failed(message, facts, fault);
  const page = pageText(start, facts.contentType);
  if (page !== undefined) return pageInstead(page, facts);
  const isText = !isBinary(start.subarray(0, -3));
  return failed(
    `${message}: ${isText ? excerpt(start.toString("utf8")) : "it holds bytes that are not text"}`,
    facts,
    fault,
  );
}

function notBson(body: ReceivedBody, cause?: unknown): Failure {
  return failed(`the service's answer is not BSON: ${body.bytes.length} bytes`, body, cause);
}

function pageInstead(page: string, facts: AnswerFacts): Failure {
  const hint = "check the address: it must end before /api/2.0, such as http://host:5240/SVC";
  return failed(`the service answered with a web page: ${page}`, facts, undefined, hint);
}

/** After a change, what became of it is unknown. */
function failed(
  message: string,
  { status, request, changes }: AnswerFacts,
  cause?: unknown,
  hint = "it may have been cut off or changed on the way; --debug shows it",
): Failure {
  return new Failure("other", message, {
    status,
    request,
    ...(changes ? { hint: doubtHint, outcome: "unknown" } : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}
