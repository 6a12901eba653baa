import { HttpError } from "./http-error.ts";
import { percentDecode, type ReadText, readUtf8 } from "./text-encodings.ts";

export type Pair = readonly [name: string, value: string];

/** Of a query, or of a form's texts: deployed services fail with a 500 above it. */
export const maxFields = 1000;

export const tooManyFields = () =>
  new HttpError(500, `The number of GET/POST parameters exceeded ${maxFields}.`);

interface PairText {
  /** What is read, for messages. */
  readonly what: string;
  readonly read: ReadText;
  /** Throws for a name, still encoded, that cannot be one. */
  readonly checkName?: (name: string) => void;
}

/**
 * The pairs of a query or of a urlencoded body, in their order. `text` holds single bytes (latin1), as they came.
 * Throws a 400 for broken escapes, and for bytes that are not text of the charset.
 */
export function parsePairs(text: string, form: PairText = { what: "query", read: readUtf8 }): Pair[] {
  const decode = (part: string): string => {
    const bytes = percentDecode(part, true);
    if (bytes === undefined) throw new HttpError(400, `The ${form.what} is badly percent-encoded.`);
    return form.read(bytes);
  };
  // Two more than there may be, for an empty one at either end: no more are ever taken apart.
  const items = text
    .replace(/&{2,}/g, "&")
    .split("&", maxFields + 3)
    .filter((item) => item !== "");
  if (items.length > maxFields) throw tooManyFields();
  return items.map((item) => {
    const at = item.indexOf("=");
    const name = at < 0 ? item : item.slice(0, at);
    form.checkName?.(name);
    return [decode(name), at < 0 ? "" : decode(item.slice(at + 1))];
  });
}
