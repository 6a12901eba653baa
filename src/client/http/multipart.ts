import { Failure } from "../../core/failure.ts";
import type { Content, Part } from "./call.ts";

export interface Body {
  readonly contentType: string;
  readonly length: number;
  /** A buffer, sent in one write; with files, a function that opens them for each attempt. */
  readonly bytes: Buffer | (() => AsyncIterable<Uint8Array>);
}

/** Encodes a form (RFC 7578) with an unpredictable boundary; without parts, only the closing delimiter. */
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

export const encodeRaw = (content: Content): Body => bodyOf([content], "application/octet-stream");

function bodyOf(pieces: readonly (Buffer | Content)[], contentType: string): Body {
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0);
  const buffers = pieces.filter((piece) => Buffer.isBuffer(piece));
  return {
    contentType,
    length,
    bytes: buffers.length === pieces.length ? Buffer.concat(buffers, length) : () => stream(pieces),
  };
}

async function* stream(pieces: readonly (Buffer | Content)[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* streamFile(piece);
  }
}

/** Throws if the file's size has changed, because the length of the body was already sent. */
async function* streamFile(content: Content): AsyncIterable<Uint8Array> {
  let sentBytes = 0;
  for await (const chunk of content.open()) {
    sentBytes += chunk.length;
    if (sentBytes > content.size) break;
    yield chunk;
  }
  if (sentBytes !== content.size) {
    throw new Failure("other", `${content.filename || "the file"} changed its size while it was sent`, {
      hint: "send it again when it no longer changes",
    });
  }
}

function disposition(name: string, filename?: string): string {
  const file = filename === undefined ? "" : `; filename="${quoted(filename)}"`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}`;
}

/** Writes a quoted string (RFC 2183, RFC 822) with escaped quotes and backslashes. Throws for line ends and NUL. */
function quoted(text: string): string {
  if (/[\r\n\u0000]/.test(text))
    throw new Failure("usage", "the name of a field or file contains a line end or a NUL");
  return text.replace(/["\\]/g, "\\$&");
}
