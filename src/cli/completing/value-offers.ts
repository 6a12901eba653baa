import type { NameSource } from "../../catalogue/commands/name-source.ts";
import { filterOffers, filterPart } from "./filter-offers.ts";
import type { Offer, Wanted } from "./offers.ts";
import type { Values } from "./places.ts";
import { quoteOf, unquoted } from "./quoting.ts";
import type { CompletionRequest } from "./request.ts";
import type { Answer } from "./shell-text.ts";

/** Finds the names of a source. */
type FindNames = (of: NameSource["of"], wanted: Wanted) => Promise<readonly Offer[]>;

/** Answers for the value at the cursor, which stands behind `inline`, an option with its equals sign, or alone. */
export async function answerValue(
  values: Values | undefined,
  inline: string,
  request: CompletionRequest,
  findNames: FindNames,
): Promise<Answer | undefined> {
  const isBash = request.shell === "bash";
  const typed = request.typed.slice(inline.length);
  const quote = isBash ? quoteOf(typed) : "";
  const value = typed.slice(quote.length);
  const wordWith = (head: string, cuts: readonly string[]) => ({
    option: inline,
    quote,
    head,
    cuts: [...(inline === "" ? [] : ["-[^=]#="]), ...cuts],
  });
  if (value.startsWith("@")) return { kind: "files", word: wordWith("@", ["@"]) };
  if (values === undefined) return undefined;
  if (values.kind === "file") return { kind: "files", word: wordWith("", []) };
  const { length, cuts } = headOf(values, value);
  const plain = (text: string) => (isBash ? unquoted(quote + text) : text);
  const head = value.slice(0, length);
  const parts: Parts = { head: plain(head), part: plain(value.slice(length)), words: request.words };
  const offers =
    values.kind === "names" ? await nameOffers(values.source, parts, findNames) : wordOffers(values, parts);
  return { kind: "offers", word: wordWith(head, cuts), offers };
}

/** What is typed of a value, unquoted. */
interface Parts {
  /** What stays: `ssd,`. */
  readonly head: string;
  readonly part: string;
  /** The words before it. */
  readonly words: readonly string[];
}

type OfferedValues = Exclude<Values, { readonly kind: "file" }>;

/** How much of a value stays as it is, and the patterns of zsh for that. */
function headOf(
  values: OfferedValues,
  value: string,
): { readonly length: number; readonly cuts: readonly string[] } {
  const comma = value.lastIndexOf(",") + 1;
  switch (values.kind) {
    case "words":
      return values.isList ? { length: comma, cuts: ["*,"] } : { length: 0, cuts: [] };
    case "columns":
      return values.isSort && value[comma] === "-"
        ? { length: comma + 1, cuts: ["*,", "-"] }
        : { length: comma, cuts: ["*,"] };
    case "names":
      if (values.source.of === "where") return { length: filterPart(value), cuts: ["*[,=]"] };
      return values.source.isList ? { length: comma, cuts: ["*,"] } : { length: 0, cuts: [] };
  }
}

/** Of several words in one each is offered once; columns are offered in lower case to who types them so. */
function wordOffers(
  values: Exclude<OfferedValues, { readonly kind: "names" }>,
  { head, part }: Parts,
): readonly Offer[] {
  const isLower = values.kind === "columns" && /[a-z]/.test(part);
  const taken = new Set(head.split(",").slice(0, -1));
  const sign = head.endsWith("-") ? "-" : "";
  return values.words
    .map((word) => (isLower ? word.toLowerCase() : word))
    .filter((word) => word.startsWith(part) && !taken.has(`${sign}${word}`))
    .map((word) => ({ word, about: "" }));
}

async function nameOffers(
  { of, isList, statuses }: NameSource,
  { head, part, words }: Parts,
  findNames: FindNames,
): Promise<readonly Offer[]> {
  if (of !== "where") {
    const taken = new Set([...words, ...(isList ? head.split(",") : [])]);
    const offers = await findNames(of, { part, taken, statuses });
    return isList ? offers.filter(({ word }) => !word.includes(",")) : offers;
  }
  const filter = filterOffers(head, part);
  if (filter.offers !== undefined) return filter.offers;
  const offers = await findNames(filter.of, { part, taken: new Set(), statuses: [] });
  return offers.filter(({ word }) => !word.includes(","));
}
