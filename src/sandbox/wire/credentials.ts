import { HttpError } from "./http-error.ts";
import type { Pair } from "./pairs.ts";

/** The fields of OAuth by name, `realm` among them; each is given once. */
export type Credentials = ReadonlyMap<string, string>;

export const refused = (why: string) =>
  new HttpError(401, `Authorization Error: ${why}`, { "WWW-Authenticate": "OAuth" });

const unreadable = () => refused("the Authorization header cannot be read.");

/** Whether a name is one of OAuth's own; they may be in the query or in the form. */
export const isCredential = (name: string): boolean => name.startsWith("oauth_");

/**
 * The fields of an Authorization header of the scheme OAuth (RFC 5849, section 3.5.1): in any order, with and
 * without quotes, blanks and escapes. Undefined for another scheme; throws a 401 for a header that cannot be read.
 */
export function headerCredentials(header: string | undefined): Credentials | undefined {
  if (header === undefined || !/^oauth(?:[\s,]|$)/i.test(header)) return undefined;
  const pairs = splitItems(header.slice("OAuth".length)).map((item): Pair => {
    const at = item.indexOf("=");
    if (at < 1) throw unreadable();
    return [decode(item.slice(0, at).trim()), decode(unquote(item.slice(at + 1).trim()))];
  });
  return once(pairs);
}

/** The fields of OAuth among those of a query and a form (RFC 5849, sections 3.5.2 and 3.5.3). */
export function parameterCredentials(pairs: readonly Pair[]): Credentials | undefined {
  const own = pairs.filter(([name]) => isCredential(name));
  return own.length === 0 ? undefined : once(own);
}

function once(pairs: readonly Pair[]): Credentials {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (fields.has(name)) throw refused(`${name.slice(0, 40)} is given twice.`);
    fields.set(name, value);
  }
  return fields;
}

/** What commas separate, outside quotes; empty items do not count. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (text[at] !== "," || isQuoted)) continue;
    const item = text.slice(from, at).trim();
    if (item !== "") items.push(item);
    from = at + 1;
  }
  if (isQuoted) throw unreadable();
  return items;
}

function unquote(text: string): string {
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  const value = isQuoted ? text.slice(1, -1) : text;
  if (value.includes('"') || (!isQuoted && /\s/.test(value))) throw unreadable();
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused("the Authorization header is badly encoded.");
  }
}
