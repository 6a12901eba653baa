/** `vm_clusters` -> `vm-clusters`. */
export const kebabWord = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/_+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");

/** `volume-groups` -> `volume-group`; a word that is not a plural stays as it is. */
export function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) || /[aeo]s$/.test(word) ? word.slice(0, -1) : word;
}

/** `raid` -> `raids`, `policy` -> `policies`; a plural stays as it is. */
export function plural(word: string): string {
  if (singular(word) !== word) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The names in braces of a path, in its order. */
export const parameterNames = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** A path whatever its parameters are called and whether or not it ends with a slash. */
export const template = (path: string): string => path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "");
