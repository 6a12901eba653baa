import { HttpError } from "./answers.ts";

type ReadText = (bytes: Uint8Array) => string;

export function readerOf(charset = "utf-8"): ReadText {
  const decoder = openDecoder(charset);
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new HttpError(400, `A text is not valid ${decoder.encoding}.`);
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

export const transferDecoders: ReadonlyMap<string, (content: Buffer) => Buffer> = new Map([
  ["", identity],
  ["7bit", identity],
  ["8bit", identity],
  ["binary", identity],
  ["base64", decodeBase64],
  ["quoted-printable", decodeQuotedPrintable],
]);

function decodeBase64(content: Buffer): Buffer {
  const text = content.toString("latin1").replace(/[\t\r\n ]+/g, "");
  const digits = text.endsWith("==") ? text.slice(0, -2) : text.endsWith("=") ? text.slice(0, -1) : text;
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

export type Pair = readonly [name: string, value: string];

/** Limit for queries and forms. Live services answer 500 above it. */
export const maxFields = 1000;

export const tooManyFields = () =>
  new HttpError(500, `The number of GET/POST parameters exceeded ${maxFields}.`);

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
