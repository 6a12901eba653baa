import type { WireRequest } from "./call.ts";
import { isSecretName, mask, type Redactor, redactUnauthorised } from "./redact.ts";
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
  sink(redact(`> ${request.method} ${redactedUrl(request.url)}`));
  for (const [name, value] of Object.entries(headers)) sink(redact(`> ${name}: ${value}`));
  for (const part of request.parts ?? []) {
    const isHidden = part.secret === true || isSecretName(part.name);
    const value = isContent(part.value)
      ? `@${part.value.filename} (${part.value.size} bytes)`
      : isHidden
        ? mask
        : bounded(redact(part.value));
    sink(withoutControls(`> ${part.name}=${value}`));
  }
  if (request.body !== undefined) sink(`> (${request.body.size} bytes)`);
}

/** Shows the beginning of an answer: its status and headers. */
export function traceAnswer(
  sink: TraceSink,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  tookMs: number,
  redact: Redactor,
): void {
  sink(`< ${answer.status} after ${Math.round(tookMs)} ms`);
  for (const [name, value] of Object.entries(answer.headers))
    sink(withoutControls(redact(`< ${name}: ${value}`)));
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
  const text = redact(body.start.toString("utf8"));
  const shown = withoutControls(body.status === 401 ? redactUnauthorised(text) : text).trimEnd();
  for (const line of shown.split("\n")) sink(`< ${line}`);
  if (body.size > body.start.length) sink(`< ... (${body.size} bytes)`);
}

/** The address with the values of secret names masked. */
export function redactedUrl(url: string): string {
  return url.replace(/([?&])([^=&]*)=([^&]*)/g, (whole, mark: string, name: string) =>
    isSecretName(name) ? `${mark}${name}=${mask}` : whole,
  );
}

function bounded(text: string): string {
  return text.length <= shownBodyBytes
    ? text
    : `${text.slice(0, shownBodyBytes)}... (${text.length} characters)`;
}
