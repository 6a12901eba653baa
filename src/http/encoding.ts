/**
 * Percent-encodes everything but the unreserved characters of RFC 3986, as OAuth's signature base string asks
 * for (RFC 5849, section 3.6). Throws a URIError for text that is not well-formed Unicode.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The names and values of a query, decoded, in the order they stand. */
export function parseQuery(query: string): readonly (readonly [name: string, value: string])[] {
  return query
    .split("&")
    .filter((item) => item !== "")
    .map((item) => {
      const equals = item.indexOf("=");
      return equals === -1
        ? ([percentDecode(item), ""] as const)
        : ([percentDecode(item.slice(0, equals)), percentDecode(item.slice(equals + 1))] as const);
    });
}

/** Decodes `%XX` and `+`; text that is not a valid encoding stays as it is. */
function percentDecode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
