import { locationOf, parseFlagValue } from "../../catalogue/commands/command-spec.ts";
import type { Field, Method, Operation, ParameterLocation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import {
  addressOf,
  alternativeAddressOf,
  encodeValue,
  fillPath,
  resolveAddress,
  splitOperation,
} from "./address.ts";
import type { Content, Endpoint, Part, Value, Values, WireRequest } from "./call.ts";

interface LocatedPart extends Part {
  readonly location: ParameterLocation;
}

/** Does no I/O. Throws a usage `Failure` for identifiers and names that cannot be sent. */
export function buildRequest(operation: Operation, values: Values, endpoint: Endpoint): WireRequest {
  const addressing = acceptsPathForm(operation) ? endpoint.addressing : "query";
  const request = buildWithAddressing(operation, values, endpoint, addressing);
  return operation.unsigned ? { ...request, unsigned: true } : request;
}

/** The request to try after a 404: at the other address, or in path form if the path has no trailing slash. */
export function alternativeRequest(
  operation: Operation,
  values: Values,
  endpoint: Endpoint,
): WireRequest | undefined {
  const url = alternativeAddressOf(endpoint.baseUrl, operation.path);
  if (url !== undefined) return { ...buildRequest(operation, values, endpoint), url };
  if (endpoint.addressing === "query" || acceptsPathForm(operation)) return undefined;
  return buildWithAddressing(operation, values, endpoint, "path");
}

/** Live services accept operations on paths without a trailing slash (partitions) only in query form. */
function acceptsPathForm(operation: Operation): boolean {
  const { resource, op } = splitOperation(operation.path);
  return op === undefined || resource.endsWith("/");
}

function buildWithAddressing(
  operation: Operation,
  values: Values,
  endpoint: Endpoint,
  addressing: Endpoint["addressing"],
): WireRequest {
  const { resource, op } = splitOperation(operation.path);
  const usesQuery = addressing === "query" && op !== undefined;
  const path = fillPath(usesQuery ? resource : operation.path, (name) => identifierText(values[name], name));
  const identifiers = new Set((operation.parameters ?? []).map((parameter) => parameter.name));
  const items = Object.entries(values).flatMap(([name, value]) =>
    identifiers.has(name) || value === undefined ? [] : locatedPartsOf(name, value, operation),
  );
  const query = queryOf([
    ...(usesQuery ? [{ name: "op", value: op }] : []),
    ...items.filter((item) => item.location === "query"),
  ]);
  return assemble(
    operation.method,
    addressOf(endpoint.baseUrl, path) + (query === "" ? "" : `?${query}`),
    items.filter((item) => item.location === "form"),
    items.find((item) => item.location === "body")?.value,
  );
}

interface RawRequest {
  readonly method: Method;
  /** A path under `/api/2.0` or under the base address, or an absolute address; may have a query. */
  readonly path: string;
  /** In the order of the command line. They become the query of a GET or DELETE, and the form of a POST or PUT. */
  readonly fields?: readonly Part[];
  readonly body?: Content;
}

/** The request of `svc api`, or of a link that the service returned. Throws a usage `Failure`. */
export function buildRawRequest(raw: RawRequest, endpoint: Pick<Endpoint, "baseUrl">): WireRequest {
  const url = resolveAddress(endpoint, raw.path);
  const fields = raw.fields ?? [];
  for (const field of fields) refuseControlCharacters(field.name);
  const sendsForm = (raw.method === "POST" || raw.method === "PUT") && raw.body === undefined;
  const query = sendsForm ? "" : queryOf(fields);
  const fullUrl = query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
  return assemble(raw.method, fullUrl, sendsForm ? fields : [], raw.body);
}

/** Live services answer 500 to a form with more fields. */
export const maxFormFields = 1000;

function assemble(method: Method, url: string, form: readonly Part[], body: string | Content | undefined) {
  if (body !== undefined) return { method, url, body: typeof body === "string" ? textContent(body) : body };
  if (method === "GET" || method === "DELETE") return { method, url };
  for (const { name, value } of form)
    if (!(typeof value === "string" ? name + value : name).isWellFormed())
      throw new Failure("usage", `the value of ${name} is not well-formed Unicode`);
  const count = form.filter(({ value }) => typeof value === "string").length;
  if (count > maxFormFields)
    throw new Failure("usage", `${count} values in one request: services accept at most ${maxFormFields}`, {
      hint: "give fewer in one command; nothing was sent",
    });
  return {
    method,
    url,
    parts: form.map(({ name, value, secret }) => ({ name, value, ...(secret && { secret }) })),
  };
}

function queryOf(items: readonly Part[]): string {
  return items
    .map(({ name, value }) => {
      if (typeof value !== "string")
        throw new Failure("usage", `a file cannot be sent as ${name}: the request has no body`);
      return `${encodeValue(name, name)}=${encodeValue(value, name)}`;
    })
    .join("&");
}

function locatedPartsOf(name: string, value: Value, operation: Operation): readonly LocatedPart[] {
  const field = (operation.fields ?? []).find((candidate) => candidate.name === name);
  const location = locationOf(field ?? { name, type: "string", help: "" }, operation);
  const secret = field?.secret === true ? { secret: true as const } : {};
  const sentValue = field?.lowerCase && typeof value === "string" ? value.toLowerCase() : value;
  const secondName = field?.alsoSentAs;
  const items = [
    ...namedValues(field?.sentAs ?? name, sentValue, field),
    ...(secondName === undefined ? [] : namedValues(secondName, value, field)),
  ];
  for (const item of items) refuseControlCharacters(item.name);
  return items.map((item) => ({ ...item, location, ...secret }));
}

function namedValues(name: string, value: Value, field: Field | undefined): readonly Part[] {
  if (typeof value === "boolean") return [{ name, value: flagText(value, field) }];
  if (typeof value === "string") {
    const flag = field?.takesWord ? parseFlagValue(value) : undefined;
    if (flag !== undefined) return [{ name, value: flagText(flag, field) }];
    if (field?.asFile) return [{ name, value: fileOf(Buffer.from(value, "base64"), name) }];
    const isFile = field?.type === "file" && field.in !== "body";
    return [{ name, value: isFile ? { ...textContent(value), filename: name } : value }];
  }
  if (isList(value)) {
    if (field?.separator !== undefined) return [{ name, value: value.join(field.separator) }];
    return value.map((item) => ({ name, value: item }));
  }
  if (isContent(value)) return [{ name, value }];
  return Object.entries(value).map(([key, item]) => ({ name: `${field?.prefix ?? ""}${key}`, value: item }));
}

function flagText(value: boolean, field: Field | undefined): string {
  if (field?.type === "switch") return value ? "1" : "0";
  return value ? "true" : "false";
}

function identifierText(value: Value | undefined, name: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new Failure("usage", `${name} takes one value`);
}

function refuseControlCharacters(name: string): void {
  if (name === "" || /[\u0000-\u001f\u007f]/.test(name))
    throw new Failure("usage", "the name of a field is empty or contains a control character");
}

const isList = (value: Value): value is readonly string[] => Array.isArray(value);

export const isContent = (value: Value): value is Content =>
  typeof value === "object" && !isList(value) && typeof value["open"] === "function";

const textContent = (text: string): Content => fileOf(Buffer.from(text, "utf8"), "");

const fileOf = (bytes: Buffer, filename: string): Content => ({
  filename,
  size: bytes.length,
  bytes,
  async *open() {
    yield bytes;
  },
});

export interface Body {
  readonly contentType: string;
  readonly length: number;
  /** A buffer is sent in one write. For a form with files, a function opens them for each attempt. */
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
    bytes: buffers.length === pieces.length ? Buffer.concat(buffers, length) : () => streamPieces(pieces),
  };
}

async function* streamPieces(pieces: readonly (Buffer | Content)[]): AsyncIterable<Uint8Array> {
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
    throw new Failure("other", `${content.filename || "the file"} changed size while it was being sent`, {
      hint: "send it again when it no longer changes",
    });
  }
}

function disposition(name: string, filename?: string): string {
  const file = filename === undefined ? "" : `; filename="${escapeQuoted(filename)}"`;
  return `Content-Disposition: form-data; name="${escapeQuoted(name)}"${file}`;
}

/** Escapes a text for a quoted string (RFC 2183, RFC 822). Throws for line ends and NUL. */
function escapeQuoted(text: string): string {
  if (/[\r\n\u0000]/.test(text))
    throw new Failure("usage", "the name of a field or file contains a line end or a NUL");
  return text.replace(/["\\]/g, "\\$&");
}
