import { isSecretHeader, isSecretPart, mask } from "../../core/secrets/names.ts";
import { type Redactor, redactUnauthorised, redactUrl } from "../../core/secrets/text.ts";
import type { WireRequest } from "./call.ts";
import { isContent } from "./request.ts";
import { withoutControls } from "./text.ts";

/** Takes one line of `--debug`. */
export type TraceSink = (line: string) => void;

/** Bytes of a body that are shown. */
export const shownBodyBytes = 4096;

/** Shows a request as it is about to be sent: its address, headers and parts, without secrets. */
export function traceRequest(
  sink: TraceSink,
  request: WireRequest,
  headers: Readonly<Record<string, string>>,
  redact: Redactor,
): void {
  sink(redact(`> ${request.method} ${redactUrl(request.url)}`));
  for (const [name, value] of Object.entries(headers)) sink(redact(`> ${name}: ${value}`));
  const parts = request.parts ?? [];
  for (const part of parts) {
    const value = isContent(part.value)
      ? `@${part.value.filename} (${part.value.size} bytes)`
      : isSecretPart(part, parts)
        ? mask
        : bounded(redact(part.value));
    sink(withoutControls(`> ${part.name}=${value}`));
  }
  if (request.body !== undefined) sink(`> (${request.body.size} bytes)`);
}

/** Headers that are shown of a 401 as well, since no service writes a secret into them. */
const plainHeaders: ReadonlySet<string> = new Set([
  "content-length",
  "content-type",
  "date",
  "retry-after",
  "server",
]);

/** Shows the beginning of an answer: its status and headers. */
export function traceAnswer(
  sink: TraceSink,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  tookMs: number,
  redact: Redactor,
): void {
  sink(`< ${answer.status} after ${Math.round(tookMs)} ms`);
  for (const [name, value] of Object.entries(answer.headers)) {
    const shown = isSecretHeader(name)
      ? mask
      : answer.status === 401 && !plainHeaders.has(name)
        ? redactUnauthorised(redact(value))
        : redact(value);
    sink(withoutControls(`< ${name}: ${shown}`));
  }
}

/** What is known of a body when it has ended or was left. */
interface SeenBody {
  readonly status: number;
  /** At most `shownBodyBytes` of it. */
  readonly start: Buffer;
  /** Bytes received in all. */
  readonly size: number;
  /** Nothing of it may be shown. */
  readonly isSecret: boolean;
}

/** Shows the beginning of an answer's body. */
export function traceBody(sink: TraceSink, body: SeenBody, redact: Redactor): void {
  if (body.size === 0) return;
  if (body.isSecret || body.start.includes(0)) {
    sink(`< (${body.size} bytes, ${body.isSecret ? "secret" : "binary"})`);
    return;
  }
  const isAnswer = body.status >= 200 && body.status < 300;
  const text = redact(body.start.toString("utf8"), isAnswer ? "document" : "message");
  const shown = withoutControls(body.status === 401 ? redactUnauthorised(text) : text).trimEnd();
  for (const line of shown.split("\n")) sink(`< ${line}`);
  if (body.size > body.start.length) sink(`< ... (${body.size} bytes)`);
}

function bounded(text: string): string {
  return text.length <= shownBodyBytes
    ? text
    : `${text.slice(0, shownBodyBytes)}... (${text.length} characters)`;
}
