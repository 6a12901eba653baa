import { isUtf8 } from "node:buffer";
import { doubtHint, Failure } from "../../core/failure.ts";
import type { Reading } from "./call.ts";
import { excerpt, pageText } from "./text.ts";

/** What is known about an answer before its body is read. */
export interface AnswerFacts extends Reading {
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
  /** The member that identifies the object which the answer is, and what an answer without a body stands for. */
  readonly answersWith?: string | undefined;
  readonly emptyAnswer?: "object" | "list" | "named" | undefined;
  /** No part of the answer is for a message. */
  readonly isSecret?: boolean;
  /** Nothing is known of what it is, so that bytes which are neither JSON nor text are its content. */
  readonly mayBeBytes?: boolean;
}

/** Stored bytes may look like anything: only the declared type distinguishes JSON. */
export const isJsonAnswer = ({ contentType }: { readonly contentType: string | undefined }): boolean =>
  /\bjson\b/i.test(contentType ?? "");

/** True where the bytes are not text: not UTF-8, or with control characters that no text has. */
export function isBinary(bytes: Buffer): boolean {
  return !isUtf8(bytes) || bytes.some((byte) => byte < 0x20 && !textControls.has(byte));
}

/** Tab, line feed, form feed, carriage return and escape. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

export const isPlainText = (contentType: string | undefined): boolean =>
  /^\s*text\/plain\b/i.test(contentType ?? "");

/** A fault in JSON as a failure that says what the answer is instead, where its beginning is known. */
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

/** After a change, what became of it is unknown. */
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
