import { isSecretName, mask } from "../../core/secrets/names.ts";
import { displayValueOf, type Redactor, redactUnauthorized, redactUrl } from "../../core/secrets/text.ts";
import type { WireRequest } from "./call.ts";
import { isContent } from "./request.ts";
import { withoutControls } from "./text.ts";

export type TraceSink = (line: string) => void;

export const maxTracedBytes = 4096;

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
      : truncate(redact(displayValueOf({ ...part, value: part.value }, parts)));
    sink(withoutControls(`> ${part.name}=${value}`));
  }
  if (request.body !== undefined) sink(`> (${request.body.size} bytes)`);
}

/** Headers that are not masked in a 401, because they never contain secrets. */
const plainHeaders: ReadonlySet<string> = new Set(
  "content-length content-type date retry-after server".split(" "),
);

export function traceAnswer(
  sink: TraceSink,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  tookMs: number,
  redact: Redactor,
): void {
  sink(`< ${answer.status} after ${Math.round(tookMs)} ms`);
  for (const [name, value] of Object.entries(answer.headers)) {
    const displayValue = isSecretName(name)
      ? mask
      : answer.status === 401 && !plainHeaders.has(name)
        ? redactUnauthorized(redact(value))
        : redact(value);
    sink(withoutControls(`< ${name}: ${displayValue}`));
  }
}

interface TracedBody {
  readonly status: number;
  readonly start: Buffer;
  readonly size: number;
  readonly isSecret: boolean;
}

export function traceBody(sink: TraceSink, body: TracedBody, redact: Redactor): void {
  if (body.size === 0) return;
  if (body.isSecret || body.start.includes(0)) {
    sink(`< (${body.size} bytes, ${body.isSecret ? "secret" : "binary"})`);
    return;
  }
  const isSuccess = body.status >= 200 && body.status < 300;
  const text = redact(body.start.toString("utf8"), isSuccess ? "document" : "message");
  const displayText = withoutControls(body.status === 401 ? redactUnauthorized(text) : text).trimEnd();
  for (const line of displayText.split("\n")) sink(`< ${line}`);
  if (body.size > body.start.length) sink(`< ... (${body.size} bytes)`);
}

function truncate(text: string): string {
  return text.length <= maxTracedBytes
    ? text
    : `${text.slice(0, maxTracedBytes)}... (${text.length} characters)`;
}
