/** Control characters of what a service sends, which must never reach a terminal; line ends and tabs stay. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text without control characters and without those that turn the direction of writing. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controls, "");
}

/** Of a text, no more characters are looked at for an excerpt than this many for each one that is shown. */
const excerptFactor = 8;

/** The beginning of a text on one line, for a message. */
export function excerpt(text: string, length = 200): string {
  const start = text.slice(0, length * excerptFactor);
  const line = withoutControls(start).replace(/\s+/g, " ").trim();
  if (line.length <= length) return start.length === text.length ? line : `${line}...`;
  return `${line.slice(0, length)}...`;
}

/** Of a page, more characters are never looked at. */
const maxPageLength = 16_384;

/** What a page of HTML says, in plain words: its title, or the text of its body. */
export function htmlText(page: string): string {
  const text = page.slice(0, maxPageLength);
  for (const name of ["title", "h1"]) {
    const heading = plainText(contentOf(name, text) ?? "");
    if (heading !== "") return heading;
  }
  const body = ["style", "script", "head"].reduce(
    // The tag that ends an element is left to be taken out as a tag.
    (rest, name) => withoutSpans(rest, `<${name}`, `</${name}`, 0),
    text,
  );
  return plainText(body);
}

/** The text between the first tag of a name and its end, if the page has both. */
function contentOf(name: string, page: string): string | undefined {
  const text = lowerCase(page);
  const tag = text.indexOf(`<${name}`);
  const start = tag === -1 ? -1 : text.indexOf(">", tag);
  const end = start === -1 ? -1 : text.indexOf(`</${name}`, start);
  return end === -1 ? undefined : page.slice(start + 1, end);
}

/** What stands outside of tags, on one line. */
function plainText(html: string): string {
  return excerpt(decodeEntities(withoutSpans(html, "<", ">", 1)));
}

/** A page without what stands from `open` up to `close`, of which `skipped` characters go too, or to the page's end. */
function withoutSpans(page: string, open: string, close: string, skipped: number): string {
  const text = lowerCase(page);
  const kept: string[] = [];
  let from = 0;
  while (from < page.length) {
    const start = text.indexOf(open, from);
    kept.push(page.slice(from, start === -1 ? page.length : start));
    const end = start === -1 ? -1 : text.indexOf(close, start);
    from = end === -1 ? page.length : end + skipped;
  }
  return kept.join(" ");
}

/** ASCII letters in lower case: the text keeps its length. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
}

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
