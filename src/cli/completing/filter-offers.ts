import { kebab } from "../../catalogue/commands/command-signature.ts";
import type { NamedSource } from "../../catalogue/commands/name-source.ts";
import { furtherNodeFilters, nodeListFilters } from "../../catalogue/fields.ts";
import { type Offer, sourceOfFilter } from "./offers.ts";

const fields = [...nodeListFilters, ...furtherNodeFilters];

/** Where the part of a `--where` begins that is completed: behind the last comma, or the equals sign after it. */
export function filterPart(typed: string): number {
  const name = typed.lastIndexOf(",") + 1;
  const equals = typed.indexOf("=", name);
  return equals === -1 ? name : equals + 1;
}

/** Offers for a part of a `--where`, or the source of names that are its values. */
type FilterOffers =
  | { readonly offers: readonly Offer[]; readonly of?: undefined }
  | { readonly offers?: undefined; readonly of: NamedSource };

/** What may follow the head of a `--where`: names of filters with their equals sign, and values where some are known. */
export function filterOffers(head: string, part: string): FilterOffers {
  const [, name] = /(?:^|,)([^,=]+)=$/.exec(head) ?? [];
  if (name === undefined) {
    const given = new Set(
      [...head.matchAll(/(?:^|,)([^,=]+)=/g)].map(([, each]) => each?.replaceAll("_", "-")),
    );
    const offers = fields.map((field) => ({ word: kebab(field.name), about: field.help }));
    return {
      offers: offers
        .filter(({ word }) => word.startsWith(part.replaceAll("_", "-")) && !given.has(word))
        .map(({ word, about }) => ({ word: `${word}=`, about })),
    };
  }
  const field = fields.find((known) => known.name === name.trim().replaceAll("-", "_"));
  const plain = field?.name.replace(/^not_(?!in_)/, "");
  const values = field?.suggestions ?? fields.find((known) => known.name === plain)?.suggestions;
  if (values !== undefined)
    return {
      offers: values.filter((word) => word.startsWith(part)).map((word) => ({ word, about: "" })),
    };
  const of = field === undefined ? undefined : sourceOfFilter(field.name);
  return of === undefined ? { offers: [] } : { of };
}
