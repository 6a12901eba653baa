import { kebab } from "../../catalogue/commands/command-signature.ts";
import type { NamedSource } from "../../catalogue/commands/command-spec.ts";
import type { NameSource } from "../../catalogue/commands/name-source.ts";
import { furtherNodeFilters, nodeListFilters } from "../../catalogue/fields.ts";
import { nodeMembers } from "../../catalogue/node-members.ts";
import { type Offer, type OfferFilter, sourceOfFilter } from "./offers.ts";
import type { Values } from "./places.ts";
import { quoteOf, unquoted } from "./quoting.ts";
import type { CompletionRequest } from "./request.ts";
import type { Answer } from "./shell-text.ts";

type FindNames = (of: NameSource["source"], filter: OfferFilter) => Promise<readonly Offer[]>;

/** Completes a value at the cursor, which may follow `--option=` (`inline`). */
export async function answerValue(
  values: Values | undefined,
  inline: string,
  request: CompletionRequest,
  findNames: FindNames,
): Promise<Answer | undefined> {
  const isBash = request.shell === "bash";
  const valueWord = request.currentWord.slice(inline.length);
  const quote = isBash ? quoteOf(valueWord) : "";
  const value = valueWord.slice(quote.length);
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
  const unquote = (text: string) => (isBash ? unquoted(quote + text) : text);
  const head = value.slice(0, length);
  const parts: Parts = { head: unquote(head), part: unquote(value.slice(length)), words: request.words };
  const offers =
    values.kind === "names" ? await nameOffers(values.source, parts, findNames) : wordOffers(values, parts);
  return { kind: "offers", word: wordWith(head, cuts), offers };
}

interface Parts {
  readonly head: string;
  readonly part: string;
  readonly words: readonly string[];
}

type OfferedValues = Exclude<Values, { readonly kind: "file" }>;

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
      if (values.source.source === "where") return { length: filterPart(value), cuts: ["*[,=~<>|]"] };
      return values.source.isList ? { length: comma, cuts: ["*,"] } : { length: 0, cuts: [] };
  }
}

/** Leaves out words that are already in the list; offers columns in lower case if typed in lower case. */
function wordOffers(
  values: Exclude<OfferedValues, { readonly kind: "names" }>,
  { head, part }: Parts,
): readonly Offer[] {
  const isLower = values.kind === "columns" && /[a-z]/.test(part);
  const usedWords = new Set(head.split(",").slice(0, -1));
  const sign = head.endsWith("-") ? "-" : "";
  return values.words
    .map((word) => (isLower ? word.toLowerCase() : word))
    .filter((word) => word.startsWith(part) && !usedWords.has(`${sign}${word}`))
    .map((word) => ({ word, about: "" }));
}

async function nameOffers(
  { source: of, isList, statuses }: NameSource,
  { head, part, words }: Parts,
  findNames: FindNames,
): Promise<readonly Offer[]> {
  if (of !== "where") {
    const excluded = new Set([...words, ...(isList ? head.split(",") : [])]);
    const offers = await findNames(of, { part, excluded, statuses });
    return isList ? offers.filter(({ word }) => !word.includes(",")) : offers;
  }
  const filter = filterOffers(head, part);
  if (filter.offers !== undefined) return filter.offers;
  const offers = await findNames(filter.of, { part, excluded: new Set(), statuses: [] });
  return offers.filter(({ word }) => !word.includes(","));
}

const filters = [...nodeListFilters, ...furtherNodeFilters];

const helpOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(nodeMembers).map(([name, { unit }]) => [
      name,
      unit === undefined ? "compared by svc" : unit,
    ]),
  ),
  ...Object.fromEntries(filters.map(({ name, help }) => [name, help])),
};

/** Offset at which completion starts in a `--where`: after the last comma, operator or bar. */
const filterPart = (expression: string): number =>
  Math.max(...[",", "=", "~", ">", "<", "|"].map((sign) => expression.lastIndexOf(sign))) + 1;

type FilterOffers =
  | { readonly offers: readonly Offer[]; readonly of?: undefined }
  | { readonly offers?: undefined; readonly of: NamedSource };

/** Offers filter names with an equals sign, or the values of a filter. */
function filterOffers(head: string, part: string): FilterOffers {
  const [, name] = /(?:^|,)([^,=!~<>]+)(?:[!><]?=|!?~|[<>])(?:[^,]*\|)?$/.exec(head) ?? [];
  if (name === undefined) {
    const usedFilters = new Set(
      [...head.matchAll(/(?:^|,)([^,=]+)=/g)].map(([, each]) => each?.replaceAll("_", "-")),
    );
    const offers = Object.entries(helpOf).map(([each, about]) => ({ word: kebab(each), about }));
    return {
      offers: offers
        .filter(({ word }) => word.startsWith(part.replaceAll("_", "-")) && !usedFilters.has(word))
        .map(({ word, about }) => ({ word: `${word}=`, about })),
    };
  }
  const field = filters.find((filter) => filter.name === name.trim().replaceAll("-", "_"));
  const plain = (field?.name ?? "").replace(/^not_(?!in_)/, "");
  const values = field?.suggestions ?? filters.find((filter) => filter.name === plain)?.suggestions;
  if (values !== undefined)
    return {
      offers: values.filter((word) => word.startsWith(part)).map((word) => ({ word, about: "" })),
    };
  const of = field === undefined ? undefined : sourceOfFilter(field.name);
  return of === undefined ? { offers: [] } : { of };
}
