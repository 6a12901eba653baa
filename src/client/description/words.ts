export const kebabWord = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/_+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");

export function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) || /[aeo]s$/.test(word) ? word.slice(0, -1) : word;
}

export function plural(word: string): string {
  if (singular(word) !== word) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}

export const parameterNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Makes paths comparable: removes the names of parameters and a trailing slash. */
export const pathTemplate = (path: string): string => path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "");

/** Control characters (C0 and C1), and those that change the direction of text. */
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

const markup = /``|\*\*/g;

/** Returns one line without control characters and markup, cut at the end of a word if longer than `maxLength`. */
export function plainLine(text: string, maxLength: number): string {
  const line = text.replace(unprintable, " ").replace(markup, "").replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return wellFormed(line);
  const cut = line.slice(0, maxLength - 3);
  const space = cut.lastIndexOf(" ");
  return `${wellFormed(space > maxLength / 2 ? cut.slice(0, space) : cut)}...`;
}

/** Removes lone surrogates, which cannot be encoded. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "");

export function firstSentence(line: string): string {
  const end = line.search(/\.(?:\s|$)/);
  return end === -1 ? line : line.slice(0, end);
}
