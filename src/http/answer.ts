import type { ResultKind } from "../api/operation.ts";
import { Failure } from "../failure.ts";
import { excerpt, htmlText, isHtmlPage } from "./text.ts";

/** A whole body and what is known about it. */
interface ReceivedBody {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  readonly status: number;
  /** The method and path, for messages. */
  readonly request: string;
}

/**
 * The value of a 2xx answer's body by the operation's kind (field notes, "Answers"): undefined where it is
 * empty, whatever the kind and status; a JSON value; text, which may arrive as a JSON scalar; BSON as a map
 * of texts. Content types are hints only. Throws a `Failure` of kind `other` for a body that cannot be what
 * the documents promise.
 */
export async function readValue(body: ReceivedBody, result: ResultKind): Promise<unknown> {
  if (body.bytes.length === 0) return undefined;
  if (result === "bson") return await readBson(body);
  const text = withoutMark(body.bytes.toString("utf8"));
  if (text.trim() === "") return undefined;
  if (isHtmlPage(text)) throw pageInstead(body, text);
  if (result === "text") return readText(body, text);
  const parsed = parseJson(text);
  if (parsed !== undefined) return parsed.value;
  // A deployment may answer words where the documents list JSON, and anything where they list nothing.
  if (result === "none" || isPlainText(body.contentType)) return text;
  throw malformed(body, "JSON", text);
}

function readText(body: ReceivedBody, text: string): unknown {
  const declaresJson = /\bjson\b/i.test(body.contentType ?? "");
  const looksQuoted = /^\s*("|(true|false|null)\s*$)/.test(text);
  const parsed = declaresJson || looksQuoted ? parseJson(text) : undefined;
  return parsed === undefined ? text : parsed.value;
}

async function readBson(body: ReceivedBody): Promise<unknown> {
  const { bytes } = body;
  if (bytes.length >= 5 && bytes.readInt32LE(0) === bytes.length) {
    const { deserialize } = await import("bson");
    try {
      return asPlain(deserialize(bytes, { promoteBuffers: true }));
    } catch (cause) {
      throw malformed(body, "BSON", "", cause);
    }
  }
  const text = withoutMark(bytes.toString("utf8"));
  if (isHtmlPage(text)) throw pageInstead(body, text);
  const parsed = parseJson(text);
  if (parsed !== undefined) return parsed.value;
  throw malformed(body, "BSON", "");
}

/** Binary values as UTF-8 text: they are XML documents. */
function asPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map(asPlain);
  if (typeof value !== "object" || value === null) return value;
  if ("buffer" in value && value.buffer instanceof Uint8Array) return asPlain(value.buffer);
  if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asPlain(item)]));
}

/**
 * The parsed value in a box, because `null` and `false` are values too; undefined for text that is no JSON.
 */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function isPlainText(contentType: string | undefined): boolean {
  return contentType !== undefined && /^text\/plain\b/i.test(contentType);
}

function malformed(body: ReceivedBody, wanted: string, text: string, cause?: unknown): Failure {
  const shown = text === "" ? `${body.bytes.length} bytes` : excerpt(text);
  return new Failure("other", `the service's answer is not ${wanted}: ${shown}`, {
    status: body.status,
    request: body.request,
    hint: "it may have been cut off or changed on the way; --debug shows it",
    ...(cause === undefined ? {} : { cause }),
  });
}

function pageInstead(body: ReceivedBody, text: string): Failure {
  return new Failure("other", `the service answered with a web page: ${htmlText(text)}`, {
    status: body.status,
    request: body.request,
    hint: "check the address: it must end before /api/2.0, such as http://host:5240/SVC",
  });
}
