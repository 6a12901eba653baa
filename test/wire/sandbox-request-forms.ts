import { createHmac, randomUUID } from "node:crypto";
import { exchangeHttp } from "./sandbox-caller.ts";
import type { RandomCall } from "./sandbox-random-calls.ts";

/** One of several equivalent forms in which clients write a request. */
export interface RequestForm {
  readonly name: string;
  readonly encoding: "urlencoded" | "multipart" | "base64" | "quoted-printable";
  /** Where the operation is written; `form` means the query if the request is a GET or DELETE. */
  readonly op: "path" | "query" | "form";
  readonly signature: "PLAINTEXT" | "HMAC-SHA1";
  readonly credentials: "quoted" | "bare" | "query";
  /** Rewrites the path in an equivalent spelling. */
  readonly path?: (path: string) => string;
  /** If set, the body is sent in chunks of this size, without a length. */
  readonly chunkBytes?: number;
}

type Pair = readonly [name: string, value: string];

const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Percent-encodes every letter, alternately in upper and lower case. */
export const escaped = (path: string): string =>
  path.replace(/[A-Za-z]/g, (letter, at: number) => {
    const code = letter.charCodeAt(0).toString(16);
    return path[at - 1] === "%" || path[at - 2] === "%"
      ? letter
      : `%${at % 2 === 0 ? code : code.toUpperCase()}`;
  });

const boundary = "ways-of-a-request";

const quotedPrintable = (value: string) =>
  [...Buffer.from(value)]
    .map(
      (byte, index) =>
        `${index % 30 === 29 ? "=\r\n" : ""}=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");

function partOf([name, value]: Pair, encoding: RequestForm["encoding"]): string {
  const disposition = `Content-Disposition: form-data; name="${name}"`;
  const [head, content] = {
    urlencoded: ["", value],
    multipart: ["", value],
    base64: ["Content-Transfer-Encoding: base64\r\n", Buffer.from(value).toString("base64")],
    "quoted-printable": ["Content-Transfer-Encoding: Quoted-Printable\r\n", quotedPrintable(value)],
  }[encoding];
  return `--${boundary}\r\n${head}${disposition}\r\n\r\n${content}\r\n`;
}

function bodyOf(pairs: readonly Pair[], encoding: RequestForm["encoding"]) {
  if (pairs.length === 0) return { type: undefined, body: Buffer.alloc(0) };
  if (encoding === "urlencoded")
    return {
      type: "application/x-www-form-urlencoded",
      body: Buffer.from(
        String(new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))),
      ),
    };
  const parts = pairs.map((pair) => partOf(pair, encoding)).join("");
  return {
    type: `multipart/form-data; boundary="${boundary}"`,
    body: Buffer.from(`${parts}--${boundary}--\r\n`),
  };
}

/**
 * The OAuth fields of a request to `url`, including its query; `covered` are the form fields in the
 * signature.
 */
function credentialsOf(
  way: RequestForm,
  method: string,
  url: URL,
  covered: readonly Pair[],
  key: string,
  nowMs: number,
) {
  const [consumer = "", token = "", secret = ""] = key.split(":");
  const fields: Pair[] = [
    ["oauth_consumer_key", consumer],
    ["oauth_token", token],
    ["oauth_signature_method", way.signature],
    ["oauth_timestamp", String(Math.floor(nowMs / 1000))],
    ["oauth_nonce", randomUUID()],
  ];
  if (way.signature === "PLAINTEXT") return [...fields, ["oauth_signature", `&${secret}`]] as const;
  const pairs = [...fields, ...url.searchParams, ...covered]
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const base = [method, `${url.origin}${url.pathname}`, pairs.join("&")].map(percent).join("&");
  const signature = createHmac("sha1", `&${secret}`).update(base).digest("base64");
  return [...fields, ["oauth_signature", signature]] as const;
}

function headerOf(way: RequestForm, fields: readonly Pair[]): string {
  const write = ([name, value]: Pair) =>
    way.credentials === "quoted" ? `${name}="${percent(value)}"` : `${name}=${percent(value)}`;
  return way.credentials === "quoted"
    ? `OAuth realm="a, b", ${fields.map(write).join(", ")}`
    : `OAuth ${[...fields].reverse().map(write).join(",")}`;
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

/** Sends a call in this form to the service at `base`, which ends with its service segment. */
export async function sendCall(
  way: RequestForm,
  base: string,
  call: RandomCall,
  key: string | null,
  nowMs: number,
): Promise<ReceivedAnswer> {
  const { method, path: template } = call.entry.operation;
  const filled = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(call.path[name] ?? ""),
  );
  const [, before = "", op] = /^(.*?)(?:op-([a-z_]+))?$/.exec(filled) ?? [];
  const inQuery = method === "GET" || method === "DELETE";
  const pairs: Pair[] = Object.entries(call.values).flatMap(([name, each]) =>
    each.map((value) => [name, value] as const),
  );
  const query: Pair[] = inQuery ? pairs : [];
  const form: Pair[] = inQuery ? [] : [...pairs];
  if (op !== undefined && (way.op === "query" || (way.op === "form" && inQuery))) query.push(["op", op]);
  if (op !== undefined && way.op === "form" && !inQuery) form.push(["op", op]);
  const formPath = way.op === "path" ? filled : before;
  const address = formPath.startsWith("/api/") ? formPath : `/api/2.0${formPath}`;
  const url = new URL(base);
  const path = `${url.pathname}${(way.path ?? ((each) => each))(address)}`;
  const { type, body } = bodyOf(form, way.encoding);
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
  // A real URL would normalise the spelling of the path.
  const signedUrl = { origin: url.origin, pathname: path, searchParams: search } as unknown as URL;
  const covered = method === "POST" ? form : [];
  const fields = key === null ? [] : credentialsOf(way, method, signedUrl, covered, key, nowMs);
  if (way.credentials === "query") for (const [name, value] of fields) search.append(name, value);
  const isInHeader = way.credentials !== "query" && key !== null;
  const headers = {
    ...(isInHeader ? { Authorization: headerOf(way, fields) } : {}),
    ...(type === undefined ? {} : { "Content-Type": type }),
    ...(way.chunkBytes === undefined || body.length === 0
      ? { "Content-Length": String(body.length) }
      : { "Transfer-Encoding": "chunked" }),
  };
  const pieceBytes = way.chunkBytes ?? body.length;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += pieceBytes) pieces.push(body.subarray(at, at + pieceBytes));
  const target = { method, headers, path: `${path}${search.size === 0 ? "" : `?${search}`}` };
  const { status, contentType, bytes } = await exchangeHttp(url, target, ...pieces);
  return { status, type: contentType, text: bytes.toString("latin1") };
}
