import type { Field, Operation } from "../../catalogue/operation.ts";
import { attempt } from "../../core/failure.ts";
import { HttpError } from "./answers.ts";
import { type FilePart, makeParameters, type Pair } from "./call.ts";

export interface Form {
  readonly pairs: readonly Pair[];
  readonly files: readonly FilePart[];
  /** A signature covers only this encoding (RFC 5849). */
  readonly isUrlEncoded: boolean;
}

export const noForm: Form = { pairs: [], files: [], isUrlEncoded: false };

export function watchParameters(
  { method, fields = [] }: Operation,
  location: "query" | "form",
  pairs: readonly Pair[],
  files: readonly FilePart[] = [],
) {
  const readNames = new Set<string>();
  const parameters = makeParameters(pairs, files, (name) => readNames.add(name));
  const defaultLocation = method === "GET" || method === "DELETE" ? "query" : "form";
  const documentedFields = fields.filter((field) => (field.in ?? defaultLocation) === location);
  const isField = (name: string) => documentedFields.some((field) => isSentAs(field, name));
  return {
    parameters,
    unread: () => parameters.names.filter((name) => !readNames.has(name) && !isField(name)),
  };
}

const isSentAs = ({ name, sentAs, alsoSentAs, type, prefix = "" }: Field, parameter: string): boolean =>
  type === "map" ? parameter.startsWith(prefix) : [name, sentAs, alsoSentAs].includes(parameter);

const acceptedTypes = "send multipart/form-data or application/x-www-form-urlencoded";

export function parseForm(contentType: string | undefined, body: Buffer): Form {
  if (body.length === 0) return noForm;
  if (contentType === undefined)
    throw new HttpError(415, `The body cannot be read: it has no Content-Type; ${acceptedTypes}.`);
  const type = parseHeaderValue(contentType);
  if (type === undefined) throw badForm("its Content-Type cannot be read.");
  const charset = type.parameters.get("charset");
  switch (type.value) {
    case "multipart/form-data": {
      const boundary = type.parameters.get("boundary");
      if (boundary === undefined) throw badForm("its Content-Type has no boundary.");
      const parts = parseMultipart(boundary, charset, body);
      const pairs = parts.flatMap((part): Pair[] => (part.kind === "text" ? [[part.name, part.value]] : []));
      return { pairs, files: parts.filter((part) => part.kind === "file"), isUrlEncoded: false };
    }
    case "application/x-www-form-urlencoded": {
      const pairs = parsePairs(body.toString("latin1"), "form", readerOf(charset), checkName);
      return { pairs, files: [], isUrlEncoded: true };
    }
    default:
      throw new HttpError(
        415,
        `The body cannot be read: its type '${type.value.slice(0, 80)}' is not supported; ${acceptedTypes}.`,
      );
  }
}

/** Many clients send JSON with the type urlencoded by default. */
function checkName(name: string): void {
  if (/[\s"<>{}]/.test(name))
    throw badForm(`it is declared as urlencoded, but is not name=value pairs; ${acceptedTypes}.`);
}

/** A part with a file name is a file, whatever its content type. */
type Part =
  | ({ readonly kind: "file" } & FilePart)
  | { readonly kind: "text"; readonly name: string; readonly value: string };

const maxFiles = 100;
const maxHeadBytes = 16 * 1024;
const maxNameLength = 1000;
/** RFC 2046 permits 70 characters. */
const maxBoundaryLength = 70;

const badForm = (why: string) => new HttpError(400, `The form cannot be read: ${why}`);

/** RFC 7578, in linear time. `charset` is the default for text parts. Throws a 400 if malformed, a 415 for an unknown charset. */
function parseMultipart(boundary: string, charset: string | undefined, body: Buffer): readonly Part[] {
  if (boundary === "" || boundary.length > maxBoundaryLength)
    throw badForm(`its boundary must have 1 to ${maxBoundaryLength} characters.`);
  const parts: Part[] = [];
  const counts = { file: 0, text: 0 };
  let start: number | undefined;
  for (const delimiter of body.toString("latin1").matchAll(delimiterPattern(boundary))) {
    const bytes = body.subarray(start ?? delimiter.index, delimiter.index);
    // Some clients send a form without fields as one empty part.
    if (bytes.length > 0) {
      const part = readPart(bytes, charset);
      counts[part.kind] += 1;
      if (counts.text > maxFields) throw tooManyFields();
      if (counts.file > maxFiles) throw badForm(`it has more than ${maxFiles} files.`);
      parts.push(part);
    }
    if (delimiter[1] !== undefined) return parts;
    start = delimiter.index + delimiter[0].length + "\r\n".length;
  }
  throw badForm(
    start === undefined
      ? "it does not contain the boundary of its Content-Type."
      : "it ends before its last boundary.",
  );
}

/**
 * Matches a delimiter with the line break before it. The line break after it is not consumed, because before an empty part it
 * also belongs to the next delimiter. Group 1 matches only in the last delimiter.
 */
const delimiterPattern = (boundary: string) =>
  new RegExp(`(?:^|\\r\\n)--${boundary.replace(/[^\w]/g, "\\$&")}(?:(--)|[ \\t]*(?=\\r\\n))`, "g");

function readPart(bytes: Buffer, formCharset: string | undefined): Part {
  const { head, content } = splitPart(bytes);
  const headers = readHead(head);
  const disposition = parseHeaderValue(headers.get("content-disposition") ?? "");
  const name = disposition?.parameters.get("name");
  if (disposition?.value !== "form-data" || name === undefined)
    throw badForm("a part has no readable Content-Disposition with a name.");
  if (name.length > maxNameLength)
    throw badForm(`the name of a part is longer than ${maxNameLength} characters.`);
  const encoding = headers.get("content-transfer-encoding") ?? "";
  const decode = transferDecoders.get(encoding.toLowerCase());
  if (decode === undefined)
    throw badForm(`the transfer encoding '${encoding.slice(0, 40)}' of a part is not supported.`);
  const type = parseHeaderValue(headers.get("content-type") ?? "");
  if (type === undefined) throw badForm("the Content-Type of a part cannot be read.");
  if (type.value.startsWith("multipart/")) throw badForm("a part is a multipart body itself.");
  const filename = disposition.parameters.get("filename");
  const decoded = decode(content);
  if (filename !== undefined) return { kind: "file", name, filename: baseName(filename), content: decoded };
  const read = readerOf(type.parameters.get("charset") ?? formCharset);
  return { kind: "text", name, value: read(decoded) };
}

function splitPart(bytes: Buffer) {
  const start = bytes.subarray(0, maxHeadBytes + 4);
  const at = start.indexOf("\r\n\r\n");
  if (at >= 0) return { head: readUtf8(start.subarray(0, at)), content: bytes.subarray(at + 4) };
  // An empty part may share the line break after its head with the next boundary.
  if (bytes.length <= maxHeadBytes && bytes.length > 2 && bytes.subarray(-2).toString("latin1") === "\r\n")
    return { head: readUtf8(bytes.subarray(0, -2)), content: Buffer.alloc(0) };
  throw badForm("the head of a part is not terminated.");
}

function readHead(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]/g, " ").split("\r\n")) {
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name === "") throw badForm("the head of a part cannot be read.");
    if (headers.has(name)) throw badForm("a header of a part is given twice.");
    headers.set(name, line.slice(at + 1).trim());
  }
  return headers;
}

/** Some clients send the whole path of the file. */
const baseName = (path: string) => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

/** RFC 9110, 5.6.6; RFC 8187 for names that end in `*`. Undefined for malformed or repeated parameters. */
export function parseHeaderValue(text: string) {
  const [first = ""] = text.split(";", 1);
  const parameters = new Map<string, string>();
  for (let at = first.length + 1; at < text.length; at = parameterPattern.lastIndex) {
    parameterPattern.lastIndex = at;
    const match = parameterPattern.exec(text);
    if (match === null) return undefined;
    const [, rawName = "", quoted, plain] = match;
    const name = rawName.trim().toLowerCase();
    const value = quoted?.replace(/\\(["\\])/g, "$1") ?? plain?.trim();
    if (name === "" && value === undefined) continue;
    if (name === "" || value === undefined || parameters.has(name)) return undefined;
    parameters.set(name, value);
  }
  for (const [name, encoded] of parameters) {
    if (!name.endsWith("*")) continue;
    const decoded = decodeExtendedValue(encoded);
    if (decoded === undefined) return undefined;
    parameters.set(name.slice(0, -1), decoded);
  }
  return { value: first.trim().toLowerCase(), parameters };
}

/** A backslash escapes only a quote or a backslash, because Windows paths contain backslashes. */
const parameterPattern =
  /([^;=]*)(?:=(?:[ \t]*"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"\s*|(?![ \t]*")([^;]*)))?(?:;|$)/y;

function decodeExtendedValue(text: string): string | undefined {
  const [charset = "", , ...rest] = text.split("'");
  if (rest.length === 0 || charset.toLowerCase() !== "utf-8") return undefined;
  return attempt(() => decodeURIComponent(rest.join("'")));
}

type ReadText = (bytes: Uint8Array) => string;

function readerOf(charset = "utf-8"): ReadText {
  const decoder = openDecoder(charset);
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new HttpError(400, `Text is not valid ${decoder.encoding}.`);
    }
  };
}

function openDecoder(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    throw new HttpError(415, `The charset '${charset.slice(0, 40)}' is not supported: use utf-8.`);
  }
}

export const readUtf8: ReadText = readerOf();

/** Each character of `text` is one byte (latin1). Undefined for a malformed escape. */
export function percentDecode(text: string, plusIsSpace: boolean): Buffer | undefined {
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  const bytes = Buffer.from(plusIsSpace ? text.replaceAll("+", " ") : text, "latin1");
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isEscape = text[at] === "%";
    bytes[length++] = isEscape ? Number.parseInt(text.slice(at + 1, at + 3), 16) : (bytes[at] ?? 0);
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}

const identity = (content: Buffer) => content;

const transferDecoders: ReadonlyMap<string, (content: Buffer) => Buffer> = new Map([
  ["", identity],
  ["7bit", identity],
  ["8bit", identity],
  ["binary", identity],
  ["base64", decodeBase64],
  ["quoted-printable", decodeQuotedPrintable],
]);

function decodeBase64(content: Buffer): Buffer {
  const text = content.toString("latin1").replace(/[\t\r\n ]+/g, "");
  const digits = text.replace(/={1,2}$/, "");
  const decoded = Buffer.from(digits, "base64");
  const isComplete = text.length % 4 === 0 && decoded.length === Math.floor((digits.length * 3) / 4);
  if (!isComplete || /[^A-Za-z0-9+/]/.test(digits))
    throw new HttpError(400, "The form cannot be read: a part is not valid base64.");
  return decoded;
}

/** RFC 2045, 6.7: handles escapes and soft line breaks, and ignores spaces at the ends of lines. */
function decodeQuotedPrintable(content: Buffer): Buffer {
  const lines = content.toString("latin1").split("\n");
  const pieces: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const ending = index === lines.length - 1 ? "" : raw.endsWith("\r") ? "\r\n" : "\n";
    const line = withoutBlanksAtEnd(raw);
    const isSoftBreak = line.endsWith("=");
    pieces.push(isSoftBreak ? line.slice(0, -1) : line + ending);
  }
  const decoded = percentDecode(pieces.join("").replaceAll("%", "=25").replaceAll("=", "%"), false);
  if (decoded === undefined)
    throw new HttpError(400, "The form cannot be read: a part is not valid quoted-printable.");
  return decoded;
}

function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && " \t\r".includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** Limit for queries and forms. Live services answer 500 above it. */
const maxFields = 1000;

const tooManyFields = () => new HttpError(500, `The number of GET/POST parameters exceeded ${maxFields}.`);

export function parsePairs(
  text: string,
  label: "query" | "form" = "query",
  read = readUtf8,
  checkName: (name: string) => void = () => {},
): Pair[] {
  const decode = (part: string): string => {
    const bytes = percentDecode(part, true);
    if (bytes === undefined) throw new HttpError(400, `The ${label} has invalid percent-encoding.`);
    return read(bytes);
  };
  // Allows for an empty item at each end, and for one item above the limit.
  const items = text
    .replace(/&{2,}/g, "&")
    .split("&", maxFields + 3)
    .filter((item) => item !== "");
  if (items.length > maxFields) throw tooManyFields();
  return items.map((item) => {
    const at = item.indexOf("=");
    const name = at < 0 ? item : item.slice(0, at);
    checkName(name);
    return [decode(name), at < 0 ? "" : decode(item.slice(at + 1))];
  });
}
