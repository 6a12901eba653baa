/**
 * Splits text as a POSIX shell does, without expansion; undefined if a quote is not closed. `\$` becomes
 * `escapedDollar`, so that a caller that expands variables can tell it from `$`.
 */
export function shellWords(text: string, escapedDollar = "$"): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    const next = text[index + 1];
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (character === "\\" && next !== undefined && isEscapable(next, quote)) {
      word = `${word ?? ""}${next === "$" ? escapedDollar : next}`;
      index += 1;
    } else word = `${word ?? ""}${character}`;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

const isEscapable = (character: string, quote: string | undefined): boolean =>
  quote === undefined || (quote === '"' && /["\\$`]/.test(character));

export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
