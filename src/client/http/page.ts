import { excerpt, htmlText } from "./text.ts";

/** Bytes of a body that are looked at to tell what it is. */
export const lookedAtBytes = 16 * 1024;

/** Elements that a page or a part of one begins with. */
const pageStart =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|base|div|p|h[1-6]|center|table|form|iframe|frameset|noscript|svg|br|hr|a|b|img|font|pre|main|section|header|span)\b/i;

/**
 * What a page says in a few words, if these bytes begin one for a browser.
 * The letters may be those of UTF-8, UTF-16 or UTF-32; marks, comments and declarations may stand before.
 */
export function pageText(body: Uint8Array, contentType: string | undefined): string | undefined {
  const text = decoded(body.subarray(0, lookedAtBytes));
  const start = markupStart(text);
  const isMarkup = /^<[a-z!?/]/i.test(start);
  const isPage =
    pageStart.test(start) ||
    (/\bx?html\b/i.test(contentType ?? "") && (isMarkup || /<(?:!doctype|html|body)\b/i.test(text))) ||
    (isMarkup && /<(?:!doctype\s+html|html|body)\b/i.test(text));
  return isPage ? htmlText(text) || excerpt(start, 80) : undefined;
}

/** The text after white space, comments and processing instructions. */
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

/** Text by its mark, or by where the zeros of its first letters stand; the zeros that are left are dropped. */
function decoded(bytes: Uint8Array): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig =
    (first === 0xfe && second === 0xff) ||
    (first === 0 && (second !== 0 || third === 0xfe || (third === 0 && fourth !== 0)));
  // The letters of UTF-32 are read as pairs of one of UTF-16 and a zero.
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding)
    .decode(bytes)
    .replaceAll("\0", "")
    .replace(/^\uFEFF/, "");
}
