/**
 * The words of a text as a POSIX shell splits it: blanks between words, quotes, and backslashes, which quote the next
 * character, inside double quotes only `"`, `\`, `$` and a back quote. Nothing is expanded. Undefined where a quote is
 * not closed. A dollar sign after a backslash becomes `dollar`.
 */
export function shellWords(text: string, dollar = "$"): readonly string[] | undefined {
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
    } else if (letter === "\\" && next !== undefined && isQuoted(next, quote)) {
      word = `${word ?? ""}${next === "$" ? dollar : next}`;
      index += 1;
    } else word = `${word ?? ""}${letter}`;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

/** True where a backslash before the letter quotes it, outside of quotes or inside of the ones that are open. */
const isQuoted = (letter: string, quote: string | undefined): boolean =>
  quote === undefined || (quote === '"' && /["\\$`]/.test(letter));

/** A word as a POSIX shell reads it back: as it stands, or in single quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
