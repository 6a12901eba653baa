import { createHmac, randomUUID } from "node:crypto";
import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

type Value = string | number | boolean | FilePart;

interface FilePart {
  readonly filename: string;
  readonly content: string | Uint8Array;
}

export type Values = Readonly<Record<string, Value | readonly Value[]>>;

/**
 * A request. `values` go into the query of a GET or DELETE and into a multipart form otherwise; `body`
 * replaces the form.
 */
export interface SandboxRequest {
  readonly method: string;
  /** Below the base address, such as `/api/2.0/machines/`. */
  readonly path: string;
  /** An API key, or null for an anonymous request. */
  readonly key: string | null;
  readonly values?: Values;
  readonly body?: Uint8Array;
  readonly signature?: "PLAINTEXT" | "HMAC-SHA1";
  /** Milliseconds since the epoch, used as the timestamp of the signature. */
  readonly nowMs?: number;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly json: any;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Signs a request according to RFC 5849, section 3.4, with an empty consumer secret. Written without any code
 * of svc.
 */
export function authorizationHeader(
  request: Pick<SandboxRequest, "method" | "signature" | "nowMs">,
  url: URL,
  key: string,
  changes: Readonly<Record<string, string>> = {},
): string {
  const [consumer = "", token = "", secret = ""] = key.split(":");
  const method = request.signature ?? "PLAINTEXT";
  const fields: Record<string, string> = {
    oauth_consumer_key: consumer,
    oauth_token: token,
    oauth_signature_method: method,
    oauth_timestamp: String(Math.floor((request.nowMs ?? Date.now()) / 1000)),
    oauth_nonce: randomUUID(),
    oauth_version: "1.0",
    ...changes,
  };
  const secretKey = `&${encode(secret)}`;
  if (fields.oauth_signature === undefined) {
    const pairs = [...url.searchParams, ...Object.entries(fields)]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&");
    const base = [request.method, encode(`${url.origin}${url.pathname}`), encode(pairs)].join("&");
    fields.oauth_signature =
      method === "HMAC-SHA1" ? createHmac("sha1", secretKey).update(base).digest("base64") : secretKey;
  }
  return `OAuth ${Object.entries(fields)
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(", ")}`;
}

const pairsOf = (values: Values): (readonly [string, Value])[] =>
  Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const),
  );

const boundary = "sandbox-wire-0f4c1c9b";

/** Encodes a form according to RFC 7578, without any code of svc. */
export function multipart(values: Values): Buffer {
  const pieces: Uint8Array[] = [];
  for (const [name, value] of pairsOf(values)) {
    const isFile = typeof value === "object";
    const head = isFile
      ? `; filename="${value.filename}"\r\nContent-Type: application/octet-stream`
      : "\r\nContent-Type: text/plain; charset=utf-8";
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Buffer.from(isFile ? value.content : String(value)),
      Buffer.from("\r\n"),
    );
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Sends exactly these headers and pieces of a body. */
export const exchangeHttp = (
  url: URL,
  options: RequestOptions,
  ...body: readonly (string | Uint8Array)[]
): Promise<SandboxAnswer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString("utf8");
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers["content-type"],
          headers: response.headers,
          bytes,
          text,
          get json() {
            return JSON.parse(text);
          },
        });
      });
    });
    outgoing.on("error", reject);
    for (const piece of body) if (piece.length > 0) outgoing.write(piece);
    outgoing.end();
  });

export interface Caller {
  ask(request: SandboxRequest): Promise<SandboxAnswer>;
  close(): void;
}

export function makeCaller(baseUrl: string, keepAlive = true): Caller {
  const agent = new Agent({ keepAlive, maxSockets: 256 });
  return {
    close: () => agent.destroy(),
    ask(call) {
      const url = new URL(`${baseUrl}${call.path}`);
      const { method, values = {} } = call;
      const inQuery = method === "GET" || method === "DELETE";
      if (inQuery) for (const [name, value] of pairsOf(values)) url.searchParams.append(name, String(value));
      const headers: Record<string, string> = {};
      if (call.key !== null) headers.Authorization = authorizationHeader(call, url, call.key);
      const form = !inQuery && Object.keys(values).length > 0 ? multipart(values) : undefined;
      if (form !== undefined) headers["Content-Type"] = `multipart/form-data; boundary=${boundary}`;
      if (call.body !== undefined) headers["Content-Type"] = "application/octet-stream";
      const body = call.body ?? form;
      if (body !== undefined) headers["Content-Length"] = String(body.length);
      return exchangeHttp(url, { method, headers, agent }, ...(body === undefined ? [] : [body]));
    },
  };
}
