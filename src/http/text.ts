/** Control characters of what a service sends, which must never reach a terminal; line ends and tabs stay. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text without control characters and without those that turn the direction of writing. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(controls, "");
}

/** The beginning of a text on one line, for a message. */
export function excerpt(text: string, length = 200): string {
  const line = withoutControls(text).replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length)}...`;
}

/** True for a page made for a browser, whatever its content type says. */
export function isHtmlPage(text: string): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(text);
}

/** What a page of HTML says, in plain words: its title, or the text of its body. */
export function htmlText(page: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1]?.trim();
  const heading = /<h1[^>]*>(.*?)<\/h1>/is.exec(page)?.[1];
  const source =
    title !== undefined && title !== ""
      ? title
      : (heading ?? page.replace(/<(style|script|head)\b.*?(<\/\1>|$)/gis, " "));
  return excerpt(decodeEntities(source.replace(/<[^>]*>/g, " ")));
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
