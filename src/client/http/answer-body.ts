import { isUtf8 } from "node:buffer";
import type { Operation } from "../../catalogue/operation.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import { concatBytes, readBytes } from "../../core/files.ts";
import { checkJson, checkStart, createUtf8Check } from "../json/check.ts";
import { type ChunkCheck, createBracketCheck } from "../json/splitter.ts";
import { maxBufferedBytes, openList, openObject, skipSpace, tooLarge } from "../json/tokens.ts";
import type { BytesOptions } from "./call.ts";
import { excerpt, maxSniffedBytes, pageText } from "./text.ts";
import { maxTracedBytes } from "./trace.ts";
import type { Incoming } from "./transport.ts";

/** Yields the body as it arrives, and decompresses it if a proxy compressed it. */
export async function* streamBody(
  incoming: Incoming,
  onBody?: (start: Buffer, size: number) => void,
): AsyncIterable<Uint8Array> {
  const startChunks: Uint8Array[] = [];
  let startBytes = 0;
  let size = 0;
  if (incoming.status === 204) {
    // HTTP allows no body for this status, so svc ignores a body or its announced length.
    incoming.body.resume();
    return;
  }
  try {
    for await (const bytes of await decompress(incoming)) {
      size += bytes.length;
      if (onBody !== undefined && startBytes < maxTracedBytes) {
        const piece = bytes.subarray(0, maxTracedBytes - startBytes);
        startChunks.push(piece);
        startBytes += piece.length;
      }
      yield bytes;
    }
    // undici frees a connection one turn later. Without this pause, the next request would open another connection.
    await new Promise(setImmediate);
  } catch (error) {
    throw isDecompressionError(error) ? brokenCompression(error) : error;
  } finally {
    onBody?.(Buffer.concat(startChunks), size);
  }
}

export async function readWholeBody(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const body = await readBytes(bytes, maxBufferedBytes);
  if (body.length > maxBufferedBytes) throw tooLarge();
  return body;
}

/** Reads at most `limit` bytes of a body. Returns what has arrived if the connection breaks. */
export async function bodyStart(
  incoming: Incoming,
  limit: number,
): Promise<{ readonly start: Buffer; readonly size: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of streamBody(incoming)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) break;
    }
  } catch {
    // The status alone decides what happens, so a part of the body is enough.
  }
  return { start: Buffer.concat(chunks).subarray(0, limit), size };
}

const supportedCodings: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate"]);

const codingOf = (header: string | undefined): string => (header ?? "").trim().toLowerCase();

export function canDecompress(header: string | undefined): boolean {
  const coding = codingOf(header);
  return coding === "" || coding === "identity" || supportedCodings.has(coding);
}

async function decompress({ headers, body }: Incoming): Promise<AsyncIterable<Uint8Array>> {
  if (!supportedCodings.has(codingOf(headers["content-encoding"]))) return body;
  const [{ createUnzip }, { pipeline }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  // The iterator gets the errors of both streams, so the callback has nothing to do.
  return pipeline(body, createUnzip(), () => undefined);
}

const isDecompressionError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^Z_/.test(String(error.code));

const brokenCompression = (cause: unknown): Failure =>
  new Failure("other", "the service's compressed answer is damaged or cut off", { cause });

type AnswerMembers =
  | ("answersAnyText" | "mayAnswerContent" | "mayAnswerText" | "answersWith")
  | ("emptyAnswer" | "sensitive" | "described");

/** What svc knows of an answer before it reads the body. The members of `Operation` are missing for a raw request. */
export interface AnswerFacts extends BytesOptions, Pick<Operation, AnswerMembers> {
  readonly contentType: string | undefined;
  readonly status: number;
  readonly request: string;
  readonly isChange: boolean;
}

/** Only the declared type shows that an answer is JSON: a stored file may begin like JSON too. */
export const isJsonAnswer = ({ contentType }: { readonly contentType: string | undefined }): boolean =>
  /\bjson\b/i.test(contentType ?? "");

export const isBinary = (bytes: Buffer): boolean =>
  !isUtf8(bytes) || bytes.some((byte) => byte < 0x20 && !textControls.has(byte));

/** Tab, line feed, form feed, carriage return and escape. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

export const isPlainText = (contentType: string | undefined): boolean =>
  /^\s*text\/plain\b/i.test(contentType ?? "");

export function bodyFailure(error: unknown, start: Buffer | undefined, facts: AnswerFacts): Failure {
  const message = error instanceof Failure ? error.message : String(error);
  if (start === undefined) return unreadable(message, facts, error);
  const page = pageText(start, facts.contentType);
  if (page !== undefined) return webPageFailure(page, facts);
  const isText = !isBinary(start.subarray(0, -3));
  return unreadable(
    `${message}: ${isText ? excerpt(start.toString("utf8")) : "it contains bytes that are not text"}`,
    facts,
    error,
  );
}

export function webPageFailure(page: string, facts: AnswerFacts): Failure {
  const hint = "check the address: it must end before /api/2.0, such as http://host:5240/SVC";
  return unreadable(`the service answered with a web page: ${page}`, facts, undefined, hint);
}

export function unreadable(
  message: string,
  { status, request, isChange }: AnswerFacts,
  cause?: unknown,
  hint = "it may have been cut off or changed in transit; --debug shows it",
): Failure {
  return new Failure("other", message, {
    status,
    request,
    ...(isChange ? { hint: doubtHint, outcome: "unknown" } : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Answers up to this size are checked completely, then passed on as one chunk. */
const maxWholeCheckBytes = 512 * 1024;

/** How many bytes at the beginning of a larger answer are checked against the JSON grammar. */
const startCheckBytes = 64 * 1024;

const maxPlainTextBytes = 4096;

/** Checks small answers before it passes them on. In larger ones, checks strings and brackets on the way. */
export async function* checkedJson(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  facts: AnswerFacts,
): AsyncGenerator<Uint8Array> {
  const pendingChunks: Uint8Array[] = [];
  let checks: readonly ChunkCheck[] = [];
  let firstByte: number | undefined;
  let size = 0;
  for await (const chunk of withoutByteOrderMark(body)) {
    firstByte ??= chunk[0];
    size += chunk.length;
    if (size > maxBufferedBytes && firstByte !== openList) throw tooLarge();
    pendingChunks.push(chunk);
    const isBuffering = checks.length === 0;
    const isStructure = firstByte === openList || firstByte === openObject;
    if (isBuffering && !isStructure && size >= maxSniffedBytes && !beginsScalar(firstByte)) break;
    if (isBuffering && (!isStructure || size <= maxWholeCheckBytes)) continue;
    const bytes = concatBytes(pendingChunks.splice(0));
    if (isBuffering)
      checks = [createUtf8Check(), ...(facts.readerChecksBrackets === true ? [] : [createBracketCheck()])];
    try {
      if (isBuffering) checkStart(bytes.subarray(0, startCheckBytes));
      for (const check of checks) check.push(bytes);
    } catch (error) {
      throw bodyFailure(error, isBuffering ? bytes : undefined, facts);
    }
    yield bytes;
  }
  if (firstByte === undefined) yield* emptyAnswer(facts);
  else if (checks.length === 0) yield checkWhole(concatBytes(pendingChunks), facts);
  else
    try {
      for (const check of checks) check.end();
    } catch (error) {
      throw bodyFailure(error, undefined, facts);
    }
}

const beginsScalar = (byte = 0): boolean => /["\d\-tfn]/.test(String.fromCharCode(byte));

function checkWhole(bytes: Buffer, facts: AnswerFacts): Buffer {
  const utf8 = createUtf8Check();
  try {
    utf8.push(bytes);
    checkJson(bytes);
    utf8.end();
  } catch (error) {
    if (!mayBePlainText(bytes, facts)) throw bodyFailure(error, bytes, facts);
  }
  return bytes;
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

async function* withoutByteOrderMark(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let hasSkippedMark = false;
  let hasBegun = false;
  let skippedBytes = 0;
  for await (const chunk of body) {
    if (hasBegun) {
      yield chunk;
      continue;
    }
    const bytes = Buffer.concat([start, chunk]);
    let at = skipSpace(bytes, 0);
    if (!hasSkippedMark && byteOrderMark.equals(bytes.subarray(at, at + byteOrderMark.length))) {
      hasSkippedMark = true;
      at = skipSpace(bytes, at + byteOrderMark.length);
    }
    skippedBytes += at;
    if (skippedBytes > maxBufferedBytes) throw tooLarge();
    start = bytes.subarray(at);
    // Bytes that may be the beginning of a byte order mark wait for the next chunk.
    hasBegun = hasSkippedMark ? start.length > 0 : !start.equals(byteOrderMark.subarray(0, start.length));
    if (hasBegun) yield start;
  }
  if (!hasBegun && start.length > 0) yield start;
}

function emptyAnswer(facts: AnswerFacts): readonly Uint8Array[] {
  switch (facts.emptyAnswer) {
    case "object":
      return [Buffer.from("{}")];
    case "list":
      return [Buffer.from("[]")];
    case "named":
      return [];
  }
  if (facts.isChange && facts.answersWith === undefined) return [];
  throw unreadable("the service's answer is empty", facts);
}

/** Live services answer some changes with plain text. */
function mayBePlainText(start: Buffer, { isChange, contentType }: AnswerFacts): boolean {
  return (
    isChange &&
    isPlainText(contentType) &&
    start.length <= maxPlainTextBytes &&
    !isBinary(start) &&
    !/^[\uFEFF\s]*[[{<"]/.test(start.toString("utf8"))
  );
}
