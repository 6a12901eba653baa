import { isUtf8 } from "node:buffer";
import type { Operation } from "../../catalogue/operation.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import { readBytes } from "../../core/files.ts";
import { maxBufferedBytes, tooLarge } from "../json/tokens.ts";
import type { Reading } from "./call.ts";
import { excerpt, pageText } from "./text.ts";
import { shownBodyBytes } from "./trace.ts";
import type { Incoming } from "./transport.ts";

/** Called with the beginning and the size in bytes of a body that was read or abandoned. */
type SeenBodyListener = (start: Buffer, size: number) => void;

/** The body as it arrives; unpacked if a proxy compressed it unasked. */
export async function* streamBody(incoming: Incoming, onBody?: SeenBodyListener): AsyncIterable<Uint8Array> {
  const startChunks: Uint8Array[] = [];
  let keptBytes = 0;
  let size = 0;
  if (incoming.status === 204) {
    // HTTP allows no body here; what a service sends (or announces and does not send) is ignored.
    incoming.body.resume();
    return;
  }
  try {
    for await (const bytes of await unpacked(incoming)) {
      size += bytes.length;
      if (onBody !== undefined && keptBytes < shownBodyBytes) {
        const piece = bytes.subarray(0, shownBodyBytes - keptBytes);
        startChunks.push(piece);
        keptBytes += piece.length;
      }
      yield bytes;
    }
    // undici frees a connection one turn later: the next request would open another.
    await new Promise(setImmediate);
  } catch (error) {
    throw isUnpackingError(error) ? brokenPacking(error) : error;
  } finally {
    onBody?.(Buffer.concat(startChunks), size);
  }
}

export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const body = await readBytes(bytes, maxBufferedBytes);
  if (body.length > maxBufferedBytes) throw tooLarge();
  return body;
}

/** At most `limit` bytes of a body; the rest is not read. A broken body ends there. */
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
    // The status decides, so a part of the body is enough.
  }
  return { start: Buffer.concat(chunks).subarray(0, limit), size };
}

const unpackedCodings: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate"]);

const codingOf = (header: string | undefined): string => (header ?? "").trim().toLowerCase();

/** True if `received` can decode the body; other codings are passed on. */
export function isUnpacked(header: string | undefined): boolean {
  const coding = codingOf(header);
  return coding === "" || coding === "identity" || unpackedCodings.has(coding);
}

async function unpacked({ headers, body }: Incoming): Promise<AsyncIterable<Uint8Array>> {
  if (!unpackedCodings.has(codingOf(headers["content-encoding"]))) return body;
  const [{ createUnzip }, { pipeline }] = await Promise.all([import("node:zlib"), import("node:stream")]);
  // The pipeline reports errors of both streams to the iterator.
  return pipeline(body, createUnzip(), () => undefined);
}

function isUnpackingError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
}

const brokenPacking = (cause: unknown): Failure =>
  new Failure("other", "the service's answer is compressed, and broken or cut off", { cause });

/** What is known of an answer before its body is read; without the operation's fields for a raw request. */
export interface AnswerFacts
  extends Reading,
    Pick<
      Operation,
      | "answersAnyText"
      | "mayAnswerContent"
      | "mayAnswerText"
      | "answersWith"
      | "emptyAnswer"
      | "sensitive"
      | "described"
    > {
  readonly contentType: string | undefined;
  readonly status: number;
  readonly request: string;
  readonly changes: boolean;
}

/** Stored bytes may look like anything: only the declared type distinguishes JSON. */
export const isJsonAnswer = ({ contentType }: { readonly contentType: string | undefined }): boolean =>
  /\bjson\b/i.test(contentType ?? "");

/** True if the bytes are not UTF-8, or have control characters that text does not. */
export function isBinary(bytes: Buffer): boolean {
  return !isUtf8(bytes) || bytes.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** Tab, line feed, form feed, carriage return and escape. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

export const isPlainText = (contentType: string | undefined): boolean =>
  /^\s*text\/plain\b/i.test(contentType ?? "");

export function describeFault(fault: unknown, start: Buffer | undefined, facts: AnswerFacts): Failure {
  const message = fault instanceof Failure ? fault.message : String(fault);
  if (start === undefined) return unreadable(message, facts, fault);
  const page = pageText(start, facts.contentType);
  if (page !== undefined) return pageInstead(page, facts);
  const isText = !isBinary(start.subarray(0, -3));
  return unreadable(
    `${message}: ${isText ? excerpt(start.toString("utf8")) : "it contains bytes that are not text"}`,
    facts,
    fault,
  );
}

export function pageInstead(page: string, facts: AnswerFacts): Failure {
  const hint = "check the address: it must end before /api/2.0, such as http://host:5240/SVC";
  return unreadable(`the service answered with a web page: ${page}`, facts, undefined, hint);
}

export function unreadable(
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
