/** Splits text as a POSIX shell does, without expansion; undefined if a quote is not closed. */
export function shellWords(text: string, escapedDollar = "$"): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? "";
    const next = text[index + 1];
    if (quote === undefined && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === quote) quote = undefined;
    else if (quote === undefined && (letter === "'" || letter === '"')) {
      quote = letter;
      word ??= "";
    } else if (letter === "\\" && next !== undefined && isEscapable(next, quote)) {
      word = `${word ?? ""}${next === "$" ? escapedDollar : next}`;
      index += 1;
    } else word = `${word ?? ""}${letter}`;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

const isEscapable = (letter: string, quote: string | undefined): boolean =>
  quote === undefined || (quote === '"' && /["\\$`]/.test(letter));

export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
