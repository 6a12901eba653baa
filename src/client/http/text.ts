/** Control characters that must never reach a terminal. Line ends and tabs are allowed. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export const withoutControls = (text: string): string => text.replace(/\r\n?/g, "\n").replace(controls, "");

/** An excerpt of 200 characters is made from the first 1,600 of a text. */
const excerptFactor = 8;

export function excerpt(text: string, length = 200): string {
  const start = text.slice(0, length * excerptFactor);
  const line = withoutControls(start).replace(/\s+/g, " ").trim();
  if (line.length <= length) return start.length === text.length ? line : `${line}...`;
  return `${line.slice(0, length)}...`;
}

const maxPageLength = 16_384;

export function htmlText(page: string): string {
  const text = page.slice(0, maxPageLength);
  for (const name of ["title", "h1"]) {
    const heading = plainText(contentOf(name, text) ?? "");
    if (heading !== "") return heading;
  }
  return plainText(text.replace(/<(style|script|head)[\s\S]*?(?=<\/\1|$)/gi, " "));
}

function contentOf(name: string, page: string): string | undefined {
  const text = lowerCase(page);
  const tag = text.indexOf(`<${name}`);
  const start = tag === -1 ? -1 : text.indexOf(">", tag);
  const end = start === -1 ? -1 : text.indexOf(`</${name}`, start);
  return end === -1 ? undefined : page.slice(start + 1, end);
}

const plainText = (html: string): string => excerpt(decodeEntities(html.replace(/<[^>]*>?/g, " ")));

/** Lower-cases only ASCII, so that all indexes stay the same. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => entities[entity] ?? entity);

export const maxSniffedBytes = 16 * 1024;

const pageStart =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|base|div|p|h[1-6]|center|table|form|iframe|frameset|noscript|svg|br|hr|a|b|img|font|pre|main|section|header|span)\b/i;

/** The text of a web page in UTF-8, UTF-16 or UTF-32; undefined for anything else. */
export function pageText(body: Uint8Array, contentType: string | undefined): string | undefined {
  const text = decodeText(body.subarray(0, maxSniffedBytes));
  const start = markupStart(text);
  const isMarkup = /^<[a-z!?/]/i.test(start);
  const isPage =
    pageStart.test(start) ||
    (/\bx?html\b/i.test(contentType ?? "") && (isMarkup || /<(?:!doctype|html|body)\b/i.test(text))) ||
    (isMarkup && /<(?:!doctype\s+html|html|body)\b/i.test(text));
  return isPage ? htmlText(text) || excerpt(start, 80) : undefined;
}

function markupStart(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && (text[at] ?? "").trim() === "") at += 1;
    const close = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? ">" : undefined;
    const end = close === undefined ? -1 : text.indexOf(close, at + 2);
    if (close === undefined || end === -1) return text.slice(at);
    at = end + close.length;
  }
}

/** Detects the encoding by its byte order mark or the position of zero bytes, and removes the remaining zeros. */
function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBigEndian =
    (first === 0xfe && second === 0xff) ||
    (first === 0 && (second !== 0 || third === 0xfe || (third === 0 && fourth !== 0)));
  // Each letter of UTF-32 decodes as a letter of UTF-16 and a zero, which is removed.
  const encoding = isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding)
    .decode(bytes)
    .replaceAll("\0", "")
    .replace(/^\uFEFF/, "");
}
