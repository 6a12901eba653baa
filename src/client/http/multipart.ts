import { Failure } from "../../core/failure.ts";
import type { Content, Part } from "./call.ts";

/**
 * A body ready to be sent: its length is known before the first byte, and files are read while they are sent.
 */
export interface Body {
  readonly contentType: string;
  /** Bytes. */
  readonly length: number;
  /**
   * Whole where no file is in it, so that it leaves in one write; opened anew for every attempt otherwise.
   */
  readonly bytes: Buffer | (() => AsyncIterable<Uint8Array>);
}

/**
 * Encodes a form as multipart/form-data (RFC 7578). The boundary is handed in and must be unpredictable; it
 * stands in no part then. A form without parts is the closing delimiter alone.
 */
export function encodeForm(parts: readonly Part[], boundary: string): Body {
  const pieces = parts.flatMap(({ name, value }): (Buffer | Content)[] =>
    typeof value === "string"
      ? [Buffer.from(`--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`, "utf8")]
      : [
          Buffer.from(
            `--${boundary}\r\n${disposition(name, value.filename)}\r\nContent-Type: application/octet-stream\r\n\r\n`,
            "utf8",
          ),
          value,
          Buffer.from("\r\n"),
        ],
  );
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return bodyOf(pieces, `multipart/form-data; boundary=${boundary}`);
}

/** A raw body, as the service takes an upload's chunk. */
export function encodeRaw(content: Content): Body {
  return bodyOf([content], "application/octet-stream");
}

function bodyOf(pieces: readonly (Buffer | Content)[], contentType: string): Body {
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0);
  const whole = pieces.filter((piece) => Buffer.isBuffer(piece));
  return {
    contentType,
    length,
    bytes: whole.length === pieces.length ? Buffer.concat(whole, length) : () => stream(pieces),
  };
}

async function* stream(pieces: readonly (Buffer | Content)[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* exactly(piece);
  }
}

/** The bytes of a file, which must be as many as announced: the length is on the wire already. */
async function* exactly(content: Content): AsyncIterable<Uint8Array> {
  let sent = 0;
  for await (const chunk of content.open()) {
    sent += chunk.length;
    if (sent > content.size) break;
    yield chunk;
  }
  if (sent !== content.size) {
    throw new Failure("other", `${content.filename || "the file"} changed its size while it was sent`, {
      hint: "send it again when nothing writes to it",
    });
  }
}

function disposition(name: string, filename?: string): string {
  const file = filename === undefined ? "" : `; filename="${quoted(filename)}"`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}`;
}

/**
 * A quoted string (RFC 2183 and RFC 822): backslash before quotes and backslashes; line ends and NUL cannot
 * stand in one.
 */
function quoted(text: string): string {
  if (/[\r\n\u0000]/.test(text)) {
    throw new Failure("usage", "the name of a field or file contains a line end or a NUL");
  }
  return text.replace(/["\\]/g, "\\$&");
}
