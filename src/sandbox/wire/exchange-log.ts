import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { addTo } from "../../core/grouping.ts";
import { isSecretName, mask } from "../../core/secrets/names.ts";
import { createRedactor, displayValueOf, redactText } from "../../core/secrets/text.ts";
import type { Pair } from "./call.ts";
import { type Form, noForm } from "./form.ts";

export type Exchange = Readonly<ReturnType<typeof describeExchange>>;

type Fields = Readonly<Record<string, readonly string[]>>;

export interface ExchangeNotes {
  user?: string | undefined;
  operation?: string;
  secretFields?: readonly string[];
  query?: readonly Pair[];
  form?: Form;
  unread?: () => readonly string[];
  unparsedBody?: Buffer | undefined;
}

export type ExchangeLog = ReturnType<typeof makeExchangeLog>;

export const maxExchanges = 200;
const maxRefused = 1_000;

/** Characters. Longer texts are cut. */
const maxBodyLength = 4096;
const maxValueLength = 1024;

export function makeExchangeLog(onExchange: (exchange: Exchange) => void = () => {}) {
  const exchanges: Exchange[] = [];
  const refused: Exchange[] = [];
  return {
    add(exchange: Exchange): void {
      exchanges.push(exchange);
      if (exchanges.length > maxExchanges) exchanges.shift();
      const isRefused = exchange.method !== "GET" && exchange.status >= 400;
      if (isRefused && refused.length < maxRefused) refused.push(exchange);
      onExchange(exchange);
    },
    last: (count: number): readonly Exchange[] => (count <= 0 ? [] : exchanges.slice(-count)),
    refused: (): readonly Exchange[] => refused,
    forgetRefused(): void {
      refused.length = 0;
    },
  };
}

export function describeExchange(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  notes: ExchangeNotes,
  answer: {
    /** In ISO 8601, by the clock of the service. */
    readonly time: string;
    /** 0 if the connection was closed without an answer. */
    readonly status: number;
    readonly contentType: string | undefined;
    readonly responseText: string;
    /** In milliseconds of real time. */
    readonly took_ms: number;
  },
) {
  const { query = [], form = noForm, operation = null, user = null, secretFields = [] } = notes;
  const parameters = [...query, ...form.pairs];
  const isSecret = (name: string) => secretFields.includes(name) || isSecretField(name, parameters);
  const { time, status, took_ms } = answer;
  const contentType = headers["content-type"];
  // An operation that refuses the user or the path has not read the fields yet.
  const unread = [401, 403, 404].includes(status) ? [] : (notes.unread?.() ?? []);
  // Copy the text, because a substring would keep the whole original in memory.
  const responseText = copyOf(answer.responseText);
  const secrets = parameters
    .filter(([name, value]) => value !== "" && isSecret(name))
    .map(([, value]) => copyOf(value));
  let maskedBody: ReturnType<typeof maskBody> | undefined;
  return {
    time,
    user,
    method,
    path: maskText(url.replace(/\?.*$/s, "")),
    operation,
    query: maskFields(query, isSecret),
    form: maskFields(form.pairs, isSecret),
    files: form.files.map(({ name, filename, content }) => ({
      name: maskText(name),
      filename: maskText(filename),
      bytes: content.length,
    })),
    content_type: typeof contentType === "string" ? maskText(contentType) : null,
    unread: unread.map(maskText),
    body: maskUnparsedBody(notes.unparsedBody, contentType, secretFields),
    status,
    // Masked on first access, because most entries of the log are never read.
    get answer() {
      maskedBody ??= maskBody(
        responseText,
        secrets,
        operation === "svc.get_config" && requestsSecret(parameters),
      );
      return { content_type: answer.contentType ?? null, ...maskedBody };
    },
    took_ms,
  };
}

function maskFields(pairs: readonly Pair[], isSecret: (name: string) => boolean): Fields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const displayText = isSecret(name)
      ? mask
      : truncate(displayValueOf({ name, value: value.slice(0, scannedLength) }, []), maxValueLength);
    addTo(fields, maskText(name), displayText);
  }
  return Object.fromEntries(fields);
}

const isSecretField = (name: string, parameters: readonly Pair[]): boolean =>
  name === "oauth_signature" || isSecretName(name) || (name === "value" && requestsSecret(parameters));

const requestsSecret = (parameters: readonly Pair[]): boolean =>
  parameters.some(([name, value]) => name === "name" && isSecretName(value));

function maskBody(body: string, secrets: readonly string[], isSecret: boolean) {
  if (isSecret) return { body: mask, is_cut: false };
  const masked = createRedactor(secrets)(body, "document");
  return { body: masked.slice(0, maxBodyLength), is_cut: masked.length > maxBodyLength };
}

function maskUnparsedBody(
  body: Buffer | undefined,
  contentType: string | undefined,
  secretFields: readonly string[],
): string | null {
  if (body === undefined || body.length === 0) return null;
  if (!isUtf8(body)) return `(${body.length} bytes)`;
  const text = body.subarray(0, scannedLength).toString("utf8");
  const words = text.match(/[\w.-]+/g) ?? [];
  if (words.some((word) => secretFields.includes(word))) return mask;
  const isMultipart = contentType?.toLowerCase().includes("multipart") === true || /^--/.test(text);
  const mayHideSecret = (word: string) => isSecretName(word) || /^content-transfer-encoding$/i.test(word);
  if (isMultipart && words.some(mayHideSecret)) return mask;
  return truncate(redactText(text, "document"), maxBodyLength);
}

const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** Characters that are searched for secrets. More than is kept, so that no secret is cut before it is recognized. */
export const scannedLength = 2 * maxBodyLength;

const maskText = (text: string): string => truncate(redactText(text.slice(0, scannedLength)), maxValueLength);

const truncate = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;
