import type { IncomingMessage } from "node:http";
import { isSecretName, mask } from "../../core/secrets/names.ts";
import { createRedactor, redactText } from "../../core/secrets/text.ts";
import type { Pair } from "./encodings.ts";
import { type Form, noForm } from "./form.ts";

/** One request with its answer, as it is recorded; secrets are masked. */
export interface Exchange {
  /** ISO 8601, of the service's clock. */
  readonly time: string;
  /** Null for an anonymous caller, and for one whose credentials do not hold. */
  readonly user: string | null;
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** The operation that was asked for, by its id; null where there is none. */
  readonly operation: string | null;
  readonly query: Fields;
  readonly form: Fields;
  readonly files: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[];
  /** The type of the request's body; null without one. */
  readonly content_type: string | null;
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly answer: { readonly content_type: string | null; readonly body: string; readonly is_cut: boolean };
  /** What the answer took in milliseconds of real time. */
  readonly took_ms: number;
}

type Fields = Readonly<Record<string, readonly string[]>>;

/** What becomes known of a request while it is answered. */
export interface ExchangeNotes {
  user?: string | undefined;
  operation?: string;
  /** Fields of the operation that are secret by the catalogue, whatever their names say. */
  secretFields?: readonly string[];
  query?: readonly Pair[];
  form?: Form;
}

export interface ExchangeLog {
  add(exchange: Exchange): void;
  last(count: number): readonly Exchange[];
}

/** How many are kept to be asked for. */
export const keptExchanges = 200;

/** Longer texts are cut, in characters. */
const maxBodyLength = 4096;
const maxValueLength = 1024;

/** Keeps the last exchanges, and hands each to `onExchange`. */
export function makeExchangeLog(onExchange: (exchange: Exchange) => void = () => {}): ExchangeLog {
  const kept: Exchange[] = [];
  return {
    add(exchange) {
      kept.push(exchange);
      if (kept.length > keptExchanges) kept.shift();
      onExchange(exchange);
    },
    last: (count) => (count <= 0 ? [] : kept.slice(-count)),
  };
}

/** The exchange of a request, of which all is known that will be; `answered` is the beginning of its answer. */
export function describeExchange(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  notes: ExchangeNotes,
  answer: Pick<Exchange, "status" | "took_ms" | "time"> & {
    readonly contentType: string | undefined;
    readonly answered: string;
  },
): Exchange {
  const { query = [], form = noForm, operation = null, user = null, secretFields = [] } = notes;
  const sent = [...query, ...form.pairs];
  const isSecret = (name: string) => secretFields.includes(name) || isSecretField(name, sent);
  const { time, status, took_ms } = answer;
  const contentType = headers["content-type"];
  // Copies: parts of a text keep all of it.
  const answered = copyOf(answer.answered);
  const secrets = sent
    .filter(([name, value]) => value !== "" && isSecret(name))
    .map(([, value]) => copyOf(value));
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
    status,
    answer: maskedAnswer(answer.contentType ?? null, () =>
      maskBody(answered, secrets, operation === "svc.get_config" && namesSecret(sent)),
    ),
    took_ms,
  };
}

/** The fields of a query or a form with its secrets masked: those of secret names, and all credentials. */
function maskFields(pairs: readonly Pair[], isSecret: (name: string) => boolean): Fields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const shown = isSecret(name) ? mask : maskText(value);
    const key = maskText(name);
    fields.set(key, [...(fields.get(key) ?? []), shown]);
  }
  return Object.fromEntries(fields);
}

const isSecretField = (name: string, sent: readonly Pair[]): boolean =>
  name === "oauth_signature" || isSecretName(name) || (name === "value" && namesSecret(sent));

/** Whether a request is about a configuration item that is secret: it is sent by its name. */
const namesSecret = (sent: readonly Pair[]): boolean =>
  sent.some(([name, value]) => name === "name" && isSecretName(value));

/** The answer of an exchange, whose body is masked when it is asked for: most exchanges are never looked at. */
function maskedAnswer(
  content_type: string | null,
  maskIt: () => Pick<Exchange["answer"], "body" | "is_cut">,
): Exchange["answer"] {
  let masked: ReturnType<typeof maskIt> | undefined;
  const answer = () => {
    masked ??= maskIt();
    return masked;
  };
  return {
    content_type,
    get body() {
      return answer().body;
    },
    get is_cut() {
      return answer().is_cut;
    },
  };
}

/** The beginning of an answer, without what is secret in it or in the request; nothing of one that `isSecret`. */
function maskBody(body: string, secrets: readonly string[], isSecret: boolean) {
  if (isSecret) return { body: mask, is_cut: false };
  // More is masked than is kept, so that no secret is cut off and then not known.
  const masked = createRedactor(secrets)(body, "document");
  return { body: masked.slice(0, maxBodyLength), is_cut: masked.length > maxBodyLength };
}

const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** So much of an answer is looked at, in characters. */
export const lookedAt = 2 * maxBodyLength;

/** The beginning of a text that was sent, without the secrets that are known by their form. */
const maskText = (text: string): string => cut(redactText(text.slice(0, lookedAt)), maxValueLength);

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}...` : text;
